// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "support.hpp"
#include "tessera/io/raster.hpp"

namespace tessera::test {

/// A raster of nx * ny cells whose values are `value(x, y)` at cell centres.
template <class Value>
Raster raster_of(long nx, long ny, std::array<double, 2> spacing, std::array<double, 2> origin, Value value) {
  Raster raster;
  raster.source = "made.asc";
  raster.nx = nx;
  raster.ny = ny;
  raster.spacing = spacing;
  raster.origin = origin;
  for (long j = 0; j < ny; ++j) {
    for (long i = 0; i < nx; ++i) {
      raster.values.push_back(value(origin[0] + (static_cast<double>(i) + 0.5) * spacing[0],
                                    origin[1] + (static_cast<double>(j) + 0.5) * spacing[1]));
    }
  }
  return raster;
}

/// The same for a grid.
inline Mesh grid_of(long nx, long ny, std::array<double, 2> spacing, std::array<double, 2> origin) {
  return {2, {nx, ny, 1}, {spacing[0], spacing[1], 1}, {origin[0], origin[1], 0}};
}

inline Raster read_text_raster(Folder const& folder, std::string const& text, std::string const& name = "t.asc") {
  put_text(folder.path() / name, text);
  return read_raster({folder.path() / name});
}

inline std::string raster_error(Folder const& folder, std::string const& text, std::string const& name = "t.asc") {
  return message_of<InputError>([&] { (void)read_text_raster(folder, text, name); });
}

}  // namespace tessera::test
