// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "shallow_water/flow.hpp"

using namespace flow_tests;
using tessera::Precision;

namespace {

constexpr double g = 9.81;

/// A round column of water, 2.5 m high and 2.5 m in radius, in 0.5 m of water on 40 m x 40 m.
Flow column(int cells) {
  Flow flow{.grid = {.cells = {cells, cells}, .spacing = {40.0 / cells, 40.0 / cells}, .origin = {-20, -20}}};
  flow.depth = [](double x, double y) { return std::hypot(x, y) < 2.5 ? 2.5 : 0.5; };
  flow.concentration = [](double x, double y) { return std::hypot(x, y) < 2.5 ? 1.0 : 0.0; };
  flow.end = 1.4;
  return flow;
}

/// The same column as a function of the radius: HLL fluxes on so fine a grid that its error does not count.
class Radial {
 public:
  Radial() : m_h(cells), m_q(cells, 0.0) {
    for (int i = 0; i < cells; ++i) m_h[at(i)] = radius(i) < 2.5 ? 2.5 : 0.5;
    double t = 0;
    while (t < 1.4) {
      double fastest = 0;
      for (int i = 0; i < cells; ++i) fastest = std::max(fastest, std::abs(u(i)) + c(i));
      double const dt = std::min(0.9 * dr / fastest, 1.4 - t);
      step(dt);
      t += dt;
    }
  }
  [[nodiscard]] double h(double r) const {
    double const place = std::max(r / dr - 0.5, 0.0);
    int const i = std::min(static_cast<int>(place), cells - 2);
    return m_h[at(i)] + (place - i) * (m_h[at(i + 1)] - m_h[at(i)]);
  }

 private:
  static constexpr int cells = 8000;
  static constexpr double dr = 29.0 / cells;
  static std::size_t at(int i) { return static_cast<std::size_t>(i); }
  static double radius(int i) { return (i + 0.5) * dr; }
  [[nodiscard]] double u(int i) const { return m_q[at(i)] / m_h[at(i)]; }
  [[nodiscard]] double c(int i) const { return std::sqrt(g * m_h[at(i)]); }

  /// d(r h)/dt + d(r q)/dr = 0, d(r q)/dt + d(r (q u + g h^2 / 2))/dr = g h^2 / 2.
  void step(double dt) {
    Values water(cells + 1, 0.0), momentum(cells + 1, 0.0);
    momentum[0] = 0;
    for (int i = 1; i < cells; ++i) {
      double const slow = std::min(u(i - 1) - c(i - 1), u(i) - c(i)), fast = std::max(u(i - 1) + c(i - 1), u(i) + c(i));
      double const f[2][2] = {{m_q[at(i - 1)], pressure(i - 1)}, {m_q[at(i)], pressure(i)}};
      double const w[2][2] = {{m_h[at(i - 1)], m_q[at(i - 1)]}, {m_h[at(i)], m_q[at(i)]}};
      double flux[2];
      for (int k = 0; k < 2; ++k) {
        flux[k] = slow >= 0   ? f[0][k]
                  : fast <= 0 ? f[1][k]
                              : (fast * f[0][k] - slow * f[1][k] + slow * fast * (w[1][k] - w[0][k])) / (fast - slow);
      }
      water[at(i)] = flux[0];
      momentum[at(i)] = flux[1];
    }
    for (int i = 0; i < cells - 1; ++i) {
      double const r = radius(i), low = i * dr, high = low + dr, still = g * m_h[at(i)] * m_h[at(i)] / 2;
      m_q[at(i)] -= dt / (r * dr) * (high * momentum[at(i + 1)] - low * momentum[at(i)]) - dt / r * still;
      m_h[at(i)] -= dt / (r * dr) * (high * water[at(i + 1)] - low * water[at(i)]);
    }
  }
  [[nodiscard]] double pressure(int i) const { return m_q[at(i)] * u(i) + g * m_h[at(i)] * m_h[at(i)] / 2; }

  Values m_h, m_q;
};

/// Cell (i, j) of a square field.
double at(Values const& field, int n, int i, int j) { return field[static_cast<std::size_t>(j * n + i)]; }

}  // namespace

TEST_CASE("A falling column converges to the radial solution", "[column]") {
  Radial const reference;
  CHECK(std::abs(reference.h(0) - 0.1876) < 0.003);
  double errors[3];
  int const sizes[3] = {100, 200, 400};
  for (int k = 0; k < 3; ++k) {
    Flow const flow = column(sizes[k]);
    Outcome const o = run(flow);
    errors[k] =
        mean_distance(o.h, sample(flow.grid, [&](double x, double y) { return reference.h(std::hypot(x, y)); }));
    CHECK(water_missing(o, flow.grid) < 1e-13);
    CHECK(pollutant_missing(o, flow.grid) < 1e-13);
    for (std::size_t cell = 0; cell < o.h.size(); ++cell) CHECK((o.c(cell) >= -1e-12 && o.c(cell) <= 1 + 1e-12));
  }
  CAPTURE(errors[0], errors[1], errors[2]);
  CHECK(errors[0] <= 0.015);
  CHECK(errors[1] <= 0.0085);
  CHECK(errors[2] <= 0.005);
  CHECK(std::log2(errors[1] / errors[2]) >= 0.7);
}

TEST_CASE("A falling column stays symmetric", "[column]") {
  int const n = 96;
  for (How const& how : {How{}, How{.algorithm = st::FlowAlgorithm::decoupled}, How{.order = 2}}) {
    Outcome const o = run(column(n), how);
    double worst = 0;
    for (int j = 0; j < n; ++j) {
      for (int i = 0; i < n; ++i) {
        double const h = at(o.h, n, i, j), q = at(o.qx, n, i, j);
        worst = std::max({worst, std::abs(h - at(o.h, n, n - 1 - i, j)), std::abs(h - at(o.h, n, i, n - 1 - j)),
                          std::abs(h - at(o.h, n, j, i)), std::abs(q + at(o.qx, n, n - 1 - i, j)),
                          std::abs(q - at(o.qy, n, j, i))});
      }
    }
    CHECK(worst <= 1e-12);
  }
}

TEST_CASE("A column that falls in a tank is the same in float", "[column]") {
  for (int const n : {100, 400}) {
    Flow flow = column(n);
    flow.end = 1;
    Outcome const exact = run(flow), rounded = run(flow, {Precision::float32});
    CAPTURE(n);
    CHECK(mean_distance(rounded.h, exact.h) <= 1e-6);
    CHECK(mean_distance(rounded.qx, exact.qx) <= 1e-6);
    CHECK(mean_distance(rounded.qy, exact.qy) <= 1e-6);
    CHECK(water_missing(rounded, flow.grid) < 1e-5);
  }
}
