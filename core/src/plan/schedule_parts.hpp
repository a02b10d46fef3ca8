// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdio>
#include <string>

#include "tessera/error.hpp"
#include "tessera/plan/steps_plan.hpp"
#include "tessera/schedule.hpp"

namespace tessera {

constexpr int divide_up(int a, int b) { return (a + b - 1) / b; }

/// The hull of all inputs.
inline Hull widest(SweepShape const& shape) {
  Hull h;
  for (auto const& input : shape.inputs) h = unite(h, input.hull);
  return h;
}

inline void check_positive(char const* name, int value) {
  if (value < 0) {
    throw InputError(std::string("schedule: ") + name + " = " + std::to_string(value) +
                     "; a positive number, or 0 for automatic");
  }
}

/// Throws InputError for a requested number that differs from the only possible one.
inline void check_fixed(Schedule const& request, Schedule const& has, bool whole_axis) {
  auto const check = [&](char const* name, int asked, int only) {
    if (asked == 0 || asked == only) return;
    throw InputError("schedule: " + std::string(name) + " = " + std::to_string(asked) + "; strategy " + has.strategy +
                     " has " + std::to_string(only) + " here: leave it out");
  };
  check("tile_x", request.tile_x, has.tile_x);
  check("tile_y", request.tile_y, has.tile_y);
  check("team_size", request.team_size, has.team_size);
  if (whole_axis) check("chunk_z", request.chunk_z, has.chunk_z);
}

/// Checks requested numbers for every strategy.
inline void check_numbers(Schedule const& request) {
  check_positive("tile_x", request.tile_x);
  check_positive("tile_y", request.tile_y);
  check_positive("chunk_z", request.chunk_z);
  check_positive("slab_y", request.slab_y);
  check_positive("team_size", request.team_size);
}

/// The same for the size of a team, at most `most` threads.
inline void check_team(int team_size, int most) {
  if (team_size > most) {
    throw InputError("schedule: team_size = " + std::to_string(team_size) + "; at most " + std::to_string(most) +
                     " here");
  }
}

// Of tiles in registers, measured on an H200 (docs/time_tiling_results.md).
inline constexpr double copy_bytes = 4.15e12;   ///< a second, to and from memory
inline constexpr double launch_seconds = 4e-6;  ///< overhead of a launch
inline constexpr double tiles_gain = 1.1;       ///< speed-up from which several steps are chosen

// Costs beside those of their points, of all threads together, measured for the gradient, the total variation and
// Rician denoising (docs/papers.md).
inline constexpr double other_seconds = 3.0e-13;        ///< per byte of inputs that are not kept from step to step
inline constexpr double long_seconds = 2.5e-12;         ///< per root or quotient in double
inline constexpr double long_seconds_float = 0.63e-12;  ///< and in float

/// Seconds per cell and step: for roots and quotients, and for all that is beside points.
inline double long_operations_seconds(StepsShape const& shape) {
  return (shape.in_float ? long_seconds_float : long_seconds) * shape.long_operations;
}
inline double beside_points(StepsShape const& shape) {
  return other_seconds * shape.other_bytes + long_operations_seconds(shape);
}

/// A time as `explain` shows it.
inline std::string microseconds(double seconds) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g us", seconds * 1e6);
  return text;
}

}  // namespace tessera
