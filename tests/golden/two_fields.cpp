// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "golden/models.hpp"

namespace golden {

template <class T>
struct height : Quantity<T> {};
template <class T>
struct speed : Quantity<T> {};

/// What a slope gives to a speed, which fades.
template <class T>
struct Push {
  T push, keep;
  using reach = Reaches<Star<1>, Centre>;
  template <class H, class V>
  KOKKOS_FORCEINLINE_FUNCTION T operator()(H const& h, V const& v) const {
    return tessera::fma(push, (h(1, 0) - h(-1, 0)) - (h(0, 1) - h(0, -1)), keep * v());
  }
};
/// What that gives to a height: it reads the speed of the same step.
template <class T>
struct Move {
  T move, keep;
  using reach = Reaches<Centre, Star<1>>;
  template <class H, class V>
  KOKKOS_FORCEINLINE_FUNCTION T operator()(H const& h, V const& v) const {
    return tessera::fma(move, (v(1, 0) - v(-1, 0)) + (v(0, 1) - T(0.5) * v(0, -1)), keep * h());
  }
};

template <class T>
struct TwoFields {
  static constexpr int rank = 2;
  static auto program(Grid<2> const& grid) {
    using H = height<T>;
    using V = speed<T>;
    return Program{grid, Stage<Push<T>, Reads<H, V>, Writes<V>>{{T(0.1), T(0.5)}},
                   Stage<Move<T>, Reads<H, V>, Writes<H>>{{T(0.1), T(0.6)}}};
  }
};

TEST_CASE("Two fields that move each other, as they were", "[golden]") {
  hold<TwoFields<double>>("two_fields/double");
  hold<TwoFields<float>>("two_fields/float");
}
}  // namespace golden
