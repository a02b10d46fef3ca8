// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "outputs.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "tessera/io/files.hpp"
#include "tessera/io/picture.hpp"
#include "tessera/io/raster.hpp"
#include "tessera/version.hpp"

namespace shallow_water {
namespace {

using namespace tessera;

constexpr double nothing = std::numeric_limits<double>::quiet_NaN();

/// Part `which` of the maxima.
std::vector<double> part(std::vector<double> const& maxima, std::size_t which) {
  auto const cells = static_cast<std::ptrdiff_t>(maxima.size() / 3);
  auto const begin = maxima.begin() + static_cast<std::ptrdiff_t>(which) * cells;
  return {begin, begin + cells};
}

/// The least 1, 2 or 5 times a power of ten that is not below a positive value: pictures of a film seldom change it.
double round_above(double value) {
  if (!(value > 0)) return 1e-3;
  double const power = std::pow(10.0, std::floor(std::log10(value)));
  for (double const step : {1.0, 2.0, 5.0}) {
    if (step * power >= value) return step * power;
  }
  return 10 * power;
}

}  // namespace

double Budget::missing() const {
  double const most = std::max(start, now);
  return most > 0 ? (now - start - entered - rained + seeped) / most : 0;
}

Outputs::Outputs(Problem const& problem) : m_problem(problem), m_ground(problem.bed) {
  for (double& z : m_ground) {
    if (z > 0.5 * flow::outside_mark<double>) z = nothing;
  }
  if (!problem.gauges.empty()) m_places.emplace(problem.mesh, problem.gauges);
}

std::vector<double> Outputs::ground_with_walls() const {
  std::vector<double> ground = m_ground;
  double const wall = wall_level(ground).value_or(wall_margin);
  for (double& z : ground) z = std::isnan(z) ? wall : z;
  return ground;
}

std::vector<double> Outputs::where_wet(FlowFields const& fields, std::vector<double> const& values) const {
  std::vector<double> shown(values);
  for (std::size_t cell = 0; cell < shown.size(); ++cell) {
    if (!(fields.h[cell] >= m_problem.numbers.wet)) shown[cell] = nothing;
  }
  return shown;
}

std::vector<double> Outputs::per_depth(FlowFields const& fields, std::vector<double> const& amount) const {
  std::vector<double> values = where_wet(fields, amount);
  for (std::size_t cell = 0; cell < values.size(); ++cell) values[cell] /= fields.h[cell];
  return values;
}

std::vector<double> Outputs::level(FlowFields const& fields) const {
  std::vector<double> values = where_wet(fields, fields.h);
  for (std::size_t cell = 0; cell < values.size(); ++cell) values[cell] += m_ground[cell];
  return values;
}

void Outputs::open_netcdf(std::filesystem::path const& path) {
  std::vector<CfAttribute> const wet{{"wet_threshold", m_problem.numbers.wet}};
  std::vector<CfVariable> variables{
      {"depth", "m", "depth of the water", "", wet},
      {"level", "m", "level of the water above the datum", "water_surface_height_above_reference_datum", wet},
      {"u", "m s-1", "velocity along x", "", wet},
      {"v", "m s-1", "velocity along y", "", wet},
      {"concentration", "1", "concentration of the pollutant", "", wet},
      {"bed", "m", "level of the ground above the datum", "", {}, false}};
  if (m_problem.maxima) {
    variables.push_back({"highest_depth", "m", "highest depth so far", "", wet, false});
    variables.push_back({"highest_speed", "m s-1", "highest speed so far", "", wet, false});
    variables.push_back({"arrival", "s", "time at which the water came", "", wet, false});
  }
  CfDescription description{"shallow water flow", "tessera shallow_water " + std::string(version())};
  description.reference_time = m_problem.reference_time.value_or(0);
  description.crs_wkt = m_problem.crs_wkt;
  m_netcdf = std::make_unique<CfWriter>(path, m_problem.mesh, description, variables, m_restart);
  m_netcdf->write_map("bed", m_ground);
}

void Outputs::write_state(std::filesystem::path const& folder, FlowFields const& fields) {
  if (m_problem.film_every) {
    long const number = std::lround(fields.time / *m_problem.film_every);
    m_film_depth = std::max(m_film_depth, round_above(*std::max_element(fields.h.begin(), fields.h.end())));
    draw_one(film_picture(folder, "depth", number), "depth, t = " + human_time(fields.time), "depth", "m",
             where_wet(fields, fields.h), true, std::pair(0.0, m_film_depth));
  }
  if (!m_problem.netcdf) return;
  if (!m_netcdf) open_netcdf(folder / "flow.nc");
  if (!fields.maxima.empty()) {
    std::vector<double> depth = part(fields.maxima, 0), speed = part(fields.maxima, 1),
                        arrival = part(fields.maxima, 2);
    for (std::size_t cell = 0; cell < depth.size(); ++cell) {
      if (arrival[cell] < 0) depth[cell] = speed[cell] = arrival[cell] = nothing;
    }
    m_netcdf->write_map("highest_depth", depth);
    m_netcdf->write_map("highest_speed", speed);
    m_netcdf->write_map("arrival", arrival);
  }
  m_netcdf->write(fields.time, {where_wet(fields, fields.h), level(fields), per_depth(fields, fields.qx),
                                per_depth(fields, fields.qy), per_depth(fields, fields.hc)});
}

void Outputs::record(std::filesystem::path const& folder, FlowFields const& fields) {
  if (!m_places) return;
  if (!m_table) {
    std::vector<TableWriter::Column> columns;
    for (Gauge const& gauge : m_problem.gauges) {
      for (auto const& [what, unit] :
           {std::pair{"level", "m"}, {"depth", "m"}, {"u", "m/s"}, {"v", "m/s"}, {"c", ""}}) {
        columns.push_back({gauge.name + " " + what, unit});
      }
    }
    m_table = std::make_unique<TableWriter>(folder / "gauges.csv", columns, m_restart);
  }
  std::vector<std::vector<double>> const sampled{
      m_places->sample(level(fields)), m_places->sample(where_wet(fields, fields.h)),
      m_places->sample(per_depth(fields, fields.qx)), m_places->sample(per_depth(fields, fields.qy)),
      m_places->sample(per_depth(fields, fields.hc))};
  std::vector<double> row;
  for (std::size_t gauge = 0; gauge < m_problem.gauges.size(); ++gauge) {
    for (auto const& values : sampled) row.push_back(values[gauge]);
  }
  m_table->write(fields.time, row);
}

void Outputs::draw_one(std::filesystem::path const& path, std::string const& title, std::string const& label,
                       std::string const& unit, std::vector<double> values, bool blue,
                       std::optional<std::pair<double, double>> range) const {
  Picture picture;
  picture.title = title;
  picture.label = label;
  picture.unit = unit;
  picture.range = range;
  picture.nx = m_problem.mesh.cells[0];
  picture.ny = m_problem.mesh.cells[1];
  picture.values = std::move(values);
  picture.origin = {m_problem.mesh.origin[0], m_problem.mesh.origin[1]};
  picture.spacing = {m_problem.mesh.spacing[0], m_problem.mesh.spacing[1]};
  picture.colours = blue ? ColourMap::water : ColourMap::inferno;
  auto const [low, high] = std::minmax_element(m_problem.bed.begin(), m_problem.bed.end());
  if (*low < *high) picture.terrain = m_ground;
  write_picture(path, picture);
}

void Outputs::draw(std::filesystem::path const& folder, FlowFields const& fields, std::string const& when,
                   std::string const& suffix) const {
  auto const file = [&](std::string const& name) { return folder / (name + suffix + ".png"); };
  draw_one(file("depth"), "depth, " + when, "depth", "m", where_wet(fields, fields.h), true);
  if (std::any_of(fields.hc.begin(), fields.hc.end(), [](double v) { return v > 0; })) {
    draw_one(file("pollutant"), "pollutant, " + when, "concentration", "", per_depth(fields, fields.hc), false);
  }
  if (fields.maxima.empty() || !suffix.empty()) return;
  std::vector<double> highest = part(fields.maxima, 0), arrival = part(fields.maxima, 2);
  for (std::size_t cell = 0; cell < highest.size(); ++cell) {
    if (arrival[cell] < 0) highest[cell] = arrival[cell] = nothing;
  }
  draw_one(file("highest_depth"), "highest depth until " + when.substr(when.find('=') + 2), "depth", "m", highest,
           true);
  draw_one(file("arrival"), "arrival of the water", "time", "s", arrival, false);
}

}  // namespace shallow_water
