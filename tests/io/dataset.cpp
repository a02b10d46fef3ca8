// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tessera/io/dataset.hpp"

#include <cmath>
#include <cstring>
#include <limits>

#include "io/picture/png.hpp"
#include "support.hpp"
#include "tessera/io/frame.hpp"

using namespace tessera;
using namespace tessera::test;

namespace {

std::string read_error(fs::path const& path, std::string const& name, Mesh const& mesh) {
  std::string const message = message_of<InputError>([&] { (void)read_dataset(path, name, mesh); });
  CHECK(message.find('\n') == message.npos);
  return message;
}

/// A file as numpy.save writes it.
template <class T>
void put_npy(fs::path const& path, std::string const& type, std::string const& shape, std::vector<T> const& values,
             bool fortran_order = false) {
  std::string header = "{'descr': '" + type + "', 'fortran_order': " + (fortran_order ? "True" : "False") +
                       ", 'shape': (" + shape + "), }";
  header.resize(117, ' ');
  std::string bytes("\x93NUMPY\x01\x00\x76\x00", 10);
  bytes += header + '\n';
  bytes.append(reinterpret_cast<char const*>(values.data()), values.size() * sizeof(T));
  put_text(path, bytes);
}

fs::path put_frame(Folder const& folder, Mesh const& mesh, HostField field) {
  return FrameWriter(folder.path(), mesh, "test")
      .write(0, 0, {field, counting_field("other", mesh)}, Precision::float64);
}

}  // namespace

TEST_CASE("numpy arrays of floats and integers become doubles") {
  Folder const folder;
  Mesh const mesh = mesh_of(2, 3, 2);
  std::vector<double> const expected{0, 1, 2, 3, 4, 250};
  fs::path const path = folder.path() / "bed.npy";
  put_npy<float>(path, "<f4", "2, 3", {0, 1, 2, 3, 4, 250});
  CHECK(read_dataset(path, "bed", mesh).values == expected);
  put_npy<std::int64_t>(path, "<i8", "2, 3", {0, 1, 2, 3, 4, 250});
  CHECK(read_dataset(path, "bed", mesh).values == expected);
  put_npy<std::uint8_t>(path, "|u1", "2, 3", {0, 1, 2, 3, 4, 250});
  CHECK(read_dataset(path, "bed", mesh).values == expected);
  put_npy<std::int16_t>(path, "<i2", "2, 3", {0, 1, 2, 3, 4, 250});
  CHECK(read_dataset(path, "bed", mesh).name == "bed");
  CHECK(dataset_names(path) == std::vector<std::string>{"bed"});
}

TEST_CASE("numpy arrays that cannot be used say why") {
  Folder const folder;
  Mesh const mesh = mesh_of(2, 3, 2);
  fs::path const path = folder.path() / "bed.npy";
  put_npy<double>(path, "<f8", "3, 2", {0, 1, 2, 3, 4, 5});
  CHECK_THAT(read_error(path, "bed", mesh),
             ContainsSubstring("the shape (3, 2), but the grid needs (2, 3) (ny, nx); transpose it"));
  put_npy<double>(path, "<f8", "6,", {0, 1, 2, 3, 4, 5});
  CHECK_THAT(read_error(path, "bed", mesh), ContainsSubstring("the shape (6), but") && EndsWith("(ny, nx)"));
  put_npy<double>(path, ">f8", "2, 3", {0, 1, 2, 3, 4, 5});
  CHECK_THAT(read_error(path, "bed", mesh), ContainsSubstring("type >f8") && ContainsSubstring("astype('<f8')"));
  put_npy<double>(path, "<f8", "2, 3", {0, 1, 2, 3, 4, 5}, true);
  CHECK_THAT(read_error(path, "bed", mesh), ContainsSubstring("Fortran order"));
  put_npy<double>(path, "<f8", "2, 3", {0, 1, 2, 3, 4});
  CHECK_THAT(read_error(path, "bed", mesh), ContainsSubstring("cut short"));
}

TEST_CASE("a .npy file cut off anywhere is an error, never a crash") {
  Folder const folder;
  Mesh const mesh = mesh_of(2, 3, 2);
  fs::path const path = folder.path() / "bed.npy";
  put_npy<double>(path, "<f8", "2, 3", {0, 1, 2, 3, 4, 5});
  std::string const whole = text_of(path);
  for (std::size_t size = 0; size < whole.size(); ++size) {
    put_text(path, whole.substr(0, size));
    CHECK_THAT(read_error(path, "bed", mesh), ContainsSubstring(path.string()));
  }
}

