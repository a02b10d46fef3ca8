// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <optional>
#include <string>

#include "tessera/plan/overlap_plan.hpp"
#include "tessera/plan/program_plan.hpp"
#include "tessera/schedule.hpp"

namespace tessera {

/// The times of the steps of one launch, which are its levels: level l of 1 ... `steps` reads values of time[l - 1] and
/// makes values, with their ghosts, of time[l]; the last ones belong to `end`. Seconds; plain data for a kernel's
/// arguments. Of launches of more than `most_steps` steps, for operators that do not ask for the time, no others are
/// kept.
struct StepTimes {
  int steps = 0;
  double time[most_steps + 1] = {};
  double end = 0;

  StepTimes() = default;
  /// The times as single steps of length `dt` from `start` on have them, added up one by one.
  StepTimes(double start, double dt, int count) : steps(count), end(start) {
    time[0] = start;
    for (int level = 1; level <= count; ++level) {
      end += dt;
      if (level <= most_steps) time[level] = end;
    }
  }
};

/// The register tile that is compiled for a program, in storage's x and y; `steps` 0: there is none.
struct RegisterTileFacts {
  int steps = 0;
  int unit = 1;                  ///< a launch may take a multiple of so many
  int other_unit = 0;            ///< or, by a second kernel, of so many; 0: there is none
  int blocks = 0;                ///< on a multiprocessor at once
  int cluster = 1;               ///< blocks that make a tile together, or one does (tile_cluster)
  int threads = 0;               ///< of a block
  std::array<int, 2> extent{};   ///< cells of a tile of one block, with its halo
  std::array<int, 2> stride{};   ///< cells from tile to tile
  int more_planes = 0;           ///< that a block computes beyond those that it stores
  std::size_t shared_bytes = 0;  ///< of shared memory that a block takes
  bool blocked_layout = false;   ///< planes may lie in blocks from launch to launch
  int layer_points = 0;          ///< that the operator reads of a layer, if levels keep sums of near ones; else 0
};

/// How a program's one stage may keep a grid on the chip; `threads` 0: it cannot.
struct PersistentFacts {
  int threads = 0;               ///< of a block
  std::array<int, 3> extent{};   ///< cells of a block, storage axes
  std::size_t shared_bytes = 0;  ///< of shared memory that a block takes
};

/// The most steps of a launch that keeps its grid on the chip: a fraction of a second.
inline constexpr int most_persistent_steps = 1 << 15;

/// Warps of a block that takes tiles of a line, each its own.
inline constexpr int line_tile_warps = 4;

/// The row tile that is compiled for a program's stages; `extent` 0: there is none.
struct FusedStagesFacts {
  int extent = 0;      ///< cells of a tile along x, with its halo
  int unit = 1;        ///< tiles begin on multiples of so many
  int halo = 0;        ///< cells at each side that a step takes
  int more_rows = 0;   ///< rows that a step computes beyond those that are stored
  int most_steps = 1;  ///< that a launch takes
  int first_bytes = 0, step_bytes = 0;

  /// Bytes of scratch that a block of so many steps takes.
  [[nodiscard]] constexpr int shared_bytes(int steps) const { return first_bytes + steps * step_bytes; }
};

/// What several steps per launch are scheduled by. Where the program is one stage that reads once, and not at its own
/// cell alone, the one quantity that it writes, that input is the state, which register tiles are made for. Storage
/// axes.
struct StepsShape {
  OverlapShape overlap;
  int state = -1;    ///< among the inputs of the one stage; -1: there is none
  SweepShape sweep;  ///< of the one stage
  int points = 1;    ///< of the state that are read per cell
  std::array<bool, 3> periodic{};
  bool uniform_faces = true;  ///< every face's ghosts of the state follow from one number
  bool plain_faces = true;    ///< and so do those of all that stages write
  int other_bytes = 0;      ///< of a cell, that no stage writes: tiles in registers read them from memory in every step
  int long_operations = 0;  ///< roots and quotients of a step, as far as operators say so
  bool in_float = true;     ///< no stage writes wider values
  PersistentFacts persistent;
  RegisterTileFacts tile;
  FusedStagesFacts rows;
};

/// How many steps a launch takes, and why.
struct StepsPlan {
  int steps = 1;              ///< per launch; 1: every step is launched alone
  bool fewer_steps = false;   ///< a launch may also take fewer, a multiple of `unit`
  ResolvedSchedule resolved;  ///< of a launch of several
  std::string reason;         ///< one sentence for `explain`
  int unit = 1;
  int other_unit = 0;  ///< or a multiple of so many, not more of them than of `unit`; 0: there is no other
  bool fused = false;  ///< a launch may take all stages of one step, and leave the versions that these would
  bool ghosts_on_the_fly = false;  ///< single steps are launches that neither read nor write ghosts of the state
  bool blocked_layout = false;     ///< planes lie in the blocked layout from launch to launch
  bool weighed = false;            ///< `reason` is what a cost model found against several steps
  OverlapShape overlap{};

