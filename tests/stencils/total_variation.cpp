// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tessera/stencils/total_variation.hpp"

#include <numeric>

#include "stencils/pictures.hpp"
#include "stencils/support.hpp"

using namespace tessera;
namespace st = tessera::stencils;

namespace stencil_tests {

using Image = st::image<double>;
using Noisy = st::noisy<double>;

constexpr double sharp = 1e-8;

/// The total variation that the step goes down, with the image going on as its mirror image at the faces.
double total_variation(Grid<2> const& grid, Values const& u, double epsilon) {
  int const nx = grid.cells[0], ny = grid.cells[1];
  auto const at = [&](int i, int j) {
    return u[static_cast<std::size_t>(std::min(j, ny - 1) * nx + std::min(i, nx - 1))];
  };
  double sum = 0;
  for (int j = 0; j < ny; ++j) {
    for (int i = 0; i < nx; ++i) {
      double const along_x = at(i + 1, j) - at(i, j), along_y = at(i, j + 1) - at(i, j);
      sum += std::sqrt(epsilon + along_x * along_x + along_y * along_y);
    }
  }
  return sum;
}

/// Takes steps and sees the energy fall in each until it stays; returns the image.
template <class Run, class Energy>
Values descend(Run& run, Energy const& energy, int steps) {
  double last = energy(run.template get<Image>());
  double const first = last;
  int rises = 0;
  for (int s = 0; s < steps; ++s) {
    run.advance(1);
    double const now = energy(run.template get<Image>());
    rises += now > last + 1e-12 * std::abs(first) ? 1 : 0;
    last = now;
  }
  CAPTURE(first, last);
  CHECK(rises == 0);
  CHECK(last < first - 0.01 * std::abs(first));
  return run.template get<Image>();
}

TEST_CASE("An image with normal noise gets better, and its energy falls in every step", "[tv]") {
  Grid<2> const grid{.cells = {96, 72}};
  Values const exact = phantom(grid), f = with_normal_noise(exact, 0.1);
  double const fidelity = 6;
  auto const energy = [&](Values const& u) {
    double sum = total_variation(grid, u, sharp);
    for (std::size_t p = 0; p < u.size(); ++p) sum += fidelity / 2 * (u[p] - f[p]) * (u[p] - f[p]);
    return sum;
  };
  test::for_each_space([&](auto const& exec) {
    Solution run{exec, st::total_variation_program<double>(grid, fidelity, sharp)};
    run.template set<Image>(f);
    run.template set<Noisy>(f);
    Values const u = descend(run, energy, 400);
    double const before = psnr(f, exact), after = psnr(u, exact);
    CAPTURE(before, after);
    CHECK(std::abs(before - 20) < 0.2);
    CHECK(after > before + 8);
  });
}

TEST_CASE("An image with Poisson noise gets better, and its energy falls in every step", "[tv]") {
  Grid<2> const grid{.cells = {96, 72}};
  Values const exact = phantom(grid), f = with_poisson_noise(exact, 60);
  Values const v = sample(grid, [](double x, double, double) { return 1 + x / 96; });
  double const fidelity = 3;
  auto const energy = [&](Values const& u) {
    double sum = total_variation(grid, u, sharp);
    for (std::size_t p = 0; p < u.size(); ++p) sum += fidelity * v[p] * (u[p] - f[p] * std::log(u[p]));
    return sum;
  };
  test::for_each_space([&](auto const& exec) {
    Solution run{exec, st::total_variation_program<double, true>(grid, fidelity, sharp)};
    run.template set<Image>(f);
    run.template set<Noisy>(f);
    run.template set<st::weight<double>>(v);
    Values const u = descend(run, energy, 400);
    double const before = psnr(f, exact), after = psnr(u, exact);
    CAPTURE(before, after);
    CHECK(after > before + 5);
  });
}

/// The largest slope of `energy` over changes of single pixels.
template <class Energy>
double slope(Values u, Energy const& energy) {
  double worst = 0, h = 1e-4;
  for (double& v : u) {
    double const here = v;
    v = here + h;
    double const above = energy(u);
    v = here - h;
    worst = std::max(worst, std::abs(above - energy(u)) / (2 * h));
    v = here;
  }
  return worst;
}

TEST_CASE("Where the steps come to rest, the energy has no slope", "[tv]") {
  Grid<2> const grid{.cells = {13, 9}};
  double const fidelity = 0.8, epsilon = 0.01;
  Values const f = with_normal_noise(Values(13 * 9, 2.0), 0.4);
  Values const v = sample(grid, [](double x, double, double) { return 1 + x / 13; });
  auto const normal = [&](Values const& u) {
    double sum = total_variation(grid, u, epsilon);
    for (std::size_t p = 0; p < u.size(); ++p) sum += fidelity / 2 * (u[p] - f[p]) * (u[p] - f[p]);
    return sum;
  };
  auto const poisson = [&](Values const& u) {
    double sum = total_variation(grid, u, epsilon);
    for (std::size_t p = 0; p < u.size(); ++p) sum += fidelity * v[p] * (u[p] - f[p] * std::log(u[p]));
    return sum;
  };
  test::for_each_space([&](auto const& exec) {
    Solution plain{exec, st::total_variation_program<double>(grid, fidelity, epsilon)};
    Solution weighted{exec, st::total_variation_program<double, true>(grid, fidelity, epsilon)};
    weighted.template set<st::weight<double>>(v);
    auto const rest = [&](auto& run) {
      run.template set<Image>(f);
      run.template set<Noisy>(f);
      run.advance(3000);
      return run.template get<Image>();
    };
    CHECK(slope(f, normal) > 0.1);
    CHECK(slope(rest(plain), normal) < 1e-6);
    CHECK(slope(rest(weighted), poisson) < 1e-6);
  });
}

TEST_CASE("An edge loses as much height as the minimum of the energy says", "[tv]") {
  // Between areas of n cells on either side the image has a slope 1 in the energy's derivative, which n fidelity (u -
  // f) balances: both come 1 / (n fidelity) nearer to each other.
  Grid<2> const grid{.cells = {20, 3}};
  double const fidelity = 2;
  Values const f = sample(grid, [](double x, double, double) { return x < 10 ? 0.0 : 1.0; });
  test::for_each_space([&](auto const& exec) {
    Solution run{exec, st::total_variation_program<double>(grid, fidelity, 1e-4)};
    run.template set<Image>(f);
    run.template set<Noisy>(f);
    run.advance(10000);
    Values const u = run.template get<Image>();
    double const low = std::accumulate(u.begin(), u.begin() + 10, 0.0) / 10;
    double const high = std::accumulate(u.begin() + 10, u.begin() + 20, 0.0) / 10;
    CAPTURE(low, high);
    CHECK(std::abs(low - 0.05) < 1e-4);
    CHECK(std::abs(high - 0.95) < 1e-4);
  });
}

}  // namespace stencil_tests
