// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tessera/plan/steps_plan.hpp"

#include <algorithm>

#include "plan/tile_program.hpp"
#include "tessera/error.hpp"
#include "tessera/plan/explain.hpp"

namespace tessera {
namespace {

bool is_written(ProgramInfo const& program, int quantity) {
  for (StageInfo const& stage : program.stages) {
    if (std::count(stage.writes.begin(), stage.writes.end(), quantity) > 0) return true;
  }
  return false;
}

/// Whether a schedule holds numbers of a strategy.
bool has_numbers(Schedule const& s) {
  return s.tile_x > 0 || s.tile_y > 0 || s.chunk_z > 0 || s.team_size > 0 || s.slab_y > 0 ||
         s.placement != Placement::automatic || s.streaming != Streaming::automatic;
}

}  // namespace

std::string steps_obstacle(ProgramInfo const& program) {
  if (!fits_tile(program)) return "the program has too many stages or reads";
  if (is_cut(program)) return "the grid is cut into parts, which exchange their cells in every step";
  for (QuantityInfo const& any : program.quantities) {
    if (any.global_scalar) return any.name + " is a global scalar";
    if (is_staggered(any.on_faces)) return any.name + " stands on " + describe_location(program, any.on_faces);
    if (any.shared) return "a coupled boundary makes ghosts of " + any.name;
  }
  for (StageInfo const& stage : program.stages) {
    if (!stage.region.whole) return "stage " + stage.name + " acts on part of the grid";
    for (ReadInfo const& read : stage.reads) {
      QuantityInfo const& other = program.quantities[static_cast<std::size_t>(read.quantity)];
      if (read.age > 0) return "an old version of " + other.name + " is read";
      if (other.functions && !is_centre(read.hull) && !is_written(program, read.quantity)) {
        return "ghosts of " + other.name + " are functions, which may depend on time";
      }
    }
  }
  return {};
}

std::optional<StepsPlan> single_steps(Schedule const& request, bool named, std::string const& obstacle, int stages) {
  std::string const number = std::to_string(request.steps_per_launch);
  bool const several = request.steps_per_launch > 1;
  auto const one = [](std::string const& reason) { return StepsPlan{1, false, {}, reason}; };
  if (request.steps_per_launch < 0 || request.steps_per_launch > most_steps) {
    throw InputError("schedule: steps_per_launch = " + number + "; from 1 to " + std::to_string(most_steps) +
                     ", or 0 for automatic");
  }
  if (request.steps_per_launch == 1 && (!named || stages == 1)) return one("steps_per_launch = 1 was asked for");
  if (several && !named && !request.strategy.empty()) {
    throw InputError("schedule: steps_per_launch = " + number + ", but strategy = " + request.strategy +
                     " takes one; leave one of the two out");
  }
  if (!named && !several) {
    if (!request.strategy.empty()) return one("strategy = " + request.strategy + " was asked for, which takes one");
    if (has_numbers(request)) return one("numbers for single steps were asked for");
    if (request.graph == Graph::on) return one("graph = on was asked for");
  }
  if (obstacle.empty()) return std::nullopt;
  if (named || several) {
    throw InputError("schedule: " + (named ? "strategy = " + request.strategy : "steps_per_launch = " + number) +
                     ", but time tiling is not possible: " + obstacle + "; leave it out");
  }
  return one("time tiling is not possible: " + obstacle);
}

void keep_if_faster(StepsPlan& plan, Trial const& several, double single, double cells) {
  if (several.seconds <= 0) return;
  std::string const reason = plan.reason + describe({several, {"a single step", 0, single}}, cells);
  if (several.seconds > trial_margin * single) plan = StepsPlan();
  plan.reason = reason;
  if (!plan.launches()) return;
  plan.resolved.reason = reason;
  plan.trial_seconds = several.seconds;
}

Schedule request_of_single_steps(Schedule const& request, bool named) {
  if (!named && request.steps_per_launch <= 1) return request;
  Schedule single;
  single.graph = request.graph;
  return single;
}

StepsShape steps_shape(ProgramInfo const& program, int state) {
  StepsShape shape;
  shape.overlap = overlap_shape(program);
  shape.periodic = program.periodic;
  for (std::size_t q = 0; q < program.quantities.size(); ++q) {
    QuantityInfo const& any = program.quantities[q];
    if (!is_written(program, static_cast<int>(q))) {
      shape.other_bytes += any.global_scalar ? 0 : static_cast<int>(any.value_size) * any.components;
      continue;
    }
    shape.plain_faces = shape.plain_faces && any.plain_faces;
    shape.in_float = shape.in_float && any.value_size <= sizeof(float);
  }
  for (StageInfo const& stage : program.stages) shape.long_operations += stage.long_operations;
  shape.state = state;
  if (shape.state < 0) return shape;
  shape.sweep = sweep_shape(program, 0);
  shape.points = program.stages[0].reads[static_cast<std::size_t>(shape.state)].points;
  shape.uniform_faces = program.quantities[static_cast<std::size_t>(program.stages[0].writes[0])].plain_faces;
  return shape;
}

int StepsPlan::next_of_units(long left) const {
  int best = 0;
  long alone = left;
  for (int const one : {unit, other_unit}) {
    for (int count = one; count <= steps / unit * one && count <= left; count += one) {
      long const then = left_alone(left - count);
      if (then < alone || (then == alone && count > best)) {
        best = count;
        alone = then;
      }
    }
  }
  return best;
}

long StepsPlan::left_alone(long left) const {
  long alone = left;
  for (int others = 0; others < unit && left >= 0; ++others, left -= other_unit) {
    alone = std::min(alone, left % unit);
  }
  return alone;
}

std::string explain(StepsPlan const& plan) {
  if (!plan.launches()) return "steps are taken one per launch, because " + plan.reason;
  if (plan.ghosts_on_the_fly) {
    return "steps are taken one per launch, because " + plan.reason +
           "; all but the last of a call make the ghosts that they read from cells, and store none";
  }
  Schedule const& s = plan.resolved.schedule;
  if (plan.steps == 1) {
    return "all stages of a step are taken in a launch by strategy " + s.strategy + " (" + describe(s) + "), because " +
           plan.reason;
  }
  if (plan.steps > most_steps) {
    return "all steps of a call but the last are taken in one launch by strategy " + s.strategy + " (" + describe(s) +
           "), because " + plan.reason;
  }
  return "steps are taken " + std::to_string(plan.steps) + " per launch by strategy " + s.strategy + " (" +
         describe(s) + "), the last of a call alone, because " + plan.reason;
}

}  // namespace tessera
