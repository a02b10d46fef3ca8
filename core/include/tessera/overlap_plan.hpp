// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>

#include "tessera/steps_plan.hpp"

namespace tessera {

/// Bytes of a line of a host's caches.
inline constexpr std::size_t cache_line = 64;

/// One axis of an overlapped sweep: plain data, storage's.
struct OverlapAxis {
  int n = 1;           ///< cells
  int lo = 0, hi = 0;  ///< how far the operator reaches, lo <= 0 <= hi; evenly where ghosts may mirror to ghosts
  bool periodic = false;
  bool thin = false;   ///< a ghost may mirror to a ghost: fewer cells than ghost layers
  bool whole = false;  ///< every tile holds the whole axis, with ghosts beyond both faces
};

/// How the levels of a launch of several steps stand in the rings of planes of a tile: the lags and depths of
/// Holewinski et al. (ICS 2012) for one stage, with room for the ghosts of each level.
///
///     step of the sweep      s-4  s-3  s-2  s-1   s       reach 1, a barrier per step: lag 2, four planes a ring
///     level 0 loads                             [ s ]
///     level 1 makes                   [s-2]               from planes s-3, s-2, s-1 of ring 0
///     level 2 makes    [s-4]                              from planes s-5, s-4, s-3 of ring 1
struct OverlapPlan {
  OverlapAxis axis[3];
  int steps = 1;
  int lag = 0;    ///< planes that a level is behind the one it reads: as far as the operator reaches ahead (or as the
                  ///< mirror cells of ghosts stand ahead), and one more where threads share a tile
  int depth = 1;  ///< planes of a ring
  int rings = 1;  ///< one for each level but the last; two where nothing is swept and levels follow one another
  int pitch = 1, rows = 1;  ///< of a plane: tile, halo and ghosts
  int unit = 1;             ///< rows of a ring begin at a multiple of this many cells, and are so many long

  /// Values that all rings of a tile hold, and a row beside them from which a host streams what the last level makes.
  [[nodiscard]] std::size_t values() const {
    return static_cast<std::size_t>(pitch) *
           (static_cast<std::size_t>(rows) * static_cast<std::size_t>(depth) * static_cast<std::size_t>(rings) + 1);
  }
};

/// The plan for `steps` steps with the tile of `schedule` on a grid of `cells` cells, read with `hull`. `shared`:
/// threads share a tile, so that a step of the sweep has a barrier.
OverlapPlan plan_overlap(int const (&cells)[3], Hull const& hull, bool const (&periodic)[3], Schedule const& schedule,
                         int steps, std::size_t value_size, bool shared);

/// Cells that a launch computes for each cell and step that it takes, tiles and chunks overlapping: 1 and more.
double overlap_work(OverlapPlan const& plan, Schedule const& schedule);

}  // namespace tessera
