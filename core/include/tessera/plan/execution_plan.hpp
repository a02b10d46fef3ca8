// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <vector>

#include "tessera/plan/graph_plan.hpp"
#include "tessera/plan/program_plan.hpp"
#include "tessera/plan/steps_plan.hpp"
#include "tessera/plan/trial.hpp"

namespace tessera {

/// The state of the ghosts of a version of a quantity.
enum class GhostState {
  filled,  ///< in memory and up to date
  open,    ///< cells were stored without their ghosts; only ghosts that never change are valid
  lost     ///< no ghost is valid
};

/// One launch of the plan: one stage of a step, or several steps of all stages.
struct Launch {
  std::string stage;            ///< the stage's name; of several "A+B"
  ResolvedSchedule resolved;    ///< strategy, numbers, and why
  int steps = 1;                ///< at most
  std::vector<int> needs{};     ///< quantities whose ghosts must be filled before it
  std::vector<int> writes{};    ///< quantities that it makes new versions of
  GhostState leaves{};          ///< the ghosts of what it writes
  bool blocked_layout = false;  ///< may pass planes in the blocked layout to the next launch of its kind
  std::vector<Trial> trials{};  ///< of the strategies from which one was chosen
  Trial chosen{};               ///< that of its strategy
};

/// The execution plan of a program: what is launched, in which order, and why. `plan_execution` makes it once,
/// `Solution` executes it, and `explain`, `--dry-run`, the banner and the summary report it. Nothing else makes
/// choices. Plain data.
struct ExecutionPlan {
  ProgramInfo program;
  Plan buffers;              ///< ghost layers and buffers of every quantity
  std::string space;         ///< the execution space's name
  std::vector<Launch> step;  ///< the launches of one step, taken stage by stage, in order
  StepsPlan steps;           ///< how many steps go into one launch, and why
  Launch tiled;              ///< the launch of several steps or stages, if `steps.launches()`
  GraphPlan graph;           ///< whether steps of `step` are replayed as graphs
  double trial_cells = 0;    ///< of the grid on which kernels were timed; 0: none were

  /// Steps of the next launch when `left` are to be taken; 0: the next step runs stage by stage.
  [[nodiscard]] int next(long left) const { return steps.next(left); }
  /// The launch that takes most steps of a long call, for banner and summary.
  [[nodiscard]] Launch const& main() const;
  /// The cells per second and step to expect by the trials; 0: unknown.
  [[nodiscard]] double expected_rate() const;
};

/// A kind of launch, and how often it was or will be made.
struct LaunchCount {
  std::string stage;
  std::string strategy;
  int steps = 1;  ///< per launch
  long count = 0;
  friend bool operator==(LaunchCount const&, LaunchCount const&) = default;
};

/// Adds launches to a list, which has one entry per kind, in order of first appearance.
void add_launches(std::vector<LaunchCount>& all, LaunchCount const& more);

/// The launches of a call of `advance(steps)` under a plan.
std::vector<LaunchCount> announce(ExecutionPlan const& plan, long steps);

/// Fills in what follows from the rest: `tiled`, and the ghosts that each launch needs and leaves.
void complete(ExecutionPlan& plan);

/// The plan in a few lines: quantities, stages, strategies, numbers and reasons, steps per launch, graphs.
std::string explain(ExecutionPlan const& plan);

/// "launched: 3 x Heat by register_tile (3 to 4 steps each), 1 x Heat by column", in one line; empty if nothing was.
std::string explain(std::vector<LaunchCount> const& launched);

}  // namespace tessera
