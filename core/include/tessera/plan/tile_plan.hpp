// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/operator/hull.hpp"

// What a tile of space and time computes and keeps: Algorithm 2 of J. Holewinski, L.-N. Pouchet, P. Sadayappan,
// High-performance code generation for stencil computations on GPU architectures (ICS 2012), and the pipeline of planes
// along the swept axis. All is constexpr over plain data of fixed size, so that kernels may have it as constants.

namespace tessera {

/// A read: the version of a quantity that is `age` writes older than the newest, in a box around the cell.
struct TileRead {
  int quantity = 0;
  int age = 0;
  Hull hull;
};

/// A stage: what it reads and which quantities it writes, up to `Most` of each.
template <int Most>
struct TileStage {
  int read_count = 0;
  TileRead reads[Most] = {};
  int write_count = 0;
  int writes[Most] = {};
};

/// The stages of one step, in order. Quantities are numbered from 0; one that no stage writes is constant in time.
/// At most `Stages` stages over `Quantities` quantities.
template <int Quantities, int Stages, int Most>
struct TileProgram {
  int stage_count = 0;
  TileStage<Most> stages[Stages] = {};
};

/// A version on a tile: loaded before the first step, or computed by a stage in a step.
struct TileLevel {
  /// The cells beyond the tile that it needs, so that the last stage of the last step is right in all of the tile.
  Hull hull;
  /// When the sweep is at plane k, plane k - lag of this version is loaded or computed.
  int lag = 0;
  /// Planes in its ring, from the oldest still read to the newest; 0: no later stage of the launch reads it.
  int ring = 0;
  /// Whether the launch loads or computes it.
  bool used = false;
};

/// The plan of a launch of several steps. `loaded[q][v]` is the version of quantity q that was the newest v writes
/// before the launch, `computed[t][s]` what stage s makes in step t.
template <int Quantities, int Stages, int Steps, int Ages>
struct TilePlan {
  TileLevel loaded[Quantities][Ages] = {};
  TileLevel computed[Steps][Stages] = {};

  /// Planes in all rings.
  [[nodiscard]] constexpr int planes() const {
    int sum = 0;
    for (auto const& versions : loaded) {
      for (TileLevel const& level : versions) sum += level.ring;
    }
    for (auto const& stages : computed) {
      for (TileLevel const& level : stages) sum += level.ring;
    }
    return sum;
  }
};

namespace detail {

/// The cells that reads in `reach` need to compute `computed`.
constexpr Hull add_reach(Hull computed, Hull const& reach) {
  for (int axis = 0; axis < 3; ++axis) {
    computed.lo[axis] += reach.lo[axis];
    computed.hi[axis] += reach.hi[axis];
  }
  return computed;
}

template <int Most>
constexpr bool writes(TileStage<Most> const& stage, int quantity) {
  for (int w = 0; w < stage.write_count; ++w) {
    if (stage.writes[w] == quantity) return true;
  }
  return false;
}

/// The maker of what stage `now` of a launch reads, stages counted through all steps: a stage, or, at -1 - v, the
/// version that was the newest v writes before the launch.
template <int Quantities, int Stages, int Most>
constexpr int maker(TileProgram<Quantities, Stages, Most> const& program, int now, TileRead const& read) {
  int older = read.age;
  for (int at = now - 1; at >= 0; --at) {
    if (!writes(program.stages[at % program.stage_count], read.quantity)) continue;
    if (older == 0) return at;
    --older;
  }
  return -1 - older;
}

/// The level that stage `now` reads.
template <int Quantities, int Stages, int Most, int Steps, int Ages>
constexpr TileLevel& level_read(TileProgram<Quantities, Stages, Most> const& program,
                                TilePlan<Quantities, Stages, Steps, Ages>& plan, int now, TileRead const& read) {
  int const at = maker(program, now, read);
  return at < 0 ? plan.loaded[read.quantity][-1 - at]
                : plan.computed[at / program.stage_count][at % program.stage_count];
}

}  // namespace detail

/// Plans `steps` steps of `program`, at most `Steps`, on a tile that is swept along the third axis. `Ages` is one more
/// than the oldest age read, at least.
///
/// Hulls follow backwards, from the last stage of the last step: what a stage computes beyond the tile (or reads there)
/// is the union of what its readers do, each widened by the reader's reach. Every stage computes the tile at least, as
/// in the paper: versions that outlive the launch have to be right there.
///
/// Lags follow forwards: lag(r) = max over reads (lag(w) + hi + slack). With a slack of 1 all that a plane reads was
/// finished at the plane of the sweep before, and one barrier a plane is enough; with 0, what one thread does alone, it
/// may have been finished just before. Loaded versions have lag 0. A ring then holds
/// max over readers (lag(r) - lag(w) - lo + 1) planes of w.
template <int Steps, int Ages = 1, int Quantities, int Stages, int Most>
constexpr TilePlan<Quantities, Stages, Steps, Ages> plan_tile(TileProgram<Quantities, Stages, Most> const& program,
                                                              int steps = Steps, int slack = 1) {
  TilePlan<Quantities, Stages, Steps, Ages> plan;
  int const count = steps * program.stage_count;
  auto const computed = [&](int at) -> TileLevel& {
    return plan.computed[at / program.stage_count][at % program.stage_count];
  };
  for (int at = count - 1; at >= 0; --at) {
    TileStage<Most> const& stage = program.stages[at % program.stage_count];
    computed(at).used = true;
    for (int r = 0; r < stage.read_count; ++r) {
      TileLevel& from = detail::level_read(program, plan, at, stage.reads[r]);
      from.hull = unite(from.hull, detail::add_reach(computed(at).hull, stage.reads[r].hull));
      from.used = true;
    }
  }
  for (int at = 0; at < count; ++at) {
    TileStage<Most> const& stage = program.stages[at % program.stage_count];
    TileLevel& level = computed(at);
    for (int r = 0; r < stage.read_count; ++r) {
      int const after = detail::level_read(program, plan, at, stage.reads[r]).lag + stage.reads[r].hull.hi[2] + slack;
      level.lag = after > level.lag ? after : level.lag;
    }
    for (int r = 0; r < stage.read_count; ++r) {
      TileLevel& from = detail::level_read(program, plan, at, stage.reads[r]);
      int const planes = level.lag - from.lag - stage.reads[r].hull.lo[2] + 1;
      from.ring = planes > from.ring ? planes : from.ring;
    }
  }
  return plan;
}

/// Limits of programs that are planned at run time.
inline constexpr int most_tile_stages = 16, most_tile_reads = 16, most_tile_quantities = 64, most_tile_ages = 4;
using AnyTileProgram = TileProgram<most_tile_quantities, most_tile_stages, most_tile_reads>;

}  // namespace tessera
