// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "hdf5.hpp"

#include "tessera/error.hpp"

#if defined(TESSERA_HAVE_HDF5) && TESSERA_HAVE_HDF5

#include <algorithm>
#include <span>

#include "hdf5_handle.hpp"
#include "hdf5_plain.hpp"
#include "tessera/io/dataset.hpp"
#include "tessera/io/files.hpp"

namespace tessera::detail {

namespace fs = std::filesystem;

namespace {

/// Passes on what a call returned that builds the file in memory; there, only memory can run out.
template <class Result>
Result built(fs::path const& path, Result result) {
  if (result < 0) throw Error("cannot write " + path.string() + ": HDF5 failed to lay it out (out of memory?)");
  return result;
}

/// The attribute of a field whose values stand on faces along some axes: for x, y, z the number of its Along.
constexpr char const* on_faces_name = "on_faces";

// ---- writing

/// Builds a frame as an HDF5 file in memory. HDF5 cannot recover from a full disk (it crashes when the program ends),
/// so it never writes to one.
class FrameFile {
 public:
  FrameFile(fs::path const& path, Frame const& frame) : m_path(path), m_mesh(frame.mesh), m_file(create(path, frame)) {
    write(frame);
  }

  /// The bytes of the file, valid as long as this object.
  [[nodiscard]] std::span<char const> image() {
    built(m_path, H5Fflush(m_file, H5F_SCOPE_LOCAL));
    void** memory = nullptr;
    built(m_path, H5Fget_vfd_handle(m_file, H5P_DEFAULT, reinterpret_cast<void**>(&memory)));
    auto const size = built(m_path, H5Fget_file_image(m_file, nullptr, 0));
    return {static_cast<char const*>(*memory), static_cast<std::size_t>(size)};
  }

 private:
  static Handle create(fs::path const& path, Frame const& frame) {
    Handle const creation(H5Pcreate(H5P_FILE_CREATE), H5Pclose);
    H5Pset_obj_track_times(creation, false);  // the same run writes the same bytes
    H5Pset_link_creation_order(creation, H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED);  // NetCDF-4 wants it
    Handle const access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
    auto const size = static_cast<std::size_t>(frame_bytes(frame.mesh, frame.fields.size(), frame.precision));
    built(path, H5Pset_fapl_core(access, size, false));
    return {built(path, H5Fcreate(path.c_str(), H5F_ACC_TRUNC, creation, access)), H5Fclose};
  }

  void write(Frame const& frame) {
    auto const rank = static_cast<std::size_t>(m_mesh.rank);
    text_attribute(m_file, "Conventions", "CF-1.8");
    text_attribute(m_file, "app", frame.app);
    long long const step = frame.step;
    attribute(m_file, "step", H5T_NATIVE_LLONG, H5T_STD_I64LE, &step, 0);
    attribute(m_file, "time", H5T_NATIVE_DOUBLE, H5T_IEEE_F64LE, &frame.time, 0);
    attribute(m_file, "origin", H5T_NATIVE_DOUBLE, H5T_IEEE_F64LE, m_mesh.origin.data(), rank);
    attribute(m_file, "spacing", H5T_NATIVE_DOUBLE, H5T_IEEE_F64LE, m_mesh.spacing.data(), rank);
    std::vector<hobj_ref_t> centres, faces(rank), fields;  // in the order of the file's dimensions: z, y, x
    for (std::size_t axis = rank; axis-- > 0;) centres.push_back(write_axis(axis, Along::centres));
    for (std::size_t d = 0; d < rank; ++d) {
      for (HostField const& field : frame.fields) {
        if (field.along[rank - 1 - d] == Along::centres) continue;
        faces[d] = write_axis(rank - 1 - d, field.along[rank - 1 - d]);
        break;
      }
    }
    for (HostField const& field : frame.fields) {
      std::vector<hobj_ref_t> axes = centres;
      for (std::size_t d = 0; d < rank; ++d) {
        if (field.along[rank - 1 - d] != Along::centres) axes[d] = faces[d];
      }
      fields.push_back(write_field(field, frame.precision, axes));
    }
    for (std::size_t d = 0; d < rank; ++d) name_users(rank - 1 - d, static_cast<int>(d), frame.fields, fields);
  }

  void attribute(hid_t owner, char const* name, hid_t memory, hid_t stored, void const* value, hsize_t count) {
    Handle const space(count == 0 ? H5Screate(H5S_SCALAR) : H5Screate_simple(1, &count, nullptr), H5Sclose);
    Handle const made(built(m_path, H5Acreate2(owner, name, stored, space, H5P_DEFAULT, H5P_DEFAULT)), H5Aclose);
    built(m_path, H5Awrite(made, memory, value));
  }

  void text_attribute(hid_t owner, char const* name, std::string const& text) {
    if (text.empty()) return;
    Handle const type(H5Tcopy(H5T_C_S1), H5Tclose);
    H5Tset_size(type, text.size() + 1);
    attribute(owner, name, type, type, text.c_str(), 0);
  }

