// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <optional>
#include <string>

#include "tessera/plan/overlap_plan.hpp"
#include "tessera/plan/program_plan.hpp"
#include "tessera/plan/trial.hpp"
#include "tessera/schedule.hpp"

namespace tessera {

/// The times of the levels of a launch, in seconds: level l of 1 ... `steps` reads values at time[l - 1] and makes
/// values and ghosts at time[l]; the last one is `end`. Plain data for kernel arguments. Launches of more than
/// `most_steps` steps, for operators that do not use the time, keep `end` alone.
struct StepTimes {
  int steps = 0;
  double time[most_steps + 1] = {};
  double end = 0;

  StepTimes() = default;
  /// Adds up the times step by step, as single steps of length `dt` from `start` on do.
  StepTimes(double start, double dt, int count) : steps(count), end(start) {
    time[0] = start;
    for (int level = 1; level <= count; ++level) {
      end += dt;
      if (level <= most_steps) time[level] = end;
    }
  }
};

/// The register tile compiled for a program, in storage's x and y; `steps` 0: none.
struct RegisterTileFacts {
  int steps = 0;
  int unit = 1;                  ///< steps of a launch are a multiple of this
  int other_unit = 0;            ///< or, by a second kernel, of this; 0: none
  int blocks = 0;                ///< resident per multiprocessor
  int cluster = 1;               ///< blocks that share a tile (tile_cluster)
  int threads = 0;               ///< of a block
  std::array<int, 2> extent{};   ///< cells of a tile of one block, with its halo
  std::array<int, 2> stride{};   ///< cells from tile to tile
  int more_planes = 0;           ///< computed per block beyond those stored
  std::size_t shared_bytes = 0;  ///< of shared memory that a block takes
  bool blocked_layout = false;   ///< planes may stay in the blocked layout between launches
  int layer_points = 0;          ///< read per layer, if levels keep partial sums of near layers; else 0
};

/// The persistent kernel compiled for a program's one stage; `threads` 0: none.
struct PersistentFacts {
  int threads = 0;               ///< of a block
  std::array<int, 3> extent{};   ///< cells of a block, storage axes
  std::size_t shared_bytes = 0;  ///< of shared memory that a block takes
};

/// The most steps of a persistent launch: a fraction of a second.
inline constexpr int most_persistent_steps = 1 << 15;

/// Warps per block of tiles on a line; each warp has its own tile.
inline constexpr int line_tile_warps = 4;

/// The fused-stage streaming kernel compiled for a program; `extent` 0: none.
struct FusedStagesFacts {
  int extent = 0;      ///< cells of a tile along x, with its halo
  int unit = 1;        ///< tiles begin on multiples of this many cells
  int halo = 0;        ///< cells per step at each side
  int more_rows = 0;   ///< rows per step computed beyond those stored
  int most_steps = 1;  ///< per launch
  int first_bytes = 0, step_bytes = 0;

  /// Scratch of a block of `steps` steps, bytes.
  [[nodiscard]] constexpr int shared_bytes(int steps) const { return first_bytes + steps * step_bytes; }
};

/// The shape of a program, for scheduling several steps per launch. Where the program is one stage that reads the one
/// quantity that it writes, once and at more than its own cell, that input is the state, which register tiles are made
/// for. Storage axes.
struct StepsShape {
  OverlapShape overlap;
  int state = -1;    ///< its input number in the one stage; -1: none
  SweepShape sweep;  ///< of the one stage
  int points = 1;    ///< of the state read per cell
  std::array<bool, 3> periodic{};
  bool uniform_faces = true;  ///< every face of the state has one number
  bool plain_faces = true;    ///< so has every face of all that stages write
  int other_bytes = 0;        ///< per cell that no stage writes: tiles in registers load them in every step
  int long_operations = 0;    ///< declared roots and quotients of a step
  bool in_float = true;       ///< no stage writes wider values
  PersistentFacts persistent;
  RegisterTileFacts tile;
  FusedStagesFacts rows;
};

/// How many steps a launch takes, and why.
struct StepsPlan {
  int steps = 1;              ///< per launch; 1: every step is launched alone
  bool fewer_steps = false;   ///< a launch may take fewer, a multiple of `unit`
  ResolvedSchedule resolved;  ///< of a launch of several
  std::string reason;         ///< one sentence for `explain`
  int unit = 1;
  int other_unit = 0;              ///< or a multiple of this, of at most as many units; 0: none
  bool fused = false;              ///< a launch may take all stages of one step
  bool ghosts_on_the_fly = false;  ///< single steps neither read nor write ghosts of the state
  bool blocked_layout = false;     ///< planes stay in the blocked layout between launches
  bool weighed = false;            ///< `reason` comes from a cost model
  double trial_seconds = 0;        ///< of a step in a trial of its launches; 0: it was not timed
  OverlapShape overlap{};

