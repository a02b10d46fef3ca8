// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>

#include "../names.hpp"
#include "../sweep.hpp"
#include "corpus.hpp"
#include "corpus_bench.hpp"

namespace tessera::bench {

/// The grid on which an operator of the corpus is measured: larger than any cache.
template <int Rank>
Size corpus_size() {
  if constexpr (Rank == 3) {
    return small() ? Size{33, 31, 35} : Size{256, 256, 256};
  } else {
    return small() ? Size{65, 64} : Size{4096, 4096};
  }
}

template <class Exec, class T, class Operator>
void corpus_sweep(benchmark::State& state, Schedule const& schedule) {
  Size const size = corpus_size<Operator::rank>();
  Grid<Operator::rank> grid;
  int const edges[3] = {size.x, size.y, size.z};
  std::copy_n(edges, Operator::rank, grid.cells.begin());
  measure_sweep<false>(state, Exec{}, Operator::template program<T>(grid), schedule);
}

template <class Exec, class T, class Operator>
void CorpusBench<Exec, T, Operator>::add() {
  auto const add_one = [&](std::string const& shown, Schedule const& schedule) {
    std::string const name = Operator::name + ("/" + space_name<Exec>()) + "/" + shown + "/" + precision_name<T> + "/" +
                             corpus_size<Operator::rank>().name(Operator::rank);
    set_timing(benchmark::RegisterBenchmark(name.c_str(), corpus_sweep<Exec, T, Operator>, schedule));
  };
  add_one("default", {});
  add_one("single", {.steps_per_launch = 1});
  for (std::string const& strategy : strategy_names<Exec>()) add_one(strategy, {.strategy = strategy});
}

}  // namespace tessera::bench
