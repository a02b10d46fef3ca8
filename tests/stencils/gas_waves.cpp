// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "stencils/gas.hpp"

using namespace tessera;

namespace stencil_tests {

/// A shear wave v_y = sin(k x), which friction alone damps: v_y = exp(-nu k^2 t) sin(k x).
template <Passes How, class T>
double shear_error(int n, int k, double dt, double end) {
  Grid<3> const grid = box(n, {n, 4, 5});
  constexpr double viscosity = 5e-3;
  auto const wave = [&](double t) {
    return sample(grid, [&](double x, double, double) { return std::exp(-viscosity * k * k * t) * std::sin(k * x); });
  };
  GasFields const start{zeros(grid), {zeros(grid), wave(0), zeros(grid)}};
  long const steps = std::lround(end / dt);
  GasFields const made = advance_gas<How, T>(grid, {1, viscosity}, dt, steps, start);
  CHECK(rms(made.v[0], start.v[0]) < 1e-6);
  return rms(made.v[1], wave(end));
}

TEST_CASE("Friction damps a shear wave as the exact solution says", "[navier_stokes]") {
  CHECK(shear_error<Passes::one, double>(64, 3, 0.01, 1) < 5e-7);
  CHECK(shear_error<Passes::two, double>(64, 3, 0.01, 1) < 5e-7);
  CHECK(shear_error<Passes::one, float>(64, 3, 0.01, 1) < 1e-6);
  CHECK(shear_error<Passes::two, float>(64, 3, 0.01, 1) < 1e-6);
}

TEST_CASE("The error of a shear wave falls with the sixth power of the spacing", "[navier_stokes]") {
  // What the differences' exact symbol gives for k = 13 at t = 1.5.
  constexpr int n[] = {64, 128, 256};
  constexpr double expected[] = {1.518e-3, 2.856e-5, 4.68e-7};
  double error[3] = {};
  for (int i = 0; i < 3; ++i) {
    error[i] = shear_error<Passes::one, double>(n[i], 13, 1.5 / 400, 1.5);
    CAPTURE(n[i], error[i]);
    CHECK(std::abs(error[i] / expected[i] - 1) < 0.02);
  }
  double const order = std::log2(error[1] / error[2]);
  CHECK((order > 5.8 && order < 6.1));
}

TEST_CASE("A sound wave swings and decays as the linear theory says", "[navier_stokes]") {
  constexpr double height = 1e-6, viscosity = 0.02, end = 2;
  constexpr double decay = 2.0 / 3 * viscosity;
  double const turn = std::sqrt(1 - decay * decay);
  double const now = std::exp(-decay * end) * (std::cos(turn * end) + decay / turn * std::sin(turn * end));
  for (int axis = 0; axis < 3; ++axis) {
    std::array<int, 3> cells{8, 8, 8};
    cells[static_cast<std::size_t>(axis)] = 32;
    Grid<3> const grid = box(32, cells);
    auto const wave = [&](double size) {
      return sample(grid, [&](double x, double y, double z) {
        return size * std::cos(axis == 0 ? x : axis == 1 ? y : z);
      });
    };
    GasFields const start{wave(height), {zeros(grid), zeros(grid), zeros(grid)}};
    auto const one = advance_gas<Passes::one, double>(grid, {1, viscosity}, 0.01, 200, start);
    auto const two = advance_gas<Passes::two, double>(grid, {1, viscosity}, 0.01, 200, start);
    CHECK(distance(one.l, wave(height * now)) < 3e-4 * height);
    CHECK(distance(two.l, wave(height * now)) < 3e-4 * height);
  }
}

}  // namespace stencil_tests
