// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstdint>

#include "tessera/backend/launch_teams.hpp"
#include "tessera/backend/macros.hpp"
#include "tessera/backend/shuffle.hpp"
#include "tessera/ghosts/fill_ghosts.hpp"
#include "tessera/strategy/edges/strategy.hpp"
#include "tessera/strategy/list.hpp"
#include "tessera/strategy/tiling.hpp"

namespace tessera::detail {

/// A row of an input at the current cell of a thread: its own values are in registers, its neighbours in memory.
/// Addresses are recomputed for each row from a 32-bit offset, which saves registers.
template <class Value, int Components>
struct HeldRow {
  MemoryRow<Value> memory;  ///< from the thread's cell on
  Value values[Components];

  template <class SourceType>
  KOKKOS_FORCEINLINE_FUNCTION HeldRow(SourceType const& source, int i, int k) : memory(at(source, i, k)) {
    TESSERA_UNROLL
    for (int c = 0; c < Components; ++c) values[c] = memory.values[c * memory.stride_c];
  }
  /// The same with values already in registers.
  template <class SourceType>
  KOKKOS_FORCEINLINE_FUNCTION HeldRow(SourceType const& source, int i, int k, HeldRow const& held)
      : memory(at(source, i, k)) {
    TESSERA_UNROLL
    for (int c = 0; c < Components; ++c) values[c] = held.values[c];
  }
  /// The same in another row.
  template <class SourceType>
  KOKKOS_FORCEINLINE_FUNCTION HeldRow next(SourceType const& source, int i, int k) const {
    return {source, i, k};
  }
  KOKKOS_FORCEINLINE_FUNCTION Value read(int i, int c, int dx, int dy, int dz) const {
    return dx == 0 && dz == 0 ? values[c] : memory.read(i, c, dx, dy, dz);
  }

 private:
  template <class SourceType>
  KOKKOS_FORCEINLINE_FUNCTION static MemoryRow<Value> at(SourceType const& source, int i, int k) {
    return {source.cells + (i + k * static_cast<int>(source.stride_z)), source.stride_y, source.stride_z,
            source.stride_c};
  }
};
/// The same for a global scalar.
template <class Value, int Components>
struct HeldScalar : ScalarRow<Value, Components> {
  template <class SourceType>
  KOKKOS_FORCEINLINE_FUNCTION HeldScalar(SourceType const& source, int, int)
      : ScalarRow<Value, Components>(source.row(0, 0)) {}
  template <class SourceType>
  KOKKOS_FORCEINLINE_FUNCTION HeldScalar(SourceType const&, int, int, HeldScalar const& held) : HeldScalar(held) {}
  template <class SourceType>
  KOKKOS_FORCEINLINE_FUNCTION HeldScalar next(SourceType const&, int, int) const {
    return *this;
  }
};
template <class SourceType>
using HeldOf =
    std::conditional_t<SourceType::global_scalar, HeldScalar<typename SourceType::value_type, SourceType::components>,
                       HeldRow<typename SourceType::value_type, SourceType::components>>;

/// The output address of a thread, for one output.
template <class Target>
struct CellOutput {
  using T = typename Target::value_type;
  T* cell;

  KOKKOS_FORCEINLINE_FUNCTION CellOutput(Target const& target, int i, int k)
      : cell(target.cells + (i + k * static_cast<int>(target.stride_z))) {}
  KOKKOS_FORCEINLINE_FUNCTION void store(Target const& target, VectorOf<T, 1> const& values, int, int, int c) const {
    cell[c * target.stride_c] = values.values[0];
  }
};

/// The cells of a tile that its team computes at the end: a list of numbers in scratch.
struct DeferredCells {
  int* count;
  std::uint16_t* list;
  int width;  ///< of the tile

