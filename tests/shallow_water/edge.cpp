// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <array>
#include <catch2/generators/catch_generators.hpp>
#include <utility>

#include "shallow_water/flow.hpp"

using namespace flow_tests;

namespace {

constexpr double g = 9.81;
using Vector = std::array<double, 4>;
using Matrix = std::array<Vector, 4>;
using PaperEdge = st::RoeEdge<double, st::BareSign, st::PaperRow>;
using Cell = st::BesideEdge<double>;

Cell cell(double h, double u, double v, double c, double bed) { return {h, u, v, c, std::sqrt(g * h), bed}; }

/// The solution of K x = b by elimination with pivots.
Vector solve(Matrix k, Vector b) {
  for (std::size_t col = 0; col < 4; ++col) {
    std::size_t pivot = col;
    for (std::size_t row = col; row < 4; ++row) {
      if (std::abs(k[row][col]) > std::abs(k[pivot][col])) pivot = row;
    }
    std::swap(k[col], k[pivot]);
    std::swap(b[col], b[pivot]);
    for (std::size_t row = 0; row < 4; ++row) {
      if (row == col) continue;
      double const factor = k[row][col] / k[col][col];
      for (std::size_t i = 0; i < 4; ++i) k[row][i] -= factor * k[col][i];
      b[row] -= factor * b[col];
    }
  }
  for (std::size_t i = 0; i < 4; ++i) b[i] /= k[i][i];
  return b;
}

/// The paper's F- and F+ of an edge across x, by its matrices: P (A dW - S dH) with P = K (I -+ sgn D) K^-1 / 2.
struct Fluctuations {
  Vector minus{}, plus{};

  Fluctuations(Cell const& i, Cell const& j) {
    double const ri = std::sqrt(i.h), rj = std::sqrt(j.h);
    auto const mean = [&](double a, double b) { return (ri * a + rj * b) / (ri + rj); };
    double const u = mean(i.along, j.along), v = mean(i.across, j.across), con = mean(i.concentration, j.concentration);
    double const h = (i.h + j.h) / 2, c = std::sqrt(g * h);
    Matrix const a{{{0, 1, 0, 0}, {c * c - u * u, 2 * u, 0, 0}, {-v * u, v, u, 0}, {-con * u, con, 0, u}}};
    Matrix const k{{{1, 0, 0, 1}, {u - c, 0, 0, u + c}, {v, 1, 0, v}, {con, 0, 1, con}}};
    Vector const lambda{u - c, u, u, u + c};
    Vector const jump{j.h - i.h, j.h * j.along - i.h * i.along, j.h * j.across - i.h * i.across,
                      j.h * j.concentration - i.h * i.concentration};
    Vector all{};
    for (std::size_t row = 0; row < 4; ++row) {
      for (std::size_t col = 0; col < 4; ++col) all[row] += a[row][col] * jump[col];
    }
    all[1] -= g * h * (i.bed - j.bed);  // H points down
    Vector const waves = solve(k, all);
    for (std::size_t wave = 0; wave < 4; ++wave) {
      double const sign = lambda[wave] < 0 ? -1 : lambda[wave] > 0 ? 1 : 0;
      for (std::size_t row = 0; row < 4; ++row) {
        minus[row] += 0.5 * (1 - sign) * waves[wave] * k[row][wave];
        plus[row] += 0.5 * (1 + sign) * waves[wave] * k[row][wave];
      }
    }
  }
};

/// Numbers between -1 and 1 without a pattern.
double noise(int n) {
  double const v = std::sin(12.9898 * n) * 43758.5453;
  return 2 * (v - std::floor(v)) - 1;
}

}  // namespace

TEST_CASE("The closed form of an edge is the paper's matrices", "[edge]") {
  PaperEdge const edge = PaperEdge::make(g);
  double worst = 0;
  int compared = 0;
  for (int n = 0; n < 2000; ++n) {
    double const speed = n % 4 == 0 ? 6 : 2;  // some of them faster than their waves
    auto const random = [&](int k) { return noise(16 * n + k); };
    Cell const i = cell(1 + 0.05 * random(0), speed * random(1), random(2), 0.5 + 0.5 * random(3), 0.05 * random(4));
    Cell const j =
        cell(1 + 0.05 * random(5), i.along + 0.1 * random(6), random(7), 0.5 + 0.5 * random(8), 0.05 * random(9));
    Fluctuations const f(i, j);
    auto const flux = edge(i, j);
    double const qi = i.h * i.along, qj = j.h * j.along, most = qi + f.minus[0];
    bool const limited = most > st::most_outflow(edge.per_27_gravity, i.h, i.along, i.celerity) ||
                         -most > st::most_outflow(edge.per_27_gravity, j.h, -j.along, j.celerity);
    if (limited) continue;
    ++compared;
    worst =
        std::max({worst, std::abs(flux.water - (qi + f.minus[0])), std::abs(flux.water - (qj - f.plus[0])),
                  std::abs(flux.low - (qi * i.along + f.minus[1])), std::abs(flux.high - (qj * j.along - f.plus[1])),
                  std::abs(flux.across - (qi * i.across + f.minus[2])),
                  std::abs(flux.pollutant - (qi * i.concentration + f.minus[3]))});
  }
  CHECK(worst < 1e-12);
  CHECK(compared > 1500);
}

