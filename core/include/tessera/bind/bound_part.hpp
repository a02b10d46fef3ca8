// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/bind/bound_stage.hpp"
#include "tessera/region.hpp"

namespace tessera::detail {

/// The mask of a stage without one.
struct NoMask {
  KOKKOS_FORCEINLINE_FUNCTION bool marks(int, int, int) const { return true; }
};
/// A mask: the stage acts where a version of a quantity is not zero.
template <class SourceType>
struct MaskOf {
  SourceType source;
  KOKKOS_FORCEINLINE_FUNCTION bool marks(int i, int j, int k) const { return source.row(j, k).values[i] != 0; }
};

/// For each target, cell (0, 0, 0) of the previous version, in the same layout: the source of cells in which the stage
/// does not act. Null where the target is updated in place.
template <class Targets>
struct KeptOf;
template <class... Ts>
struct KeptOf<Types<Ts...>> {
  using type = Pack<typename Ts::value_type const*...>;
};

/// A bound stage on part of the grid, or on values on faces, edges or nodes. It acts in the cells [from, to) of one
/// parity `Colour` (-1: both) that `mask` marks. Sweeps go over the box and update the cells where `acts` holds. A
/// kernel after the sweep fills the ghosts of all targets, because cells of the same parity may still read the old
/// ones.
template <class WholeStage, int Colour, class Mask>
struct BoundPart : WholeStage {
  static constexpr bool partial = true;
  static constexpr int colour = Colour;
  /// Whether it leaves some cells of the box unchanged.
  static constexpr bool selective = Colour >= 0 || !std::is_same_v<Mask, NoMask>;
  using Accumulator = typename WholeStage::Accumulator;
  using Kept = typename KeptOf<typename WholeStage::target_types>::type;

  int from[3], to[3];
  Mask mask;
  Kept kept;

  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION int first(int axis) const { return from[axis]; }
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION int extent(int axis) const { return to[axis] - from[axis]; }

  /// Whether the stage acts in cell (i, j, k).
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION bool acts(int i, int j, int k) const {
    bool const inside = i >= from[0] && i < to[0] && j >= from[1] && j < to[1] && k >= from[2] && k < to[2];
    return inside && (Colour < 0 || ((i + j + k) & 1) == Colour) && mask.marks(i, j, k);
  }

  /// BoundStage's update, where the stage acts.
  template <class Rows>
  KOKKOS_FORCEINLINE_FUNCTION void update(Rows const& rows, int i, int j, int k, Accumulator& accumulator) const {
    if (acts(i, j, k)) WholeStage::update(rows, i, j, k, accumulator);
  }
};

/// The parity of a stage's region; -1: both.
template <class Region>
inline constexpr int colour_of = -1;
template <int Colour, class Mask>
inline constexpr int colour_of<SubGrid<Colour, Mask>> = Colour;

/// Restricts a bound stage to `region`.
template <int Colour, class Mask, class WholeStage>
auto make_part(WholeStage bound, RegionInfo const& region, Mask const& mask,
               typename KeptOf<typename WholeStage::target_types>::type const& kept) {
  for_each_index<WholeStage::outputs>([&](auto index) { bound.targets.template get<index.value>().fused = false; });
  return BoundPart<WholeStage, Colour, Mask>{
      bound, {region.from[0], region.from[1], region.from[2]}, {region.to[0], region.to[1], region.to[2]}, mask, kept};
}

}  // namespace tessera::detail