  template <class TeamType>
  KOKKOS_FORCEINLINE_FUNCTION DeferredCells(TeamType const& team, Tiling const& tiling)
      : count(team.template scratch<int>(1)),
        list(team.template scratch<std::uint16_t>(static_cast<std::size_t>(tiling.size[0]) * tiling.size[2])),
        width(tiling.size[0]) {
    if (team.rank() == 0) *count = 0;
    team.barrier();
  }
  KOKKOS_FORCEINLINE_FUNCTION void add(Tile const& tile, int i, int k) const {
    list[Kokkos::atomic_fetch_add(count, 1)] = static_cast<std::uint16_t>((k - tile.lo[2]) * width + i - tile.lo[0]);
  }
  /// Calls `f(i, k)` for this thread's share of them.
  template <class TeamType, class F>
  KOKKOS_FORCEINLINE_FUNCTION void share_out(TeamType const& team, Tile const& tile, F const& f) const {
    team.barrier();
    TESSERA_NO_UNROLL
    for (int m = team.rank(); m < *count; m += team.size())
      f(tile.lo[0] + list[m] % width, tile.lo[2] + list[m] / width);
  }
};
/// For operators without a form for plain cells: no cell is deferred.
struct NoneDeferred {
  template <class TeamType>
  KOKKOS_FORCEINLINE_FUNCTION NoneDeferred(TeamType const&, Tiling const&) {}
  template <class TeamType, class F>
  KOKKOS_FORCEINLINE_FUNCTION void share_out(TeamType const&, Tile const&, F const&) const {}
};

/// From this many rows on, the loop takes two rows at a time.
inline constexpr int flux_edge_rows_in_pairs = 8;

/// The sweep of GPUs for operators split into flux edges: each flux edge, and what edges need to know of a cell, is
/// computed once. The lanes of a warp are neighbouring cells in x and sweep up the rows. Values of neighbours in x come
/// by shuffles; those of the row below stay in registers.
///
///     lane        0     1     2           30    31      a lane computes its cell, the edge on its low x side, and the
///              [ . ]-|-[ c ]-|-[ c ] ... [ c ]-|-[ . ]  one on its high y side; the first and the last one are there
///                                                       for their neighbours and store nothing
///
/// The loop computes plain cells alone, which saves registers and instructions; other cells are deferred.
template <class Exec, class Bound, class Inputs = std::make_index_sequence<Bound::inputs>,
          class Outputs = std::make_index_sequence<Bound::outputs>>
struct EdgeSweep;
template <class Exec, class Bound, std::size_t... Is, std::size_t... Os>
struct EdgeSweep<Exec, Bound, std::index_sequence<Is...>, std::index_sequence<Os...>> {
  using Accumulator = typename Bound::Accumulator;
  using Deferred = std::conditional_t<Bound::has_plain, DeferredCells, NoneDeferred>;
  template <std::size_t I>
  using held = HeldOf<typename TypeAt<typename Bound::source_types, I>::type>;
  template <std::size_t O>
  using output = CellOutput<typename TypeAt<typename Bound::target_types, O>::type>;
  using Rows = Pack<held<Is>...>;
  using Stores = Pack<output<Os>...>;

  Bound bound;
  Tiling tiling;

  template <class Member>
  TESSERA_KERNEL_FUNCTION void operator()(Member const& member) const {
    KokkosTeam<Member, ExecTraits<Exec>::simd> const team{member};
    Tile const tile = tiling.tile(member.league_rank());
    Deferred const deferred(team, tiling);
    int const lane = team.rank() % shuffle_lanes;
    int const first = tile.lo[0] + team.rank() / shuffle_lanes * flux_edge_strip;
    Accumulator accumulator;
    if (first < tile.hi[0]) {  // uniform in a warp
      int const i = first - 1 + lane;
      bool const stores = lane > 0 && lane <= flux_edge_strip && i < tile.hi[0];
      sweep(i < bound.n[0] ? i : bound.n[0], stores, tile, deferred, accumulator);
    }
    deferred.share_out(team, tile, [&](int i, int k) { update(i, k, accumulator); });
    bound.merge(team, accumulator);
    complete_tile(team, bound, tile);
  }

 private:
  /// What a row of cells passes to the one above it.
  struct Row {
    using Cell = decltype(std::declval<Bound const&>().edge_cell(std::declval<Rows const&>(), 0));
    using Share = decltype(std::declval<Bound const&>()
                               .template edge<1>(std::declval<Cell const&>(), std::declval<Cell const&>())
                               .low);
    Rows values;
    Cell cell;
    Share below;  ///< of the flux edge below the cell
  };

  TESSERA_COLD KOKKOS_FUNCTION void update(int i, int k, Accumulator& accumulator) const {
    bound.update(bound.memory_rows(0, k), i, 0, k, accumulator);
  }

