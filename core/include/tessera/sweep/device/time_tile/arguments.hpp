// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/bound_stage.hpp"
#include "tessera/sweep/device/time_tile/axis.hpp"
#include "tessera/sweep/device/time_tile/face_map.hpp"
#include "tessera/sweep/device/time_tile/shape.hpp"

namespace tessera::detail {

/// Calls `f(std::integral_constant<int, I>{})` for I = 0 .. N - 1: a loop whose index is a constant.
template <int... Is, class F>
__device__ __forceinline__ void unroll(std::integer_sequence<int, Is...>, F const& f) {
  (f(std::integral_constant<int, Is>{}), ...);
}
template <int N, class F>
__device__ __forceinline__ void unroll(F const& f) {
  unroll(std::make_integer_sequence<int, N>{}, f);
}

template <class Bound, std::size_t State, class Numbers>
struct TimeTileTypes {
  using Source = typename TypeAt<typename Bound::source_types, State>::type;
  using Target = typename TypeAt<typename Bound::target_types, 0>::type;
  using Value = typename Target::value_type;
  using Shape = LevelShape<typename Source::reach, Bound::rank, Numbers>;
  static constexpr int most(int a, int b) { return a > b ? a : b; }
  static constexpr int depth = most(most(most(Shape::below_x, Shape::above_x), most(Shape::below_y, Shape::above_y)),
                                    most(Shape::below_z, Shape::above_z));
  using Faces = FaceMap<Value, depth>;
};

/// What a time-tile kernel is launched with.
template <class Bound, std::size_t State, class Numbers>
struct TimeTileArguments {
  using Types = TimeTileTypes<Bound, State, Numbers>;

  Bound bound;
  TileAxis x, y;
  bool periodic_z;
  ColumnShares shares;
  typename Types::Faces faces;

  /// The tile of column `c`: those at y faces come last, and corners last of all, since the last columns are cut into
  /// parts.
  KOKKOS_FORCEINLINE_FUNCTION int rows_inside() const { return y.periodic || y.count < 3 ? y.count : y.count - 2; }
  KOKKOS_FORCEINLINE_FUNCTION int tile_x(int c) const {
    int const rest = c - rows_inside() * x.count;
    if (rest < 0) return c % x.count;
    int const inside = x.count < 3 ? x.count : x.count - 2;
    if (rest < 2 * inside) return rest % inside + (x.count < 3 ? 0 : 1);
    return (rest - 2 * inside) % 2 == 0 ? 0 : x.count - 1;
  }
  KOKKOS_FORCEINLINE_FUNCTION int tile_y(int c) const {
    int const rest = c - rows_inside() * x.count;
    if (rest < 0) return c / x.count + (rows_inside() == y.count ? 0 : 1);
    int const inside = x.count < 3 ? x.count : x.count - 2;
    return (rest < 2 * inside ? rest / inside : (rest - 2 * inside) / 2) == 0 ? 0 : y.count - 1;
  }
  int groups;                    ///< that take part: a launch may take the steps of fewer
  double times[Numbers::steps];  ///< of the values that each level reads
};

}  // namespace tessera::detail
