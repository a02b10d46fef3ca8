// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compressible flow of sixth order, 55 points, three substeps: a shear wave decays (docs/programs_on_paper.md).
#include <cmath>
#include <cstdio>
#include <vector>

#include <tessera/numeric.hpp>
#include <tessera/solution.hpp>

using namespace tessera;

struct log_density : Quantity<double> {};
struct ux : Quantity<double> {};
struct uy : Quantity<double> {};
struct uz : Quantity<double> {};

/// Three cells along each axis, and along the diagonals of the two coordinate planes that hold axis `A`.
template <int A>
struct Diagonals {
  static constexpr int radius = 3;
  static constexpr bool has(int x, int y, int z) {
    int const d[3] = {x < 0 ? -x : x, y < 0 ? -y : y, z < 0 ? -z : z};
    int const away = (x != 0) + (y != 0) + (z != 0);
    return away <= 1 || (away == 2 && d[A] != 0 && (d[A] == d[(A + 1) % 3] || d[A] == d[(A + 2) % 3]));
  }
};
static_assert(point_count<Star<3>, 3> == 19 && point_count<Diagonals<0>, 3> == 43);  // 19 + 3 * 43 = 148 loads

/// Sixth-order differences of a point's field.
struct Differences {
  double inverse[3];  // 1 / spacing

  template <class F>
  KOKKOS_FUNCTION double first(F const& f, int a) const {
    auto const odd = [&](int d) { return f.along(a, d) - f.along(a, -d); };
    return (45 * odd(1) - 9 * odd(2) + odd(3)) * (inverse[a] / 60);
  }
  template <class F>
  KOKKOS_FUNCTION double second(F const& f, int a) const {
    auto const even = [&](int d) { return (f.along(a, d) - f()) + (f.along(a, -d) - f()); };  // exact for a constant
    return (270 * even(1) - 27 * even(2) + 2 * even(3)) * (inverse[a] * inverse[a] / 180);
  }
  template <class F>
  KOKKOS_FUNCTION double mixed(F const& f, int a, int b) const {
    auto const cross = [&](int d) {
      auto const corner = [&](int i, int j) {
        return f(a == 0 ? i : b == 0 ? j : 0, a == 1 ? i : b == 1 ? j : 0, a == 2 ? i : b == 2 ? j : 0);
      };
      return corner(d, d) - corner(-d, d) + corner(-d, -d) - corner(d, -d);
    };
    return (270 * cross(1) - 27 * cross(2) + 2 * cross(3)) * (inverse[a] * inverse[b] / 720);
  }
};

/// Substep `S` of the low-storage RK3 step with two versions of each field: q + beta (keep (q - old) + dt F(q)).
template <int S>
struct Flow {
  Differences d;
  double nu, sound2, dt;
  using reach = Reaches<Star<3>, Diagonals<0>, Diagonals<1>, Diagonals<2>, Centre, Centre, Centre, Centre>;
  static constexpr int registers = 128;  // a long formula: GPUs run it by teams
  static constexpr double beta = S == 0 ? 1.0 / 3 : S == 1 ? 15.0 / 16 : 8.0 / 15;
  static constexpr double keep = S == 1 ? -5.0 / 9 * 3 : -153.0 / 128 * 16 / 15;

  template <class L, class X, class Y, class Z, class... Olds>
  KOKKOS_FUNCTION auto operator()(L const& lnrho, X const& x, Y const& y, Z const& z, Olds const&... old) const {
    double const u[3] = {x(), y(), z()};
    double du[3][3], gl[3], rate[3], mean = 0;  // du[i][j]: d u_i / d x_j
    for (int j = 0; j < 3; ++j) {
      gl[j] = d.first(lnrho, j);
      du[0][j] = d.first(x, j);
      du[1][j] = d.first(y, j);
      du[2][j] = d.first(z, j);
      mean -= u[j] * gl[j];
    }
    double const div = du[0][0] + du[1][1] + du[2][2];
    double const second[3] = {d.second(x, 0) + d.mixed(y, 0, 1) + d.mixed(z, 0, 2),
                              d.second(y, 1) + d.mixed(x, 1, 0) + d.mixed(z, 1, 2),
                              d.second(z, 2) + d.mixed(x, 2, 0) + d.mixed(y, 2, 1)};
    double const laplace[3] = {d.second(x, 0) + d.second(x, 1) + d.second(x, 2),
                               d.second(y, 0) + d.second(y, 1) + d.second(y, 2),
                               d.second(z, 0) + d.second(z, 1) + d.second(z, 2)};
    for (int i = 0; i < 3; ++i) {
      double strain = -2.0 / 3 * div * gl[i], carried = 0;
      for (int j = 0; j < 3; ++j) {
        strain += (du[i][j] + du[j][i]) * gl[j];
        carried += u[j] * du[i][j];
      }
      rate[i] = -carried - sound2 * gl[i] + nu * (laplace[i] + second[i] / 3 + strain);
    }
    return advance(mean - div, rate, pack(lnrho(), x(), y(), z()), pack(old()...));
  }

 private:
  template <class Now, class Old>
  KOKKOS_FUNCTION auto advance(double continuity, double const* rate, Now const& q, Old const& old) const {
    return pack(step<0>(continuity, q, old), step<1>(rate[0], q, old), step<2>(rate[1], q, old),
                step<3>(rate[2], q, old));
  }
  template <std::size_t I, class Now, class Old>
  KOKKOS_FUNCTION double step(double f, Now const& q, Old const& old) const {
    double const now = q.template get<I>();
    if constexpr (S == 0)
      return tessera::fma(beta * dt, f, now);
    else
      return now + beta * tessera::fma(dt, f, keep * (now - old.template get<I>()));
  }
};

int main(int argc, char** argv) {
  Kokkos::ScopeGuard kokkos(argc, argv);
  double const pi = std::acos(-1.0), h = 2 * pi / 64, nu = 5e-3, dt = 0.01;
  Grid<3> grid{.cells = {64, 8, 8}, .spacing = {h, h, h}, .periodic = {true, true, true}};
  Differences const d{{1 / h, 1 / h, 1 / h}};
  using Writing = Writes<log_density, ux, uy, uz>;
  using Later = Reads<log_density, ux, uy, uz, Old<log_density>, Old<ux>, Old<uy>, Old<uz>>;
  Program program{grid, Stage<Flow<0>, Reads<log_density, ux, uy, uz>, Writing>{{d, nu, 1.0, dt}},
                  Stage<Flow<1>, Later, Writing>{{d, nu, 1.0, dt}}, Stage<Flow<2>, Later, Writing>{{d, nu, 1.0, dt}}};
  Solution run{Kokkos::DefaultExecutionSpace{}, program};
  run.time_step(dt);
  std::vector<double> wave;
  for (int cell = 0; cell < 64 * 64; ++cell) wave.push_back(std::sin(3 * (cell % 64 + 0.5) * h));
  run.set<uy>(wave);
  run.advance(100);
  std::vector<double> const u = run.get<uy>();
  double sum = 0;
  double const decay = std::exp(-nu * 9 * run.time());
  for (std::size_t cell = 0; cell < u.size(); ++cell) sum += std::pow(u[cell] - wave[cell] * decay, 2);
  std::printf("rms difference from the exact decay %.1e\n", std::sqrt(sum / static_cast<double>(u.size())));
}
