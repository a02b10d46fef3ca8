// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tessera/stencils/jacobi.hpp"

#include <limits>
#include <numbers>

#include "stencils/support.hpp"
#include "tessera/stencils/poisson.hpp"

using namespace tessera;
namespace st = tessera::stencils;

namespace stencil_tests {

template <class T>
struct wave : Quantity<T> {};

/// cos(angle along each axis): what a mode's two neighbours along an axis are the mean of, as a part of the mode.
using Cosines = std::array<double, 3>;

/// A periodic Fourier mode is an eigenvector of every sum with the same weights everywhere: each step multiplies it by
/// `factor(cos)`, whatever its phase, to the last digits.
template <int Rank, class T, class Op, class Factor>
void mode_is_multiplied(Op const& op, Factor const& factor) {
  Grid<Rank> grid;
  std::array<double, 3> angle{};
  Cosines cosines{1, 1, 1};
  for (std::size_t axis = 0; axis < Rank; ++axis) {
    grid.cells[axis] = 30 - 7 * static_cast<int>(axis);
    grid.periodic[axis] = true;
    angle[axis] = 2 * std::numbers::pi * (3 - static_cast<double>(axis)) / grid.cells[axis];
    cosines[axis] = std::cos(angle[axis]);
  }
  auto const mode = sample(
      grid, [&](double x, double y, double z) { return std::cos(angle[0] * x + angle[1] * y + angle[2] * z + 0.4); });
  int const steps = 4;
  std::vector<double> expected = mode;
  for (double& v : expected) v *= std::pow(factor(cosines), steps);
  Program const program{grid, Stage<Op, Reads<wave<T>>, Writes<wave<T>>>{op}};
  test::for_each_space([&](auto const& exec) {
    Solution run{exec, program};
    run.template set<wave<T>>(mode);
    run.advance(steps);
    double const d = distance(run.template get<wave<T>, double>(), expected);
    CAPTURE(Rank, factor(cosines), d);
    CHECK(d < 4 * std::numeric_limits<T>::epsilon() + 1e-14);  // the angles are not exact either
    CHECK(std::abs(expected[0]) > 1e-3);                       // something is left to compare
  });
}

/// Stars in space that reach two cells along x and y, and `Z` along z, where they have a weight of their own.
template <int Z>
struct Flat : Star<2> {
  static constexpr int groups = Z + 2;
  static constexpr int group(int x, int y, int z) { return z != 0 ? 3 : detail::absolute(x + y); }
  static constexpr bool has(int x, int y, int z) { return Star<2>::has(x, y, z) && detail::absolute(z) <= Z; }
};

/// cos(d angle) from cos(angle).
double multiple(double cosine, int d) { return std::cos(d * std::acos(cosine)); }

template <int Rank, int R, class T = double>
void jacobi_damps_by_its_factor() {
  mode_is_multiplied<Rank, T>(st::Jacobi<Rank, R, T>::average(), [](Cosines const& c) {
    double sum = 1;
    for (std::size_t axis = 0; axis < Rank; ++axis) {
      for (int d = 1; d <= R; ++d) sum += 2 * multiple(c[axis], d);
    }
    return sum / (2 * Rank * R + 1);
  });
}

TEST_CASE("Jacobi damps a Fourier mode by its amplification factor", "[jacobi]") {
  jacobi_damps_by_its_factor<1, 1>();
  jacobi_damps_by_its_factor<1, 2>();
  jacobi_damps_by_its_factor<1, 3>();
  jacobi_damps_by_its_factor<2, 1>();
  jacobi_damps_by_its_factor<3, 1>();
  jacobi_damps_by_its_factor<3, 1, float>();
}

TEST_CASE("Long stars multiply a Fourier mode as their weights say", "[jacobi]") {
  mode_is_multiplied<2, double>(st::WeightedStar<2, 3, double>{{0.4, 0.2, -0.1, 0.06}}, [](Cosines const& c) {
    return 0.4 + 2 * (0.2 * (c[0] + c[1]) - 0.1 * (multiple(c[0], 2) + multiple(c[1], 2)) +
                      0.06 * (multiple(c[0], 3) + multiple(c[1], 3)));
  });
  mode_is_multiplied<3, double>(st::WeightedStar<3, 4, double>{{0.4, 0.06, 0.03, 0.02, -0.01}}, [](Cosines const& c) {
    double sum = 0.4;
    for (double each : c) {
      sum += 2 * (0.06 * each + 0.03 * multiple(each, 2) + 0.02 * multiple(each, 3) - 0.01 * multiple(each, 4));
    }
    return sum;
  });
}

TEST_CASE("Stars that reach less along z multiply a Fourier mode as their weights say", "[jacobi]") {
  auto const flat = [](Cosines const& c) {
    return 0.4 + 2 * (0.1 * (c[0] + c[1]) + 0.03 * (multiple(c[0], 2) + multiple(c[1], 2)));
  };
  mode_is_multiplied<3, double>(st::Weighted<3, Flat<1>, double>{{0.4, 0.1, 0.03, 0.05}},
                                [&](Cosines const& c) { return flat(c) + 2 * 0.05 * c[2]; });
  mode_is_multiplied<3, double>(st::Weighted<3, Flat<0>, double>{{0.4, 0.1, 0.03}}, flat);
}

TEST_CASE("Boxes multiply a Fourier mode as their weights say", "[jacobi]") {
  auto const faces = [](Cosines const& c) { return 2 * (c[0] + c[1] + c[2]); };
  auto const edges = [](Cosines const& c) { return 4 * (c[0] * c[1] + c[1] * c[2] + c[2] * c[0]); };
  mode_is_multiplied<3, double>(st::WeightedBox<3, double>{{0.3, 0.1, -0.02, 0.04}}, [&](Cosines const& c) {
    return 0.3 + 0.1 * faces(c) - 0.02 * edges(c) + 0.04 * 8 * c[0] * c[1] * c[2];
  });
  mode_is_multiplied<3, double>(st::laplace_step<3, double>(0.8),
                                [&](Cosines const& c) { return 0.2 + 0.8 * (2 * faces(c) + edges(c)) / 24; });
  mode_is_multiplied<2, double>(st::laplace_step<2, double>(0.8), [](Cosines const& c) {
    return 0.2 + 0.8 * (8 * (c[0] + c[1]) + 4 * c[0] * c[1]) / 20;
  });
}

static_assert(point_count<st::ByDistance<2>, 2> == 9 && point_count<st::ByDistance<3>, 2> == 13);
static_assert(point_count<st::ByDistance<2>, 3> == 13 && point_count<st::ByDistance<4>, 3> == 25);
static_assert(point_count<st::ByAxes<2>, 2> == 9 && point_count<st::ByAxes<2>, 3> == 19);
static_assert(point_count<st::ByAxes<3>, 3> == 27);

}  // namespace stencil_tests
