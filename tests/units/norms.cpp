// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <limits>

#include "spaces.hpp"
#include "tessera/reduce.hpp"

#if __has_include(<KokkosBlas1_nrm2.hpp>)
#include <KokkosBlas1_nrm2.hpp>
#include <KokkosBlas1_nrminf.hpp>
#define TESSERA_TEST_BLAS 1
#endif

using namespace tessera;

namespace units {

using Cells = std::array<int, 3>;

/// One cell, a row that fills no lanes, rows of several pieces, more groups than are added at once, more pieces than
/// groups.
std::vector<Cells> norm_sizes() {
  return {{1, 1, 1}, {31, 1, 1}, {33, 5, 7}, {7, 40, 30}, {8200, 2, 3}, {130, 3, 2}, {2, 161, 107}};
}

std::vector<double> wild(std::size_t count, double shift) {
  std::vector<double> values(count);
  for (std::size_t p = 0; p < count; ++p) values[p] = std::sin(static_cast<double>(p * p % 1009) + shift) * 3 + 0.25;
  return values;
}

/// A field whose ghosts are no numbers: norms are of cells alone.
template <class T, class Exec>
Field<T, Exec> field_of(Exec const& exec, Cells const& cells, int components, std::vector<double> const& values) {
  Hull const ghosts{{-2, -1, -1}, {1, 1, 2}};
  Field<T, Exec> const field(exec, "norms", make_layout(stored(Grid<3>{cells}), ghosts, components, sizeof(T)));
  field.fill(std::numeric_limits<T>::quiet_NaN());
  field.from_host(values);
  return field;
}

bool close(double a, double b) { return std::abs(a - b) <= 1e-13 * std::max(1.0, std::abs(b)); }

bool same_bits(Norms const& a, Norms const& b) {
  return a.minimum == b.minimum && a.maximum == b.maximum && a.mean == b.mean && a.l2 == b.l2 && a.change == b.change &&
         a.first_bad == b.first_bad;
}

/// Against a plain loop over the values as the field holds them.
template <class T, class Exec>
void plain_loop(Exec const& exec, Cells const& cells, int components) {
  std::size_t const count = static_cast<std::size_t>(cells[0]) * cells[1] * cells[2] * components;
  auto const field = field_of<T>(exec, cells, components, wild(count, 0));
  auto const other = field_of<T>(exec, cells, components, wild(count, 1e-3));
  auto const a = field.template to_host<double>(), b = other.template to_host<double>();
  long double sum = 0, squares = 0;
  double change = 0;
  for (std::size_t p = 0; p < count; ++p) {
    sum += a[p];
    squares += static_cast<long double>(a[p]) * a[p];
    change = std::max(change, std::abs(a[p] - b[p]));
  }
  NormTask<Exec> task;
  task.begin(exec, field, other);
  Norms const n = task.end();
  CAPTURE(Exec::name(), cells[0], cells[1], cells[2], components, sizeof(T));
  CHECK(n.minimum == *std::min_element(a.begin(), a.end()));
  CHECK(n.maximum == *std::max_element(a.begin(), a.end()));
  CHECK(n.change == change);
  CHECK(n.first_bad == -1);
  CHECK(close(n.mean, static_cast<double>(sum / count)));
  CHECK(close(n.l2, static_cast<double>(std::sqrt(squares / count))));
#if defined(TESSERA_TEST_BLAS)
  Kokkos::View<double*, typename Exec::memory_space> const packed("packed", count);
  Kokkos::deep_copy(packed, Kokkos::View<double const*, Kokkos::HostSpace>(a.data(), count));
  double const nrm2 = KokkosBlas::nrm2(exec, packed);
  double const nrminf = KokkosBlas::nrminf(exec, packed);
  CHECK(close(n.l2 * std::sqrt(static_cast<double>(count)), nrm2));
  CHECK(std::max(-n.minimum, n.maximum) == nrminf);
#endif
}

/// The place of the first bad value in (c, z, y, x) order, whatever comes after it.
template <class Exec>
void bad_values(Exec const& exec) {
  Cells const cells{33, 20, 11};
  double const nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
  for (std::size_t const place : {0U, 32U, 33U, 4999U, 7260U, 14519U}) {
    for (double const bad : {nan, infinity, -infinity}) {
      auto values = wild(2 * 33 * 20 * 11, 0);
      values[place] = bad;
      for (std::size_t p = place + 40; p < values.size(); p += 977) values[p] = nan;
      CAPTURE(Exec::name(), place, bad);
      CHECK(norms(exec, field_of<double>(exec, cells, 2, values)).first_bad == static_cast<long>(place));
      CHECK(norms(exec, field_of<float>(exec, cells, 2, values)).first_bad == static_cast<long>(place));
    }
  }
}

/// One task for fields of many sizes, as a run that is set up anew would use it; on part of the machine, where there is
/// more than one thread; on another execution space: the same bits.
template <class Exec>
void same_everywhere(Exec const& exec) {
  Kokkos::DefaultHostExecutionSpace const host;
  auto const part = exec.concurrency() < 2 ? exec : Kokkos::Experimental::partition_space(exec, 1, 1)[0];
  NormTask<Exec> task;
  for (Cells const& cells : norm_sizes()) {
    auto const values = wild(static_cast<std::size_t>(cells[0]) * cells[1] * cells[2], 0);
    Norms const expected = norms(host, field_of<double>(host, cells, 1, values));
    auto const field = field_of<double>(exec, cells, 1, values);
    task.begin(exec, field, field);
    CAPTURE(Exec::name(), cells[0], cells[1], cells[2]);
    CHECK(same_bits(task.end(), expected));
    CHECK(same_bits(norms(part, field_of<double>(part, cells, 1, values)), expected));
  }
}

TEST_CASE("Norms are those of a plain loop and of KokkosBlas", "[norms]") {
  test::for_each_space([](auto const& exec) {
    for (Cells const& cells : norm_sizes()) {
      plain_loop<double>(exec, cells, 1);
      plain_loop<float>(exec, cells, 2);
    }
  });
}

TEST_CASE("The first bad value is found", "[norms]") {
  test::for_each_space([](auto const& exec) { bad_values(exec); });
}

TEST_CASE("Norms have the same bits for any number of threads and on every space", "[norms]") {
  test::for_each_space([](auto const& exec) { same_everywhere(exec); });
}

}  // namespace units
