// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <type_traits>

#include "tessera/backend/native_space.hpp"
#include "tessera/operator/ahead_last.hpp"
#include "tessera/operator/partial_sums.hpp"
#include "tessera/operator/shared_sums.hpp"
#include "tessera/plan/program_facts.hpp"
#include "tessera/plan/steps_plan.hpp"
#include "tessera/strategy/abilities.hpp"
#include "tessera/strategy/register_tile/shape.hpp"

/// Programs that never take several steps per launch, or tests of other things, may leave out the kernels of register
/// tiles: they take a compiler some twenty seconds each.
#if !defined(TESSERA_REGISTER_TILES)
#define TESSERA_REGISTER_TILES 1
#endif

namespace tessera {

/// Several steps in one launch with the levels in registers: the sweep of CUDA devices that takes the most steps per
/// second. A thread owns some columns of a tile; every step is a window of a few planes in its registers, which hands
/// each plane to the next. See docs/register_tiles.md.
struct RegisterTile {
  static constexpr char const* name = "register_tile";
  /// A launch may take fewer steps than it is compiled for: those of some of its groups of warps, or, by a second
  /// kernel, of a level less in each.
  static constexpr Abilities abilities{.several_steps = true, .fewer_steps = true, .or_next = true};
};

/// The numbers of a register tile, for trials and tests whose operators name their own (`using register_tile = ...`)
/// instead of taking those that follow from their facts (RegisterTileChoice): `Columns` x `Rows` cells of a thread (16
/// bytes of a row, or a multiple), `Warps` warps in y, `Levels` x `Groups` steps, `Blocks` blocks of a multiprocessor,
/// planes under way from memory, how levels keep what they have met, how many blocks make a tile together (`Cluster` or
/// 1, by the grid; 1 where a device has no clusters), how warps wait (at barriers where it has no counters), and how
/// planes lie from one launch to the next. See docs/register_tiles.md.
template <int Columns, int Rows, int Warps, int Levels, int Groups, int Blocks, int UnderWay = 3,
          LevelStorage How = LevelStorage::planes, int Cluster = 1, Synchronisation Way = Synchronisation::barriers,
          PlaneLayout Where = PlaneLayout::rows>
using RegisterTileNumbers =
    detail::TileNumbers<Columns, Rows, Warps, Levels, Groups, Blocks, UnderWay, How, Cluster, Way, Where>;

namespace detail {

/// Whether a space has the sweep.
template <class Exec>
inline constexpr bool has_register_tiles = TESSERA_REGISTER_TILES != 0 && is_native<Exec>;

/// A program's operator for which there is no register tile.
struct NoTile {};

/// What a formula says of itself that numbers depend on.
struct FormulaFacts {
  bool partial_sums = false;  ///< HasPartialSums
  bool shared_sums = false;   ///< HasSharedSums
  bool ahead_last = false;    ///< AheadLast
  bool light = false;         ///< it reads one input, and names no registers that it takes beside it
};
template <class Op>
constexpr FormulaFacts formula_facts(std::size_t inputs) {
  return {HasPartialSums<Op>, HasSharedSums<Op>, AheadLast<Op>, inputs == 1 && formula_registers<Op>() == 0};
}

/// The numbers for a reach, for values of so many bytes and a formula, or NoTile: reach 1 and, without diagonals, 2 in
/// space, up to 3 in the plane (by partial sums with diagonals, too). They are the fastest of those that were tried
/// (docs/time_tiling_trials.md). The planes that levels keep from step to step take at most 160 of the 255 registers of
/// a thread, what shared sums need 192; what is left is for the plane that enters, its neighbours and addresses.
template <Reach Points, int Rank, std::size_t ValueSize, FormulaFacts Formula = FormulaFacts{}>
struct RegisterTileChoice {
  static constexpr int V = vector_cells(ValueSize);
  static constexpr int radius = Points::radius;
  template <class Numbers>
  using Shape = LevelShape<Points, Rank, Numbers>;

