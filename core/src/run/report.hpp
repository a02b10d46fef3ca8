// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

#include "run/output_folder.hpp"
#include "tessera/run/app.hpp"
#include "tessera/run/common_keys.hpp"
#include "tessera/run/loop.hpp"

namespace tessera {

/// "128 x 128 x 128 cells, double, OpenMP (Xeon), 16 threads; team (tile 64 x 8); dt = 1.4 s (limit 1.6 s)".
[[nodiscard]] std::string plan_line(RunPlan const& plan);

/// "t = 3 h 20 min", or "step 60" in a run whose steps have no length.
[[nodiscard]] std::string when_text(RunPlan const& plan, Simulation const& simulation);

/// The number of steps that the config asks for; none if that shows only while running.
[[nodiscard]] std::optional<double> planned_steps(TimeConfig const& time, RunPlan const& plan);
/// The number of frames that this makes; without a number of steps, one.
[[nodiscard]] double planned_frames(TimeConfig const& time, OutputConfig const& output, RunPlan const& plan);

/// What --dry-run prints before the config.
[[nodiscard]] std::string dry_run_text(Config const& config, RunPlan const& plan, OutputFolder const& folder);

/// What summary.json holds.
[[nodiscard]] std::string summary_text(App const& app, Config const& config, RunPlan const& plan,
                                       LoopResult const& result, Simulation const& simulation, double wall_seconds);

/// "steady: done after 45000 steps, t = 7 d 4 h, in 42 s (41 G updates/s, 81 % of copy)".
[[nodiscard]] std::string result_line(RunPlan const& plan, LoopResult const& result, Simulation const& simulation);

/// Why a run until steady was ended without a steady state ("linear_growth"), and what to do.
[[nodiscard]] std::string growth_text(RunPlan const& plan, LoopResult const& result);

/// That a series of the input ended before the run was over ("input_end"), after `step` steps, and what to do.
[[nodiscard]] std::string input_end_text(RunPlan const& plan, long step);

}  // namespace tessera
