// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <concepts>

#include "tessera/backend/macros.hpp"
#include "tessera/strategy/classic/launch.hpp"
#include "tessera/strategy/classic/strategies.hpp"
#include "tessera/strategy/team/placement.hpp"

namespace tessera::detail {

/// The values of an input at (0, 0, dz), Low <= dz <= High, in registers while a thread sweeps along z; with `Ahead`,
/// also the next value above. Every index is a constant where a device unrolls the loops.
template <class Source, int Low, int High, bool Ahead>
struct RegisterColumn {
  using T = typename Source::value_type;
  static constexpr int count = High - Low + (Ahead ? 2 : 1);

  T values[Source::components][count] = {};

  /// Loads all but the value that a step begins by loading; `cell` is that of the first step.
  KOKKOS_FORCEINLINE_FUNCTION void begin(Source const& source, T const* cell) {
    TESSERA_UNROLL
    for (int p = 0; p < count - 1; ++p) load(source, cell, p);
  }
  /// Loads the next value, unless it is beyond what the last step reads.
  KOKKOS_FORCEINLINE_FUNCTION void enter(Source const& source, T const* cell, bool more) {
    if (!Ahead || more) load(source, cell, count - 1);
  }
  KOKKOS_FORCEINLINE_FUNCTION void rotate() {
    TESSERA_UNROLL
    for (int c = 0; c < Source::components; ++c) {
      TESSERA_UNROLL
      for (int p = 0; p < count - 1; ++p) values[c][p] = values[c][p + 1];
    }
  }
  KOKKOS_FORCEINLINE_FUNCTION T read(int c, int dz) const { return values[c][dz - Low]; }

 private:
  KOKKOS_FORCEINLINE_FUNCTION void load(Source const& source, T const* cell, int p) {
    TESSERA_UNROLL
    for (int c = 0; c < Source::components; ++c) values[c][p] = cell[(Low + p) * source.stride_z + c * source.stride_c];
  }
};

/// A column that stays in memory.
template <class Source>
struct NoColumn {
  using T = typename Source::value_type;
  KOKKOS_FORCEINLINE_FUNCTION void begin(Source const&, T const*) {}
  KOKKOS_FORCEINLINE_FUNCTION void enter(Source const&, T const*, bool) {}
  KOKKOS_FORCEINLINE_FUNCTION void rotate() {}
};

/// Where a stream by `Strategy` keeps the neighbours of an input.
template <class Strategy, class Source, int Rank>
struct StreamPlacement {
  using R = typename Source::reach;
  static constexpr int column_lo = column_hull<R, Rank>.lo[2], column_hi = column_hull<R, Rank>.hi[2];
  static constexpr int planes_lo = beside_hull<R, Rank>.lo[2], planes_hi = beside_hull<R, Rank>.hi[2];
  static constexpr bool registers = Strategy::kernel.registers;
  static constexpr bool planes = Strategy::kernel.scratch && !is_centre(beside_hull<R, Rank>);

  using Column = std::conditional_t<registers, RegisterColumn<Source, column_lo, column_hi, Strategy::kernel.ahead>,
                                    NoColumn<Source>>;
  using Planes = std::conditional_t<planes, FromPlanes<Source, planes_lo, planes_hi>, FromMemory<Source>>;
};

/// A row of an input for one column of a stream: each offset from where its strategy keeps it.
template <class Where, class Memory, class Planes>
struct StreamRow {
  typename Where::Column const& column;
  Memory memory;
  Planes planes;

  KOKKOS_FORCEINLINE_FUNCTION auto read(int i, int c, int dx, int dy, int dz) const {
    if constexpr (Where::registers) {
      if (dx == 0 && dy == 0) return column.read(c, dz);
    }
    if constexpr (Where::planes) {
      if (dz >= Where::planes_lo && dz <= Where::planes_hi) return planes.read(i, c, dx, dy, dz);
    }
    return memory.read(i, c, dx, dy, dz);
  }
};

/// The stream kernels: a team owns a tile of columns and sweeps it along z plane by plane, and prefetches the next
/// planes into scratch while one is computed. Tiles of more columns than the team takes at a time are swept several
/// times.
template <class Exec, class Bound, class Strategy>
struct StreamSweep {
  static constexpr bool host = ExecTraits<Exec>::simd;
  static constexpr int at_a_time = columns_per_thread(host);

  Bound bound;
  Tiling tiling;

  template <class Member>
  TESSERA_KERNEL_FUNCTION void operator()(Member const& member) const {
    KokkosTeam<Member, host> const team{member};
    Tile const tile = tiling.tile(member.league_rank());
    sweep(team, tile, typename Bound::source_types{});
    team.barrier();
    complete_tile(team, bound, tile);
  }

 private:
  template <class Source>
  using Where = StreamPlacement<Strategy, Source, Bound::rank>;

