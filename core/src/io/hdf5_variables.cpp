// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "io/raster/netcdf.hpp"
#include "tessera/error.hpp"

#if defined(TESSERA_HAVE_HDF5) && TESSERA_HAVE_HDF5

#include "hdf5_handle.hpp"

namespace tessera::detail {

namespace fs = std::filesystem;

namespace {

std::string object_name(hid_t object) {
  auto const length = H5Iget_name(object, nullptr, 0);
  std::string name(static_cast<std::size_t>(std::max<ssize_t>(length, 0)), '\0');
  H5Iget_name(object, name.data(), name.size() + 1);
  return name.substr(name.rfind('/') + 1);
}

/// The names of the scales of a dataset's axes; a scale is its own axis. Empty where an axis has none.
std::vector<std::string> dimension_names(hid_t dataset, std::string const& own, std::size_t rank) {
  std::vector<std::string> names(rank);
  if (rank == 1 && read_text_attribute(dataset, "CLASS") == scale_class) names[0] = own;
  if (H5Aexists(dataset, "DIMENSION_LIST") <= 0) return names;
  Handle const attribute(H5Aopen(dataset, "DIMENSION_LIST", H5P_DEFAULT), H5Aclose);
  Handle const type(H5Aget_type(attribute), H5Tclose), space(H5Aget_space(attribute), H5Sclose);
  std::vector<hvl_t> scales(rank);
  if (H5Sget_simple_extent_npoints(space) != static_cast<hssize_t>(rank)) return names;
  if (H5Aread(attribute, type, scales.data()) < 0) return names;
  for (std::size_t d = 0; d < rank; ++d) {
    if (scales[d].len == 0) continue;
    Handle const scale(H5Rdereference2(dataset, H5P_DEFAULT, H5R_OBJECT, scales[d].p), H5Oclose);
    if (scale >= 0) names[d] = object_name(scale);
  }
  H5Dvlen_reclaim(type, space, H5P_DEFAULT, scales.data());
  return names;
}

herr_t collect_attribute(hid_t owner, char const* name, H5A_info_t const*, void* into) {
  auto& variable = *static_cast<NetcdfVariable*>(into);
  Handle const attribute(H5Aopen(owner, name, H5P_DEFAULT), H5Aclose);
  Handle const type(H5Aget_type(attribute), H5Tclose), space(H5Aget_space(attribute), H5Sclose);
  auto const kind = H5Tget_class(type);
  if (kind == H5T_STRING && H5Sget_simple_extent_npoints(space) == 1) {
    variable.texts[name] = read_text_attribute(owner, name);
  } else if (kind == H5T_FLOAT || kind == H5T_INTEGER) {
    std::vector<double> values(static_cast<std::size_t>(std::max<hssize_t>(H5Sget_simple_extent_npoints(space), 1)));
    if (H5Aread(attribute, H5T_NATIVE_DOUBLE, values.data()) >= 0) variable.numbers[name] = values[0];
  }
  return 0;
}

herr_t collect_variable(hid_t group, char const* name, H5L_info_t const*, void* into) {
  Handle const object(H5Oopen(group, name, H5P_DEFAULT), H5Oclose);
  if (object < 0 || H5Iget_type(object) != H5I_DATASET) return 0;
  Handle const type(H5Dget_type(object), H5Tclose);
  auto const kind = H5Tget_class(type);
  NetcdfVariable variable;
  variable.name = name;
  variable.shape = dataset_shape(object);
  variable.dimensions = dimension_names(object, name, variable.shape.size());
  variable.floating = kind == H5T_FLOAT;
  variable.text = kind != H5T_FLOAT && kind != H5T_INTEGER;
  H5Aiterate2(object, H5_INDEX_NAME, H5_ITER_INC, nullptr, collect_attribute, &variable);
  static_cast<std::vector<NetcdfVariable>*>(into)->push_back(std::move(variable));
  return 0;
}

std::vector<double> read_variable(fs::path const& path, NetcdfVariable const& variable) {
  Quiet const quiet;
  Handle const file = open_file(path);
  Handle const dataset(H5Dopen2(file, variable.name.c_str(), H5P_DEFAULT), H5Dclose);
  std::size_t count = 1;
  for (long const extent : variable.shape) count *= static_cast<std::size_t>(extent);
  std::vector<double> values(count);
  if (H5Dread(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()) < 0) {
    throw InputError("cannot read \"" + variable.name + "\" in " + path.string() +
                     ": the file is damaged, or compressed in a way that this HDF5 does not know");
  }
  return values;
}

}  // namespace

NetcdfContents open_hdf5_variables(fs::path const& path) {
  Quiet const quiet;
  Handle const file = open_file(path);
  NetcdfContents contents;
  H5Literate(file, H5_INDEX_NAME, H5_ITER_INC, nullptr, collect_variable, &contents.variables);
  contents.read = [path](NetcdfVariable const& variable) { return read_variable(path, variable); };
  return contents;
}

}  // namespace tessera::detail

#else

namespace tessera::detail {

NetcdfContents open_hdf5_variables(std::filesystem::path const& path) {
  throw InputError(path.string() +
                   ": it is a NetCDF-4 or HDF5 file, and this build has no HDF5; convert it: nccopy -k " + "classic " +
                   path.string() + " " + path.stem().string() +
                   "_classic.nc; or install HDF5 (Debian: " + "libhdf5-dev) and build again");
}

}  // namespace tessera::detail

#endif
