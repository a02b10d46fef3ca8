// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "agreement/compare.hpp"
#include "tessera/stencils/fdtd.hpp"
#include "tessera/stencils/total_variation.hpp"

using namespace tessera;

namespace agreement {

template <class T>
struct FdtdModel {
  static constexpr int rank = 2;
  static auto program(Grid<2> const& grid) { return stencils::fdtd_program<T>(grid, {1.0, 1.2}, 0.4); }
};

struct RicianModel {
  static constexpr int rank = 2;
  static auto program(Grid<2> const& grid) { return stencils::rician_program<double>(grid, {.sigma = 0.2}); }
};

struct GradientModel {
  static constexpr int rank = 2;
  static auto program(Grid<2> const& grid) { return stencils::gradient_program<double>(grid, 1e-2, 0.05); }
};

template <bool Weighted>
struct TotalVariationModel {
  static constexpr int rank = 2;
  static auto program(Grid<2> const& grid) {
    return stencils::total_variation_program<double, Weighted>(grid, 3.0, 1e-4);
  }
};

TEST_CASE("Electromagnetic waves, team as naive", "[fdtd]") { team_agrees_with_naive<FdtdModel<double>>(); }
TEST_CASE("Electromagnetic waves in float, team as naive", "[fdtd]") { team_agrees_with_naive<FdtdModel<float>>(); }
TEST_CASE("The Rician step, team as naive", "[denoising]") { team_agrees_with_naive<RicianModel>(); }
TEST_CASE("The gradient step, team as naive", "[denoising]") { team_agrees_with_naive<GradientModel>(); }
TEST_CASE("The total variation step, team as naive", "[denoising]") {
  team_agrees_with_naive<TotalVariationModel<false>>();
}
TEST_CASE("The weighted total variation step, team as naive", "[denoising]") {
  team_agrees_with_naive<TotalVariationModel<true>>();
}

}  // namespace agreement
