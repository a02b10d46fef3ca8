// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <sstream>
#include <string>
#include <vector>

#include "agreement/boundaries.hpp"
#include "host_copy.hpp"
#include "spaces.hpp"
#include "tessera/solution.hpp"

namespace agreement {

/// A model names a program: `static constexpr int rank` and `static auto program(Grid<rank> const&)`.
template <class Model>
auto program_of(std::array<int, Model::rank> const& cells, Boundaries const& boundaries) {
  auto const plain = Model::program(grid_of<Model::rank>(cells, boundaries));
  return with_rules(plain, boundaries.turn, typename decltype(plain)::quantities{});
}

/// Values in [0, 1) without a pattern, the same for the same seed.
inline std::vector<double> noise(std::size_t count, unsigned seed) {
  std::vector<double> values(count);
  unsigned state = 2654435761U * (seed + 1);
  for (double& v : values) {
    state = 1664525U * state + 1013904223U;
    v = (state >> 8) / 16777216.0;
  }
  return values;
}

template <class Run, class... Qs>
void set_noise(Run& run, tessera::Types<Qs...>) {
  unsigned seed = 0;
  ((run.template previous<Qs>().from_host(noise(run.template previous<Qs>().size(), ++seed)),
    run.template field<Qs>().from_host(noise(run.template field<Qs>().size(), ++seed))),
   ...);
  run.touch();
}

/// The first cell or ghost in which two fields differ by a bit, or that is no number; empty if there is none. Ghosts
/// beyond edges and corners count if a reader needs them (`edges`).
template <int Rank, class T>
std::string difference(std::string const& name, tessera::test::HostCopy<Rank, T> const& expected,
                       tessera::test::HostCopy<Rank, T> const& actual, bool ghost_edges) {
  auto const& l = expected.layout();
  auto const beyond = [&](int axis, int s) { return s < 0 || s >= l.n[axis] ? 1 : 0; };
  for (int c = 0; c < l.components; ++c) {
    for (int k = -l.lo[2]; k < l.n[2] + l.hi[2]; ++k) {
      for (int j = -l.lo[1]; j < l.n[1] + l.hi[1]; ++j) {
        for (int i = -l.lo[0]; i < l.n[0] + l.hi[0]; ++i) {
          T const a = expected.stored(i, j, k, c), b = actual.stored(i, j, k, c);
          if (!ghost_edges && beyond(0, i) + beyond(1, j) + beyond(2, k) > 1) continue;
          if (a == b && std::isfinite(b)) continue;
          std::ostringstream text;
          text.precision(17);
          text << name << "[" << c << "] at storage (" << i << ", " << j << ", " << k << "): " << b << ", expected "
               << a;
          return text.str();
        }
      }
    }
  }
  return {};
}

/// The first difference between two solutions, ghosts included.
template <int Rank, class RunA, class RunB, class... Qs>
std::string difference(RunA const& expected, RunB const& actual, tessera::Types<Qs...>) {
  std::string first;
  std::size_t q = 0;
  (void)((first = difference(tessera::type_name<Qs>(),
                             tessera::test::HostCopy<Rank, typename Qs::value_type>(expected.template field<Qs>()),
                             tessera::test::HostCopy<Rank, typename Qs::value_type>(actual.template field<Qs>()),
                             expected.plan().buffers.quantities[q++].ghost_edges),
          !first.empty()) ||
         ...);
  return first;
}

/// A solution that took `steps` from noise.
template <class Exec, class ProgramType>
struct NoiseRun : tessera::Solution<Exec, ProgramType> {
  NoiseRun(Exec const& exec, ProgramType const& program, tessera::Schedule const& schedule, int steps)
      : tessera::Solution<Exec, ProgramType>(exec, program, schedule) {
    this->time_step(0.25);
    set_noise(*this, typename ProgramType::quantities{});
    this->advance(steps);
  }
};

inline std::string text_of(tessera::Schedule const& s) {
  std::ostringstream text;
  text << s.strategy << ' ' << (s.placement == tessera::Placement::planes ? "planes" : "memory") << " tile " << s.tile_x
       << " x " << s.tile_y << ", chunk " << s.chunk_z << ", team " << s.team_size
       << (s.streaming == tessera::Streaming::on ? ", streaming" : "");
  return text.str();
}

/// Grids of one cell, smaller than a tile of 8 x 4 x 3, as large, one larger, prime, long and flat.
template <int Rank>
std::vector<std::array<int, Rank>> sizes() {
  if constexpr (Rank == 1) return {{1}, {2}, {7}, {8}, {9}, {33}, {257}, {1031}};
  if constexpr (Rank == 2) return {{1, 1}, {2, 2}, {1, 7}, {7, 2}, {8, 3}, {9, 4}, {31, 13}, {517, 3}, {3, 131}};
  if constexpr (Rank == 3) {
    return {{1, 1, 1}, {2, 2, 2},    {1, 5, 2},   {2, 1, 7},  {7, 3, 2}, {8, 4, 3},
            {9, 5, 4}, {13, 11, 17}, {131, 3, 2}, {3, 67, 2}, {2, 3, 67}};
  }
}

/// Every one of `schedules` gives the bits of naive, on every size and kind of boundary.
template <class Model, class Exec>
void agree_with_naive(Exec const& exec, std::vector<tessera::Schedule> const& schedules,
                      std::vector<std::array<int, Model::rank>> const& grids = sizes<Model::rank>()) {
  int turn = 0;
  for (auto const& cells : grids) {
    for (unsigned periodic : {0U, 1U << (turn % 3), 7U}) {
      auto const program = program_of<Model>(cells, Boundaries{periodic, turn++});
      using Quantities = typename decltype(program)::quantities;
      NoiseRun const expected(exec, program, tessera::Schedule{"naive"}, 4);
      for (auto const& schedule : schedules) {
        NoiseRun const actual(exec, program, schedule, 4);
        std::string const first = difference<Model::rank>(expected, actual, Quantities{});
        INFO(Exec::name() << ", " << text_of(schedule) << ", cells " << cells[0] << " x "
                          << (Model::rank > 1 ? cells[1 % Model::rank] : 1) << " x "
                          << (Model::rank > 2 ? cells[2 % Model::rank] : 1) << ", periodic " << periodic << ", turn "
                          << turn);
        REQUIRE(first == "");
      }
    }
  }
}

}  // namespace agreement
