// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "stencils/gas.hpp"
#include "tessera/operator/check_reaches.hpp"

using namespace tessera;
namespace st = tessera::stencils;

namespace stencil_tests {

struct wave : Quantity<double> {};
struct slope : Quantity<double> {};
struct bend : Quantity<double> {};
struct twist : Quantity<double> {};

/// The derivatives along axes `A` and `B` at a spacing of h = 1.
template <int A, int B>
struct Derivatives {
  using reach = st::sixth_order::Diagonals<A>;
  template <class U>
  KOKKOS_FUNCTION auto operator()(U const& u) const {
    return pack(st::sixth_order::first<A>(u) / 60, st::sixth_order::second<A>(u) / 180,
                st::sixth_order::mixed<A, B>(u) / 720);
  }
};

/// The symbols of the differences: what they make of a wave that turns by `a` (and `b`) from cell to cell.
double first_of(double a) { return (45 * std::sin(a) - 9 * std::sin(2 * a) + std::sin(3 * a)) / 30; }
double second_of(double a) { return -(490 - 540 * std::cos(a) + 54 * std::cos(2 * a) - 4 * std::cos(3 * a)) / 180; }
double mixed_of(double a, double b) {
  return -(270 * std::sin(a) * std::sin(b) - 27 * std::sin(2 * a) * std::sin(2 * b) +
           2 * std::sin(3 * a) * std::sin(3 * b)) /
         180;
}

template <int A, int B>
void check_derivatives() {
  constexpr int n = 16;
  Grid<3> const grid{.cells = {n, n, n}, .periodic = {true, true, true}};
  using S = Stage<Derivatives<A, B>, Reads<wave>, Writes<slope, bend, twist>>;
  Program const program{grid, S{}};
  check_reaches(program);
  for (int k = 1; k <= n / 4; ++k) {
    double const a = 2 * pi * k / n, b = 2 * pi * (k + 1) / n;
    auto const turned = [&](double size, double by) {
      return sample(grid, [&](double x, double y, double z) {
        double const at[3] = {x, y, z};
        return size * std::sin(a * at[A] + b * at[B] + by);
      });
    };
    test::for_each_space([&](auto const& exec) {
      Solution run{exec, program};
      run.template set<wave>(turned(1, 0));
      run.advance(1);
      CHECK(distance(run.template get<slope>(), turned(first_of(a), pi / 2)) < 1e-12);
      CHECK(distance(run.template get<bend>(), turned(second_of(a), 0)) < 1e-12);
      CHECK(distance(run.template get<twist>(), turned(mixed_of(a, b), 0)) < 1e-12);
    });
  }
}

TEST_CASE("Differences of sixth order have the symbols of theory, on all axes", "[navier_stokes]") {
  check_derivatives<0, 1>();
  check_derivatives<0, 2>();
  check_derivatives<1, 0>();
  check_derivatives<1, 2>();
  check_derivatives<2, 0>();
  check_derivatives<2, 1>();
}

/// A constant flow stays what it is, to the bit.
template <Passes How, class T>
void check_constant_flow() {
  Grid<3> const grid = box(12, {12, 7, 9});
  auto const all = [&](double value) {
    return std::vector<double>(static_cast<std::size_t>(grid.size()), static_cast<double>(static_cast<T>(value)));
  };
  GasFields const start{all(0.37), {all(0.713), all(-1.29), all(0.333)}};
  GasFields const made = advance_gas<How, T>(grid, {1, 0.01}, 0.01, 20, start);
  CHECK(made.l == start.l);
  for (int c = 0; c < 3; ++c) CHECK(made.v[c] == start.v[c]);
}

TEST_CASE("A constant flow of gas stays constant to the bit", "[navier_stokes]") {
  check_constant_flow<Passes::one, double>();
  check_constant_flow<Passes::two, double>();
  check_constant_flow<Passes::one, float>();
  check_constant_flow<Passes::two, float>();
}

/// A smooth flow in which every term of the equations acts.
GasFields smooth_flow(Grid<3> const& grid) {
  auto const of = [&](double a, double b, double c) {
    return sample(grid, [=](double x, double y, double z) {
      return 0.2 * std::sin(x + a) * std::cos(y + b) + 0.1 * std::sin(z + c);
    });
  };
  return {of(0.1, 0.2, 0.3), {of(0.4, 0.7, 1.1), of(1.3, 0.9, 0.5), of(2.1, 0.3, 1.7)}};
}

template <Passes How>
void check_order_in_time() {
  Grid<3> const grid = box(16, {16, 16, 16});
  GasFields const start = smooth_flow(grid);
  auto const after = [&](int steps) { return advance_gas<How, double>(grid, {1, 0.01}, 1.0 / steps, steps, start); };
  GasFields const fine = after(320);
  double error[3] = {};
  int steps = 10;
  for (double& e : error) {
    GasFields const made = after(steps);
    e = rms(made.l, fine.l) + rms(made.v[0], fine.v[0]) + rms(made.v[1], fine.v[1]) + rms(made.v[2], fine.v[2]);
    steps *= 2;
  }
  for (int i = 0; i < 2; ++i) {
    double const order = std::log2(error[i] / error[i + 1]);
    CAPTURE(i, order);
    CHECK((order > 2.85 && order < 3.15));
  }
}

TEST_CASE("Steps of a gas are of third order in time", "[navier_stokes]") {
  check_order_in_time<Passes::one>();
  check_order_in_time<Passes::two>();
}

}  // namespace stencil_tests
