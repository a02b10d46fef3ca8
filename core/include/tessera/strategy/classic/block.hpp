// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <concepts>

#include "tessera/backend/macros.hpp"
#include "tessera/strategy/classic/launch.hpp"
#include "tessera/strategy/classic/strategies.hpp"
#include "tessera/strategy/tiling.hpp"

namespace tessera::detail {

/// Calls `f(i, j, k)` for the cells of `box`, distributed over the team.
template <class TeamType, class F>
KOKKOS_FORCEINLINE_FUNCTION void for_each_cell(TeamType const& team, Tile const& box, F const& f) {
  if constexpr (TeamType::single) {
    for (int k = box.lo[2]; k < box.hi[2]; ++k) {
      for (int j = box.lo[1]; j < box.hi[1]; ++j) {
        for (int i = box.lo[0]; i < box.hi[0]; ++i) f(i, j, k);
      }
    }
  } else {
    auto const nx = static_cast<unsigned>(box.hi[0] - box.lo[0]);
    auto const ny = static_cast<unsigned>(box.hi[1] - box.lo[1]);
    unsigned const count = nx * ny * static_cast<unsigned>(box.hi[2] - box.lo[2]);
    for (auto p = static_cast<unsigned>(team.rank()); p < count; p += static_cast<unsigned>(team.size())) {
      unsigned const row = p / nx;
      f(box.lo[0] + static_cast<int>(p % nx), box.lo[1] + static_cast<int>(row % ny),
        box.lo[2] + static_cast<int>(row / ny));
    }
  }
}

/// The position of a coordinate relative to an interval: below, in, above.
KOKKOS_FORCEINLINE_FUNCTION constexpr int side(int s, int lo, int hi) { return s < lo ? 0 : s < hi ? 1 : 2; }

/// The parts of a halo that an operator reads: of the 27 boxes below, in and above a block along each axis, those that
/// some offset leads to. A star needs neither edges nor corners of the halo.
template <Reach R, int Rank>
constexpr unsigned make_halo_parts() {
  unsigned parts = 0;
  for_each_stored_offset<R, Rank>([&](int x, int y, int z) {
    for (int on = 0; on < 8; ++on) {  // from other cells of the block, a diagonal offset also leads to faces
      parts |= 1U << (side((on & 1) * x, 0, 1) + 3 * side((on >> 1 & 1) * y, 0, 1) + 9 * side((on >> 2) * z, 0, 1));
    }
  });
  return parts;
}
template <Reach R, int Rank>
inline constexpr unsigned halo_parts = make_halo_parts<R, Rank>();

/// An input of a block: in memory, or in scratch with the halo that the operator reaches.
template <class Source, int Rank, bool Scratch>
struct BlockInput {
  using T = typename Source::value_type;
  static constexpr bool placed = Scratch && !is_centre(Source::hull);
  static constexpr int lo_x = Source::hull.lo[0], lo_y = Source::hull.lo[1], lo_z = Source::hull.lo[2];
  static constexpr int hi_x = Source::hull.hi[0], hi_y = Source::hull.hi[1], hi_z = Source::hull.hi[2];
  static constexpr unsigned parts = halo_parts<typename Source::reach, Rank>;

  Source const& source;
  T* block = nullptr;
  int pitch = 0, plane = 0, stride_c = 0;

  template <class TeamType>
  KOKKOS_FORCEINLINE_FUNCTION BlockInput(TeamType const& team, Source const& from, Tiling const& tiling)
      : source(from) {
    if constexpr (placed) {
      pitch = tiling.size[0] + hi_x - lo_x;
      plane = pitch * (tiling.size[1] + hi_y - lo_y);
      stride_c = plane * (tiling.size[2] + hi_z - lo_z);
      block = team.template scratch<T>(static_cast<std::size_t>(stride_c) * Source::components);
    }
  }

  /// Loads cell (i, j, k) of the tile or its halo, if the operator reads it.
  KOKKOS_FORCEINLINE_FUNCTION void load(Tile const& tile, int i, int j, int k) const {
    if constexpr (placed) {
      int const x = i - tile.lo[0], y = j - tile.lo[1], z = k - tile.lo[2];
      if (x < lo_x || i >= tile.hi[0] + hi_x || y < lo_y || j >= tile.hi[1] + hi_y || z < lo_z ||
          k >= tile.hi[2] + hi_z) {
        return;  // another input's halo
      }
      int const part =
          side(i, tile.lo[0], tile.hi[0]) + 3 * side(j, tile.lo[1], tile.hi[1]) + 9 * side(k, tile.lo[2], tile.hi[2]);
      if ((parts >> part & 1U) == 0) return;
      T const* const from = source.cells + i + j * source.stride_y + k * source.stride_z;
      T* const to = block + (z - lo_z) * plane + (y - lo_y) * pitch + x - lo_x;
      for (int c = 0; c < Source::components; ++c) to[c * stride_c] = from[c * source.stride_c];
    }
  }