  /// Blocks that make a tile together.
  static constexpr int cluster = Shape<TileNumbers<V, 4, 8, 4, 1, 1>>::rows_both_ways ? 2 : 1;
  using InSpace = TileNumbers<V, 4, 8, 4, 1, 1, 4, LevelStorage::planes, cluster>;
  /// Of a light formula in float, 168 registers hold three rows: a multiprocessor then holds twelve warps.
  using InSpaceLightFloat = TileNumbers<V, 3, 12, 4, 1, 1, 4, LevelStorage::planes, cluster>;
  /// Of a light formula in double that adds the point ahead last, which moves no planes, 255 registers hold five rows:
  /// less of a tile is halo then.
  using InSpaceLightDouble =
      TileNumbers<V, 5, 8, 4, 1, 1, 4, LevelStorage::planes, cluster, Synchronisation::barriers, PlaneLayout::blocked>;
  /// Two blocks that make a tile together make up for the larger halo of such tiles.
  static constexpr bool light = Formula.light && has_counters && cluster == 2;
  using InSpaceStar = std::conditional_t<
      light && ValueSize == 4, InSpaceLightFloat,
      std::conditional_t<light && ValueSize == 8 && Formula.ahead_last, InSpaceLightDouble, InSpace>>;
  using InSpaceAllPlanes =
      std::conditional_t<ValueSize == 8, TileNumbers<V, 3, 8, 2, 1, 1>, TileNumbers<V, 2, 8, 2, 1, 1>>;
  using InSpaceFar = TileNumbers<V, ValueSize == 8 ? 4 : 3, 8, 2, 1, 1, 4, LevelStorage::planes, cluster>;
  using InSpacePartialSums = TileNumbers<V, ValueSize == 8 ? 4 : 3, 8, 3, 1, 1, 4, LevelStorage::partial_sums, cluster>;
  using InPlanePartialSums = TileNumbers<5 * V, 1, 1, 4, 4, 2, 3, LevelStorage::partial_sums>;
  using InPlaneFarPartialSums = std::conditional_t<
      ValueSize == 8, TileNumbers<7 * V, 1, 1, 1, 8, 1, 4, LevelStorage::partial_sums, 1, Synchronisation::counters>,
      TileNumbers<3 * V, 1, 1, 1, 8, 2, 3, LevelStorage::partial_sums, 1, Synchronisation::counters>>;
  static constexpr bool wide = ValueSize == 8;
  template <int Vectors, int Levels, int UnderWay>
  using SharedSums =
      TileNumbers<Vectors * V, 1, 1, Levels, 8, 1, UnderWay, LevelStorage::shared_sums, 1, Synchronisation::counters>;
  using InPlaneSharedSums = std::conditional_t<radius == 1, SharedSums<wide ? 7 : 5, 3, wide ? 4 : 6>,
                                               SharedSums<wide ? 6 : 5, 1, wide ? 8 : 6>>;
  using InPlane =
      std::conditional_t<has_counters && ValueSize == 4,
                         TileNumbers<5 * V, 1, 1, 3, 8, 1, 6, LevelStorage::planes, 1, Synchronisation::counters>,
                         TileNumbers<5 * V, 1, 1, 4, 4, 2>>;
  using InPlaneAllRows = TileNumbers<5 * V, 1, 1, 3, 4, 2>;
  using InPlaneRotating = TileNumbers<5 * V, 1, 1, 3, 4, 2, 3, LevelStorage::rotating_planes>;
  using InPlaneWide = TileNumbers<3 * V, 1, 1, 2, 4, 2, 3, LevelStorage::waiting_planes>;

