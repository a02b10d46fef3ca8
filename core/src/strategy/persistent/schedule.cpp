// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plan/single_step.hpp"
#include "tessera/error.hpp"
#include "tessera/plan/steps_plan.hpp"

namespace tessera {
namespace {

/// Seconds of a step on an H200, for any grid size (docs/time_tiling_trials.md).
double step_seconds(StepsShape const& shape) { return state_of(shape).value_size > sizeof(float) ? 4.2e-6 : 2.9e-6; }

/// Why a grid cannot have the persistent kernel, as part of a sentence; empty if it can.
std::string obstacle(StepsShape const& shape, TeamLimits const& limits) {
  PersistentFacts const& r = shape.persistent;
  int const* const n = shape.sweep.n;
  if (r.threads == 0 || shape.state < 0) {
    return "no persistent kernel is compiled for this operator and execution space";
  }
  if (!shape.uniform_faces) return "the persistent kernel needs faces of one number, not maps or functions";
  if (shape.periodic[0] || shape.periodic[1] || shape.periodic[2]) {
    return "the persistent kernel takes no periodic grid";
  }
  long const held = limits.concurrency / threads_per_multiprocessor;
  long const blocks = static_cast<long>(divide_up(n[1], r.extent[1])) * divide_up(n[2], r.extent[2]);
  if (n[0] > r.extent[0] || blocks > held) {
    return "the grid takes " + std::to_string(blocks) + " blocks of " + std::to_string(r.extent[0]) + " x " +
           std::to_string(r.extent[1]) + " x " + std::to_string(r.extent[2]) + " cells" +
           (n[0] > r.extent[0] ? " and is longer along x than a block" : "") + "; the device holds " +
           std::to_string(held);
  }
  if (r.shared_bytes > limits.block_scratch_bytes) {
    return "a block takes " + std::to_string(r.shared_bytes) + " bytes of shared memory, and a block may have " +
           std::to_string(limits.block_scratch_bytes);
  }
  return {};
}

}  // namespace

StepsPlan resolve_persistent(Schedule const& request, StepsShape const& shape, TeamLimits const& limits) {
  bool const named = !request.strategy.empty();
  std::string const why_not = obstacle(shape, limits);
  if (named && !why_not.empty()) {
    throw InputError("schedule: strategy = persistent, but " + why_not + "; leave it out");
  }
  // Most programs cannot: then the next strategy's reason tells the user more.
  if (!why_not.empty() || (!named && request.steps_per_launch > 1)) return {};
  double const single = single_seconds(shape), step = step_seconds(shape);
  bool const pays = step * tiles_gain < single;
  std::string const verdict = std::string("a persistent kernel ") + (pays ? "pays" : "does not pay") +
                              ": by the cost model a single step takes " + microseconds(single) +
                              ", a step of this kernel " + microseconds(step);
  StepsPlan plan;
  plan.reason = verdict;
  plan.weighed = !pays && !named;
  if (plan.weighed) return plan;
  plan.steps = request.steps_per_launch > 1 ? request.steps_per_launch : most_persistent_steps;
  plan.reason = named ? "it was asked for; " + verdict : verdict;
  Schedule& s = plan.resolved.schedule;
  s = request;
  s.strategy = "persistent";
  s.steps_per_launch = plan.steps;
  s.tile_x = shape.persistent.extent[0];
  s.tile_y = shape.persistent.extent[1];
  s.chunk_z = shape.persistent.extent[2];
  s.team_size = shape.persistent.threads;
  check_fixed(request, s, true);
  plan.resolved.reason = plan.reason;
  return plan;
}

}  // namespace tessera
