// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

namespace tessera {

/// Several steps in one launch, in tiles of space and time that overlap: a team loads its tile with a halo that is as
/// deep as all steps reach, and each step leaves less of it right, down to the tile (Holewinski et al., ICS 2012). The
/// swept axis is streamed, with a ring of planes in team scratch for every step. Any number of steps up to most_steps.
struct Overlapped {
  static constexpr char const* name = "overlapped";
  /// A launch may take fewer steps than its schedule says.
  static constexpr bool any_steps = true;
};

/// The pipelined wavefront: the overlapped sweep of exactly two steps, whose ring of the step in between has four
/// planes at reach 1 where a team has a barrier per plane.
struct Wavefront {
  static constexpr char const* name = "wavefront";
  static constexpr bool any_steps = true;
};

}  // namespace tessera