  /// Tall tiles: two rows per iteration, so that the values passed on stay in their registers. A copy to other
  /// registers would wait for loads just issued. Short tiles: one row, whose code is fetched sooner.
  KOKKOS_FORCEINLINE_FUNCTION void sweep(int i, bool stores, Tile const& tile, Deferred const& deferred,
                                         Accumulator& accumulator) const {
    int k = tile.lo[2] - 1;  // the row below the tile: only the flux edges above it
    int const end = tile.hi[2];
    Rows const first = rows_at(i, k);
    Row here{first, bound.edge_cell(first, 0), {}};
    if (end - k < flux_edge_rows_in_pairs) {
      TESSERA_NO_UNROLL
      for (; k < end; ++k) here = next_row(here, i, k, stores, tile, deferred, accumulator);
      return;
    }
    TESSERA_NO_UNROLL
    for (; k < end; k += 2) {
      Row const odd = next_row(here, i, k, stores, tile, deferred, accumulator);
      if (k + 1 == end) break;
      here = next_row(odd, i, k + 1, stores, tile, deferred, accumulator);
    }
  }
  /// Completes row k, `here`, and returns the one above it.
  KOKKOS_FORCEINLINE_FUNCTION Row next_row(Row const& here, int i, int k, bool stores, Tile const& tile,
                                           Deferred const& deferred, Accumulator& accumulator) const {
    using Share = typename Row::Share;
    bool const inside = k >= tile.lo[2];
    Rows const above{{{here.values.template get<Is>().next(bound.sources.template get<Is>(), i, k + 1)}...}};
    Share x_low{}, x_high{};
    if (inside) {  // while the loads of the row above are in flight
      auto const x = bound.template edge<0>(from_lane<-1>(here.cell), here.cell);
      x_low = x.high;
      x_high = from_lane<1>(x.low);
    }
    auto const next = bound.edge_cell(above, 0);
    auto const y = bound.template edge<1>(here.cell, next);
    if (inside && stores) {
      put(EdgesAround<Share>{x_low, x_high, here.below, y.low}, here.cell, here.values, i, k, tile, deferred,
          accumulator);
    }
    return {above, next, y.high};
  }
  KOKKOS_FORCEINLINE_FUNCTION Rows rows_at(int i, int k) const {
    return {{{held<Is>(bound.sources.template get<Is>(), i, k)}...}};
  }
  template <class Around, class Cell>
  KOKKOS_FORCEINLINE_FUNCTION void put(Around const& around, Cell const& here, Rows const& values, int i, int k,
                                       Tile const& tile, Deferred const& deferred, Accumulator& accumulator) const {
    Rows const rows{{{held<Is>(bound.sources.template get<Is>(), i, k, values.template get<Is>())}...}};
    if constexpr (Bound::has_plain) {
      if (!bound.is_plain(rows, 0)) return deferred.add(tile, i, k);
    }
    Stores const outputs{{{output<Os>(bound.targets.template get<Os>(), i, k)}...}};
    bound.store_vector({bound.gather(around, here, rows, 0)}, outputs, 0, 0, i, accumulator);
  }
};

/// The inputs of a stage at a cell.
template <class... Ss>
constexpr FluxEdgeCell flux_edge_cell(Types<Ss...>) {
  return {std::max({sizeof(float), (Ss::global_scalar ? 0 : sizeof(typename Ss::value_type))...}),
          (0 + ... + (Ss::global_scalar ? 0 : sizeof(typename Ss::value_type) * Ss::components))};
}

template <class Exec, class Bound>
void sweep(Edges, Exec const& exec, Bound const& bound, ResolvedSchedule const& resolved, std::string const& label) {
  Schedule const& s = resolved.schedule;
  EdgeSweep<Exec, Bound> const functor{bound, Tiling(bound.n, s)};
  constexpr int teams = flux_edge_teams(flux_edge_cell(typename Bound::source_types{}));
  using Bounds = Kokkos::LaunchBounds<flux_edge_team_size, teams>;
  launch_teams<Bounds>(label + "/edges", exec, functor.tiling.league_size(), s.team_size, resolved.scratch_bytes,
                       functor);
  fill_open_ghosts<false>(exec, bound);
}

}  // namespace tessera::detail