  /// A column of a thread, with the kept values of every input.
  template <class... Sources>
  struct Column {
    int i = 0, j = 0;
    Pack<typename Where<Sources>::Column...> kept;
  };

  template <class TeamType, class... Sources>
  KOKKOS_FORCEINLINE_FUNCTION void sweep(TeamType const& team, Tile const& tile, Types<Sources...>) const {
    sweep(team, tile, Types<Sources...>{}, std::index_sequence_for<Sources...>{});
  }
  template <class TeamType, class... Sources, std::size_t... Is>
  KOKKOS_FORCEINLINE_FUNCTION void sweep(TeamType const& team, Tile const& tile, Types<Sources...>,
                                         std::index_sequence<Is...> indices) const {
    Pack<typename Where<Sources>::Planes...> planes{
        {{typename Where<Sources>::Planes(team, bound.sources.template get<Is>(), tiling.size[0], tiling.size[1])}...}};
    int const columns = (tile.hi[0] - tile.lo[0]) * (tile.hi[1] - tile.lo[1]);
    for (int first = 0; first < columns; first += at_a_time * team.size()) {
      Column<Sources...> mine[at_a_time];
      int const count = begin(team, tile, first, columns, mine, indices);
      (planes.template get<Is>().begin(team, tile), ...);
      if constexpr (Strategy::kernel.scratch) team.barrier();
      for (int k = tile.lo[2]; k < tile.hi[2]; ++k) {
        (planes.template get<Is>().fetch(team, tile, k), ...);
        TESSERA_UNROLL
        for (int m = 0; m < at_a_time; ++m) {
          if (m < count) update(tile, mine[m], planes, k, indices);
        }
        (planes.template get<Is>().commit(team, tile, k), ...);
        if constexpr (Strategy::kernel.scratch) team.barrier();
        (planes.template get<Is>().rotate(), ...);
      }
    }
  }

  /// Begins the columns of this thread, every size-th of the team from `first` on; returns their number.
  template <class TeamType, class ColumnType, std::size_t... Is>
  KOKKOS_FORCEINLINE_FUNCTION int begin(TeamType const& team, Tile const& tile, int first, int columns,
                                        ColumnType (&mine)[at_a_time], std::index_sequence<Is...>) const {
    int const width = tile.hi[0] - tile.lo[0];
    int count = 0;
    TESSERA_UNROLL
    for (int m = 0; m < at_a_time; ++m) {
      int const column = first + team.rank() + m * team.size();
      if (column >= columns) continue;
      ColumnType& c = mine[m];
      c.i = tile.lo[0] + column % width;
      c.j = tile.lo[1] + column / width;
      (c.kept.template get<Is>().begin(bound.sources.template get<Is>(),
                                       cell(bound.sources.template get<Is>(), c.i, c.j, tile.lo[2])),
       ...);
      ++count;
    }
    return count;
  }

  template <class ColumnType, class Planes, std::size_t... Is>
  KOKKOS_FORCEINLINE_FUNCTION void update(Tile const& tile, ColumnType& c, Planes const& planes, int k,
                                          std::index_sequence<Is...>) const {
    (c.kept.template get<Is>().enter(bound.sources.template get<Is>(),
                                     cell(bound.sources.template get<Is>(), c.i, c.j, k), k + 1 < tile.hi[2]),
     ...);
    bound.update(pack(row(bound.sources.template get<Is>(), c.kept.template get<Is>(),
                          planes.template get<Is>().row(tile, c.j, k), c.j, k)...),
                 c.i, c.j, k);
    (c.kept.template get<Is>().rotate(), ...);
  }

  template <class Source>
  KOKKOS_FORCEINLINE_FUNCTION static auto cell(Source const& source, int i, int j, int k) {
    return source.cells + i + j * source.stride_y + k * source.stride_z;
  }
  template <class Source, class Planes>
  KOKKOS_FORCEINLINE_FUNCTION static auto row(Source const& source, typename Where<Source>::Column const& column,
                                              Planes const& planes, int j, int k) {
    auto const memory = source.row(j, k);
    return StreamRow<Where<Source>, decltype(source.row(j, k)), Planes>{column, memory, planes};
  }
};

template <std::derived_from<StreamStrategy> Strategy, class Exec, class Bound>
void sweep(Strategy, Exec const& exec, Bound const& bound, ResolvedSchedule const& resolved, std::string const& label) {
  launch_kernel<Strategy>(exec, StreamSweep<Exec, Bound, Strategy>{bound, Tiling(bound.n, resolved.schedule)}, resolved,
                          label);
}

template <std::derived_from<StreamStrategy> Strategy>
ResolvedSchedule resolve(Strategy, Schedule const& request, SweepShape const& shape, TeamLimits const& limits) {
  return resolve_stream_schedule(Strategy::name, Strategy::kernel, request, shape, limits);
}

}  // namespace tessera::detail
