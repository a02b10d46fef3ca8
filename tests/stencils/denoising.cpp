// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tessera/stencils/denoising.hpp"

#include "stencils/pictures.hpp"
#include "stencils/support.hpp"

using namespace tessera;
namespace st = tessera::stencils;

namespace stencil_tests {

using Image = st::image<double>;

TEST_CASE("The Bessel ratio is that of the functions", "[rician]") {
  double worst = 0;
  for (double x = 0; x < 200; x += 0.01) {
    double const exact = std::cyl_bessel_i(1, x) / std::cyl_bessel_i(0, x);
    worst = std::max(worst, std::abs(st::bessel_ratio(x) - exact));
  }
  CHECK(worst < 0.001);
  CHECK(worst > 1e-4);  // it is an approximation
}

TEST_CASE("Gradients are refused a least square whose root is no ordinary number", "[denoising]") {
  Grid<2> const grid{.cells = {8, 8}};
  for (double const epsilon : {0.0, -1.0, 1e-300, 1e300, std::numeric_limits<double>::quiet_NaN()}) {
    CHECK_THROWS_AS(st::gradient_program<double>(grid, epsilon), InputError);
    CHECK_THROWS_AS(st::rician_program<double>(grid, {.sigma = 1, .epsilon = epsilon}), InputError);
  }
  CHECK_THROWS_AS(st::gradient_program<float>(grid, 1e-40), InputError);
  CHECK_NOTHROW(st::gradient_program<double>(grid, 1e-40));
}

TEST_CASE("An image with Rician noise gets better", "[rician]") {
  Grid<2> const grid{.cells = {160, 120}};
  Values const exact = phantom(grid);
  double const sigma = 0.05;
  Values const noisy = with_rician_noise(exact, sigma);
  test::for_each_space([&](auto const& exec) {
    Solution run{exec, st::rician_program<double>(grid, {.sigma = sigma})};
    run.template set<Image>(noisy);
    run.template set<st::noisy<double>>(noisy);
    run.advance(60);
    double const before = psnr(noisy, exact), after = psnr(run.template get<Image>(), exact);
    CAPTURE(before, after);
    CHECK(std::abs(before - 26) < 0.2);  // -20 log10(0.05)
    CHECK(after > before + 8);
  });
}

TEST_CASE("Where nothing is smoothed, the Rician image is the most likely one", "[rician]") {
  // A constant f: u is where u = f I1(u f / sigma^2) / I0(u f / sigma^2), below f.
  Grid<2> const grid{.cells = {5, 4}};
  double const sigma = 0.3, f = 0.8;
  st::RicianModel const model{.sigma = sigma, .epsilon = 1};  // of 1e-20, a constant is held on to for too long
  test::for_each_space([&](auto const& exec) {
    Solution run{exec, st::rician_program<double>(grid, model)};
    run.template set<Image>(f);
    run.template set<st::noisy<double>>(f);
    run.advance(500);
    double const u = run.template get<Image>()[7], x = u * f / (sigma * sigma);
    CAPTURE(u);
    CHECK(std::abs(u - f * std::cyl_bessel_i(1, x) / std::cyl_bessel_i(0, x)) < 0.001);
    CHECK(u < 0.99 * f);
  });
}

TEST_CASE("The gradient of a plane is its slope", "[gradient]") {
  Grid<2> const grid{.cells = {24, 17}};
  double const a = 0.3, b = -0.4, epsilon = 1e-5, gain = 0.7;
  Values const plane = sample(grid, [&](double x, double y, double) { return a * x + b * y; });
  test::for_each_space([&](auto const& exec) {
    Solution run{exec, st::gradient_program<double>(grid, epsilon, gain)};
    run.template set<Image>(plane);
    run.advance(1);
    Values const after = run.template get<Image>();
    double const inside = gain / std::sqrt(epsilon + 2 * (a * a + b * b));
    double worst = 0;
    for (int j = 1; j < 16; ++j) {
      for (int i = 1; i < 23; ++i) {
        auto const p = static_cast<std::size_t>(j * 24 + i);
        worst = std::max(worst, std::abs(after[p] - plane[p] - inside));
      }
    }
    CHECK(worst < 1e-13);
    // At a face the mirror image has no difference; in a corner two are left.
    CHECK(std::abs(after[10] - plane[10] - gain / std::sqrt(epsilon + 2 * a * a + b * b)) < 1e-13);
    CHECK(std::abs(after[0] - plane[0] - gain / std::sqrt(epsilon + a * a + b * b)) < 1e-13);
  });
}

TEST_CASE("The gradient of a smooth field comes to the exact one with second order", "[gradient]") {
  auto const error = [](auto const& exec, int n) {
    double const h = 1.0 / n;
    Grid<2> const grid{.cells = {n, n}, .spacing = {h, h}};
    Solution run{exec, st::gradient_program<double>(grid, 1e-30, 1.0)};
    Values const field = sample(grid, [](double x, double y, double) { return std::exp(x) * (2 + std::sin(y)); });
    run.template set<Image>(field);
    run.advance(1);
    Values const after = run.template get<Image>();
    double worst = 0;
    for (int j = 1; j < n - 1; ++j) {
      for (int i = 1; i < n - 1; ++i) {
        auto const p = static_cast<std::size_t>(j * n + i);
        double const x = (i + 0.5) * h, y = (j + 0.5) * h;
        double const slope = std::exp(x) * std::hypot(2 + std::sin(y), std::cos(y));
        double const discrete = 1 / ((after[p] - field[p]) * h * std::sqrt(2));
        worst = std::max(worst, std::abs(discrete - slope));
      }
    }
    return worst;
  };
  test::for_each_space([&](auto const& exec) {
    double const coarse = error(exec, 20), fine = error(exec, 40);
    CAPTURE(coarse, fine);
    CHECK(std::abs(std::log2(coarse / fine) - 2) < 0.15);
  });
}

}  // namespace stencil_tests
