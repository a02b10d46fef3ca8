// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <numbers>

#include "agreement/runs.hpp"
#include "regions/spaces_with_column.hpp"
#include "stencils/support.hpp"
#include "tessera/numeric.hpp"
#include "tessera/stencils/fdtd.hpp"

using namespace tessera;

namespace locations {

struct potential : Quantity<double, 1, Node> {};
template <int A>
struct edges : Quantity<double, 1, EdgeOf<A>> {};
struct edge_x : edges<0> {};
struct edge_y : edges<1> {};
struct edge_z : edges<2> {};
struct face_x : Quantity<double, 1, FaceOf<0>> {};
struct face_y : Quantity<double, 1, FaceOf<1>> {};
struct face_z : Quantity<double, 1, FaceOf<2>> {};
struct sum_x : Quantity<double, 1, FaceOf<0>> {};
struct cell : Quantity<double> {};

template <int Axis, int Side = 1>
using Next = stencils::Beside<Axis, Side>;

/// From nodes to edges, or from cells (`Back`) to faces.
template <int A, bool Back = false>
struct Slope {
  using reach = Next<A, Back ? -1 : 1>;
  template <class U>
  KOKKOS_FORCEINLINE_FUNCTION double operator()(U const& u) const {
    return Back ? u() - u.along(A, -1) : u.along(A, 1) - u();
  }
};
/// From edges along the two other axes to faces across `A`.
template <int A>
struct Curl {
  static constexpr int b = (A + 1) % 3, c = (A + 2) % 3;
  using reach = Reaches<Next<c>, Next<b>>;
  template <class V, class W>
  KOKKOS_FORCEINLINE_FUNCTION double operator()(V const& v, W const& w) const {
    return (w.along(b, 1) - w()) - (v.along(c, 1) - v());
  }
};
struct Divergence {
  using reach = Reaches<Next<0>, Next<1>, Next<2>>;
  template <class... Faces>
  KOKKOS_FORCEINLINE_FUNCTION double operator()(Faces const&... faces) const {
    int axis = 0;
    double sum = 0;
    ((sum += faces.along(axis, 1) - faces(), ++axis), ...);
    return sum;
  }
};

double largest(std::vector<double> const& values) {
  double most = 0;
  for (double v : values) most = std::max(most, std::abs(v));
  return most;
}
/// Multiples of 2^-24 below 1, whose differences are exact.
std::vector<double> exact_noise(std::size_t count, unsigned seed) { return agreement::noise(count, seed); }

TEST_CASE("The divergence of a curl is 0, and so is the curl of a gradient", "[locations]") {
  test::for_each_space([](auto const& exec) {
    for (std::array<int, 3> const cells : {std::array{7, 5, 11}, std::array{1, 2, 3}, std::array{1, 1, 1}}) {
      for (bool const periodic : {false, true}) {
        for (char const* strategy : {"naive", "team", "per_cell"}) {
          Grid<3> const grid{.cells = cells, .spacing = {1, 1, 1}, .origin = {}, .periodic = {false, periodic, false}};
          CAPTURE(cells, periodic, strategy);
          Program const curls{grid,
                              Stage<Curl<0>, Reads<edge_y, edge_z>, Writes<face_x>>{},
                              Stage<Curl<1>, Reads<edge_z, edge_x>, Writes<face_y>>{},
                              Stage<Curl<2>, Reads<edge_x, edge_y>, Writes<face_z>>{},
                              Stage<Divergence, Reads<face_x, face_y, face_z>, Writes<cell>>{},
                              Stage<Slope<0>, Reads<potential>, Writes<edge_x>>{},
                              Stage<Slope<1>, Reads<potential>, Writes<edge_y>>{},
                              Stage<Slope<2>, Reads<potential>, Writes<edge_z>>{}};
          Solution run{exec, curls, Schedule{strategy}};
          run.template set<edge_x>(exact_noise(run.template field<edge_x>().size(), 1));
          run.template set<edge_y>(exact_noise(run.template field<edge_y>().size(), 2));
          run.template set<edge_z>(exact_noise(run.template field<edge_z>().size(), 3));
          run.template set<potential>(exact_noise(run.template field<potential>().size(), 4));
          run.template set<cell>(1.0);
          run.advance(1);
          CHECK(largest(run.template get<face_y>()) > 0.1);
          CHECK(largest(run.template get<cell>()) == 0);
          run.advance(1);  // now the edges are a gradient
          CHECK(largest(run.template get<edge_x>()) > 0.1);
          CHECK(largest(run.template get<face_x>()) + largest(run.template get<face_y>()) +
                    largest(run.template get<face_z>()) ==
                0);
        }
      }
    }
  });
}

struct level : Quantity<double> {};
struct slope_x : Quantity<double, 1, FaceOf<0>> {};
struct slope_y : Quantity<double, 1, FaceOf<1>> {};

/// What flows out through the grid's faces, times the level of the cell beside it.
double outflow(Grid<2> const& grid, std::vector<double> const& p, std::vector<double> const& fx,
               std::vector<double> const& fy) {
  int const nx = grid.cells[0], ny = grid.cells[1];
  double sum = 0;
  auto const at = [](std::vector<double> const& v, int i) { return v[static_cast<std::size_t>(i)]; };
  for (int j = 0; j < ny; ++j) {
    sum += at(p, j * nx + nx - 1) * at(fx, j * (nx + 1) + nx) - at(p, j * nx) * at(fx, j * (nx + 1));
  }
  for (int i = 0; i < nx; ++i) sum += at(p, (ny - 1) * nx + i) * at(fy, ny * nx + i) - at(p, i) * at(fy, i);
  return sum;
}

TEST_CASE("Divergence and gradient are summed by parts", "[locations]") {
  test::for_each_space([](auto const& exec) {
    for (std::array<int, 2> const cells : {std::array{13, 8}, std::array{1, 3}, std::array{2, 1}}) {
      Grid<2> const grid{cells};
      CAPTURE(cells);
      auto const program = Program{grid, Stage<Divergence, Reads<face_x, face_y>, Writes<cell>>{},
                                   Stage<Slope<0, true>, Reads<level>, Writes<slope_x>>{},
                                   Stage<Slope<1, true>, Reads<level>, Writes<slope_y>>{}}
                               .template boundary<slope_x>(Dirichlet{0.0})
                               .template boundary<slope_y>(Dirichlet{0.0});
      Solution run{exec, program};
      auto const fx = exact_noise(run.template field<face_x>().size(), 1);
      auto const fy = exact_noise(run.template field<face_y>().size(), 2);
      auto const p = exact_noise(run.template field<level>().size(), 3);
      CHECK(fx.size() == static_cast<std::size_t>((cells[0] + 1) * cells[1]));
      run.template set<face_x>(fx);
      run.template set<face_y>(fy);
      run.template set<level>(p);
      run.advance(1);
      auto const dot = [](std::vector<double> const& a, std::vector<double> const& b) {
        double sum = 0;
        for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
        return sum;
      };
      double const inside = dot(run.template get<slope_x>(), fx) + dot(run.template get<slope_y>(), fy);
      CHECK(std::abs(dot(run.template get<cell>(), p) + inside - outflow(grid, p, fx, fy)) < 1e-12);
    }
  });
}

/// exp(-2 k^2 t) cos(k x) cos(k y), which solves u_t = u_xx + u_yy and is 0 on no wall.
struct Decay {
  static constexpr double k = 2.0;
  KOKKOS_FUNCTION double operator()(At<2> const& at) const {
    return Kokkos::exp(-2 * k * k * at.t) * Kokkos::cos(k * at.x()) * Kokkos::cos(k * at.y());
  }
};
struct warmth : Quantity<double, 1, Node> {};
struct Heat {
  double c;
  using reach = Star<1>;
  template <class U>
  KOKKOS_FORCEINLINE_FUNCTION double operator()(U const& u) const {
    return tessera::fma(c, (u(1, 0) + u(-1, 0) - 2 * u()) + (u(0, 1) + u(0, -1) - 2 * u()), u());
  }
};

/// The largest error at t = 0.125 of n x n cells of a square of 1 m; on the x walls values, on the y walls `rule`.
template <class Exec, class Rule>
double heat_error(Exec const& exec, int n, Rule const& rule) {
  double const h = 1.0 / n, dt = 0.125 / (n * n);
  Grid<2> const grid{.cells = {n, n}, .spacing = {h, h}, .origin = {0.3, 0}, .periodic = {}};
  auto const program = Program{grid, Stage<Heat, Reads<warmth>, Writes<warmth>>{{dt / (h * h)}}}
                           .template boundary<warmth>(Dirichlet{Decay{}})
                           .template boundary<warmth>(Face::y_low, rule);
  Solution run{exec, program};
  run.time_step(dt);
  run.template set<warmth>(sample<warmth>(grid, Decay{}));
  run.advance(n * n);
  auto const exact = sample<warmth>(grid, Decay{}, run.time());
  auto const u = run.template get<warmth>();
  CHECK(u.back() == exact.back());  // a corner: the boundary's own value
  return stencil_tests::distance(u, exact);
}

TEST_CASE("Heat on nodes between walls with values of their own converges with second order", "[locations]") {
  test::for_each_space([](auto const& exec) {
    auto const order = [&](auto const& rule) {
      double const coarse = heat_error(exec, 8, rule), fine = heat_error(exec, 16, rule),
                   finest = heat_error(exec, 32, rule);
      CAPTURE(coarse, fine, finest);
      CHECK(finest < 2e-4);
      return std::log2(fine / finest);
    };
    CHECK(std::abs(order(Dirichlet{Decay{}}) - 2) < 0.05);
    CHECK(std::abs(order(Neumann{0.0}) - 2) < 0.05);  // the solution is even about y = 0
  });
}

}  // namespace locations
