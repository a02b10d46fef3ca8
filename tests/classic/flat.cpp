// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "classic/kernels.hpp"
#include "classic/models.hpp"

using namespace tessera;

namespace agreement {

struct FlatBoxModel {
  static constexpr int rank = 2;
  static auto program(Grid<2> const& grid) {
    return Program{grid, SignalStage<Box9<double>, double>{Box9<double>{0.2, 0.015}}};
  }
};

struct AheadModel {
  static constexpr int rank = 2;
  static auto program(Grid<2> const& grid) {
    return Program{grid, SignalStage<Ahead<float>, float>{Ahead<float>{0.25F}}};
  }
};

TEST_CASE("3 points on a line, kernels as naive", "[classic]") { classic_agrees_with_naive<HeatModel<1, double>>(); }
TEST_CASE("5 points in the plane, kernels as naive", "[classic]") { classic_agrees_with_naive<HeatModel<2, double>>(); }
TEST_CASE("9 points in the plane, kernels as naive", "[classic]") { classic_agrees_with_naive<FlatBoxModel>(); }
TEST_CASE("A reach to one side, kernels as naive", "[classic]") { classic_agrees_with_naive<AheadModel>(); }

}  // namespace agreement
