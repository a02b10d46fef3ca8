// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cstdio>

#include "tessera/error.hpp"
#include "tessera/io/picture.hpp"
#include "ticks.hpp"

namespace tessera {

namespace {

std::string spaced(std::string name) {
  std::replace(name.begin(), name.end(), '_', ' ');
  return name;
}

std::string length_text(double metres) {
  char text[40];
  std::snprintf(text, sizeof text, "%.4g m", metres);
  return text;
}

/// Adds `weight` times the plane number `index` normal to `axis`.
void add_plane(Picture& picture, Mesh const& mesh, HostField const& field, std::size_t axis, long index,
               double weight) {
  long const strides[3] = {1, mesh.cells[0], mesh.cells[0] * mesh.cells[1]};
  std::size_t const across = axis == 0 ? 1 : 0, up = axis == 2 ? 1 : 2;
  for (long j = 0; j < picture.ny; ++j) {
    for (long i = 0; i < picture.nx; ++i) {
      long const from = i * strides[across] + j * strides[up] + index * strides[axis];
      picture.values[static_cast<std::size_t>(j * picture.nx + i)] +=
          weight * field.values[static_cast<std::size_t>(from)];
    }
  }
}

LinePlot line_plot(Mesh const& cells, HostField const& field, std::string const& when) {
  Mesh const mesh = mesh_of_values(cells, field.along);
  std::string const name = spaced(field.name);
  return {name + ", " + when, name, field.unit, "x", field.values, mesh.origin[0], mesh.spacing[0]};
}

/// Gives both pictures the same colours.
void share_range(Picture& one, Picture& other) {
  detail::Bounds const a = detail::bounds_of(one.values), b = detail::bounds_of(other.values);
  one.range = other.range = {std::min(a.low, b.low), std::max(a.high, b.high)};
}

}  // namespace

Picture mid_plane(Mesh const& of_cells, HostField const& field, int axis, std::string const& when) {
  Mesh const mesh = mesh_of_values(of_cells, field.along);
  if (mesh.rank < 2 || axis < 0 || axis > 2 || (mesh.rank == 2 && axis != 2)) {
    throw Error("field " + field.name + " has no plane normal to axis " + std::to_string(axis));
  }
  auto const normal = static_cast<std::size_t>(axis);
  std::size_t const across = axis == 0 ? 1 : 0, up = axis == 2 ? 1 : 2;
  std::string const names[] = {"x", "y", "z"};
  long const cells = mesh.cells[normal];
  Picture picture;
  picture.label = spaced(field.name);
  picture.unit = field.unit;
  picture.title = picture.label;
  if (mesh.rank == 3) {
    double const place = mesh.origin[normal] + 0.5 * static_cast<double>(cells) * mesh.spacing[normal];
    picture.title += ", " + names[normal] + " = " + length_text(place);
  }
  picture.title += ", " + when;
  picture.axes = {names[across], names[up]};
  picture.nx = mesh.cells[across];
  picture.ny = mesh.cells[up];
  picture.origin = {mesh.origin[across], mesh.origin[up]};
  picture.spacing = {mesh.spacing[across], mesh.spacing[up]};
  picture.values.assign(static_cast<std::size_t>(picture.nx * picture.ny), 0);
  if (cells % 2 == 1) {
    add_plane(picture, mesh, field, normal, cells / 2, 1);
  } else {
    add_plane(picture, mesh, field, normal, cells / 2 - 1, 0.5);
    add_plane(picture, mesh, field, normal, cells / 2, 0.5);
  }
  return picture;
}

std::vector<std::filesystem::path> write_pictures(std::filesystem::path const& directory, Mesh const& mesh,
                                                  HostField const& field, std::string const& when,
                                                  std::string const& suffix, ColourMap colours) {
  if (!picture_notice().empty()) return {};
  auto const path = directory / (field.name + suffix + ".png");
  if (mesh.rank == 1) {
    write_picture(path, line_plot(mesh, field, when));
    return {path};
  }
  Picture z_plane = mid_plane(mesh, field, 2, when);
  z_plane.colours = colours;
  if (mesh.rank == 2) {
    write_picture(path, z_plane);
    return {path};
  }
  Picture y_plane = mid_plane(mesh, field, 1, when);
  y_plane.colours = colours;
  share_range(z_plane, y_plane);
  std::vector<std::filesystem::path> const paths{directory / (field.name + "_z_mid" + suffix + ".png"),
                                                 directory / (field.name + "_y_mid" + suffix + ".png")};
  write_picture(paths[0], z_plane);
  write_picture(paths[1], y_plane);
  return paths;
}

}  // namespace tessera
