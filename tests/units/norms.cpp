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

/// One cell, a row that fills no lanes, rows of one piece and of several, one fan and a cell more, more pieces than
/// groups, groups that begin within rows.
std::vector<Cells> norm_sizes() {
  return {{1, 1, 1},    {31, 1, 1},   {1, 17, 1},   {33, 5, 7},    {7, 40, 30},  {127, 13, 1},
          {128, 16, 1}, {129, 11, 3}, {8200, 2, 3}, {2, 161, 107}, {257, 50, 41}};
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

bool close(double a, double b, double tolerance = 1e-13) {
  return std::abs(a - b) <= tolerance * std::max(1.0, std::abs(b));
}

bool same_bits(Norms const& a, Norms const& b) {
  return a.minimum == b.minimum && a.maximum == b.maximum && a.mean == b.mean && a.l2 == b.l2 && a.change == b.change &&
         a.first_bad == b.first_bad;
}

double in_order(std::vector<double> const& terms) {
  double sum = 0;
  for (double const t : terms) sum += t;
  return sum;
}

/// The sum in the order that SumOrder and NormOrder tell of.
double sum_of_order(std::vector<double> const& values, std::size_t cells_of_row) {
  std::vector<std::vector<double>> pieces;
  for (std::size_t p = 0; p < values.size();) {
    std::size_t const count = std::min<std::size_t>(128, cells_of_row - p % cells_of_row);
    auto const first = values.begin() + static_cast<std::ptrdiff_t>(p);
    pieces.emplace_back(first, first + static_cast<std::ptrdiff_t>(count));
    p += count;
  }
  std::size_t const of_group = (pieces.size() + 4095) / 4096, of_fan = 16 * of_group;
  double sum = 0;
  for (std::size_t fan = 0; fan < pieces.size(); fan += of_fan) {
    std::vector<double> groups;
    for (std::size_t group = fan; group < std::min(fan + of_fan, pieces.size()); group += of_group) {
      std::vector<double> lanes[32], quarters[4];
      for (std::size_t piece = group; piece < std::min(group + of_group, pieces.size()); ++piece) {
        for (std::size_t i = 0; i < pieces[piece].size(); ++i) lanes[i % 32].push_back(pieces[piece][i]);
      }
      for (std::size_t lane = 0; lane < 32; ++lane) quarters[lane % 4].push_back(in_order(lanes[lane]));
      groups.push_back(
          in_order({in_order(quarters[0]), in_order(quarters[1]), in_order(quarters[2]), in_order(quarters[3])}));
    }
    sum += in_order(groups);
  }
  return sum;
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
  CHECK(close(n.l2 * std::sqrt(static_cast<double>(count)), nrm2, 1e-12));  // which adds one cell after another
  CHECK(std::max(-n.minimum, n.maximum) == nrminf);
#endif
}

/// The norms by the kernel of devices, on any space.
template <class T, class Exec>
Norms norms_by_teams(Exec const& exec, Field<T, Exec> const& field, Field<T, Exec> const& other) {
  NormTask<Exec, false> task;
  task.begin(exec, field, other);
  return task.end();
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
      auto const narrow = field_of<float>(exec, cells, 2, values);
      CHECK(norms(exec, narrow).first_bad == static_cast<long>(place));
      CHECK(norms_by_teams(exec, narrow, narrow).first_bad == static_cast<long>(place));
    }
  }
}

/// One task for fields of many sizes, as a run that is set up anew would use it; on part of the machine, where there is
/// more than one thread; on another execution space; by the kernel of devices: the same bits, those of the order.
template <class Exec>
void same_everywhere(Exec const& exec) {
  Kokkos::DefaultHostExecutionSpace const host;
  auto const part = exec.concurrency() < 2 ? exec : Kokkos::Experimental::partition_space(exec, 1, 1)[0];
  NormTask<Exec> task;
  for (Cells const& cells : norm_sizes()) {
    for (int const components : {1, 3}) {
      std::size_t const count = static_cast<std::size_t>(cells[0]) * cells[1] * cells[2] * components;
      auto const values = wild(count, 0), others = wild(count, 1e-3);
      NormTask<Kokkos::DefaultHostExecutionSpace> on_host;
      on_host.begin(host, field_of<double>(host, cells, components, values),
                    field_of<double>(host, cells, components, others));
      Norms const expected = on_host.end();
      auto const field = field_of<double>(exec, cells, components, values);
      auto const other = field_of<double>(exec, cells, components, others);
      task.begin(exec, field, other);
      CAPTURE(Exec::name(), cells[0], cells[1], cells[2], components);
      CHECK(expected.mean == sum_of_order(values, static_cast<std::size_t>(cells[0])) / static_cast<double>(count));
      CHECK(same_bits(task.end(), expected));
      CHECK(same_bits(norms_by_teams(exec, field, other), expected));
      task.begin(part, field, other);
      CHECK(same_bits(task.end(), expected));
      CHECK(same_bits(norms_by_teams(part, field, other), expected));
      auto const narrow = field_of<float>(exec, cells, components, values);
      CHECK(same_bits(norms_by_teams(exec, narrow, narrow),
                      norms(host, field_of<float>(host, cells, components, values))));
    }
  }
}

/// Norms that nobody asks for any more leave no trace in those begun after them, nor do larger fields before smaller.
template <class Exec>
void begun_anew(Exec const& exec) {
  Cells const large{33, 50, 41}, small{9, 17, 1};
  auto const first = field_of<double>(exec, large, 2, wild(2 * 33 * 50 * 41, 1));
  auto const second = field_of<double>(exec, small, 1, wild(9 * 17, 2));
  Norms const expected[] = {norms(exec, first), norms(exec, second)};
  NormTask<Exec> task;
  for (int n = 0; n < 3; ++n) {
    task.begin(exec, first, first);
    task.begin(exec, second, second);
    CHECK(same_bits(task.end(), expected[1]));
    task.begin(exec, second, second);
    task.begin(exec, first, first);
    CHECK(same_bits(task.end(), expected[0]));
    CHECK(same_bits(task.end(), expected[0]));
  }
}

TEST_CASE("Norms are those of a plain loop and of KokkosBlas", "[norms]") {
  test::for_each_space([](auto const& exec) {
    for (Cells const& cells : norm_sizes()) {
      plain_loop<double>(exec, cells, 1);
      plain_loop<float>(exec, cells, 2);
      plain_loop<double>(exec, cells, 3);
    }
  });
}

TEST_CASE("The first bad value is found", "[norms]") {
  test::for_each_space([](auto const& exec) { bad_values(exec); });
}

TEST_CASE("Norms have the same bits for any number of threads and on every space", "[norms]") {
  test::for_each_space([](auto const& exec) { same_everywhere(exec); });
}

TEST_CASE("Norms may be begun anew", "[norms]") {
  test::for_each_space([](auto const& exec) { begun_anew(exec); });
}

}  // namespace units
