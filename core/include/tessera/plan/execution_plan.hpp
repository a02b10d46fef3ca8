// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <vector>

#include "tessera/plan/graph_plan.hpp"
#include "tessera/plan/program_plan.hpp"
#include "tessera/plan/steps_plan.hpp"

namespace tessera {

/// Where the ghosts of a version of a quantity stand.
enum class GhostState {
  filled,  ///< in memory, as its cells ask for
  open,    ///< cells were stored without their ghosts; those that never change are there
  lost     ///< none of them can be relied upon
};

/// One launch of the plan: one stage of a step, or several steps of all stages.
struct Launch {
  std::string stage;            ///< the stage's name; of several "A+B"
  ResolvedSchedule resolved;    ///< strategy, numbers, and why
  int steps = 1;                ///< that it takes at most
  std::vector<int> needs{};     ///< quantities whose ghosts have to be filled before it
  std::vector<int> writes{};    ///< quantities that it makes new versions of
  GhostState leaves{};          ///< the ghosts of what it writes
  bool blocked_layout = false;  ///< may leave planes in the blocked layout to the next launch of its kind
  bool capturable = true;       ///< may be part of a graph
};

/// What is launched for a program, in which order, and why: made once by `plan_execution`, executed by `Solution`, told
/// by `explain`, `--dry-run`, the banner and the summary. Nothing else chooses anything. Plain data.
struct ExecutionPlan {
  ProgramInfo program;
  Plan buffers;              ///< ghost layers and buffers of every quantity
  std::string space;         ///< the execution space's name
  std::vector<Launch> step;  ///< the launches of one step, taken stage by stage, in order
  StepsPlan steps;           ///< how many steps go into one launch, and why
  Launch tiled;              ///< that launch, if `steps.launches()`
  GraphPlan graph;           ///< whether steps of `step` are replayed as graphs

  /// Steps that the next launch takes while `left` are to be taken; 0: one step is taken stage by stage.
  [[nodiscard]] int next(long left) const { return steps.next(left); }
  /// The launch that takes most steps of a long call: what banner and summary name.
  [[nodiscard]] Launch const& main() const;
};

/// A launch that was made, or will be, and how often.
struct LaunchCount {
  std::string stage;
  std::string strategy;
  int steps = 1;  ///< that each takes
  long count = 0;
  friend bool operator==(LaunchCount const&, LaunchCount const&) = default;
};

/// Adds `count` launches to a list, which has one entry for each kind, in order of first appearance.
void add_launches(std::vector<LaunchCount>& all, LaunchCount const& more);

/// What a call of `advance(steps)` launches by a plan.
std::vector<LaunchCount> announce(ExecutionPlan const& plan, long steps);

/// Fills in what follows from the rest: `tiled`, and the ghosts that each launch needs and leaves.
void complete(ExecutionPlan& plan);

/// What runs, and why, in a few lines: quantities, stages, strategies, numbers and reasons, steps per launch, graphs.
std::string explain(ExecutionPlan const& plan);

/// "launched: 3 x register_tile (4 steps), 1 x team": what was launched, in one line; empty if nothing was.
std::string explain(std::vector<LaunchCount> const& launched);

}  // namespace tessera