TEST_CASE("An edge is the same from either side", "[edge]") {
  auto const edge = st::RoeEdge<double>::make(g);
  for (int n = 0; n < 500; ++n) {
    auto const random = [&](int k) { return noise(16 * n + k); };
    auto const depth = [&](int k) { return random(k) < -0.5 ? 0.0 : 1 + random(k); };
    Cell i = cell(depth(0), 0, random(2), 0.5, 2 * random(4)), j = cell(depth(5), 0, random(7), 0.25, 2 * random(9));
    if (i.h > 0) i.along = 3 * random(1);
    if (j.h > 0) j.along = 3 * random(6);
    auto const there = edge(i, j);
    i.along = -i.along;
    j.along = -j.along;
    auto const back = edge(j, i);
    CHECK(std::abs(there.water + back.water) < 1e-13);
    CHECK(std::abs(there.low - back.high) < 1e-13);
    CHECK(std::abs(there.high - back.low) < 1e-13);
    CHECK(std::abs(there.across + back.across) < 1e-13);
    CHECK(std::abs(there.pollutant + back.pollutant) < 1e-13);
    CHECK(std::abs(there.fastest - back.fastest) < 1e-13);
  }
}

TEST_CASE("What flows onto a dry bed is what Ritter says, and the four edges of a cell never take more than it has",
          "[edge]") {
  auto const edge = st::RoeEdge<double>::make(g);
  auto const onto_dry = edge(cell(2, 0, 0, 0, 0), cell(0, 0, 0, 0, 0));
  CHECK(std::abs(onto_dry.water - 8.0 / 27 * 2 * std::sqrt(g * 2)) < 1e-14);
  for (int n = -400; n <= 400; ++n) {
    double const h = 0.7, c = std::sqrt(g * h), u = 0.01 * n * c;
    double const both = st::most_outflow(1 / (27 * g), h, u, c) + st::most_outflow(1 / (27 * g), h, -u, c);
    CHECK(both <= h * (std::abs(u) + c) * (1 + 1e-15));
  }
}

TEST_CASE("Water does not pass a step that stands above it, and presses on it as on a wall", "[edge]") {
  auto const edge = st::RoeEdge<double>::make(g);
  double const h = 0.5, u = 0.2, c = std::sqrt(g * h);
  auto const wall = edge(cell(h, u, 1, 1, 0), cell(0, 0, 0, 0, 100));
  CHECK(wall.water == 0);
  CHECK(wall.pollutant == 0);
  CHECK(std::abs(wall.low - h * u * (u + c)) < 1e-15);
  auto const slope = edge(cell(h, u, 1, 1, 0), cell(0, 0, 0, 0, 0.6));
  CHECK(slope.water == 0);
  CHECK(slope.low == 0);
}

TEST_CASE("A film that rushes into deep water takes its momentum along", "[edge]") {
  auto const edge = st::RoeEdge<double>::make(g);
  double const speed = GENERATE(2.0, 12.0, 25.0);
  Cell const deep = cell(2.27, -0.03, 0.1, 0, -0.79), film = cell(1.6e-3, -speed, 0, 0, 1.4788);
  auto const flux = edge(deep, film);
  CHECK(flux.water == -film.h * speed);                 // the film is faster than its waves: all of it passes
  double const carried = 0.5 * (flux.low + flux.high);  // without the push of the bed
  CHECK(std::abs(carried - film.h * speed * speed) <= 1e-12 * speed * speed);
  auto const turned = edge(cell(1.6e-3, speed, 0, 0, 1.4788), cell(2.27, 0.03, 0.1, 0, -0.79));
  CHECK(turned.water == -flux.water);
  CHECK(std::abs(0.5 * (turned.low + turned.high) - carried) <= 1e-12 * speed * speed);
}

TEST_CASE("No step leaves water faster than it may be", "[edge]") {
  st::FlowSources<double> const sources{g, 1e6, 50.0, 0.9};
  auto const after = [&](st::FlowState<double> const& s) { return sources(s, {0, 0}, 0, 1, 0, 0); };
  auto const film = after({1e-3, 3, -4, 1e-4}), deep = after({2, 60, -70, 1});
  CHECK(std::abs(std::hypot(film.qx, film.qy) - 1e-3 * 50) <= 1e-15);
  CHECK(std::abs(film.qx / film.qy + 0.75) <= 1e-14);
  CHECK((film.h == 1e-3 && film.hc == 1e-4));
  CHECK((deep.qx == 60 && deep.qy == -70));
}
