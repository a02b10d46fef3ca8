// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shallow water by flux edges, with a time step that the host reduces: a column of water falls
// (docs/programs_on_paper.md).
#include <cmath>
#include <cstdio>
#include <vector>

#include <tessera/numeric.hpp>
#include <tessera/reduce.hpp>
#include <tessera/solution.hpp>

using namespace tessera;

struct h : Quantity<double> {};   // depth
struct qx : Quantity<double> {};  // discharge
struct qy : Quantity<double> {};
struct bed : Quantity<double> {};    // depth of the bed below a level, fixed
struct speed : Quantity<double> {};  // sum over a cell's edges of the fastest wave

constexpr double g = 9.81;

/// A cell beside an edge: depth, discharge along and across the edge's normal, bed.
struct Side {
  double h, qn, qt, bed;
};
/// What an edge does to the cell on its side `i`, the other being `j`; n points from i to j.
struct Edge {
  double h, qn, qt, fastest;

  KOKKOS_FUNCTION static Edge between(Side const& i, Side const& j) {
    double const ri = std::sqrt(i.h), rj = std::sqrt(j.h);
    double const un = (i.qn / ri + j.qn / rj) / (ri + rj), ut = (i.qt / ri + j.qt / rj) / (ri + rj);
    double const c = std::sqrt(g * (i.h + j.h) / 2);
    double const dh = j.h - i.h, dq = (j.qn - i.qn - un * dh) / c, db = c * (j.bed - i.bed) / 2;
    double const slow = share(un - c) * ((un - c) * (dh - dq) / 2 + db);
    double const fast = share(un + c) * ((un + c) * (dh + dq) / 2 - db);
    double const shear = share(un) * un * (j.qt - i.qt - ut * dh);
    return {slow + fast, slow * (un - c) + fast * (un + c), (slow + fast) * ut + shear, std::fabs(un) + c};
  }
  /// The part of a wave of this speed that goes into cell i.
  KOKKOS_FUNCTION static double share(double v) { return v < 0 ? 1 : v > 0 ? 0 : 0.5; }
};

/// Calls f(edge, axis, sign) for the four edges of a cell.
template <class H, class X, class Y, class B, class F>
KOKKOS_FUNCTION void for_edges(H const& h, X const& qx, Y const& qy, B const& bed, F const& f) {
  for (int axis = 0; axis < 2; ++axis) {
    for (int sign = -1; sign <= 1; sign += 2) {
      auto const side = [&](int d) {
        double const x = qx.along(axis, d), y = qy.along(axis, d);
        return Side{h.along(axis, d), sign * (axis == 0 ? x : y), axis == 0 ? y : x, bed.along(axis, d)};
      };
      f(Edge::between(side(0), side(sign)), axis, sign);
    }
  }
}

struct Flow {
  double k;                              // dt / dx
  static constexpr int registers = 128;  // a long formula: GPUs run it by teams
  using reach = Star<1>;
  template <class H, class X, class Y, class B>
  KOKKOS_FUNCTION auto operator()(H const& h, X const& qx, Y const& qy, B const& bed) const {
    double dh = 0, dx = 0, dy = 0;
    for_edges(h, qx, qy, bed, [&](Edge const& e, int axis, int sign) {
      dh += e.h;
      dx += axis == 0 ? sign * e.qn : e.qt;
      dy += axis == 0 ? e.qt : sign * e.qn;
    });
    return pack(h() - k * dh, qx() - k * dx, qy() - k * dy);
  }
};
struct Fastest {
  using reach = Star<1>;
  template <class H, class X, class Y, class B>
  KOKKOS_FUNCTION double operator()(H const& h, X const& qx, Y const& qy, B const& bed) const {
    double sum = 0;
    for_edges(h, qx, qy, bed, [&](Edge const& e, int, int) { sum += e.fastest; });
    return sum;
  }
};

int main(int argc, char** argv) {
  Kokkos::ScopeGuard kokkos(argc, argv);
  int const n = 200;
  double const dx = 40.0 / n, gamma = 0.9;
  Grid<2> grid{.cells = {n, n}, .spacing = {dx, dx}};
  auto program = Program{grid, Stage<Flow, Reads<h, qx, qy, bed>, Writes<h, qx, qy>>{{0.0}},
                         Stage<Fastest, Reads<h, qx, qy, bed>, Writes<speed>>{}}
                     .boundary<h>(Neumann{0.0})
                     .boundary<bed>(Neumann{0.0})
                     .boundary<qx>(Neumann{0.0})
                     .boundary<qx>(Face::x_low, Dirichlet{0.0})  // walls: the normal discharge is mirrored
                     .boundary<qx>(Face::x_high, Dirichlet{0.0})
                     .boundary<qy>(Neumann{0.0})
                     .boundary<qy>(Face::y_low, Dirichlet{0.0})
                     .boundary<qy>(Face::y_high, Dirichlet{0.0});
  Solution run{Kokkos::DefaultExecutionSpace{}, program};
  std::vector<double> column;
  for (int cell = 0; cell < n * n; ++cell) {
    column.push_back(std::hypot((cell % n + 0.5) * dx - 20, (cell / n + 0.5) * dx - 20) < 2.5 ? 2.5 : 0.5);
  }
  run.set<h>(column);
  double const before = norms(run.exec(), run.field<h>()).mean;
  run.advance(1);  // k = 0: the speeds of the initial state
  while (run.time() < 1.4) {
    double const fastest = norms(run.exec(), run.field<speed>()).maximum;  // waits for the device
    double const dt = std::fmin(2 * gamma * dx / fastest, 1.4 - run.time());
    run.op<0>().k = dt / dx;
    run.time_step(dt);
    run.advance(1);
  }
  double const after = norms(run.exec(), run.field<h>()).mean;
  std::printf("%ld steps to t = %g s; the water changed by %.0e of itself\n", run.step() - 1, run.time(),
              after / before - 1);
}