  /// Whether there are launches of several steps or stages at all.
  [[nodiscard]] bool launches() const { return steps > 1 || fused; }
  /// Steps that the next launch takes while `left` are to be taken; 0: the next one is taken stage by stage. At least
  /// one step is taken alone, so that the version before the newest is always the state one step before, and the ghosts
  /// of both are there.
  [[nodiscard]] int next(long left) const {
    if (ghosts_on_the_fly) return left > 1 ? 1 : 0;
    if (other_unit > 0) return next_of_units(left - 1);
    if (steps > 1 && left > steps) return steps;
    int const fewer = steps > 1 && fewer_steps ? static_cast<int>((left - 1) / unit * unit) : 0;
    return fewer > 1 ? fewer : fused && left > 0 ? 1 : 0;
  }

 private:
  /// Steps of a launch while `left` are to be taken in launches: the most after which the fewest are left alone.
  [[nodiscard]] int next_of_units(long left) const;
  /// Of `left` steps, those that no launches take, of multiples of either unit.
  [[nodiscard]] long left_alone(long left) const;
};

/// Why several steps, or stages, of `program` cannot be taken in a launch, in half a sentence; empty if they can: it
/// reads newest versions of cells alone, and everything that no stage writes stays as it is from step to step.
std::string steps_obstacle(ProgramInfo const& program);

/// The plan of programs and requests for which nothing has to be weighed: one step per launch, stage by stage, and why;
/// nothing where more may pay. `named` says that the request names a strategy that takes several steps, `obstacle` why
/// that cannot be, `stages` how many the program has. Throws InputError for launches that are asked for and cannot be.
std::optional<StepsPlan> single_steps(Schedule const& request, bool named, std::string const& obstacle, int stages = 1);

/// What single steps are scheduled by: `request`, unless its numbers are those of launches that take several.
Schedule request_of_single_steps(Schedule const& request, bool named);

/// What several steps of a program without obstacle are scheduled by, as far as plain data say it. `state`: which read
/// of its one stage is the state (detail::state_input); -1: there is none.
StepsShape steps_shape(ProgramInfo const& program, int state);

/// How many steps a launch takes, by which strategy and why: one line for `explain`.
std::string explain(StepsPlan const& plan);

/// Fills in the numbers of an overlapped sweep, and says whether it pays. `request.steps_per_launch` 0 means as many
/// steps as the cost model finds best: one, stage by stage, if nothing else pays and `request` does not name the
/// strategy. Throws InputError for numbers that do not fit, with the largest that do.
StepsPlan resolve_overlapped_schedule(Schedule const& request, StepsShape const& shape, TeamLimits const& limits);
/// The same for the wavefront, which takes two steps.
StepsPlan resolve_wavefront_schedule(Schedule const& request, StepsShape const& shape, TeamLimits const& limits);

/// Whether a grid that stays on the chip from step to step pays; no reason where it cannot be and was not asked for.
StepsPlan resolve_persistent(Schedule const& request, StepsShape const& shape, TeamLimits const& limits);
/// Whether several steps in a register tile pay, and which those are.
StepsPlan resolve_register_tile(Schedule const& request, StepsShape const& shape, TeamLimits const& limits);
/// The same for rows in registers.
StepsPlan resolve_fused_stages(Schedule const& request, StepsShape const& shape, TeamLimits const& limits);

}  // namespace tessera
