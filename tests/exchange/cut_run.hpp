// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "agreement/runs.hpp"

// Runs on several ranks of this process against the same on one device.

#if defined(KOKKOS_ENABLE_SERIAL) && defined(KOKKOS_ENABLE_OPENMP)
/// The strategies of single steps alone, which compile in half the time; that of GPUs comes first.
template <>
struct tessera::ExecTraits<Kokkos::Serial> : tessera::DefaultTraits<Kokkos::Serial> {
  using strategies = tessera::Types<tessera::Column, tessera::Team, tessera::Naive>;
  using time_strategies = tessera::Types<>;
};
#endif

namespace exchange {

using namespace tessera;
#if defined(KOKKOS_ENABLE_SERIAL) && defined(KOKKOS_ENABLE_OPENMP)
using Exec = Kokkos::Serial;
#else
using Exec = Kokkos::DefaultHostExecutionSpace;
#endif

struct u : Quantity<double> {};

/// A stage of an operator on one quantity.
template <class Op>
auto stage(Op const& op) {
  return Stage<Op, Reads<u>, Writes<u>>{op};
}

/// One way to cut a grid: the number of ranks, and how many along each axis (0: the library's choice).
struct Way {
  int ranks;
  std::array<int, 3> process_grid{};
};

/// Whether a program's grid can be cut so.
template <class ProgramType>
bool fits(ProgramType const& program, Way const& way) {
  try {
    (void)choose_process_grid(cuttable(program.info()), way.ranks, way.process_grid);
  } catch (InputError const&) {
    return false;
  }
  return true;
}

/// Gives every quantity values without a pattern, and takes steps. On several ranks all call it.
template <class Run>
void take_steps(Run& run, int steps) {
  unsigned seed = 1;
  auto const start = [&]<class Q>(Types<Q>) {
    if constexpr (is_global_scalar<Q>) {
      run.template set<Q>(0.25);
    } else {
      std::size_t size = Q::components;
      for (int n : extents<Q>(run.program().grid())) size *= static_cast<std::size_t>(n);
      run.template set<Q>(agreement::noise(size, seed++));
    }
  };
  [&]<class... Qs>(Types<Qs...>) { (start(Types<Qs>{}), ...); }(typename Run::quantities{});
  run.time_step(0.5);
  run.advance(steps);
}

/// The values of all quantities, one after another; on several ranks, on rank 0.
template <class Run>
std::vector<double> all_values(Run const& run) {
  std::vector<double> all;
  auto const add = [&]<class Q>(Types<Q>) {
    auto const values = run.template get<Q, double>();
    all.insert(all.end(), values.begin(), values.end());
  };
  [&]<class... Qs>(Types<Qs...>) { (add(Types<Qs>{}), ...); }(typename Run::quantities{});
  return all;
}

/// How many values differ in their bits between a run on one device and one that is cut.
template <class ProgramType>
std::size_t differences(ProgramType const& program, Way const& way, std::vector<double> const& expected,
                        Schedule const& schedule, int steps) {
  std::vector<double> found;
  run_in_process(way.ranks, [&](Ranks const& ranks) {
    Solution run{Exec{}, program, ranks.in(way.process_grid), schedule};
    take_steps(run, steps);
    auto values = all_values(run);
    if (ranks.first()) found = std::move(values);
  });
  if (found.size() != expected.size()) return expected.size();
  std::size_t different = 0;
  for (std::size_t i = 0; i < found.size(); ++i) {
    different += std::memcmp(&found[i], &expected[i], sizeof(double)) == 0 ? 0 : 1;
  }
  return different;
}

/// Compares one device with every way that fits, for every choice of periodic axes; returns how many were compared.
/// `even`: a periodic axis takes an even number of cells (parities).
template <class Model>
int check_cuts(std::array<int, Model::rank> const& cells, std::vector<Way> const& ways, Schedule const& schedule = {},
               bool even = false) {
  int compared = 0, turn = 0;
  for (unsigned periodic = 0; periodic < 1U << static_cast<unsigned>(Model::rank); ++periodic, ++turn) {
    bool odd = false;
    for (std::size_t a = 0; a < Model::rank; ++a) odd = odd || (even && (periodic >> a & 1U) == 1 && cells[a] % 2 == 1);
    if (odd) continue;
    auto const program = agreement::program_of<Model>(cells, agreement::Boundaries{periodic, turn});
    constexpr int steps = 4;
    Solution alone{Exec{}, program, schedule};
    take_steps(alone, steps);
    std::vector<double> const expected = all_values(alone);
    for (Way const& way : ways) {
      if (!fits(program, way)) continue;
      CAPTURE(cells, periodic, turn, way.ranks, way.process_grid);
      CHECK(differences(program, way, expected, schedule, steps) == 0);
      ++compared;
    }
  }
  return compared;
}

/// The ways that tests try.
inline std::vector<Way> const ways_3d{
    {1}, {2}, {3}, {4}, {6}, {8}, {2, {2, 1, 1}}, {4, {4, 1, 1}}, {6, {3, 2, 1}}, {8, {2, 2, 2}}};
inline std::vector<Way> const ways_2d{{2}, {3}, {4}, {6}, {8}, {2, {2, 1}}, {4, {2, 2}}, {6, {3, 2}}, {8, {8, 1}}};

}  // namespace exchange
