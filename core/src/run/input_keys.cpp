// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tessera/run/input_keys.hpp"

#include <limits>
#include <stdexcept>

#include "io/missing_value.hpp"
#include "run/convert.hpp"
#include "run/file_values.hpp"
#include "tessera/error.hpp"
#include "tessera/run/format.hpp"
#include "tessera/run/units.hpp"

namespace tessera {

namespace {

/// Does `action`; what is wrong in a file is said with the key that names the file.
template <class Action>
auto with_place(Config const& config, std::string const& key, Action action) {
  try {
    return action();
  } catch (InputError const& error) {
    config.refuse(key, error.what());
  }
}

std::string path_key(Config const& config, std::string const& name) {
  std::string const key = name + ".path";
  if (!config.has(key)) config.refuse(name + ".type", "it needs path = \"...\"");
  return key;
}

/// The constant that could stand in place of the series of key `name`; nullptr if there is none.
Key const* constant_of(Config const& config, std::string const& name) {
  Key const* const variant = config.schema().find(name.substr(0, name.find('[')));
  if (variant == nullptr) return nullptr;
  for (Form const& form : variant->forms) {
    if (form.type != "value" && form.type != config.text(name + ".type")) continue;
    for (Key const& field : form.fields) {
      if (field.name == "value") return &field;
    }
  }
  return nullptr;
}

/// What nothing on Earth exceeds that is given in `unit`, in SI units: a level, the highest mountain (8849 m); rain,
/// the most that fell in a minute (31.2 mm, 1956; World Meteorological Organization, Weather and Climate Extremes
/// Archive).
double most_on_earth(std::string const& unit) {
  if (unit == "m") return 9000;
  return unit == "mm/h" ? 2000 * millimetres_per_hour : std::numeric_limits<double>::infinity();
}

/// What is wrong with a value of a series in unit `told`, if the key has values in `unit`.
std::optional<std::string> value_fault(Key const* constant, double stored, std::string const& told,
                                       std::string const& unit) {
  double const value = unit_change(told, unit)(stored);
  std::string const shown = human_number(stored, 12) + (told.empty() || told == unit ? "" : " " + told);
  bool const absurd = value * si_factor(unit).value_or(1) > most_on_earth(unit);
  if (absurd && detail::is_marker_if_absurd(stored)) return detail::gap_text(shown);
  std::string const fault = constant ? range_fault(*constant, value, shown) : std::string();
  return fault.empty() ? std::nullopt : std::optional(fault);
}

NoData nodata_rule(Config const& config, std::string const& key) {
  if (!config.is_word(key)) return {NoData::Rule::value, config.number(key)};
  return {config.text(key) == "wall" ? NoData::Rule::wall : NoData::Rule::refuse};
}

}  // namespace

Form raster_form(std::string const& unit) {
  Key path = key::path("path", std::nullopt, "the file");
  path.unit = unit;
  return {"raster",
          "a map from another program, resampled to the grid: an ESRI ASCII grid, NetCDF, a frame, or what GDAL reads",
          {path, key::text("variable", std::nullopt, "its variable (NetCDF) or band (GDAL), if it has several"),
           key::number("nodata", std::nullopt, unit, "what cells without data get: none may be, a wall, or a value")
               .or_words({"refuse", "wall"}),
           key::choice("coordinates", {"auto", "metres"}, "auto",
                       "metres: it is not in degrees, though numbers look like it")}};
}

Raster read_raster_key(Config const& config, std::string const& name) {
  std::string const key = path_key(config, name), variable = name + ".variable";
  RasterSource source{config.path(key)};
  if (config.has(variable)) source.variable = config.text(variable);
  source.metres = config.text(name + ".coordinates") == "metres";
  return with_place(config, key, [&] {
    Raster raster = read_raster(source);
    std::string const unit = detail::file_unit(config, key);
    detail::change_units(raster.values, raster.unit, unit, raster.source.string() + ": \"" + raster.name + "\"");
    if (!unit.empty()) raster.unit = unit;
    return raster;
  });
}

std::vector<double> resample_key(Config const& config, std::string const& name, Raster const& raster,
                                 Mesh const& mesh) {
  NoData const rule = nodata_rule(config, name + ".nodata");
  return with_place(config, name + ".path", [&] { return resample(raster, mesh, rule); });
}

Form series_form(std::string const& unit) {
  Key path = key::path("path", std::nullopt, "the file of two columns");
  path.unit = unit;
  return {"series",
          "changes in time, linear between the rows of a text file: a time (seconds, or dates) and a value" +
              (unit.empty() ? std::string() : " in " + unit),
          {path}};
}

Series read_series_key(Config const& config, std::string const& name, std::string const& unit, double from, double to,
                       std::optional<double> reference) {
  std::string const key = path_key(config, name);
  auto const to_si = si_factor(unit);
  if (!to_si) throw std::logic_error("no key can have values in \"" + unit + "\"");
  return with_place(config, key, [&] {
    Key const* const constant = constant_of(config, name);
    auto const check = [&](double value, std::string const& told) { return value_fault(constant, value, told, unit); };
    Series const series = read_series(config.path(key), reference, check, unit);
    series.require_covers(from, to);
    return series.scaled(*to_si, {});
  });
}

}  // namespace tessera
