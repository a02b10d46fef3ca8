// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdlib>
#include <fstream>

#include "corpus/agree.hpp"

// Writes what operators make of noise, for a check by another program (tests/apps/test_corpus.py). The strategies and
// their oracle evaluate the same formula; only another text of the equation shows an error in it.

namespace corpus_test {

/// Where the values of a quantity begin.
struct Range {
  double low = -1, high = 1;
};

/// The steps that are taken: the second reads what the first has written, old versions too.
constexpr int steps = 2;

/// A grid of odd sizes, periodic, so that every cell is an inner one.
template <int Rank>
Grid<Rank> periodic_grid() {
  if constexpr (Rank == 2) return {.cells = {23, 19}, .periodic = {true, true}};
  if constexpr (Rank == 3) return {.cells = {17, 13, 11}, .periodic = {true, true, true}};
}

inline std::vector<double> noise_in(Range const& range, std::size_t count, unsigned seed) {
  std::vector<double> values = agreement::noise(count, seed);
  for (double& v : values) v = range.low + (range.high - range.low) * v;
  return values;
}

/// The values in the machine's byte order, which is little-endian wherever the check runs.
inline void write(std::string const& path, std::vector<double> const& values) {
  std::ofstream file(path, std::ios::binary);
  file.write(reinterpret_cast<char const*>(values.data()),
             static_cast<std::streamsize>(values.size() * sizeof(double)));
  CHECK(file.good());
}

/// Fills all versions with noise, each with its own, in the ranges that are given for the first quantities.
template <class Run, class... Qs>
void start(Run& run, std::vector<Range> ranges, Types<Qs...>) {
  ranges.resize(sizeof...(Qs));
  unsigned seed = 0, q = 0;
  auto const fill = [&](auto const& newest, auto const& previous) {
    previous.from_host(noise_in(ranges[q], previous.size(), ++seed));
    newest.from_host(noise_in(ranges[q++], newest.size(), ++seed));
  };
  (fill(run.template field<Qs>(), run.template previous<Qs>()), ...);
  run.touch();
}

/// Writes the newest versions, and before the first step the old ones that the program reads.
template <class Run, class... Qs>
void write_all(Run const& run, std::string const& path, std::string const& when, Types<Qs...>) {
  std::size_t q = 0;
  auto const write_one = [&](std::string const& name, auto const& newest, auto const& previous) {
    write(path + name + "." + when + ".bin", newest.template to_host<double>());
    bool const reads_old = run.plan().buffers.quantities[q++].live > 1;
    if (reads_old && run.step() == 0) write(path + name + ".old.bin", previous.template to_host<double>());
  };
  (write_one(quantity_name<Qs>(), run.template field<Qs>(), run.template previous<Qs>()), ...);
}

/// The grid, the quantities in their order, the steps.
template <int Rank, class... Qs>
void describe(std::string const& path, Grid<Rank> const& grid, Types<Qs...>) {
  std::ofstream file(path);
  file << "cells";
  for (int const n : grid.cells) file << ' ' << n;
  file << "\nquantities";
  ((file << ' ' << quantity_name<Qs>()), ...);
  file << "\nsteps " << steps << '\n';
  CHECK(file.good());
}

/// The folder for files; skips the case if there is none.
inline std::string folder_of_files() {
  char const* const folder = std::getenv("TESSERA_DUMP");
  if (folder == nullptr) SKIP("TESSERA_DUMP names no folder");
  return folder;
}

/// Takes `steps` by the default schedule, and writes what was before and after into `folder`.
template <class Operator>
void dump(std::string const& folder, std::vector<Range> const& ranges = {}) {
  auto const grid = periodic_grid<Operator::rank>();
  auto const program = Operator::template program<double>(grid);
  Solution run{Kokkos::DefaultExecutionSpace{}, program};
  typename decltype(program)::quantities const quantities;
  std::string const path = folder + "/" + Operator::name + ".";
  describe(path + "txt", grid, quantities);
  start(run, ranges, quantities);
  write_all(run, path, "before", quantities);
  run.advance(steps);
  write_all(run, path, "after", quantities);
}

}  // namespace corpus_test
