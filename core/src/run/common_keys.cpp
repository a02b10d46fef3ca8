// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tessera/run/common_keys.hpp"

#include <limits>

#include "tessera/error.hpp"
#include "tessera/io/files.hpp"
#include "tessera/plan/steps_plan.hpp"
#include "tessera/run/format.hpp"

namespace tessera {
namespace {

constexpr double largest_extent = std::numeric_limits<int>::max();
constexpr double largest_count = 9.0e15;  // counts stay exact in double and far from overflow in long

}  // namespace

void add_grid_keys(Schema& schema, GridDefaults const& defaults) {
  int const rank = defaults.any_rank ? 0 : static_cast<int>(defaults.cells.size());
  auto const length = defaults.length.empty() ? std::nullopt : std::optional(defaults.length);
  auto const origin = defaults.any_rank ? std::nullopt : std::optional(std::vector(defaults.cells.size(), 0.0));
  schema.table("grid", "Where the cells are. The centre of cell i is origin + (i + 1/2) spacing.")
      .add(key::integers("grid.cells", rank, defaults.cells, "", "cells along x, y, z")
               .at_least(1)
               .at_most(largest_extent))
      .add(key::numbers("grid.length", rank, length, "m", "lengths of the domain; excludes spacing").above(0))
      .add(key::numbers("grid.spacing", rank, std::nullopt, "m", "sizes of a cell; excludes length").above(0))
      .add(key::numbers("grid.origin", rank, origin, "m", "low corner of the domain"))
      .exclusive({"grid.length", "grid.spacing"});
}

Mesh read_grid(Config const& config) {
  auto const& cells = config.integers("grid.cells");
  if (cells.size() > 3) config.refuse("grid.cells", std::to_string(cells.size()) + " axes; a grid has three at most");
  Mesh mesh;
  mesh.rank = static_cast<int>(cells.size());
  auto const per_axis = [&](std::string const& name) {
    if (!config.has(name)) return std::vector<double>{};
    std::vector<double> values = config.numbers(name);
    if (values.size() != cells.size()) {
      config.refuse(name, "expected " + std::to_string(cells.size()) + " numbers, one for each axis of grid.cells (" +
                              config.where("grid.cells") + "), got " + std::to_string(values.size()));
    }
    return values;
  };
  auto const origin = per_axis("grid.origin"), spacing = per_axis("grid.spacing"), length = per_axis("grid.length");
  double count = 1;
  for (std::size_t axis = 0; axis < cells.size(); ++axis) {
    mesh.cells[axis] = cells[axis];
    if (!origin.empty()) mesh.origin[axis] = origin[axis];
    if (!spacing.empty()) mesh.spacing[axis] = spacing[axis];
    if (!length.empty()) mesh.spacing[axis] = length[axis] / static_cast<double>(cells[axis]);
    count *= static_cast<double>(cells[axis]);
  }
  if (count > largest_count) {
    config.refuse("grid.cells", human_number(count) + " cells; with 4 bytes each that is " + human_bytes(4 * count) +
                                    ", more than any memory");
  }
  return mesh;
}

void add_time_keys(Schema& schema, TimeDefaults const& defaults) {
  auto const until = defaults.until_steady ? std::optional<std::string>("steady") : std::nullopt;
  schema.table("time", "How long the run goes on: one of steps, end and until. How long a step is.")
      .add(key::integer("time.steps", defaults.steps, "", "number of steps").at_least(0))
      .add(key::duration("time.end", defaults.end, "time at which the run ends; hit exactly").above(0))
      .add(key::choice("time.until", {"steady"}, until, "goes on until the remaining error is within tolerance"))
      .add(key::number("time.tolerance", defaults.tolerance, "",
                       "of a steady state: remaining error relative to the range of the data")
               .above(0)
               .below(1))
      .add(key::duration("time.dt", std::nullopt, "time step; \"auto\" takes 0.9 of the limit")
               .above(0)
               .or_words({"auto"}))
      .exclusive({"time.steps", "time.end", "time.until"});
}

TimeConfig read_time(Config const& config) {
  TimeConfig time;
  if (config.has("time.steps")) time.steps = config.integer("time.steps");
  if (config.has("time.end")) time.end = config.number("time.end");
  if (config.has("time.until")) time.tolerance = config.number("time.tolerance");
  if (!config.is_word("time.dt")) time.dt = config.number("time.dt");
  if (!time.steps && !time.end && !time.tolerance) {
    throw InputError("time: one of time.steps, time.end and time.until is needed");
  }
  return time;
}

double choose_dt(Config const& config, TimeConfig const& time, double limit) {
  if (!time.dt) return 0.9 * limit;
  if (!(*time.dt < limit)) {
    config.refuse("time.dt", human_number(*time.dt, 9) + " s is not below the stability limit of " +
                                 human_number(limit, 9) + " s; \"auto\" takes 0.9 of it");
  }
  return *time.dt;
}

void add_run_keys(Schema& schema, RunDefaults const& defaults) {
  auto const with_auto = [](std::vector<std::string> words) {
    words.insert(words.begin(), "auto");
    return words;
  };
  std::string const precision = defaults.precision == Precision::float64 ? "double" : "float";
  schema.table("run", "How the run is carried out. Nothing here but precision changes what is computed.")
      .add(key::choice("run.backend", with_auto(defaults.backends), "auto", "what computes"))
      .add(key::choice("run.precision", {"double", "float"}, precision, "number type of the fields"))
      .add(key::choice("run.strategy", with_auto(defaults.strategies), "auto", "how the sweeps are executed"))
      .add(key::integer("run.steps_per_launch", std::nullopt, "", "time steps in one sweep; 1: each alone")
               .at_least(1)
               .at_most(most_steps)
               .or_words({"auto"}))
      .add(key::integers("run.tile", 0, std::nullopt, "", "points of a tile along x, y, z")
               .at_least(1)
               .or_words({"auto"}))
      .add(key::integer("run.slab", std::nullopt, "", "rows of y after which a column sweep goes on along z")
               .at_least(1)
               .or_words({"auto"}))
      .add(key::choice("run.graph", {"auto", "on", "off"}, "auto",
                       "captures several steps as a graph and launches them as one, where GPUs have graphs"))
      .add(key::duration("run.wall_limit", std::nullopt,
                         "wall time after which the run writes a checkpoint and ends with exit code 75")
               .above(0))
      .add(key::integer(
               "run.check_every", 120, "",
               "steps between two looks at the numbers; a run until steady ends at one, and nothing else depends on it")
               .at_least(1))
      .add(key::boolean("run.roof", true, "measures the copy bandwidth first, in less than a second"));
}

RunConfig read_run(Config const& config) {
  RunConfig run;
  run.backend = config.text("run.backend");
  run.precision = config.text("run.precision") == "double" ? Precision::float64 : Precision::float32;
  run.strategy = config.text("run.strategy");
  if (!config.is_word("run.steps_per_launch")) run.steps_per_launch = config.integer("run.steps_per_launch");
  if (!config.is_word("run.tile")) run.tile = config.integers("run.tile");
  if (!config.is_word("run.slab")) run.slab = config.integer("run.slab");
  run.graph = config.text("run.graph");
  if (config.has("run.wall_limit")) run.wall_limit = config.number("run.wall_limit");
  run.check_every = config.integer("run.check_every");
  run.roof = config.boolean("run.roof");
  return run;
}

void add_output_keys(Schema& schema) {
  schema.table("output", "What the run leaves behind.")
      .add(key::path("output.directory", std::nullopt, "where; --output overrides it; else out/PROGRAM/CASE"))
      .add(key::boolean("output.frames", true,
                        "writes frames: the fields at one time; without every and every_time "
                        "only the last"))
      .add(key::integer("output.every", std::nullopt, "", "steps between frames; excludes every_time").at_least(1))
      .add(key::duration("output.every_time", std::nullopt,
                         "physical time between frames; a step ends at each; excludes every")
               .above(0))
      .add(key::integer("output.checkpoint_every", std::nullopt, "",
                        "steps between checkpoints; unset: only when interrupted")
               .at_least(1))
      .add(key::boolean("output.pictures", true, "draws pictures at the end"))
      .exclusive({"output.every", "output.every_time"});
}

OutputConfig read_output(Config const& config) {
  OutputConfig output;
  if (config.has("output.directory")) output.directory = config.path("output.directory");
  output.frames = config.boolean("output.frames");
  if (config.has("output.every")) output.every = config.integer("output.every");
  if (config.has("output.every_time")) output.every_time = config.number("output.every_time");
  if (config.has("output.checkpoint_every")) output.checkpoint_every = config.integer("output.checkpoint_every");
  output.pictures = config.boolean("output.pictures");
  return output;
}

}  // namespace tessera
