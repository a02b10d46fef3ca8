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

template <class Targets>
inline constexpr bool are_floating = false;
template <class... Ts>
inline constexpr bool are_floating<Types<Ts...>> = (std::is_floating_point_v<typename Ts::value_type> && ...);

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
  /// Whether a loop over all cells of the box may store, in those that the mask leaves out, what they held (`select`):
  /// SIMD loops choose values faster than they branch. Not for whole numbers, whose quotients may trap.
  static constexpr bool selects = selective && Colour < 0 && Accumulator::size == 0 && WholeStage::sums == 0 &&
                                  are_floating<typename WholeStage::target_types>;

  int from[3], to[3];
  Mask mask;
  Kept kept;
  int odd_start;  ///< 1: the first cell has an odd parity in the whole grid

  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION int first(int axis) const { return from[axis]; }
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION int extent(int axis) const { return to[axis] - from[axis]; }

  /// Whether the stage acts in cell (i, j, k).
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION bool acts(int i, int j, int k) const {
    bool const inside = i >= from[0] && i < to[0] && j >= from[1] && j < to[1] && k >= from[2] && k < to[2];
    return inside && (Colour < 0 || ((i + j + k + odd_start) & 1) == Colour) && mask.marks(i, j, k);
  }

  /// BoundStage's update, where the stage acts.
  template <class Rows>
  KOKKOS_FORCEINLINE_FUNCTION void update(Rows const& rows, int i, int j, int k, Accumulator& accumulator) const {
    if (acts(i, j, k)) WholeStage::update(rows, i, j, k, accumulator);
  }

  /// The same stage, which finds what cells held also where targets are updated in place, as `select` expects.
  KOKKOS_FORCEINLINE_FUNCTION BoundPart with_all_kept() const {
    BoundPart stage = *this;
    stage.keep_all(std::make_index_sequence<WholeStage::outputs>{});
    return stage;
  }
  /// Stores the operator's result where the mask marks, else what the cell held. The operator is evaluated in all
  /// cells.
  template <class Rows>
  KOKKOS_FORCEINLINE_FUNCTION void select(Rows const& rows, int i, int j, int k) const {
    select(WholeStage::evaluate(rows, i, j, k), mask.marks(i, j, k), i, j, k,
           std::make_index_sequence<WholeStage::outputs>{});
  }

 private:
  template <std::size_t... Is>
  KOKKOS_FORCEINLINE_FUNCTION void keep_all(std::index_sequence<Is...>) {
    (keep_one(kept.template get<Is>(), this->targets.template get<Is>().cells), ...);
  }
  template <class T>
  KOKKOS_FORCEINLINE_FUNCTION static void keep_one(T const*& cells, T const* own) {
    if (cells == nullptr) cells = own;
  }
  template <class Result, std::size_t... Is>
  KOKKOS_FORCEINLINE_FUNCTION void select(Result const& result, bool marked, int i, int j, int k,
                                          std::index_sequence<Is...>) const {
    (select_one(this->targets.template get<Is>(), kept.template get<Is>(), WholeStage::template output<Is>(result),
                marked, i, j, k),
     ...);
  }
  template <class Target, class V>
  KOKKOS_FORCEINLINE_FUNCTION static void select_one(Target const& target, typename Target::value_type const* before,
                                                     V const& v, bool marked, int i, int j, int k) {
    for (int c = 0; c < Target::components; ++c) {
      auto* const to = &target.at(i, j, k, c);
      auto const held = before[to - target.cells], value = static_cast<typename Target::value_type>(component_of(v, c));
      *to = marked ? value : held;
    }
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
  return BoundPart<WholeStage, Colour, Mask>{bound,
                                             {region.from[0], region.from[1], region.from[2]},
                                             {region.to[0], region.to[1], region.to[2]},
                                             mask,
                                             kept,
                                             region.odd_start ? 1 : 0};
}

}  // namespace tessera::detail
