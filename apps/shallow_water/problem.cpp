// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "problem.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "maps.hpp"
#include "sides.hpp"
#include "tessera/error.hpp"
#include "tessera/io/netcdf.hpp"
#include "tessera/run/common_keys.hpp"
#include "tessera/run/format.hpp"
#include "tessera/run/input_keys.hpp"
#include "tessera/run/kokkos_run.hpp"
#include "tessera/run/units.hpp"

namespace shallow_water {
namespace {

using namespace tessera;

void add_physics_keys(Schema& schema) {
  schema.table("physics",
               "shallow water, path-conservative Roe scheme of second or first order; see docs/shallow_water.md");
  schema.add(key::number("physics.gravity", 9.81, "m/s^2", "").above(0))
      .add(key::variant("physics.manning", map_forms("s/m^(1/3)", "manning", false),
                        "{ type = \"value\", value = 0.0 }", "roughness of the ground; 0: none"))
      .add(key::variant(
          "physics.rain",
          {{"none", "none", {}},
           {"value", "the same all the time", {key::number("value", std::nullopt, "mm/h", "rain").at_least(0)}},
           series_form("mm/h")},
          "{ type = \"none\" }", "rain on all cells"))
      .add(key::variant("physics.rain_share", map_forms("1", "rain_share", true), "{ type = \"none\" }",
                        "the part of the rain that falls on each cell; none: all of it"))
      .add(key::variant("physics.infiltration", map_forms("mm/h", "infiltration", true), "{ type = \"none\" }",
                        "how fast water can seep away"))
      .add(key::choice(
          "physics.scheme", {"second_order", "upwind", "paper"}, std::nullopt,
          "second_order: linear in cells (MUSCL), the default with algorithm = \"fused\"; upwind: of first order, the "
          "default with the others; paper: as upwind, with the bare sign and the pollutant's row of the paper"))
      .add(key::choice("physics.algorithm", {"fused", "naive", "decoupled"}, "fused",
                       "fused: one sweep per step; the paper's: each edge computed twice, or once"))
      .add(key::number("physics.dry", 1e-6, "m", "thinner films are slowed down").above(0))
      .add(key::number("physics.wet", 1e-3, "m", "depth from which outputs call a cell wet").above(0));
}

void add_initial_keys(Schema& schema) {
  schema.table("initial", "the ground, and the state at time 0");
  schema
      .add(key::variant("initial.bed", map_forms("m", "bed", false, Made::bed), "{ type = \"value\", value = 0.0 }",
                        "level of the ground, upwards"))
      .add(key::variant("initial.level", map_forms("m", "eta", false, Made::level), std::nullopt,
                        "level of the water; dry where the ground is higher; excludes depth"))
      .add(key::variant("initial.depth", map_forms("m", "h", false), "{ type = \"value\", value = 0.0 }",
                        "depth of the water; excludes level"))
      .add(key::variant("initial.qx", map_forms("m^2/s", "qx", true), "{ type = \"none\" }", "discharge along x"))
      .add(key::variant("initial.qy", map_forms("m^2/s", "qy", true), "{ type = \"none\" }", "discharge along y"))
      .add(key::variant("initial.concentration", map_forms("", "c", true), "{ type = \"none\" }",
                        "concentration of the pollutant"))
      .exclusive({"initial.level", "initial.depth"});
}

void add_more_keys(Schema& schema) {
  schema.add(key::number("time.gamma", 0.9, "", "share of the longest stable step").above(0).below(1))
      .add(key::text("time.reference", std::nullopt, "date at which time is 0, for dates in series and for NetCDF"));
  schema.add(key::boolean("output.netcdf", false, "writes flow.nc, one CF-NetCDF file of all frames"))
      .add(key::boolean("output.maxima", false, "keeps highest depth and speed and time of arrival"))
      .add(key::boolean("output.film", false, "draws a picture of the depth with every frame"))
      .add(key::path("output.gauges", std::nullopt, "file of named places, name, x, y; records gauges.csv"))
      .add(key::duration("output.gauges_every", std::nullopt,
                         "time between records, a step ends at each; unset: every_time")
               .above(0));
}

/// The first value that `bad` holds of, as "in 3 cells; the first is (x, y) = (4.5, 2) m"; empty if there is none.
template <class Bad>
std::string places(Mesh const& mesh, std::vector<double> const& values, Bad const& bad) {
  auto const first = std::find_if(values.begin(), values.end(), bad);
  if (first == values.end()) return {};
  long const cell = first - values.begin();
  double const x = mesh.origin[0] + (static_cast<double>(cell % mesh.cells[0]) + 0.5) * mesh.spacing[0];
  double const y = mesh.origin[1] + (static_cast<double>(cell / mesh.cells[0]) + 0.5) * mesh.spacing[1];
  return "in " + std::to_string(std::count_if(values.begin(), values.end(), bad)) +
         " cells; the first is at (x, y) = (" + human_number(x) + ", " + human_number(y) + ") m";
}

void refuse_negative(Config const& config, std::string const& key, Mesh const& mesh, std::vector<double> const& values,
                     std::string const& what) {
  std::string const where = places(mesh, values, [](double v) { return !(v >= 0); });
  if (!where.empty()) config.refuse(key, what + " must not be negative; it is so " + where);
}

/// A map of which one number is kept where it is the same everywhere.
double number_or_map(Config const& config, std::string const& key, std::vector<double>& map, Mesh const& mesh,
                     std::string const& dataset, double scale, double none) {
  if (config.text(key + ".type") == "none") return none;
  std::vector<double> values = read_map(config, key, mesh, dataset);
  refuse_negative(config, key, mesh, values, dataset);
  for (double& v : values) v *= scale;
  if (config.text(key + ".type") == "value") return values.front();
  map = std::move(values);
  return 0;
}

void read_rain(Problem& problem, Config const& config, double end) {
  std::string const& type = config.text("physics.rain.type");
  if (type == "value") {
    if (!config.has("physics.rain.value")) config.refuse("physics.rain.type", "type = \"value\" needs value = ...");
    problem.rain.constant = config.number("physics.rain.value") * millimetres_per_hour;
  }
  if (type == "series") {
    problem.rain.take(read_series_key(config, "physics.rain", "mm/h", 0, end, problem.reference_time));
  }
}

/// The scheme, and whether it goes with the algorithm and with what else is asked for.
void read_scheme(Problem& problem, Config const& config) {
  bool const fused = problem.algorithm == flow::FlowAlgorithm::fused;
  std::string const scheme = config.has("physics.scheme") ? config.text("physics.scheme")
                             : fused                      ? "second_order"
                                                          : "upwind";
  problem.scheme = scheme == "paper" ? Scheme::paper : scheme == "upwind" ? Scheme::upwind : Scheme::second_order;
  if (problem.scheme == Scheme::second_order && !fused) {
    config.refuse("physics.scheme", "second_order goes with algorithm = \"fused\" alone; say upwind");
  }
  if ((problem.ground_map() || problem.maxima) && (!fused || problem.scheme == Scheme::paper)) {
    config.refuse(!fused ? "physics.algorithm" : "physics.scheme",
                  "maps of the ground and output.maxima go with algorithm = \"fused\" and scheme = \"second_order\" or "
                  "\"upwind\" alone");
  }
  if (problem.scheme == Scheme::paper && problem.algorithm != flow::FlowAlgorithm::naive) {
    config.refuse("physics.scheme", "the paper's scheme goes with algorithm = \"naive\" alone");
  }
}

void read_physics(Problem& problem, Config const& config, double end) {
  flow::FlowSetup& n = problem.numbers;
  n.gravity = config.number("physics.gravity");
  n.dry = config.number("physics.dry");
  n.wet = config.number("physics.wet");
  n.gamma = config.number("time.gamma");
  Mesh const& mesh = problem.mesh;
  n.ground.manning = number_or_map(config, "physics.manning", problem.manning, mesh, "manning", 1, 0);
  n.ground.rain = number_or_map(config, "physics.rain_share", problem.rain_share, mesh, "rain_share", 1, 1);
  n.ground.infiltration = number_or_map(config, "physics.infiltration", problem.infiltration, mesh, "infiltration",
                                        millimetres_per_hour, 0);
  read_rain(problem, config, end);
  std::string const& algorithm = config.text("physics.algorithm");
  problem.algorithm = algorithm == "fused"   ? flow::FlowAlgorithm::fused
                      : algorithm == "naive" ? flow::FlowAlgorithm::naive
                                             : flow::FlowAlgorithm::decoupled;
  problem.maxima = config.boolean("output.maxima");
  read_scheme(problem, config);
}

void read_state(Problem& problem, Config const& config) {
  Mesh const& mesh = problem.mesh;
  problem.bed = read_map(config, "initial.bed", mesh, "bed", &problem.crs_wkt);
  bool const by_level = config.has("initial.level");
  problem.h = by_level ? read_map(config, "initial.level", mesh, "eta") : read_map(config, "initial.depth", mesh, "h");
  if (!by_level) refuse_negative(config, "initial.depth", mesh, problem.h, "depth");
  auto const or_zero = [&](std::string const& key, std::string const& dataset) {
    std::vector<double> values = read_map(config, key, mesh, dataset);
    values.resize(problem.h.size(), 0.0);
    return values;
  };
  problem.qx = or_zero("initial.qx", "qx");
  problem.qy = or_zero("initial.qy", "qy");
  problem.hc = or_zero("initial.concentration", "c");
  refuse_negative(config, "initial.concentration", mesh, problem.hc, "the concentration");
  for (std::size_t cell = 0; cell < problem.h.size(); ++cell) {
    bool const hole = problem.bed[cell] > 0.5 * flow::outside_mark<double>;
    double& h = problem.h[cell];
    if (by_level) h = std::max(h - problem.bed[cell], 0.0);
    if (hole) h = 0;
    if (h <= 0) problem.qx[cell] = problem.qy[cell] = 0;
    problem.hc[cell] *= h;
  }
}

/// In float a level of hundreds of metres has no millimetres: levels are counted from the middle of the bed's.
void choose_datum(Problem& problem) {
  double low = 1e300, high = -1e300;
  for (double const z : problem.bed) {
    if (z > 0.5 * flow::outside_mark<double>) continue;
    low = std::min(low, z);
    high = std::max(high, z);
  }
  if (problem.precision == Precision::float32 && low <= high) problem.datum = std::round(0.5 * (low + high));
}

/// s; what rains on dry ground knows no wave that limits the step. Not a part of the end, so that a run that is made
/// longer goes on as if it had been so from the start.
constexpr double longest_step = 60;

/// The cells' areas times their shares of the rain, and the largest share.
void choose_rained_area(Problem& problem) {
  double shares = 0, largest = 0;
  for (std::size_t cell = 0; cell < problem.bed.size(); ++cell) {
    if (problem.bed[cell] > 0.5 * flow::outside_mark<double>) continue;
    double const share = problem.rain_share.empty() ? problem.numbers.ground.rain : problem.rain_share[cell];
    shares += share;
    largest = std::max(largest, share);
  }
  problem.numbers.forcings.rained_area = shares * problem.cell_area();
  problem.numbers.forcings.largest_rain_share = largest;
}

void read_outputs(Problem& problem, Config const& config) {
  problem.netcdf = config.boolean("output.netcdf");
  if (std::string const fault = netcdf_fault(); problem.netcdf && !fault.empty()) {
    config.refuse("output.netcdf", fault + ", or set it to false");
  }
  if (config.boolean("output.film")) {
    if (!config.has("output.every_time")) config.refuse("output.film", "needs output.every_time");
    problem.film_every = config.number("output.every_time");
  }
  if (!config.has("output.gauges")) return;
  try {
    problem.gauges = read_gauges(config.path("output.gauges"));
    (void)GaugePlaces(problem.mesh, problem.gauges);
  } catch (InputError const& error) {
    config.refuse("output.gauges", error.what());
  }
  for (char const* const key : {"output.gauges_every", "output.every_time"}) {
    if (!problem.gauges_every && config.has(key)) problem.gauges_every = config.number(key);
  }
  if (!problem.gauges_every) config.refuse("output.gauges", "needs gauges_every or every_time");
}

/// What the run's levels and speeds at the start allow.
double fastest(Problem const& problem) {
  double low = std::numeric_limits<double>::infinity(), high = -low, start = 0;
  for (std::size_t cell = 0; cell < problem.h.size(); ++cell) {
    if (problem.bed[cell] > 0.5 * flow::outside_mark<double>) continue;
    low = std::min(low, problem.bed[cell]);
    high = std::max(high, problem.bed[cell] + problem.h[cell]);
    if (problem.h[cell] > 0) {
      start = std::max(start, std::hypot(problem.qx[cell], problem.qy[cell]) / problem.h[cell]);
    }
  }
  for (auto const& sides : problem.sides) {
    for (Side const& side : sides) {
      bool const levels = side.kind == flow::SideKind::level || side.kind == flow::SideKind::radiation;
      if (levels) high = std::max(high, side.forcing.most() + problem.datum);
    }
  }
  return flow::fastest_water(problem.numbers.gravity, std::max(0.0, high - low), start);
}

}  // namespace

double Forcing::most() const {
  double most = constant;
  for (flow::Constituent const& c : constituents) most += std::abs(c.amplitude);
  return values.empty() ? most : most + *std::max_element(values.begin(), values.end());
}

double Forcing::integral(double time) const {
  flow::Signal const signal{constant,     constituents.data(), static_cast<int>(constituents.size()),
                            times.data(), values.data(),       static_cast<int>(times.size())};
  return time * signal.mean({0, time});
}

void Forcing::take(Series const& series) {
  times = series.times();
  values = series.values();
  label = series.label();
}

std::optional<InputEnd> Problem::input_end() const {
  std::optional<InputEnd> first;
  auto const look_at = [&](Forcing const& forcing) {
    if (forcing.times.empty() || (first && first->time <= forcing.times.back())) return;
    first = {forcing.times.back(), forcing.label};
  };
  look_at(rain);
  for (auto const& ranges : sides) {
    for (Side const& side : ranges) {
      if (side.kind != flow::SideKind::rating) look_at(side.forcing);  // its rows are levels, no times
    }
  }
  return first;
}

double Problem::discharged(double time) const {
  double sum = 0;
  for (auto const& ranges : sides) {
    for (Side const& side : ranges) {
      if (side.kind == flow::SideKind::discharge) sum += side.forcing.integral(time);
    }
  }
  return sum;
}

tessera::Grid<2> Problem::grid() const {
  Grid<2> grid;
  for (std::size_t axis = 0; axis < 2; ++axis) {
    grid.cells[axis] = static_cast<int>(mesh.cells[axis]);
    grid.spacing[axis] = mesh.spacing[axis];
    grid.origin[axis] = mesh.origin[axis];
    grid.periodic[axis] = periodic[axis];
  }
  return grid;
}

double Problem::first_rate() const {
  std::vector<flow::FlowState<double>> states;
  states.reserve(h.size());
  for (std::size_t cell = 0; cell < h.size(); ++cell) states.push_back({h[cell], qx[cell], qy[cell], hc[cell]});
  return flow::first_crossing_rate(grid(), numbers.gravity, states);
}

Schema schema() {
  Schema schema;
  add_grid_keys(schema, {{400, 400}, {40.0, 40.0}});
  add_physics_keys(schema);
  add_side_keys(schema);
  add_initial_keys(schema);
  add_time_keys(schema, {std::nullopt, 10.0, false, 1e-3});
  add_run_keys(schema, run_defaults());
  add_output_keys(schema);
  add_more_keys(schema);
  return schema;
}

Problem read_problem(Config const& config) {
  TimeConfig const time = read_time(config);
  if (time.tolerance) config.refuse("time.until", "say end or steps: a flow has no steady state that is known to come");
  Problem problem;
  problem.mesh = read_grid(config);
  problem.precision = read_run(config).precision;
  problem.schedule = read_schedule(config);
  if (config.has("time.reference")) {
    problem.reference_time = parse_iso_time(config.text("time.reference"));
    if (!problem.reference_time) config.refuse("time.reference", "is no date such as 2026-11-21T18:00:00Z");
  }
  double const end = time.end.value_or(0);
  read_physics(problem, config, end);
  read_state(problem, config);
  choose_datum(problem);
  read_sides(problem, config, end);
  problem.numbers.longest = time.dt.value_or(longest_step);
  choose_rained_area(problem);
  problem.numbers.fastest = fastest(problem);
  read_outputs(problem, config);
  return problem;
}

}  // namespace shallow_water
