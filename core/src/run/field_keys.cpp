// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tessera/run/field_keys.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>

#include "run/file_values.hpp"
#include "tessera/error.hpp"
#include "tessera/io/dataset.hpp"

namespace tessera {
namespace {

using Position = std::array<double, 3>;
using Shape = std::function<double(Position const&)>;

double length(Mesh const& mesh, std::size_t axis) { return mesh.spacing[axis] * static_cast<double>(mesh.cells[axis]); }

double largest_length(Mesh const& mesh) {
  double largest = 0;
  for (std::size_t axis = 0; axis < static_cast<std::size_t>(mesh.rank); ++axis)
    largest = std::max(largest, length(mesh, axis));
  return largest;
}

/// What a form's fields say, and what holds where they say nothing.
struct FieldReader {
  Config const& config;
  std::string name;
  Mesh const& mesh;

  [[nodiscard]] std::size_t rank() const { return static_cast<std::size_t>(mesh.rank); }
  [[nodiscard]] double number(std::string const& field) const { return config.number(name + "." + field); }
  /// A length; if unset, `part` of the largest one of the domain.
  [[nodiscard]] double size(std::string const& field, double part) const {
    return config.has(name + "." + field) ? number(field) : part * largest_length(mesh);
  }
  /// A place; if unset, the one at `part` of the domain along all axes. Axes past the rank have one cell, around 0.5.
  [[nodiscard]] Position place(std::string const& field, double part) const {
    Position at{0.5, 0.5, 0.5};
    bool const given = config.has(name + "." + field);
    if (given) check_count(field, config.numbers(name + "." + field).size());
    for (std::size_t axis = 0; axis < rank(); ++axis) {
      at[axis] = given ? config.numbers(name + "." + field)[axis] : mesh.origin[axis] + part * length(mesh, axis);
    }
    return at;
  }
  void check_count(std::string const& field, std::size_t count) const {
    if (count == rank()) return;
    config.refuse(name + "." + field, "expected " + std::to_string(rank()) +
                                          " numbers, as many as the grid has axes, got " + std::to_string(count));
  }
};

double distance_squared(Position const& a, Position const& b) {
  double sum = 0;
  for (std::size_t axis = 0; axis < 3; ++axis) sum += (a[axis] - b[axis]) * (a[axis] - b[axis]);
  return sum;
}

/// background + value exp(-|x - centre|^2 / (2 width^2)).
Shape gaussian(FieldReader const& read) {
  Position const centre = read.place("centre", 0.5);
  double const width = read.size("width", 0.1), value = read.number("value"), background = read.number("background");
  return [=](Position const& x) {
    return background + value * std::exp(-distance_squared(x, centre) / (2 * width * width));
  };
}

Shape ball(FieldReader const& read) {
  Position const centre = read.place("centre", 0.5);
  double const radius = read.size("radius", 0.25), value = read.number("value"), background = read.number("background");
  return [=](Position const& x) { return distance_squared(x, centre) <= radius * radius ? value : background; };
}

Shape box(FieldReader const& read) {
  Position const low = read.place("low", 0.25), high = read.place("high", 0.75);
  double const value = read.number("value"), background = read.number("background");
  return [=, rank = read.rank()](Position const& x) {
    bool inside = true;
    for (std::size_t axis = 0; axis < rank; ++axis) inside = inside && x[axis] >= low[axis] && x[axis] <= high[axis];
    return inside ? value : background;
  };
}

/// background + value times the product over the axes of sin(modes pi (x - origin) / length); a mode 0 is left out.
Shape sine(FieldReader const& read) {
  std::string const key = read.name + ".modes";
  std::vector<long> modes(read.rank(), 1);
  if (read.config.has(key)) modes = read.config.integers(key);
  read.check_count("modes", modes.size());
  double const value = read.number("value"), background = read.number("background");
  return [=, mesh = read.mesh](Position const& x) {
    double product = value;
    for (std::size_t axis = 0; axis < modes.size(); ++axis) {
      if (modes[axis] == 0) continue;
      double const turns = static_cast<double>(modes[axis]) * (x[axis] - mesh.origin[axis]) / length(mesh, axis);
      product *= std::sin(std::numbers::pi * turns);
    }
    return background + product;
  };
}

std::vector<double> sample(Mesh const& mesh, Shape const& shape) {
  std::vector<double> values;
  values.reserve(static_cast<std::size_t>(mesh.cells[0] * mesh.cells[1] * mesh.cells[2]));
  auto const centre = [&](std::size_t axis, long cell) {
    return mesh.origin[axis] + (static_cast<double>(cell) + 0.5) * mesh.spacing[axis];
  };
  for (long k = 0; k < mesh.cells[2]; ++k) {
    for (long j = 0; j < mesh.cells[1]; ++j) {
      for (long i = 0; i < mesh.cells[0]; ++i) values.push_back(shape({centre(0, i), centre(1, j), centre(2, k)}));
    }
  }
  return values;
}

}  // namespace

std::vector<Form> field_forms(int rank, std::string const& unit, std::string const& dataset, bool optional) {
  Key const value = key::number("value", 1.0, unit, "value inside the shape, or its height");
  Key const background = key::number("background", 0.0, unit, "value away from the shape");
  Key const centre = key::numbers("centre", rank, std::nullopt, "m", "centre of the shape; unset: of the domain");
  auto const label = dataset.empty() ? std::nullopt : std::optional(dataset);
  Key path = key::path("path", std::nullopt, "the file");
  path.unit = unit;
  std::vector<Form> forms;
  if (optional) forms.push_back({"none", "none", {}});
  forms.push_back({"value", "the same everywhere", {key::number("value", std::nullopt, unit, "the value")}});
  forms.push_back({"file",
                   "one value per cell from an HDF5 or .npy file, such as a frame of an earlier run, or a PNG picture",
                   {path, key::text("dataset", label, "its dataset")}});
  forms.push_back(
      {"gaussian",
       "a bell",
       {value, background, centre,
        key::number("width", std::nullopt, "m", "standard deviation; unset: a tenth of the longest side").above(0)}});
  forms.push_back(
      {"ball",
       "a ball",
       {value, background, centre,
        key::number("radius", std::nullopt, "m", "its radius; unset: a quarter of the longest side").above(0)}});
  forms.push_back(
      {"box",
       "a box",
       {value, background, key::numbers("low", rank, std::nullopt, "m", "low corner; unset: at 1/4 of all sides"),
        key::numbers("high", rank, std::nullopt, "m", "high corner; unset: at 3/4 of all sides")}});
  forms.push_back({"sine",
                   "a product of sines that vanishes on the faces",
                   {value, background,
                    key::integers("modes", rank, std::nullopt, "", "half waves per axis; 0: none; unset: 1 each")}});
  return forms;
}

std::vector<double> read_values(Config const& config, std::string const& name, std::string const& dataset,
                                Mesh const& mesh) {
  try {
    HostField field = read_dataset(config.path(name), dataset, mesh);
    detail::change_units(field.values, field.unit, detail::file_unit(config, name),
                         config.path(name).string() + ": dataset \"" + field.name + "\"");
    return std::move(field.values);
  } catch (InputError const& error) {
    config.refuse(name, error.what());
  }
}

std::vector<double> read_field(Config const& config, std::string const& name, Mesh const& mesh,
                               std::string const& dataset) {
  std::string const& type = config.text(name + ".type");
  FieldReader const read{config, name, mesh};
  if (type == "none") return {};
  if (type == "file") {
    if (!config.has(name + ".path")) config.refuse(name + ".type", "type = \"file\" needs path = \"...\"");
    bool const named = config.has(name + ".dataset");
    return read_values(config, name + ".path", named ? config.text(name + ".dataset") : dataset, mesh);
  }
  if (type == "value") {
    if (!config.has(name + ".value")) config.refuse(name + ".type", "type = \"value\" needs value = ...");
    double const value = config.number(name + ".value");
    return sample(mesh, [=](Position const&) { return value; });
  }
  if (type == "gaussian") return sample(mesh, gaussian(read));
  if (type == "ball") return sample(mesh, ball(read));
  if (type == "box") return sample(mesh, box(read));
  return sample(mesh, sine(read));
}

FaceMaps read_face_maps(Config const& config, BoundaryConfig const& boundary, Mesh const& mesh) {
  FaceMaps maps;
  for (int face = 0; face < 2 * mesh.rank; ++face) {
    FaceConfig const& on_face = boundary[static_cast<std::size_t>(face)];
    if (!on_face.file) continue;
    std::string const key = "boundary." + face_name(face) + ".file";
    maps[static_cast<std::size_t>(face)] = read_values(config, key, on_face.dataset, face_mesh(mesh, face));
  }
  return maps;
}

}  // namespace tessera
