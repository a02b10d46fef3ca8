// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "agreement/compare.hpp"
#include "graph/fake_graph.hpp"

namespace scalars {

using namespace tessera;

// Quadratic decay with friction between neighbours, u' = -k max|u| u + ..., with the step length that the state allows:
// a loop as adaptive programs have it, small enough to be repeated on the host by hand.
struct u : Quantity<double> {};
struct fastest : Quantity<double, 1, GlobalScalar> {};  // largest |u| of the newest state
struct dt : Quantity<double, 1, GlobalScalar> {};       // the step that comes, or was just taken
struct clock : Quantity<double, 1, GlobalScalar> {};    // seconds
struct taken : Quantity<double, 1, GlobalScalar> {};    // steps that were not empty
struct finish : Quantity<double, 1, GlobalScalar> {};   // the time to end at; never written

/// The step that the fastest cell allows, cut to the time left; then the clock and the count.
struct Choose {
  double courant;
  using reach = Centre;
  template <class F, class C, class N, class E>
  KOKKOS_FUNCTION auto operator()(F const& fast, C const& now, N const& steps, E const& end) const {
    double const left = end() - now();
    double const allowed = courant / fast();
    bool const last = allowed >= left;
    double const step = last ? left : allowed;
    return pack(step, last ? end() : now() + step, steps() + (step > 0 ? 1 : 0));
  }
};
struct Damp {
  double k;
  using reach = Star<1>;
  template <class U, class F, class D>
  KOKKOS_FUNCTION auto operator()(U const& v, F const& fast, D const& step) const {
    double const rate = k * fast() * (v() - 0.125 * (v(1, 0) + v(0, -1)));
    double const next = v() - step() * rate;
    return pack(next, Reduce<Max>{next < 0 ? -next : next});
  }
};

inline auto damping(Grid<2> const& grid, double courant = 0.9, double k = 1.0) {
  return Program{grid, Stage<Choose, Reads<fastest, clock, taken, finish>, Writes<dt, clock, taken>>{{courant}},
                 Stage<Damp, Reads<u, fastest, dt>, Writes<u, fastest>>{{k}}};
}
inline Grid<2> wrapped(int nx, int ny) {
  Grid<2> grid{{nx, ny}};
  grid.periodic = {true, true};
  return grid;
}

/// The same by loops on the host.
struct ByHand {
  int nx, ny;
  double courant, k, end;
  std::vector<double> v;
  double fast, now = 0, step = 0, steps = 0;

  ByHand(int cells_x, int cells_y, double c, double rate, double until, std::vector<double> start)
      : nx(cells_x), ny(cells_y), courant(c), k(rate), end(until), v(std::move(start)), fast(greatest()) {}

  [[nodiscard]] double greatest() const {
    double most = 0;
    for (double a : v) most = std::max(most, std::fabs(a));
    return most;
  }
  void advance() {
    bool const last = courant / fast >= end - now;
    step = last ? end - now : courant / fast;
    now = last ? end : now + step;
    steps += step > 0 ? 1 : 0;
    std::vector<double> const old = v;
    auto const at = [&](int i, int j) { return old[static_cast<std::size_t>((j + ny) % ny * nx + (i + nx) % nx)]; };
    for (int j = 0; j < ny; ++j) {
      for (int i = 0; i < nx; ++i) {
        double const rate = k * fast * (at(i, j) - 0.125 * (at(i + 1, j) + at(i, j - 1)));
        v[static_cast<std::size_t>(j * nx + i)] = at(i, j) - step * rate;
      }
    }
    fast = greatest();
  }
};

/// Begins a run of `damping` as ByHand begins.
template <class Run>
void begin(Run& run, std::vector<double> const& start, double end) {
  double most = 0;
  for (double a : start) most = std::max(most, std::fabs(a));
  run.template set<u>(start);
  run.template set<fastest>(most);
  run.template set<clock>(0.0);
  run.template set<taken>(0.0);
  run.template set<finish>(end);
}

}  // namespace scalars
