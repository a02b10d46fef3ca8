// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tessera/steps_plan.hpp"

#include "tessera/error.hpp"
#include "tessera/explain.hpp"

namespace tessera {
namespace {

/// The place of the state among the reads of the one stage; -1 if it is not read exactly once.
int find_state(StageInfo const& stage) {
  int state = -1;
  for (std::size_t r = 0; r < stage.reads.size(); ++r) {
    if (stage.reads[r].quantity != stage.writes[0]) continue;
    if (state >= 0) return -1;
    state = static_cast<int>(r);
  }
  return state;
}

/// Whether a schedule holds numbers of a strategy.
bool has_numbers(Schedule const& s) {
  return s.tile_x > 0 || s.tile_y > 0 || s.chunk_z > 0 || s.team_size > 0 || s.slab_y > 0 ||
         s.placement != Placement::automatic || s.streaming != Streaming::automatic;
}

}  // namespace

std::string steps_obstacle(ProgramInfo const& program) {
  if (program.stages.size() != 1) {
    return "a step has " + std::to_string(program.stages.size()) + " stages, and only one can be tiled in time";
  }
  for (QuantityInfo const& any : program.quantities) {
    if (any.once) return any.name + " is there once per program";
  }
  StageInfo const& stage = program.stages[0];
  auto const quantity = [&](int q) -> QuantityInfo const& { return program.quantities[static_cast<std::size_t>(q)]; };
  if (!stage.region.whole) return "the stage acts on part of the grid";
  if (stage.writes.size() != 1) return "the stage writes several quantities";
  QuantityInfo const& written = quantity(stage.writes[0]);
  if (written.components != 1) return written.name + " has several components";
  for (ReadInfo const& read : stage.reads) {
    if (read.age > 0) return "an old version of " + quantity(read.quantity).name + " is read";
  }
  int const state = find_state(stage);
  if (state < 0) return written.name + " is not read exactly once";
  if (is_centre(stage.reads[static_cast<std::size_t>(state)].hull)) {
    return written.name + " is read at its own cell alone and updated in place";
  }
  for (ReadInfo const& read : stage.reads) {
    QuantityInfo const& other = quantity(read.quantity);
    if (read.quantity != stage.writes[0] && other.functions && !is_centre(read.hull)) {
      return "ghosts of " + other.name + " are functions, which may depend on time";
    }
  }
  return {};
}

std::optional<StepsPlan> single_steps(Schedule const& wish, bool named, std::string const& obstacle) {
  std::string const number = std::to_string(wish.steps_per_launch);
  bool const several = wish.steps_per_launch > 1;
  auto const one = [](std::string const& reason) { return StepsPlan{1, false, {}, reason}; };
  if (wish.steps_per_launch < 0 || wish.steps_per_launch > most_steps) {
    throw InputError("schedule: steps_per_launch = " + number + "; from 1 to " + std::to_string(most_steps) +
                     ", or 0 for automatic");
  }
  if (wish.steps_per_launch == 1) return one("steps_per_launch = 1 was asked for");
  if (several && !named && !wish.strategy.empty()) {
    throw InputError("schedule: steps_per_launch = " + number + ", but strategy = " + wish.strategy +
                     " takes one; leave one of the two out");
  }
  if (!named && !several) {
    if (!wish.strategy.empty()) return one("strategy = " + wish.strategy + " was asked for, which takes one");
    if (has_numbers(wish)) return one("numbers for single steps were asked for");
    if (wish.graph == Graph::on) return one("graph = on was asked for");
  }
  if (obstacle.empty()) return std::nullopt;
  if (named || several) {
    throw InputError("schedule: " + (named ? "strategy = " + wish.strategy : "steps_per_launch = " + number) +
                     ", but time tiling cannot be: " + obstacle + "; leave it out");
  }
  return one("time tiling cannot be: " + obstacle);
}

Schedule wish_of_single_steps(Schedule const& wish, bool named) {
  if (!named && wish.steps_per_launch <= 1) return wish;
  Schedule single;
  single.graph = wish.graph;
  return single;
}

StepsShape steps_shape(ProgramInfo const& program) {
  StepsShape shape;
  shape.sweep = sweep_shape(program, 0);
  shape.state = find_state(program.stages[0]);
  ReadInfo const& read = program.stages[0].reads[static_cast<std::size_t>(shape.state)];
  shape.points = read.points;
  shape.diagonal = read.diagonal;
  shape.periodic = program.periodic;
  return shape;
}

std::string explain(StepsPlan const& plan) {
  if (plan.steps == 1) return "steps are taken one per launch, because " + plan.reason;
  Schedule const& s = plan.resolved.schedule;
  return "steps are taken " + std::to_string(plan.steps) + " per launch by strategy " + s.strategy + " (" +
         describe(s) + "), the last of a call alone, because " + plan.reason;
}

}  // namespace tessera
