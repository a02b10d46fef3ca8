// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tessera/run/input_keys.hpp"

#include "tessera/error.hpp"
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

NoData nodata_rule(Config const& config, std::string const& key) {
  if (!config.is_word(key)) return {NoData::Rule::value, config.number(key)};
  return {config.text(key) == "wall" ? NoData::Rule::wall : NoData::Rule::refuse};
}

}  // namespace

Form raster_form(std::string const& unit) {
  return {"raster",
          "a map from another program, resampled to the grid: an ESRI ASCII grid, NetCDF, a frame, or what GDAL reads",
          {key::path("path", std::nullopt, "the file"),
           key::text("variable", std::nullopt, "its variable (NetCDF) or band (GDAL), if it has several"),
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
  return with_place(config, key, [&] { return read_raster(source); });
}

std::vector<double> resample_key(Config const& config, std::string const& name, Raster const& raster,
                                 Mesh const& mesh) {
  NoData const rule = nodata_rule(config, name + ".nodata");
  return with_place(config, name + ".path", [&] { return resample(raster, mesh, rule); });
}

Form series_form(std::string const& unit) {
  return {"series",
          "changes in time, linear between the rows of a text file: a time (seconds, or dates) and a value" +
              (unit.empty() ? std::string() : " in " + unit),
          {key::path("path", std::nullopt, "the file of two columns")}};
}

Series read_series_key(Config const& config, std::string const& name, std::string const& unit, double from, double to,
                       std::optional<double> reference) {
  std::string const key = path_key(config, name);
  return with_place(config, key, [&] {
    Series const series = read_series(config.path(key), reference);
    series.require_covers(from, to);
    std::string const& told = series.unit().empty() ? unit : series.unit();
    auto const factor = si_factor(told);
    if (!factor)
      throw InputError(series.label() + ": its values are in \"" + told + "\", which is not known; write " +
                       (unit.empty() ? "no unit" : unit));
    return series.scaled(*factor, {});
  });
}

}  // namespace tessera
