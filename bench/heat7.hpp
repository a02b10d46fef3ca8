// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>

#include "sweep.hpp"
#include "tessera/stencils/heat.hpp"
#include "tune_request.hpp"

// The problem that all benchmarks of the 7-point sweep solve: a cube with one hot face.

namespace tessera::bench {

/// The prescribed values, face by face.
inline constexpr std::array<double, 6> face_values{100, 0, 0, 0, 0, 0};

/// The step: three different coefficients, so that no axis can be taken for another.
template <class T>
stencils::Heat<3, T> heat7_step() {
  return stencils::Heat<3, T>::make(1.0, {1.0, 1.1, 1.2}, 0.15);
}

template <class T>
auto heat7_program(Size const& size) {
  Grid<3> const grid{.cells = {size.x, size.y, size.z}};
  using Q = temperature<T>;
  Program program{grid, Stage<stencils::Heat<3, T>, Reads<Q>, Writes<Q>>{heat7_step<T>()}};
  for (int f = 0; f < 6; ++f) {
    program = program.template boundary<Q>(static_cast<Face>(f), Dirichlet{face_values[static_cast<std::size_t>(f)]});
  }
  return program;
}

/// A schedule by the name that it has in the benchmarks' names.
struct NamedSchedule {
  char const* name;
  Schedule schedule;
};

/// What is measured: the default of the execution space, the same with one step per launch, the oracle, and the team
/// sweep with either placement.
inline std::vector<NamedSchedule> schedules() {
  return {{"default", {}},
          {"single", {.steps_per_launch = 1}},
          {"naive", {.strategy = "naive"}},
          {"team_planes", {.strategy = "team", .placement = Placement::planes}},
          {"team_memory", {.strategy = "team", .placement = Placement::memory}}};
}

/// The benchmarks of one execution space and precision.
template <class Exec, class T>
struct Heat7 {
  /// Registers `heat7/SPACE/STRATEGY/PRECISION/SIZE` for all strategies.
  static void add(Size const& size);
  /// Registers the trials of a search for the best schedule.
  static void tune(TuneRequest const& request);
  /// The cells after `steps` steps by the default strategy, with their layout: what peers are checked against.
  static Field<T, Exec> result(Size const& size, long steps);
};
template <class T>
struct Heat7<NoSpace, T> {};

}  // namespace tessera::bench
