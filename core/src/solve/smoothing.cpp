// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tessera/solve/smoothing.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>

namespace tessera {

std::vector<double> chebyshev_weights(int sweeps, double low, double high) {
  std::vector<double> roots;
  for (int j = 0; j < sweeps; ++j) {
    double const root = std::cos(std::numbers::pi * (2 * j + 1) / (2.0 * sweeps));
    roots.push_back((high + low) / 2 + (high - low) / 2 * root);
  }
  std::vector<double> weights;
  std::vector<double> distance(roots.size(), 0);  // logarithm of the product of distances from the roots before
  while (!roots.empty()) {
    // Among equals, which differ by rounding alone, the first.
    double const farthest = *std::max_element(distance.begin(), distance.end());
    auto const at = std::find_if(distance.begin(), distance.end(), [&](double d) { return d > farthest - 1e-9; });
    auto const root = roots.begin() + (at - distance.begin());
    double const next = *root;
    roots.erase(root);
    distance.erase(at);
    for (std::size_t i = 0; i < roots.size(); ++i) distance[i] += std::log(std::abs(roots[i] - next));
    weights.push_back(1 / next);
  }
  return weights;
}

int chebyshev_sweeps(double factor, double low, double high, int most) {
  double const mu = (high + low) / (high - low);
  return std::clamp(static_cast<int>(std::ceil(std::acosh(1 / factor) / std::acosh(mu))), 1, most);
}

std::array<bool, 3> axes_to_coarsen(std::array<int, 3> const& cells, std::array<double, 3> const& coupling) {
  double strongest = 0;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (cells[axis] >= 4) strongest = std::max(strongest, coupling[axis]);
  }
  std::array<bool, 3> coarsened{};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    coarsened[axis] = cells[axis] >= 4 && coupling[axis] > 0 && coupling[axis] >= 0.35 * strongest;
  }
  return coarsened;
}

double least_rough(std::array<bool, 3> const& coarsened, std::array<double, 3> const& coupling, double diagonal) {
  double least = 1;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (coarsened[axis]) least = std::min(least, 0.63 * 2 * coupling[axis] / diagonal);
  }
  return least;
}

double least_eigenvalue(std::array<int, 3> const& cells, std::array<AxisEnds, 3> const& ends,
                        std::array<double, 3> const& coupling, double row_sum, double diagonal) {
  double sum = row_sum, first_wave = diagonal;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (coupling[axis] == 0) continue;
    auto const of_wave = [&](double angle) { return 2 * coupling[axis] * (1 - std::cos(angle)); };
    AxisEnds const& e = ends[axis];
    if (cells[axis] > 1) {
      first_wave = std::min(first_wave, of_wave((e.periodic ? 2 : 1) * std::numbers::pi / cells[axis]));
    }
    int const held = e.periodic ? 0 : (e.low < 1 ? 1 : 0) + (e.high < 1 ? 1 : 0);
    if (held == 0) continue;
    double const length = cells[axis] + (e.low == 0 ? 0.5 : 0) + (e.high == 0 ? 0.5 : 0);
    sum += of_wave(std::numbers::pi / length / (held == 1 ? 2 : 1));
  }
  return std::min(1.0, (sum > 1e-9 * diagonal ? sum : first_wave) / diagonal);
}

}  // namespace tessera
