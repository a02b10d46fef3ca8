// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "shapes.hpp"

#include <array>
#include <cmath>
#include <functional>
#include <numbers>

#include "tessera/error.hpp"
#include "tessera/io/dataset.hpp"

namespace heat3d {
namespace {

using namespace tessera;
using Position = std::array<double, 3>;
using Shape = std::function<double(Position const&)>;

Position triple(Config const& config, std::string const& name) {
  std::vector<double> const& v = config.numbers(name);
  return {v[0], v[1], v[2]};
}

double distance_squared(Position const& a, Position const& b) {
  double sum = 0;
  for (std::size_t axis = 0; axis < 3; ++axis) sum += (a[axis] - b[axis]) * (a[axis] - b[axis]);
  return sum;
}

/// background + value exp(-|x - centre|^2 / (2 width^2)).
Shape gaussian(Config const& config, std::string const& name) {
  Position const centre = triple(config, name + ".centre");
  double const width = config.number(name + ".width");
  double const value = config.number(name + ".value");
  double const background = config.number(name + ".background");
  return [=](Position const& x) {
    return background + value * std::exp(-distance_squared(x, centre) / (2 * width * width));
  };
}

Shape ball(Config const& config, std::string const& name) {
  Position const centre = triple(config, name + ".centre");
  double const radius = config.number(name + ".radius");
  double const value = config.number(name + ".value");
  double const background = config.number(name + ".background");
  return [=](Position const& x) { return distance_squared(x, centre) <= radius * radius ? value : background; };
}

Shape box(Config const& config, std::string const& name) {
  Position const low = triple(config, name + ".low");
  Position const high = triple(config, name + ".high");
  double const value = config.number(name + ".value");
  double const background = config.number(name + ".background");
  return [=](Position const& x) {
    bool inside = true;
    for (std::size_t axis = 0; axis < 3; ++axis) inside = inside && x[axis] >= low[axis] && x[axis] <= high[axis];
    return inside ? value : background;
  };
}

/// background + value times the product over the axes of sin(modes pi (x - origin) / length); a mode 0 is left out.
Shape sine(Config const& config, std::string const& name, Mesh const& mesh) {
  std::vector<long> const modes = config.integers(name + ".modes");
  double const value = config.number(name + ".value");
  double const background = config.number(name + ".background");
  return [=](Position const& x) {
    double product = value;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      if (modes[axis] == 0) continue;
      double const length = mesh.spacing[axis] * static_cast<double>(mesh.cells[axis]);
      product *= std::sin(std::numbers::pi * static_cast<double>(modes[axis]) * (x[axis] - mesh.origin[axis]) / length);
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

std::vector<Form> field_forms(std::string const& unit, std::string const& dataset, bool optional) {
  Key const value = key::number("value", 1.0, unit, "value inside the shape, or its height");
  Key const background = key::number("background", 0.0, unit, "value away from the shape");
  Key const centre = key::numbers("centre", 3, std::vector<double>{0.5, 0.5, 0.5}, "m", "centre of the shape");
  std::vector<Form> forms;
  if (optional) forms.push_back({"none", "no " + dataset, {}});
  forms.push_back({"value", "the same everywhere", {key::number("value", std::nullopt, unit, "the value")}});
  forms.push_back({"file",
                   "one value per cell from an HDF5 or .npy file, such as a frame of an earlier run",
                   {key::path("path", std::nullopt, "the file"), key::text("dataset", dataset, "its dataset")}});
  forms.push_back({"gaussian",
                   "a bell",
                   {value, background, centre, key::number("width", 0.1, "m", "standard deviation").above(0)}});
  forms.push_back(
      {"ball", "a ball", {value, background, centre, key::number("radius", 0.25, "m", "its radius").above(0)}});
  forms.push_back({"box",
                   "a box",
                   {value, background, key::numbers("low", 3, std::vector<double>{0.25, 0.25, 0.25}, "m", "low corner"),
                    key::numbers("high", 3, std::vector<double>{0.75, 0.75, 0.75}, "m", "high corner")}});
  forms.push_back(
      {"sine",
       "a product of sines that vanishes on the faces",
       {value, background, key::integers("modes", 3, std::vector<long>{1, 1, 1}, "", "half waves per axis; 0: none")}});
  return forms;
}

std::vector<double> read_values(Config const& config, std::string const& name, std::string const& dataset,
                                Mesh const& mesh) {
  try {
    return read_dataset(config.path(name), dataset, mesh).values;
  } catch (InputError const& error) {
    config.refuse(name, error.what());
  }
}

std::vector<double> read_field(Config const& config, std::string const& name, Mesh const& mesh) {
  std::string const& type = config.text(name + ".type");
  if (type == "none") return {};
  if (type == "file") {
    if (!config.has(name + ".path")) config.refuse(name + ".type", "type = \"file\" needs path = \"...\"");
    return read_values(config, name + ".path", config.text(name + ".dataset"), mesh);
  }
  if (type == "value") {
    if (!config.has(name + ".value")) config.refuse(name + ".type", "type = \"value\" needs value = ...");
    double const value = config.number(name + ".value");
    return sample(mesh, [=](Position const&) { return value; });
  }
  if (type == "gaussian") return sample(mesh, gaussian(config, name));
  if (type == "ball") return sample(mesh, ball(config, name));
  if (type == "box") return sample(mesh, box(config, name));
  return sample(mesh, sine(config, name, mesh));
}

}  // namespace heat3d
