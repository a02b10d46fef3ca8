// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "../names.hpp"
#include "../sweep.hpp"
#include "../tune.hpp"
#include "stencils.hpp"

namespace tessera::bench {

/// The sizes of an operator's grids: larger than any cache, in 2D also one that caches hold, and one of its own.
template <class Operator>
std::vector<Size> operator_sizes() {
  if constexpr (Operator::rank == 1) {
    return {{small() ? 1001 : 1 << 26}};
  } else if constexpr (Operator::rank == 3) {
    return {small() ? Size{33, 31, 35} : Size{512, 512, 512}};
  } else {
    if (small()) return {{65, 64}};
    std::vector<Size> sizes{{1024, 1024}, {16384, 16384}};
    if constexpr (requires { Operator::also; }) sizes.push_back({Operator::also, Operator::also});
    return sizes;
  }
}

/// The operator's program on a grid of this size.
template <class T, class Operator>
auto operator_program(Size const& size) {
  Grid<Operator::rank> grid;
  int const edges[3] = {size.x, size.y, size.z};
  std::copy_n(edges, Operator::rank, grid.cells.begin());
  return Operator::template program<T>(grid);
}

template <class Exec, class T, class Operator>
void operator_sweep(benchmark::State& state, Size const& size, Schedule const& schedule) {
  measure_sweep(state, Exec{}, operator_program<T, Operator>(size), schedule);
}

template <class Exec, class T, class Operator>
void OperatorBench<Exec, T, Operator>::add() {
  for (Size const& size : operator_sizes<Operator>()) {
    auto const add_one = [&](std::string const& shown, Schedule const& schedule) {
      std::string const name = Operator::name + ("/" + space_name<Exec>()) + "/" + shown + "/" + precision_name<T> +
                               "/" + size.name(Operator::rank);
      set_timing(benchmark::RegisterBenchmark(name.c_str(), operator_sweep<Exec, T, Operator>, size, schedule));
    };
    add_one("default", {});
    add_one("single", {.steps_per_launch = 1});
    if (operator_program<T, Operator>(size).info().stages.size() > 1) {
      using Times = typename ExecTraits<Exec>::time_strategies;
      bool const rows = tessera::detail::is_named(Times{}, "fused_stages");
      add_one("fused", {.strategy = rows ? "fused_stages" : "overlapped", .steps_per_launch = 1});
    }
    for (std::string const& strategy : strategy_names<Exec>()) add_one(strategy, {.strategy = strategy});
  }
}

template <class Exec, class T, class Operator>
void OperatorBench<Exec, T, Operator>::tune(TuneRequest const& request) {
  add_trials<Exec>(request.name(), operator_program<T, Operator>(request.cells(Operator::rank)), request.most_steps);
}

}  // namespace tessera::bench
