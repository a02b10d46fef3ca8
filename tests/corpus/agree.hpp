// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "../../bench/corpus/corpus.hpp"
#include "agreement/runs.hpp"
#include "tessera/operator/check_reaches.hpp"

// Operators as users write them (bench/corpus): every strategy gives the bits of the oracle.

namespace corpus_test {

using namespace tessera;
using namespace tessera::bench::corpus;

/// The names of a list of strategies, and the default.
template <class... Strategies>
std::vector<std::string> names(Types<Strategies...>) {
  return {"", Strategies::name...};
}

/// Grids of one cell, of prime sizes, and longer than a tile.
template <int Rank>
std::vector<std::array<int, Rank>> grids() {
  if constexpr (Rank == 2) return {{1, 1}, {13, 11}, {131, 7}};
  if constexpr (Rank == 3) return {{1, 1, 1}, {13, 5, 11}, {67, 7, 9}};
}

/// Runs of `Operator` by each strategy that is able, against the oracle.
template <class Operator, class T, class Exec>
void agree(Exec const& exec) {
  unsigned periodic = 0;
  for (auto const& cells : grids<Operator::rank>()) {
    Grid<Operator::rank> const grid = agreement::grid_of<Operator::rank>(cells, {periodic++, 0});
    auto const program = Operator::template program<T>(grid);
    check_reaches(program);
    using Quantities = typename decltype(program)::quantities;
    agreement::NoiseRun const expected(exec, program, Schedule{"naive"}, 4);
    for (std::string const& name : names(typename ExecTraits<Exec>::strategies{})) {
      CAPTURE(Operator::name, Exec::name(), name, cells[0], cells[1], periodic);
      std::string refused, first;
      try {
        agreement::NoiseRun const actual(exec, program, Schedule{name}, 4);
        first = agreement::difference<Operator::rank>(expected, actual, Quantities{});
      } catch (InputError const& error) {
        refused = error.what();
      }
      CHECK(first == "");
      CHECK((refused.empty() || !name.empty()));  // the default is never refused
    }
  }
}

template <class T, class... Operators>
void all_agree() {
  test::for_each_space([](auto const& exec) { (agree<Operators, T>(exec), ...); });
}

}  // namespace corpus_test
