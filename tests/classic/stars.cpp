// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "classic/kernels.hpp"
#include "classic/models.hpp"

using namespace tessera;

namespace agreement {

template <int R, class T>
struct StarModel {
  static constexpr int rank = 3;
  static auto program(Grid<3> const& grid) {
    LongStar<R, T> op{T(0.25), {}};
    for (int d = 0; d < R; ++d) op.weight[d] = T(0.1) / static_cast<T>(d + 1);
    return Program{grid, SignalStage<LongStar<R, T>, T>{op}};
  }
};

TEST_CASE("7 points, kernels as naive", "[classic]") { classic_agrees_with_naive<HeatModel<3, double>>(); }
TEST_CASE("7 points in teams, kernels as naive", "[classic]") { classic_agrees_in_teams<HeatModel<3, double>>(); }
TEST_CASE("7 points in float, kernels as naive", "[classic]") { classic_agrees_with_naive<HeatModel<3, float>>(); }
TEST_CASE("13 points, kernels as naive", "[classic]") { classic_agrees_with_naive<StarModel<2, double>>(); }
TEST_CASE("25 points, kernels as naive", "[classic]") { classic_agrees_with_naive<StarModel<4, double>>(); }

}  // namespace agreement