  /// Whether there are launches of several steps or stages.
  [[nodiscard]] bool launches() const { return steps > 1 || fused; }
  /// Steps of the next launch when `left` are to be taken; 0: the next step runs stage by stage. The last step is
  /// always taken alone, so that the previous version is the state one step before, and both have their ghosts.
  [[nodiscard]] int next(long left) const {
    if (ghosts_on_the_fly) return left > 1 ? 1 : 0;
    if (other_unit > 0) return next_of_units(left - 1);
    if (steps > 1 && left > steps) return steps;
    int const fewer = steps > 1 && fewer_steps ? static_cast<int>((left - 1) / unit * unit) : 0;
    return fewer > 1 ? fewer : fused && left > 0 ? 1 : 0;
  }

 private:
  /// Steps of a launch when `left` are to be taken in launches: the most that leave the fewest over.
  [[nodiscard]] int next_of_units(long left) const;
  /// Steps of `left` that no launches take, with multiples of either unit.
  [[nodiscard]] long left_alone(long left) const;
};

/// Why a launch cannot take several steps, or stages, of `program`, in half a sentence; empty if it can: it reads
/// newest versions of cells alone, and everything that no stage writes is constant in time.
std::string steps_obstacle(ProgramInfo const& program);

/// The plan where there is nothing to weigh: one step per launch, stage by stage, and why; none where several may pay.
/// `named`: the request names a strategy of several steps. `obstacle`: why that is not possible. `stages`: of the
/// program. Throws InputError for requested launches that are not possible.
std::optional<StepsPlan> single_steps(Schedule const& request, bool named, std::string const& obstacle, int stages = 1);

/// Goes back to single steps if a trial of the launches of `plan` took longer than one of a single step, `single`
/// seconds, on `cells` cells; says so in the reason.
void keep_if_faster(StepsPlan& plan, Trial const& several, double single, double cells);

/// The request for single steps: `request`, without numbers for several steps.
Schedule request_of_single_steps(Schedule const& request, bool named);

/// The shape of a program without obstacle, from its plain data. `state`: the read of its one stage that is the state
/// (detail::state_input); -1: none.
StepsShape steps_shape(ProgramInfo const& program, int state);

/// How many steps a launch takes, by which strategy and why: one line for `explain`.
std::string explain(StepsPlan const& plan);

/// Fills in the numbers of an overlapped sweep and decides whether it pays. `request.steps_per_launch` 0: as many steps
/// as the cost model finds best; one, stage by stage, if nothing else pays and `request` does not name the strategy.
/// Throws InputError for numbers that do not fit, with the largest that do.
StepsPlan resolve_overlapped_schedule(Schedule const& request, StepsShape const& shape, TeamLimits const& limits);
/// The same for the wavefront, which takes two steps.
StepsPlan resolve_wavefront_schedule(Schedule const& request, StepsShape const& shape, TeamLimits const& limits);

/// The same for the persistent kernel; no reason where it is neither possible nor requested.
StepsPlan resolve_persistent(Schedule const& request, StepsShape const& shape, TeamLimits const& limits);
/// The same for the register tile.
StepsPlan resolve_register_tile(Schedule const& request, StepsShape const& shape, TeamLimits const& limits);
/// The same for fused-stage streaming.
StepsPlan resolve_fused_stages(Schedule const& request, StepsShape const& shape, TeamLimits const& limits);

}  // namespace tessera
