// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdio>

#include "names.hpp"
#include "stopwatch.hpp"
#include "sweep.hpp"
#include "trials.hpp"

// The exhaustive search over strategies and their numbers: every trial is a benchmark,
// tune/OPERATOR/SPACE/PRECISION/SIZE/TRIAL.

namespace tessera::bench {

/// Times one trial by the best of its batches: what other work on the machine disturbs least.
template <class Exec, class ProgramType>
void run_trial(benchmark::State& state, ProgramType const& program, Schedule const& schedule) {
  Exec const exec;
  if (!fits(state, exec, static_cast<double>(program_bytes(plan_execution(exec, program, schedule))))) return;
  Solution run{exec, program, schedule};
  set_initial(run);
  auto const advance = [&](long steps) {
    run.advance(steps);
    exec.fence("tessera::bench");
  };
  StepsPlan const& several = run.plan().steps;
  long const steps = warm_up(advance, several.steps);
  double best = 0;
  for (auto _ : state) {
    Stopwatch<Exec> const watch;
    advance(steps);
    double const batch = watch.seconds();
    state.SetIterationTime(batch);
    if (best == 0 || batch < best) best = batch;
  }
  Schedule const& ran = run.plan().main().resolved.schedule;
  state.counters["items_per_second"] = static_cast<double>(program.grid().size() * steps) / best;
  state.counters["steps"] = static_cast<double>(steps);
  state.counters["steps_per_launch"] = several.steps;
  state.counters["tile_x"] = ran.tile_x;
  state.counters["tile_y"] = ran.tile_y;
  state.counters["chunk_z"] = ran.chunk_z;
  state.counters["team_size"] = ran.team_size;
  state.SetLabel(describe(ran));
}

/// Whether a program can be run so; what cannot is told before anything is allocated.
template <class Exec, class ProgramType>
bool can_be(Exec const& exec, ProgramType const& program, Schedule const& schedule) {
  try {
    plan_execution(exec, program, schedule);
    return true;
  } catch (InputError const&) {
    return false;
  }
}

/// Registers the trials of a program under `name`, with up to `most_steps` steps per launch, and says how many there
/// are.
template <class Exec, class ProgramType>
void add_trials(std::string const& name, ProgramType const& program, int most_steps) {
  Exec const exec;
  TrialSpace const space{on_host<Exec>, strategy_names<Exec>(), names(typename ExecTraits<Exec>::time_strategies{})};
  int refused = 0, taken = 0;
  for (Trial const& trial : trials(program.info(), space, most_steps, small())) {
    if (!can_be(exec, program, trial.schedule)) {
      ++refused;
      continue;
    }
    ++taken;
    benchmark::RegisterBenchmark((name + "/" + trial.name).c_str(), run_trial<Exec, ProgramType>, program,
                                 trial.schedule)
        ->UseManualTime()
        ->Unit(benchmark::kMillisecond)
        ->Iterations(small() ? 1 : 3);
  }
  std::fprintf(stderr, "tessera-bench: %d schedules to try; %d more do not fit\n", taken, refused);
}

}  // namespace tessera::bench
