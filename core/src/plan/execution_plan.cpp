// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tessera/plan/execution_plan.hpp"

#include <algorithm>

#include "tessera/operator/hull.hpp"
#include "tessera/plan/explain.hpp"

namespace tessera {
namespace {

bool has(std::vector<int> const& list, int quantity) {
  return std::find(list.begin(), list.end(), quantity) != list.end();
}

/// All quantities but those of `without`.
std::vector<int> others(ProgramInfo const& program, std::vector<int> const& without) {
  std::vector<int> list;
  for (int q = 0; q < static_cast<int>(program.quantities.size()); ++q) {
    if (!has(without, q)) list.push_back(q);
  }
  return list;
}

/// The launch of several steps or stages. Its tiles make the ghosts of what stages write: memory must hold those of
/// other quantities alone.
Launch tiled_launch(ExecutionPlan const& plan) {
  Launch tiled;
  for (std::size_t s = 0; s < plan.program.stages.size(); ++s) {
    StageInfo const& stage = plan.program.stages[s];
    tiled.stage += (s == 0 ? "" : "+") + stage.name;
    for (int q : stage.writes) {
      if (!has(tiled.writes, q)) tiled.writes.push_back(q);
    }
  }
  tiled.resolved = plan.steps.resolved;
  if (plan.steps.ghosts_on_the_fly) tiled.chosen = plan.step.front().chosen;
  tiled.steps = plan.steps.steps;
  tiled.needs = others(plan.program, tiled.writes);
  tiled.leaves = GhostState::open;
  tiled.blocked_layout = plan.steps.blocked_layout;
  return tiled;
}

}  // namespace

Launch const& ExecutionPlan::main() const {
  if (steps.launches()) return tiled;
  auto const over_cells = [](Launch const& launch) { return launch.resolved.schedule.strategy != scalar_strategy; };
  auto const found = std::find_if(step.begin(), step.end(), over_cells);
  return found == step.end() ? step.front() : *found;
}

double ExecutionPlan::expected_rate() const {
  if (trial_cells <= 0) return 0;
  if (steps.launches() && !steps.ghosts_on_the_fly)
    return steps.trial_seconds > 0 ? trial_cells / steps.trial_seconds : 0;
  double seconds = 0;
  for (Launch const& launch : step) {
    if (launch.chosen.seconds <= 0 && launch.resolved.schedule.strategy != scalar_strategy) return 0;
    seconds += launch.chosen.seconds;
  }
  return seconds > 0 ? trial_cells / seconds : 0;
}

void complete(ExecutionPlan& plan) {
  for (std::size_t s = 0; s < plan.step.size(); ++s) {
    plan.step[s].needs = others(plan.program, {});
    plan.step[s].writes = plan.program.stages[s].writes;
    plan.step[s].leaves = GhostState::filled;
  }
  if (plan.steps.launches()) plan.tiled = tiled_launch(plan);
}

void add_launches(std::vector<LaunchCount>& all, LaunchCount const& more) {
  for (LaunchCount& one : all) {
    if (one.stage != more.stage || one.strategy != more.strategy || one.steps != more.steps) continue;
    one.count += more.count;
    return;
  }
  all.push_back(more);
}

std::vector<LaunchCount> announce(ExecutionPlan const& plan, long steps) {
  std::vector<LaunchCount> all;
  while (steps > 0) {
    int const count = plan.next(steps);
    if (count > 0) {
      add_launches(all, {plan.tiled.stage, plan.tiled.resolved.schedule.strategy, count, 1});
    } else {
      for (Launch const& launch : plan.step) {
        add_launches(all, {launch.stage, launch.resolved.schedule.strategy, 1, 1});
      }
    }
    steps -= std::max(count, 1);
  }
  return all;
}

std::string explain(ExecutionPlan const& plan) {
  return explain_stages(plan) + explain(plan.steps) + '\n' + explain(plan.graph) + '\n';
}

std::string explain(std::vector<LaunchCount> const& launched) {
  struct Kind {
    LaunchCount sum;
    int fewest, most;
  };
  std::vector<Kind> kinds;  // launches that differ in their steps alone are told together
  for (LaunchCount const& one : launched) {
    auto const same = [&](Kind const& kind) {
      return kind.sum.stage == one.stage && kind.sum.strategy == one.strategy && (kind.most > 1) == (one.steps > 1);
    };
    auto const found = std::find_if(kinds.begin(), kinds.end(), same);
    if (found == kinds.end()) {
      kinds.push_back({one, one.steps, one.steps});
    } else {
      found->sum.count += one.count;
      found->fewest = std::min(found->fewest, one.steps);
      found->most = std::max(found->most, one.steps);
    }
  }
  std::string text;
  for (Kind const& kind : kinds) {
    std::string const range = kind.fewest == kind.most ? "" : std::to_string(kind.fewest) + " to ";
    text += (text.empty() ? "launched: " : ", ") + std::to_string(kind.sum.count) + " x " + kind.sum.stage + " by " +
            kind.sum.strategy + (kind.most > 1 ? " (" + range + std::to_string(kind.most) + " steps each)" : "");
  }
  return text.empty() ? text : text + '\n';
}

}  // namespace tessera