TEST_CASE("a picture becomes brightness between 0 and 1, the lowest row first") {
  if (!detail::have_png()) SKIP("this build has no PNG encoder");
  Folder const folder;
  fs::path const path = folder.path() / "a.png";
  std::vector<std::uint8_t> pixels;
  for (int grey : {255, 0, 51, 102, 0, 204}) pixels.insert(pixels.end(), 3, static_cast<std::uint8_t>(grey));
  detail::write_png(path, 3, 2, pixels);
  std::vector<double> const values = read_dataset(path, "u", mesh_of(2, 3, 2)).values;
  std::vector<double> const expected{0.4, 0, 0.8, 1, 0, 0.2};
  for (std::size_t i = 0; i < expected.size(); ++i) CHECK(std::abs(values.at(i) - expected[i]) < 1e-4);
  CHECK_THAT(read_error(path, "u", mesh_of(2, 2, 3)), ContainsSubstring("(2, 3), but the grid needs (3, 2)"));
  CHECK_THAT(read_error(path, "u", mesh_of(1, 6)), ContainsSubstring("(2, 3), but the grid needs (6)"));
  fs::resize_file(path, fs::file_size(path) - 20);
  CHECK_THAT(read_error(path, "u", mesh_of(2, 3, 2)), ContainsSubstring("damaged or cut short"));
}

TEST_CASE("a file that is missing, a folder or of another kind is named") {
  Folder const folder;
  Mesh const mesh = mesh_of(1, 3);
  CHECK(read_error(folder.path() / "no.h5", "u", mesh) == "no such file: " + (folder.path() / "no.h5").string());
  CHECK_THAT(read_error(folder.path(), "u", mesh), EndsWith("is a folder, not a file"));
  put_text(folder.path() / "a.txt", "x");
  CHECK_THAT(read_error(folder.path() / "a.txt", "u", mesh),
             EndsWith("neither an HDF5 nor an .npy file nor a PNG picture"));
}

TEST_CASE("a dataset that is missing or of another shape is told with what is there") {
  if (default_frame_format() != FrameFormat::hdf5) SKIP("this build has no HDF5");
  Folder const folder;
  Mesh const mesh = mesh_of(3, 4, 3, 2);
  fs::path const path = put_frame(folder, mesh, counting_field("temperature", mesh));
  CHECK_THAT(read_error(path, "temprature", mesh),
             EndsWith("has no dataset \"temprature\"; it has other, temperature"));
  CHECK_THAT(read_error(path, "temperature", mesh_of(3, 4, 3, 5)),
             ContainsSubstring("the shape (2, 3, 4), but the grid needs (5, 3, 4) (nz, ny, nx)"));
  CHECK_THAT(read_error(path, "temperature", mesh_of(2, 4, 3)), ContainsSubstring("(3, 4) (ny, nx)"));
}

TEST_CASE("an HDF5 file cut off anywhere is an error, never a crash") {
  if (default_frame_format() != FrameFormat::hdf5) SKIP("this build has no HDF5");
  Folder const folder;
  Mesh const mesh = mesh_of(1, 20);
  fs::path const path = put_frame(folder, mesh, counting_field("u", mesh));
  std::string const whole = text_of(path);
  for (std::size_t size = 0; size < whole.size(); size += 37) {
    put_text(path, whole.substr(0, size));
    CHECK_THAT(read_error(path, "u", mesh), ContainsSubstring(path.string()));
  }
}

TEST_CASE("values that are not finite are counted, and the first is placed") {
  Folder const folder;
  Mesh const mesh = mesh_of(3, 4, 3, 2);
  std::vector<double> values(24, 1.0);
  values[12 + 4 + 2] = std::numeric_limits<double>::quiet_NaN();
  fs::path const path = folder.path() / "t.npy";
  put_npy(path, "<f8", "2, 3, 4", values);
  CHECK_THAT(read_error(path, "t", mesh),
             EndsWith("holds 1 value that is NaN or infinite; the first is at cell (x, y, z) = (2, 1, 1)"));
  values[20] = -std::numeric_limits<double>::infinity();
  put_npy(path, "<f8", "2, 3, 4", values);
  CHECK_THAT(read_error(path, "t", mesh), ContainsSubstring("holds 2 values that are NaN"));
  put_npy<double>(path, "<f8", "2,", {0, HUGE_VAL});
  CHECK_THAT(read_error(path, "t", mesh_of(1, 2)), EndsWith("at cell x = 1"));
}
