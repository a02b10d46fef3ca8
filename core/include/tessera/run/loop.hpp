// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "tessera/run/input_end.hpp"
#include "tessera/run/simulation.hpp"

namespace tessera {

class Progress;
class SignalWatch;

/// When the run loop does what. Steps and times are counted from the start of the whole run, so that a run that was
/// interrupted does the same as one that was not.
struct LoopSettings {
  std::optional<long> steps;                ///< ends after so many steps,
  std::optional<double> end;                ///< or at this time in seconds,
  std::optional<double> tolerance;          ///< or when steady to within this
  long check_every = 120;                   ///< steps between looks at the numbers
  std::optional<InputEnd> input_end;        ///< no step goes past it; a run that is not over then ends there
  std::optional<long> frame_every;          ///< steps between frames
  std::optional<double> frame_every_time;   ///< seconds of physical time between frames; hit exactly
  std::optional<double> record_every_time;  ///< seconds of physical time between records; hit exactly
  std::optional<long> checkpoint_every;     ///< steps between checkpoints
  std::optional<double> wall_limit;         ///< seconds of wall time after which it checkpoints and stops,
  double wall_used = 0;                     ///< of which so many were used up before the loop
  Precision precision = Precision::float64;
  double copy_bandwidth = 0;    ///< bytes per second; 0: unknown
  double bytes_per_update = 0;  ///< for the share of it
  std::string error_unit;
  bool solves = false;      ///< steps are iterations of a solver
  double slowest_rate = 0;  ///< see RunPlan
  bool has_time = true;     ///< whether progress lines show the time
};

/// What the loop hands out. All are called with all steps done and the numbers found good.
struct LoopOutput {
  std::function<void(long step, double time)> frame;
  std::function<void()> record;
  /// What is in `memory` comes back by `RunLoop::resume`.
  std::function<void(State const&, std::map<std::string, std::string> const& memory)> checkpoint;
};

/// How a run loop ended.
struct LoopResult {
  /// "steps", "end", "steady", "precision_floor", "linear_growth", "input_end", "SIGTERM", "SIGINT", "wall_limit".
  std::string stopped_because;
  bool interrupted = false;     ///< by a signal or the wall limit; there is a checkpoint
  Check last;                   ///< the numbers at the end
  std::optional<double> error;  ///< the estimated distance from the steady state, in the unit of the data
  long steps_done = 0;          ///< in this process
  double seconds = 0;           ///< of wall time for them; frames and checkpoints left out
  double updates_per_second = 0;
};

/// Drives a simulation from event to event: checks, frames, checkpoints, the end. Looks at the numbers are begun at
/// one event and read at the next, so that the sweep does not wait for them. Between events it takes as many steps
/// at once as about a second allows, so that a signal is answered soon; how many never changes a result.
///
/// A step ends at each time that is to be hit: of frames, of records, the end. The first two are times of the problem.
/// The end is not, where it is none of theirs: then the checkpoint at the end holds the state before the first step
/// that was shortened for it, so that a run made longer is the same as one that was so long from the start.
class RunLoop {
 public:
  RunLoop(Simulation& simulation, LoopSettings settings, LoopOutput output, Progress& progress, SignalWatch& signals);
  ~RunLoop();

  /// Continues from a checkpoint: the state, and the memory that the loop left with it.
  void resume(State const& state, std::map<std::string, std::string> const& memory);
  /// Runs to the end. Throws `NumericsError` if the numbers fail.
  LoopResult run();

 private:
  struct Impl;
  std::unique_ptr<Impl> m_impl;
};

}  // namespace tessera
