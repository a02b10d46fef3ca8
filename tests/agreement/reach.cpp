// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "agreement/compare.hpp"
#include "agreement/operators.hpp"

using namespace tessera;

namespace agreement {

template <class T>
struct signal : Quantity<T> {};

template <class Op, class T>
using SignalStage = Stage<Op, Reads<signal<T>>, Writes<signal<T>>>;

template <int R, class T>
struct StarModel {
  static constexpr int rank = 3;
  static auto program(Grid<3> const& grid) {
    LongStar<R, T> op{T(0.25), {}};
    for (int d = 0; d < R; ++d) op.weight[d] = T(0.1) / static_cast<T>(d + 1);
    return Program{grid, SignalStage<LongStar<R, T>, T>{op}};
  }
};

template <class T>
struct BoxModel {
  static constexpr int rank = 3;
  static auto program(Grid<3> const& grid) {
    return Program{grid, SignalStage<Box27<T>, T>{Box27<T>{T(0.2), T(0.002)}}};
  }
};

struct FlatBoxModel {
  static constexpr int rank = 2;
  static auto program(Grid<2> const& grid) {
    return Program{grid, SignalStage<Box9<double>, double>{Box9<double>{0.2, 0.015}}};
  }
};

struct LopsidedModel {
  static constexpr int rank = 3;
  static auto program(Grid<3> const& grid) {
    return Program{grid, SignalStage<Lopsided<double>, double>{Lopsided<double>{0.1}}};
  }
};

struct AheadModel {
  static constexpr int rank = 2;
  static auto program(Grid<2> const& grid) {
    return Program{grid, SignalStage<Ahead<float>, float>{Ahead<float>{0.25F}}};
  }
};

struct PlacedModel {
  static constexpr int rank = 3;
  static auto program(Grid<3> const& grid) {
    return Program{grid, SignalStage<Placed<double>, double>{Placed<double>{0.2}}};
  }
};

TEST_CASE("A star of radius 2, team as naive", "[reach]") { team_agrees_with_naive<StarModel<2, double>>(); }
TEST_CASE("A star of radius 3, team as naive", "[reach]") { team_agrees_with_naive<StarModel<3, double>>(); }
TEST_CASE("A star of radius 4, team as naive", "[reach]") { team_agrees_with_naive<StarModel<4, double>>(); }
TEST_CASE("A star of radius 4 in float, team as naive", "[reach]") { team_agrees_with_naive<StarModel<4, float>>(); }
TEST_CASE("A box of 27 points, team as naive", "[reach]") { team_agrees_with_naive<BoxModel<double>>(); }
TEST_CASE("A box of 27 points in float, team as naive", "[reach]") { team_agrees_with_naive<BoxModel<float>>(); }
TEST_CASE("A box of 9 points in the plane, team as naive", "[reach]") { team_agrees_with_naive<FlatBoxModel>(); }
TEST_CASE("A reach without symmetry, team as naive", "[reach]") { team_agrees_with_naive<LopsidedModel>(); }
TEST_CASE("A reach to one side of the plane, team as naive", "[reach]") { team_agrees_with_naive<AheadModel>(); }
TEST_CASE("An operator of place and time, team as naive", "[reach]") { team_agrees_with_naive<PlacedModel>(); }

}  // namespace agreement