  KOKKOS_FORCEINLINE_FUNCTION auto row(Tile const& tile, int j, int k) const {
    if constexpr (placed) {
      PlaneRow<T, lo_z, hi_z - lo_z + 1> r;
      r.ring = block + (k - tile.lo[2]) * plane + (j - tile.lo[1] - lo_y) * pitch - tile.lo[0] - lo_x;
      for (int d = 0; d <= hi_z - lo_z; ++d) r.plane[d] = d * plane;
      r.pitch = pitch;
      r.stride_c = stride_c;
      return r;
    } else {
      return source.row(j, k);
    }
  }
};

/// The hull of all inputs.
template <class... Sources>
constexpr Hull make_widest_hull() {
  Hull hull;
  ((hull = unite(hull, Sources::hull)), ...);
  return hull;
}
template <class... Sources>
inline constexpr Hull widest_hull = make_widest_hull<Sources...>();

/// The block kernels: a team loads a block of the grid into scratch, if its strategy does, and computes it, one cell at
/// a time.
template <class Exec, class Bound, class Strategy>
struct BlockSweep {
  static constexpr Kernel kernel = Strategy::kernel;

  Bound bound;
  Tiling tiling;

  template <class Member>
  TESSERA_KERNEL_FUNCTION void operator()(Member const& member) const {
    KokkosTeam<Member, ExecTraits<Exec>::simd> const team{member};
    Tile const tile = tiling.tile(member.league_rank());
    sweep(team, tile, typename Bound::source_types{});
    team.barrier();
    complete_tile(team, bound, tile);
  }

 private:
  template <class TeamType, class... Sources>
  KOKKOS_FORCEINLINE_FUNCTION void sweep(TeamType const& team, Tile const& tile, Types<Sources...>) const {
    constexpr Hull hull = widest_hull<Sources...>;
    Tile block = tile;
    for (int axis = 0; axis < 3; ++axis) {
      block.lo[axis] += hull.lo[axis];
      block.hi[axis] += hull.hi[axis];
    }
    sweep(team, tile, block, Types<Sources...>{}, std::index_sequence_for<Sources...>{});
  }
  template <class TeamType, class... Sources, std::size_t... Is>
  KOKKOS_FORCEINLINE_FUNCTION void sweep(TeamType const& team, Tile const& tile, Tile const& block, Types<Sources...>,
                                         std::index_sequence<Is...>) const {
    Pack<BlockInput<Sources, Bound::rank, kernel.scratch>...> const inputs{
        {{BlockInput<Sources, Bound::rank, kernel.scratch>(team, bound.sources.template get<Is>(), tiling)}...}};
    auto const update = [&](int i, int j, int k) {
      bound.update(pack(inputs.template get<Is>().row(tile, j, k)...), i, j, k);
    };
    if constexpr (kernel.scratch) {
      for_each_cell(team, block, [&](int i, int j, int k) { (inputs.template get<Is>().load(tile, i, j, k), ...); });
      team.barrier();
    }
    if constexpr (kernel.overlap) {
      for_each_cell(team, block, [&](int i, int j, int k) {
        int const cell[3] = {i, j, k};
        bool inner = true;
        for (int axis = 0; axis < 3; ++axis) inner = inner && side(cell[axis], tile.lo[axis], tile.hi[axis]) == 1;
        if (inner) update(i, j, k);
      });
    } else {
      for_each_cell(team, tile, update);
    }
  }
};

template <std::derived_from<BlockStrategy> Strategy, class Exec, class Bound>
void sweep(Strategy, Exec const& exec, Bound const& bound, ResolvedSchedule const& resolved, std::string const& label) {
  launch_kernel<Strategy>(exec, BlockSweep<Exec, Bound, Strategy>{bound, Tiling(bound.n, resolved.schedule)}, resolved,
                          label);
}

template <std::derived_from<BlockStrategy> Strategy>
ResolvedSchedule resolve(Strategy, Schedule const& request, SweepShape const& shape, TeamLimits const& limits) {
  return resolve_block_schedule(Strategy::name, Strategy::kernel, request, shape, limits);
}

}  // namespace tessera::detail
