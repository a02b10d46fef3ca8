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

/// Compiles the kernels of register tiles, some twenty seconds each. Set it to 0 for programs that never take several
/// steps per launch.
#if !defined(TESSERA_REGISTER_TILES)
#define TESSERA_REGISTER_TILES 1
#endif

namespace tessera {

/// Several steps in one launch, with the values between steps in registers: the fastest strategy of CUDA devices. A
/// thread owns columns of a tile. Each step is a level: a window of a few planes in registers that passes each result
/// to the next level. See docs/register_tiles.md.
struct RegisterTile {
  static constexpr char const* name = "register_tile";
  /// A launch may take fewer steps than compiled: with fewer groups of warps, or by a second kernel with one level
  /// less.
  static constexpr Abilities abilities{.several_steps = true, .fewer_steps = true, .or_next = true};
};

/// The numbers of a register tile, for operators that name their own (`using register_tile = ...`) instead of the
/// default (RegisterTileChoice): `Columns` x `Rows` cells of a thread (16 bytes of a row, or a multiple), `Warps` warps
/// in y, `Levels` x `Groups` steps, `Blocks` blocks per multiprocessor, planes under way from memory, the level
/// storage, `Cluster` blocks per tile (1 where the grid or device allows no cluster), the synchronisation (barriers
/// without counters), and the plane layout between launches. See docs/register_tiles.md.
template <int Columns, int Rows, int Warps, int Levels, int Groups, int Blocks, int UnderWay = 3,
          LevelStorage How = LevelStorage::planes, int Cluster = 1, Synchronisation Way = Synchronisation::barriers,
          PlaneLayout Where = PlaneLayout::rows>
using RegisterTileNumbers =
    detail::TileNumbers<Columns, Rows, Warps, Levels, Groups, Blocks, UnderWay, How, Cluster, Way, Where>;

namespace detail {

/// Whether an execution space has register tiles.
template <class Exec>
inline constexpr bool has_register_tiles = TESSERA_REGISTER_TILES != 0 && is_native<Exec>;

/// A program's operator for which there is no register tile.
struct NoTile {};

/// What the default numbers need to know of an operator.
struct FormulaFacts {
  bool partial_sums = false;  ///< HasPartialSums
  bool shared_sums = false;   ///< HasSharedSums
  bool ahead_last = false;    ///< AheadLast
  bool light = false;         ///< it reads one input, and states no registers of its own
};
template <class Op>
constexpr FormulaFacts formula_facts(std::size_t inputs) {
  return {HasPartialSums<Op>, HasSharedSums<Op>, AheadLast<Op>, inputs == 1 && formula_registers<Op>() == 0};
}

/// The default numbers for a reach, a value size and a formula, or NoTile. Supported are reach 1 and, without
/// diagonals, 2 in space, and up to 3 in the plane (with diagonals by partial sums). They are the fastest measured
/// (docs/time_tiling_trials.md). Planes kept from step to step take at most 160 of a thread's 255 registers, shared
/// sums 192; the rest is for the entering plane, its neighbours and addresses.
template <Reach Points, int Rank, std::size_t ValueSize, FormulaFacts Formula = FormulaFacts{}>
struct RegisterTileChoice {
  static constexpr int V = vector_cells(ValueSize);
  static constexpr int radius = Points::radius;
  template <class Numbers>
  using Shape = LevelShape<Points, Rank, Numbers>;

  /// Blocks per tile.
  static constexpr int cluster = Shape<TileNumbers<V, 4, 8, 4, 1, 1>>::rows_both_ways ? 2 : 1;
  using InSpace = TileNumbers<V, 4, 8, 4, 1, 1, 4, LevelStorage::planes, cluster>;
  /// A light formula in float fits three rows into 168 registers: a multiprocessor then holds twelve warps.
  using InSpaceLightFloat = TileNumbers<V, 3, 12, 4, 1, 1, 4, LevelStorage::planes, cluster>;
  /// A light formula in double that adds the point ahead last moves no planes: 255 registers hold five rows, and less
  /// of the tile is halo.
  using InSpaceLightDouble =
      TileNumbers<V, 5, 8, 4, 1, 1, 4, LevelStorage::planes, cluster, Synchronisation::barriers, PlaneLayout::blocked>;
  /// A tile of two blocks makes up for the larger halo of such tiles.
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

/// The tile numbers of an operator with so many inputs: its own, if it names some.
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

/// The facts of a compiled tile that resolving needs. `vector`: cells of a 16-byte load.
template <class Numbers, class Shape, std::size_t Inputs = 1>
RegisterTileFacts register_tile_facts(int vector) {
  RegisterTileFacts f;
  f.steps = Numbers::steps;
  f.unit = Numbers::levels;
  f.other_unit = has_fewer_levels<Numbers, Inputs> ? Numbers::levels - 1 : 0;
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
      return register_tile_facts<numbers, LevelShape<reach, Rank, numbers>, sizeof...(Rs)>(
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
/// Decides whether a register tile pays; it has no numbers to choose.
inline StepsPlan resolve_steps(RegisterTile, Schedule const& request, StepsShape const& shape,
                               TeamLimits const& limits) {
  return resolve_register_tile(request, shape, limits);
}

}  // namespace tessera