  static auto choose() {
    if constexpr (Formula.shared_sums && radius <= 3 && Shape<InPlaneSharedSums>::fits()) {
      return InPlaneSharedSums{};
    } else if constexpr (Formula.partial_sums && Rank == 3 && Shape<InSpacePartialSums>::fits()) {
      return InSpacePartialSums{};
    } else if constexpr (Formula.partial_sums && Rank == 2 && radius == 1 && Shape<InPlanePartialSums>::fits()) {
      return InPlanePartialSums{};
    } else if constexpr (Formula.partial_sums && Rank == 2 && radius <= 3 && Shape<InPlaneFarPartialSums>::fits()) {
      return InPlaneFarPartialSums{};
    } else if constexpr (Rank == 3 && radius == 1 && Shape<InSpace>::fits()) {
      return std::conditional_t<Shape<InSpace>::all_planes, InSpaceAllPlanes, InSpaceStar>{};
    } else if constexpr (Rank == 3 && radius == 2 && Shape<InSpaceFar>::fits() && !Shape<InSpaceFar>::all_planes) {
      return InSpaceFar{};
    } else if constexpr (Rank == 2 && radius == 1 && Shape<InPlane>::fits()) {
      constexpr bool rotates = ValueSize == 8 && Shape<InPlaneRotating>::fits();
      using AllRows = std::conditional_t<rotates, InPlaneRotating, InPlaneAllRows>;
      return std::conditional_t<Shape<InPlane>::all_planes, AllRows, InPlane>{};
    } else if constexpr (Rank == 2 && radius <= 3 && Shape<InPlaneWide>::fits() && !Shape<InPlaneWide>::all_planes) {
      return InPlaneWide{};
    } else {
      return NoTile{};
    }
  }
  using numbers = decltype(choose());
};

/// The numbers of the tile of an operator with so many inputs: its own, if it names some.
template <class Op, Reach Points, int Rank, std::size_t ValueSize, std::size_t Inputs>
struct TileNumbersOf {
  using type = typename RegisterTileChoice<Points, Rank, ValueSize, formula_facts<Op>(Inputs)>::numbers;
};
template <class Op, Reach Points, int Rank, std::size_t ValueSize, std::size_t Inputs>
requires requires { typename Op::register_tile; }
struct TileNumbersOf<Op, Points, Rank, ValueSize, Inputs> {
  using type = typename Op::register_tile;
  static_assert(
      LevelShape<Points, Rank, type>::fits(),
      "the operator's register_tile does not hold its reach, or its numbers do not go together (LevelShape::fits)");
};

/// What resolving needs to know of a compiled tile: plain data. `vector`: cells of a 16-byte load.
template <class Numbers, class Shape>
RegisterTileFacts register_tile_facts(int vector) {
  RegisterTileFacts f;
  f.steps = Numbers::steps;
  f.unit = Numbers::levels;
  f.other_unit = has_fewer_levels<Numbers> ? Numbers::levels - 1 : 0;
  f.blocks = Numbers::blocks;
  f.cluster = Numbers::cluster;
  f.threads = Numbers::threads;
  f.extent = {Numbers::extent_x, Numbers::extent_y};
  f.stride = {tile_stride(Numbers::extent_x, Shape::halo_x(Numbers::steps, vector), sector_cells(vector)),
              tile_stride(Numbers::extent_y, Shape::halo_y(Numbers::steps), 1)};
  f.more_planes = Shape::more_planes(Numbers::groups);
  f.shared_bytes = static_cast<std::size_t>(16 / vector) * Shape::shared_values;
  f.blocked_layout = Numbers::plane_layout == PlaneLayout::blocked;
  f.layer_points = Shape::layer_points;
  return f;
}

/// The tile of a program whose one stage reads its state as input `State`.
template <class Exec, int Rank, class StageType, int State>
struct RegisterTileOf {
  static RegisterTileFacts facts() { return {}; }
};
#if TESSERA_REGISTER_TILES
template <class Exec, int Rank, class Op, class... Rs, class W, int State>
requires(State >= 0 &&
         has_register_tiles<Exec>) struct RegisterTileOf<Exec, Rank, Stage<Op, Reads<Rs...>, Writes<W>>, State> {
  using reach = input_reach<Op, static_cast<std::size_t>(State)>;
  using numbers = typename TileNumbersOf<Op, reach, Rank, sizeof(typename W::value_type), sizeof...(Rs)>::type;
  static RegisterTileFacts facts() {
    if constexpr (std::is_same_v<numbers, NoTile>) {
      return {};
    } else {
      return register_tile_facts<numbers, LevelShape<reach, Rank, numbers>>(
          vector_cells(sizeof(typename W::value_type)));
    }
  }
};
#endif

/// The tile of a program of these stages.
template <class Exec, int Rank, int State, class First, class... Rest>
RegisterTileFacts register_tile() {
  if constexpr (sizeof...(Rest) > 0) {
    return {};
  } else {
    return RegisterTileOf<Exec, Rank, First, State>::facts();
  }
}

}  // namespace detail

/// The tile of a program's one stage.
template <class Exec, int Rank, class... Stages, class Boundaries>
void add_facts(RegisterTile, ProgramTag<Exec, Program<Rank, Types<Stages...>, Boundaries>>, StepsShape& shape) {
  constexpr int state = detail::state_input<Program<Rank, Types<Stages...>, Boundaries>>;
  shape.tile = detail::register_tile<Exec, Rank, state, Stages...>();
}
/// Whether several steps per launch pay in a register tile; it has no numbers to choose.
inline StepsPlan resolve_steps(RegisterTile, Schedule const& request, StepsShape const& shape,
                               TeamLimits const& limits) {
  return resolve_register_tile(request, shape, limits);
}

}  // namespace tessera