  Handle create_dataset(std::string const& name, hid_t stored, std::vector<hsize_t> const& shape) {
    Handle const space(H5Screate_simple(static_cast<int>(shape.size()), shape.data(), nullptr), H5Sclose);
    Handle const creation(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
    H5Pset_obj_track_times(creation, false);
    H5Pset_attr_creation_order(creation, H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED);
    H5Pset_fill_time(creation, H5D_FILL_TIME_NEVER);
    hid_t const made = H5Dcreate2(m_file, name.c_str(), stored, space, H5P_DEFAULT, creation, H5P_DEFAULT);
    return {built(m_path, made), H5Dclose};
  }

  static std::string axis_name(std::size_t axis, bool face) {
    return std::string(1, "xyz"[axis]) + (face ? "_face" : "");
  }

  hobj_ref_t reference(std::string const& name) {
    hobj_ref_t to{};
    built(m_path, H5Rcreate(&to, m_file, name.c_str(), H5R_OBJECT, -1));
    return to;
  }

  /// The cell centres, or the faces, along one axis, as a dimension scale.
  hobj_ref_t write_axis(std::size_t axis, Along along) {
    bool const face = along != Along::centres;
    std::string const name = axis_name(axis, face);
    std::vector<double> places(static_cast<std::size_t>(m_mesh.cells[axis] + (along == Along::all_faces ? 1 : 0)));
    for (std::size_t i = 0; i < places.size(); ++i) {
      places[i] = m_mesh.origin[axis] + (static_cast<double>(i) + (face ? 0 : 0.5)) * m_mesh.spacing[axis];
    }
    Handle const dataset = create_dataset(name, H5T_IEEE_F64LE, {places.size()});
    built(m_path, H5Dwrite(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, places.data()));
    text_attribute(dataset, "CLASS", scale_class);
    text_attribute(dataset, "NAME", name);
    text_attribute(dataset, "units", "m");
    text_attribute(dataset, "long_name", axis_name(axis, false) + (face ? " of the face" : " of the cell centre"));
    text_attribute(dataset, "axis", std::string(1, "XYZ"[axis]));
    return reference(name);
  }

  hobj_ref_t write_field(HostField const& field, Precision precision, std::vector<hobj_ref_t> const& axes) {
    auto const shape = file_shape(mesh_of_values(m_mesh, field.along));
    hid_t const stored = precision == Precision::float32 ? H5T_IEEE_F32LE : H5T_IEEE_F64LE;
    Handle const dataset = create_dataset(field.name, stored, {shape.begin(), shape.end()});
    built(m_path, H5Dwrite(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, field.values.data()));
    text_attribute(dataset, "units", field.unit);
    text_attribute(dataset, "long_name", field.long_name);
    if (field.along != std::array<Along, 3>{}) {
      int along[3];
      for (std::size_t axis = 0; axis < 3; ++axis) along[axis] = static_cast<int>(field.along[axis]);
      attribute(dataset, on_faces_name, H5T_NATIVE_INT, H5T_STD_I32LE, along, shape.size());
    }
    std::vector<hvl_t> scales;
    for (hobj_ref_t const& axis : axes) scales.push_back({1, const_cast<hobj_ref_t*>(&axis)});
    Handle const type(H5Tvlen_create(H5T_STD_REF_OBJ), H5Tclose);
    attribute(dataset, "DIMENSION_LIST", type, type, scales.data(), scales.size());
    return reference(field.name);
  }

  /// Tells the dimension scales of an axis which fields use them, and as which dimension.
  void name_users(std::size_t axis, int dimension, std::vector<HostField> const& fields,
                  std::vector<hobj_ref_t> const& stored) {
    for (bool const face : {false, true}) {
      std::vector<Use> uses;
      for (std::size_t f = 0; f < fields.size(); ++f) {
        if ((fields[f].along[axis] != Along::centres) == face) uses.push_back({stored[f], dimension});
      }
      if (!uses.empty()) name_users(axis_name(axis, face), uses);
    }
  }
  struct Use {
    hobj_ref_t field;
    int dimension;
  };
  void name_users(std::string const& axis, std::vector<Use> const& uses) {
    Handle const type(H5Tcreate(H5T_COMPOUND, sizeof(Use)), H5Tclose);
    H5Tinsert(type, "dataset", HOFFSET(Use, field), H5T_STD_REF_OBJ);
    H5Tinsert(type, "dimension", HOFFSET(Use, dimension), H5T_NATIVE_INT);
    Handle const dataset(built(m_path, H5Dopen2(m_file, axis.c_str(), H5P_DEFAULT)), H5Dclose);
    attribute(dataset, "REFERENCE_LIST", type, type, uses.data(), uses.size());
  }

  fs::path const& m_path;
  Mesh const& m_mesh;
  Handle m_file;
};

// ---- reading

template <class T>
T read_number_attribute(hid_t file, fs::path const& path, char const* name, hid_t type) {
  T value{};
  Handle const attribute(H5Aopen(file, name, H5P_DEFAULT), H5Aclose);
  if (attribute < 0 || H5Aread(attribute, type, &value) < 0) {
    throw InputError(path.string() + " is not a frame: it has no attribute " + name);
  }
  return value;
}

bool is_field(hid_t file, char const* name) {
  Handle const object(H5Oopen(file, name, H5P_DEFAULT), H5Oclose);
  return object >= 0 && H5Iget_type(object) == H5I_DATASET && read_text_attribute(object, "CLASS") != scale_class;
}

herr_t collect_field(hid_t group, char const* name, H5L_info_t const*, void* names) {
  if (is_field(group, name)) static_cast<std::vector<std::string>*>(names)->push_back(name);
  return 0;
}

std::vector<std::string> field_names(hid_t file) {
  std::vector<std::string> names;
  H5Literate(file, H5_INDEX_NAME, H5_ITER_INC, nullptr, collect_field, &names);
  return names;
}

Handle open_dataset(hid_t file, fs::path const& path, std::string const& name) {
  hid_t const dataset = H5Dopen2(file, name.c_str(), H5P_DEFAULT);
  if (dataset >= 0) return {dataset, H5Dclose};
  std::string present;
  for (std::string const& other : field_names(file)) present += (present.empty() ? "" : ", ") + other;
  throw InputError(path.string() + " has no dataset \"" + name + "\"; it has " + (present.empty() ? "none" : present));
}

/// Where the values of a field stand.
std::array<Along, 3> read_along(hid_t dataset) {
  std::array<Along, 3> along{};
  int numbers[3] = {};
  if (H5Aexists(dataset, on_faces_name) <= 0) return along;
  Handle const attribute(H5Aopen(dataset, on_faces_name, H5P_DEFAULT), H5Aclose);
  Handle const space(H5Aget_space(attribute), H5Sclose);
  if (H5Sget_simple_extent_npoints(space) > 3 || H5Aread(attribute, H5T_NATIVE_INT, numbers) < 0) return along;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (numbers[axis] == 1 || numbers[axis] == 2) along[axis] = static_cast<Along>(numbers[axis]);
  }
  return along;
}

}  // namespace

bool have_hdf5() noexcept { return true; }

void write_hdf5_frame(fs::path const& path, Frame const& frame) {
  Quiet const quiet;
  FrameFile laid_out(path, frame);
  auto const bytes = laid_out.image();
  AtomicFile file(path);
  file.write(bytes.data(), bytes.size());
  file.commit();
}

FrameInfo read_hdf5_frame_info(fs::path const& path) {
  Quiet const quiet;
  Handle const file = open_file(path);
  FrameInfo info;
  info.format = FrameFormat::hdf5;
  info.step = read_number_attribute<long>(file, path, "step", H5T_NATIVE_LONG);
  info.time = read_number_attribute<double>(file, path, "time", H5T_NATIVE_DOUBLE);
  for (std::string const& name : field_names(file)) {
    Handle const type(H5Dget_type(open_dataset(file, path, name)), H5Tclose);
    info.datasets.push_back({name, H5Tget_size(type) == 4 ? Precision::float32 : Precision::float64,
                             read_along(open_dataset(file, path, name))});
  }
  return info;
}

std::vector<std::string> hdf5_dataset_names(fs::path const& path) {
  Quiet const quiet;
  return field_names(open_file(path));
}

HostField read_hdf5_dataset(fs::path const& path, std::string const& name, std::vector<long> const& expected_shape) {
  Quiet const quiet;
  Handle const file = open_file(path);
  Handle const dataset = open_dataset(file, path, name);
  Handle const type(H5Dget_type(dataset), H5Tclose);
  if (H5T_class_t const kind = H5Tget_class(type); kind != H5T_FLOAT && kind != H5T_INTEGER) {
    throw InputError("dataset \"" + name + "\" in " + path.string() + " does not hold numbers");
  }
  require_shape(path, name, dataset_shape(dataset), expected_shape);
  HostField field{name, read_text_attribute(dataset, "units"), read_text_attribute(dataset, "long_name"), {}};
  std::size_t count = 1;
  for (long const extent : expected_shape) count *= static_cast<std::size_t>(extent);
  field.values.resize(count);
  if (H5Dread(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, field.values.data()) < 0) {
    throw InputError("cannot read dataset \"" + name + "\" in " + path.string() + ": the file is damaged");
  }
  require_plain_dataset(dataset, "dataset \"" + name + "\" in " + path.string(), field.values, expected_shape.size());
  return field;
}

}  // namespace tessera::detail

#else

namespace tessera::detail {

namespace {

[[noreturn]] void no_hdf5(std::filesystem::path const& path) {
  throw InputError(path.string() + ": this build has no HDF5; install it (Debian: libhdf5-dev) and build again, " +
                   "or use .npy");
}

}  // namespace

bool have_hdf5() noexcept { return false; }

void write_hdf5_frame(std::filesystem::path const& path, Frame const&) { no_hdf5(path); }

FrameInfo read_hdf5_frame_info(std::filesystem::path const& path) { no_hdf5(path); }

std::vector<std::string> hdf5_dataset_names(std::filesystem::path const& path) { no_hdf5(path); }

HostField read_hdf5_dataset(std::filesystem::path const& path, std::string const&, std::vector<long> const&) {
  no_hdf5(path);
}

}  // namespace tessera::detail

#endif
