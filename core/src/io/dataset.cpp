// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tessera/io/dataset.hpp"

#include <array>
#include <cmath>
#include <cstring>
#include <fstream>

#include "frame_files.hpp"
#include "hdf5.hpp"
#include "npy.hpp"
#include "png_input.hpp"
#include "tessera/error.hpp"

namespace tessera {

namespace fs = std::filesystem;

namespace {

enum class FileKind { hdf5, npy, png };

FileKind kind_of(fs::path const& path) {
  std::error_code error;
  if (!fs::exists(path, error)) throw InputError("no such file: " + path.string());
  if (fs::is_directory(path, error)) throw InputError(path.string() + " is a folder, not a file");
  std::ifstream stream(path, std::ios::binary);
  if (!stream) throw InputError("cannot open " + path.string() + ": " + std::strerror(errno));
  std::array<char, 8> start{};
  stream.read(start.data(), start.size());
  if (std::memcmp(start.data(), "\x89HDF\r\n\x1a\n", 8) == 0) return FileKind::hdf5;
  if (std::memcmp(start.data(), "\x93NUMPY", 6) == 0) return FileKind::npy;
  if (std::memcmp(start.data(), "\x89PNG\r\n\x1a\n", 8) == 0) return FileKind::png;
  throw InputError(path.string() + " is neither an HDF5 nor an .npy file nor a PNG picture");
}

/// "(x, y, z) = (3, 4, 5)" for the value at `index` in (z, y, x) order.
std::string place_text(Mesh const& mesh, std::size_t index) {
  std::string names, numbers;
  for (std::size_t axis = 0; axis < static_cast<std::size_t>(mesh.rank); ++axis) {
    auto const cells = static_cast<std::size_t>(mesh.cells[axis]);
    names += (axis == 0 ? "" : ", ") + std::string(1, "xyz"[axis]);
    numbers += (axis == 0 ? "" : ", ") + std::to_string(index % cells);
    index /= cells;
  }
  return mesh.rank == 1 ? names + " = " + numbers : "(" + names + ") = (" + numbers + ")";
}

void require_finite(fs::path const& path, HostField const& field, Mesh const& mesh) {
  std::size_t count = 0, first = 0;
  for (std::size_t i = 0; i < field.values.size(); ++i) {
    if (std::isfinite(field.values[i])) continue;
    if (count++ == 0) first = i;
  }
  if (count == 0) return;
  throw InputError("dataset \"" + field.name + "\" in " + path.string() + " holds " + std::to_string(count) +
                   (count == 1 ? " value that is" : " values that are") + " NaN or infinite; the first is at cell " +
                   place_text(mesh, first));
}

}  // namespace

std::vector<long> file_shape(Mesh const& mesh) {
  std::vector<long> shape;
  for (int axis = mesh.rank - 1; axis >= 0; --axis) shape.push_back(mesh.cells[static_cast<std::size_t>(axis)]);
  return shape;
}

HostField read_dataset(fs::path const& path, std::string const& name, Mesh const& expected) {
  HostField field{name, "", "", {}};
  switch (kind_of(path)) {
    case FileKind::hdf5: field = detail::read_hdf5_dataset(path, name, file_shape(expected)); break;
    case FileKind::npy: field.values = detail::read_npy(path, name, file_shape(expected)); break;
    case FileKind::png: field.values = detail::read_png(path, name, file_shape(expected)); break;
  }
  require_finite(path, field, expected);
  return field;
}

std::vector<std::string> dataset_names(fs::path const& path) {
  if (kind_of(path) == FileKind::hdf5) return detail::hdf5_dataset_names(path);
  return {path.stem().string()};
}

}  // namespace tessera
