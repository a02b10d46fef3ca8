// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <vector>

#include "solve/dense.hpp"
#include "tessera/solve/steady_solver.hpp"
#include "tessera/stencils/heat.hpp"
#include "tessera/tessera.hpp"

namespace layers {

using namespace tessera;
using Exec = Kokkos::DefaultExecutionSpace;

struct warmth : Quantity<double> {};
struct conductivity : Quantity<double> {};
struct heating : Quantity<double> {};
using Step = stencils::WithSource<stencils::HeatVariable<2, double>, double>;

/// Heat conduction in a plane of many materials, heated here and there: a value on the left, a gradient on the right,
/// periodic in y. The matrix and the right-hand side are made by hand.
struct Problem {
  int nx, ny;
  double contrast;
  std::array<double, 2> spacing{0.5, 0.8};
  double dt = 0.02;
  double left = 1.5, slope = 0.3;

  [[nodiscard]] Grid<2> grid() const {
    Grid<2> grid{{nx, ny}, spacing};
    grid.periodic = {false, true};
    return grid;
  }
  [[nodiscard]] auto program(Grid<2> const& g) const {
    return Program{g, Stage<Step, Reads<warmth, conductivity, heating>, Writes<warmth>>{Step::make(1.0, g.spacing, dt)}}
        .boundary<warmth>(Face::x_low, Dirichlet{left})
        .boundary<warmth>(Face::x_high, Neumann{slope})
        .boundary<conductivity>(Neumann{0.0});
  }
  [[nodiscard]] std::vector<double> noise(unsigned seed) const {
    std::vector<double> values;
    for (int cell = 0; cell < nx * ny; ++cell) {
      seed = 1664525U * seed + 1013904223U;
      values.push_back((seed >> 8) / 16777216.0);
    }
    return values;
  }
  [[nodiscard]] std::vector<double> materials() const {
    std::vector<double> values = noise(7);
    for (double& value : values) value = std::pow(contrast, -value);
    return values;
  }
  [[nodiscard]] std::vector<double> heat() const { return noise(8); }
  template <class Run>
  void set(Run& run) const {
    run.template set<warmth>(0.7);
    run.template set<conductivity>(materials());
    run.template set<heating>(heat());
  }

  [[nodiscard]] std::size_t index(int i, int j) const { return static_cast<std::size_t>(i + nx * ((j + ny) % ny)); }
  /// I - M, and g.
  [[nodiscard]] std::pair<test::Dense, std::vector<double>> system() const {
    test::Dense a(static_cast<std::size_t>(nx * ny));
    std::vector<double> b(a.n);
    auto const k = materials(), q = heat();
    for (int j = 0; j < ny; ++j) {
      for (int i = 0; i < nx; ++i) {
        std::size_t const here = index(i, j);
        b[here] += dt * q[here];
        for (auto const& [di, dj] : {std::pair{-1, 0}, {1, 0}, {0, -1}, {0, 1}}) {
          double const h = spacing[di != 0 ? 0 : 1], c = dt / (h * h);
          if (i + di < 0) {
            a.at(here, here) += 2 * c * k[here];
            b[here] += 2 * c * k[here] * left;
          } else if (i + di >= nx) {
            b[here] += c * k[here] * h * slope;
          } else {
            std::size_t const there = index(i + di, j + dj);
            double const face = 2 / (1 / k[here] + 1 / k[there]) * c;
            a.at(here, here) += face;
            a.at(here, there) -= face;
          }
        }
      }
    }
    return {a, b};
  }
};

}  // namespace layers
