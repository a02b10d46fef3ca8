// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "maps.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "tessera/error.hpp"
#include "tessera/io/fractal.hpp"
#include "tessera/run/field_keys.hpp"
#include "tessera/run/input_keys.hpp"
#include "tessera/stencils/shallow_water/side.hpp"

namespace shallow_water {
namespace {

using namespace tessera;

std::vector<Form> made_beds() {
  return {
      {"coast",
       "a drowned valley with islands, made up, open to the south and the west",
       {key::integer("seed", 2, "", "another one gives another coast"),
        key::number("deepest", 60.0, "m", "depth of the mouth below 0, about"),
        key::number("highest", 250.0, "m", "height of the hills, about")}},
      {"bump",
       "a parabolic bump across a channel",
       {key::number("height", 0.2, "m", "of its crest"), key::number("centre", 10.0, "m", "x of its crest"),
        key::number("half_width", 2.0, "m", "from the crest to either foot").above(0)}},
      {"bowl",
       "a round bowl, its rim at 0",
       {key::number("radius", 1.0, "m", "of the rim").above(0),
        key::number("depth", 0.1, "m", "of the middle").above(0)}},
      {"valley",
       "a winding valley that falls towards x_high, with a flat floor and rough slopes",
       {key::number("slope", 0.004, "", "of the floor").at_least(0),
        key::number("depth", 40.0, "m", "from the ridges to the floor"),
        key::number("floor", 120.0, "m", "width of the floor").above(0),
        key::number("roughness", 1.5, "m", "height of the ground's irregularities").at_least(0),
        key::integer("seed", 1, "", "another one gives another valley")}},
      {"rough",
       "ground without a pattern",
       {key::number("height", 2.0, "m", "from the mean to the highest places"),
        key::number("size", 100.0, "m", "of the largest features").above(0),
        key::number("mean", 0.0, "m", "mean level"), key::integer("seed", 1, "", "another one gives other ground")}}};
}

std::vector<Form> made_levels() {
  return {{"swing",
           "water that is about to swing in a bowl (Thacker 1981)",
           {key::number("radius", 1.0, "m", "of the bowl's rim").above(0),
            key::number("depth", 0.1, "m", "of the bowl's middle").above(0),
            key::number("waterline", 0.8, "m", "radius of the water at the start").above(0)}}};
}

using Shape = std::function<double(double x, double y)>;

std::vector<double> sample(Mesh const& mesh, Shape const& shape) {
  std::vector<double> values;
  for (long j = 0; j < mesh.cells[1]; ++j) {
    for (long i = 0; i < mesh.cells[0]; ++i) {
      values.push_back(shape(mesh.origin[0] + (static_cast<double>(i) + 0.5) * mesh.spacing[0],
                             mesh.origin[1] + (static_cast<double>(j) + 0.5) * mesh.spacing[1]));
    }
  }
  return values;
}

double middle(Mesh const& mesh, std::size_t axis) {
  return mesh.origin[axis] + 0.5 * static_cast<double>(mesh.cells[axis]) * mesh.spacing[axis];
}

/// A made shape of key `name`; none if its type is not a made one.
Shape made_shape(Config const& config, std::string const& name, Mesh const& mesh) {
  std::string const& type = config.text(name + ".type");
  auto const number = [&](std::string const& field) { return config.number(name + "." + field); };
  double const mid_x = middle(mesh, 0), mid_y = middle(mesh, 1);
  if (type == "bump") {
    return [height = number("height"), centre = number("centre"), half = number("half_width")](double x, double) {
      return height * std::max(1 - (x - centre) * (x - centre) / (half * half), 0.0);
    };
  }
  if (type == "bowl") {
    return [=, a = number("radius"), depth = number("depth")](double x, double y) {
      return depth * (((x - mid_x) * (x - mid_x) + (y - mid_y) * (y - mid_y)) / (a * a) - 1);
    };
  }
  if (type == "swing") {
    return [=, a = number("radius"), depth = number("depth"), r0 = number("waterline")](double x, double y) {
      double const part = (a * a - r0 * r0) / (a * a + r0 * r0), swing = 1 - part;
      double const r2 = ((x - mid_x) * (x - mid_x) + (y - mid_y) * (y - mid_y)) / (a * a);
      return depth * (std::sqrt(1 - part * part) / swing - 1 - r2 * ((1 - part * part) / (swing * swing) - 1));
    };
  }
  if (type == "valley") {
    FractalNoise const noise{config.integer(name + ".seed"),
                             0.15 * mesh.spacing[1] * static_cast<double>(mesh.cells[1]), 7, 0.5};
    double const length = mesh.spacing[0] * static_cast<double>(mesh.cells[0]);
    double const width = mesh.spacing[1] * static_cast<double>(mesh.cells[1]);
    return [=, x0 = mesh.origin[0], slope = number("slope"), depth = number("depth"), bottom = number("floor"),
            rough = number("roughness")](double x, double y) {
      double const thalweg = mid_y + 0.12 * width * std::sin(6.2832 * 1.5 * (x - x0) / length);
      double const away = std::max(std::abs(y - thalweg) - 0.5 * bottom, 0.0) / (0.5 * width);
      return slope * (length - (x - x0)) + depth * std::min(away * (2 - away), 1.0) +
             rough * noise.at(x, y) * std::min(4 * away + 0.1, 1.0);
    };
  }
  if (type == "rough") {
    FractalNoise const noise{config.integer(name + ".seed"), number("size"), 8, 0.5};
    return [noise, height = number("height"), mean = number("mean")](double x, double y) {
      return mean + height * noise.at(x, y);
    };
  }
  return {};
}

std::vector<double> read_raster_map(Config const& config, std::string const& name, Mesh const& mesh,
                                    std::string* crs_wkt) {
  Raster raster = read_raster_key(config, name);
  if (name == "initial.bed" || name == "initial.level") count_upwards(raster);
  if (crs_wkt != nullptr) *crs_wkt = raster.crs_wkt;
  bool const walls = config.is_word(name + ".nodata") && config.text(name + ".nodata") == "wall";
  if (!walls) return resample_key(config, name, raster, mesh);
  try {
    std::vector<double> values = resample(raster, mesh, {NoData::Rule::value, std::nan("")});
    if (!wall_level(values)) throw InputError(raster.source.string() + ": it has no data anywhere in the grid");
    for (double& value : values) value = std::isnan(value) ? double{stencils::outside_mark<double>} : value;
    return values;
  } catch (InputError const& error) {
    config.refuse(name + ".path", error.what());
  }
}

}  // namespace

std::vector<Form> map_forms(std::string const& unit, std::string const& dataset, bool optional, Made made) {
  std::vector<Form> forms = field_forms(2, unit, dataset, optional);
  forms.push_back(raster_form(unit));
  std::vector<Form> const more = made == Made::bed     ? made_beds()
                                 : made == Made::level ? made_levels()
                                                       : std::vector<Form>{};
  forms.insert(forms.end(), more.begin(), more.end());
  return forms;
}

std::vector<double> read_map(Config const& config, std::string const& name, Mesh const& mesh,
                             std::string const& dataset, std::string* crs_wkt) {
  std::string const& type = config.text(name + ".type");
  if (type == "raster") return read_raster_map(config, name, mesh, crs_wkt);
  if (type == "coast") {
    return made_terrain(
        {config.integer(name + ".seed"), config.number(name + ".deepest"), config.number(name + ".highest")}, mesh);
  }
  if (Shape const shape = made_shape(config, name, mesh)) return sample(mesh, shape);
  return read_field(config, name, mesh, dataset);
}

}  // namespace shallow_water
