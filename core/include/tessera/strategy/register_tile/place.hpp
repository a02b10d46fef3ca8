// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/backend/cluster_code.hpp"
#include "tessera/backend/native_code.hpp"
#include "tessera/strategy/register_tile/arguments.hpp"

// For CUDA alone (native.hpp).

namespace tessera::detail {

/// Where a thread of a time tile stands: in its block, and, for the part of a column of tiles that is being swept, in
/// the grid.
template <class Bound, std::size_t State, class Numbers>
class RegisterTilePlace {
 protected:
  using Types = RegisterTileTypes<Bound, State, Numbers>;
  using Arguments = RegisterTileArguments<Bound, State, Numbers>;
  using Shape = typename Types::Shape;
  using T = typename Types::Value;
  using N = Numbers;
  static constexpr int R = N::columns, C = N::rows, K = N::levels, X = N::extent_x;
  static constexpr int V = Types::V;
  /// What the loop over a tile's planes has to mind along x: each combination that is frequent has a loop of its own.
  /// `ragged`: the face at high x is inside a vector, so that its last cells are beyond it; `narrow`: no vectors at
  /// all.
  static constexpr int low_x = 1, high_x = 2, narrow = 4, ragged = 8, all_edges = 15;
  /// What a warp may be next to in y: a face, or another block of the cluster, which it stands after or before.
  static constexpr int low_y = 1, high_y = 2, after_block = 4, before_block = 8;
  /// Whether what is next to a face is found anew, and not kept.
  static constexpr bool finds_faces = Types::ghosts_by_branch;
  static_assert(R % V == 0, "a thread's columns are whole 16-byte loads");

  __device__ __forceinline__ RegisterTilePlace(Arguments const& args) : m_args(args), m_lane(threadIdx.x) {
    int const warp = uniform(Shape::counted ? rotated_warp() : static_cast<int>(threadIdx.y));
    m_group = N::groups == 1 ? 0 : warp / N::warps;
    m_warp = N::groups == 1 ? warp : warp % N::warps;
  }

  /// The warp's number, counted from where its block's groups begin. The first and the last group have the most to do
  /// beside sums, and warps of the same number in their blocks share a multiprocessor's scheduler: in every other block
  /// that it holds (which are so far apart that the first round has gone to all of them) groups are turned by half, so
  /// that no scheduler has two of the busiest.
  __device__ __forceinline__ int rotated_warp() const {
    auto const held = static_cast<int>(blockIdx.x / (gridDim.x / N::blocks));
    return (static_cast<int>(threadIdx.y) + held % 2 * (groups() / 2)) % groups();
  }
  __device__ __forceinline__ int groups() const { return N::groups == 1 ? 1 : m_args.groups; }

  /// The block's number among those that make a tile together, and how many they are.
  __device__ __forceinline__ static int block_of_tile() { return N::cluster > 1 ? cluster_rank() : 0; }
  __device__ __forceinline__ static int blocks_of_tile() { return N::cluster > 1 ? cluster_size() : 1; }

  /// What the warp is next to in y, if not to other warps of the block: another block of the tile, or what the tile is
  /// next to at its low and its high side.
  __device__ __forceinline__ int outer(int low, int high) const {
    int const below = m_warp > 0 ? 0 : block_of_tile() > 0 ? after_block : low;
    return below | (m_warp < N::warps - 1 ? 0 : block_of_tile() < blocks_of_tile() - 1 ? before_block : high);
  }

  /// Sets all that stays the same during a part, and the plane to begin with. Returns the tile's first cell along x.
  __device__ __forceinline__ int enter(WorkPartition::Part const& part) {
    TileAxis const &ax = m_args.tiles.x, &ay = m_args.tiles.y;
    int const tx = m_args.tiles.tile_x(part.column), ty = m_args.tiles.tile_y(part.column);
    int const x0 = ax.origin(tx);
    m_i = x0 + m_lane * R;
    m_j = ay.origin(ty) + (block_of_tile() * N::warps + m_warp) * C;
    int const to_face = m_args.bound.n[0] - m_i;
    m_low_x = ax.at_low(tx) && m_lane == 0;
    m_high_x = ax.at_high(tx) && m_lane == 31 ? to_face : 0;
    m_outer = Shape::shares_rows ? outer(ay.at_low(ty) ? low_y : 0, ay.at_high(ty) ? high_y : 0) : 0;
    m_halo = Shape::trims_halo ? outer(ay.at_low(ty) ? 0 : low_y, ay.at_high(ty) ? 0 : high_y) & (low_y | high_y) : 0;
    int const out_lag = Shape::out_lag(groups());
    m_first = part.begin - Shape::early_planes(groups());
    if (!m_args.periodic_z && m_first < 0) m_first = 0;
    m_begin_store = part.begin - m_first + out_lag;
    m_end_store = part.end - m_first + out_lag;
    m_load_plane = plane_of(m_first);
    m_begin_x = ax.begin(tx) - m_i;
    int const end_x = ax.end(tx) - m_i;
    m_end_x = end_x < to_face ? end_x : to_face;
    int const begin_y = ay.begin(ty) - m_j, end_y = ay.end(ty) - m_j;
    m_stored = 0;
    for (int c = 0; c < C; ++c) m_stored |= c >= begin_y && c < end_y ? 1 << c : 0;
    m_load_row = Shape::shares_rows ? ay.wrap(m_j) : 0;
    m_wrap_row = ay.periodic ? ay.n - m_load_row : C;
    m_wide = uniform(static_cast<int>(m_args.moves_vectors(tx) && m_wrap_row >= C)) != 0;
    m_edges = (ax.at_low(tx) ? low_x : 0) | (ax.at_high(tx) ? high_x : 0) | (m_wide ? 0 : narrow) |
              (ax.at_high(tx) && m_args.bound.n[0] % V != 0 ? ragged : 0);
    // Where tiles begin on vectors, a thread that owns one stores all of it or nothing, but for what is beyond a face.
    if (m_wide && (m_begin_x > 0 || m_end_x <= 0) && R == V) m_stored = 0;
    return x0;
  }

  /// Where cell (i, j) of a plane stands whose rows are `stride_y` values apart, if it does not lie in layout.
  __device__ __forceinline__ BlockedLayout::Place place(bool blocked, int i, int j, std::ptrdiff_t stride_y) const {
    if constexpr (Types::takes_blocked_layout) {
      if (blocked) return m_args.layout.place(i, j);
    }
    return {i + j * stride_y, static_cast<int>(stride_y)};
  }
  /// The values from row to row of a thread: `stride`, which `place` gave, if a plane may lie in layout.
  static __device__ __forceinline__ auto row_stride(int stride, std::ptrdiff_t stride_y) {
    if constexpr (Types::takes_blocked_layout) {
      return stride;
    } else {
      return stride_y;
    }
  }
  /// Whether the thread's own cells are next to the face at low x, in a loop that minds `Edges`. Where ghosts are not
  /// put by branches that is kept: to find it anew makes loops of the lightest tiles spill.
  template <int Edges>
  __device__ __forceinline__ bool touches_low_x() const {
    if constexpr (finds_faces) {
      return m_lane == 0 && (Edges != all_edges || (m_edges & low_x) != 0);
    } else {
      return m_low_x != 0;
    }
  }
  /// Whether `cells` of the thread's own in a row come before the face at high x, which is next to them.
  template <int Edges>
  __device__ __forceinline__ bool touches_high_x(int cells) const {
    if constexpr (finds_faces) {
      bool const at_face = m_lane == 31 && (Edges != all_edges || (m_edges & high_x) != 0);
      return at_face && ((Edges & ragged) == 0 || m_args.bound.n[0] - m_i == cells);
    } else {
      return m_high_x == cells;
    }
  }
  /// The tile's first cell along x.
  __device__ __forceinline__ int tile_i() const { return m_i - m_lane * R; }
  /// Plane `k` as one of the grid; any, for one whose values come to nothing.
  __device__ __forceinline__ int plane_of(int k) const {
    int const nz = m_args.bound.n[2];
    return ((k % nz) + nz) % nz;
  }

  Arguments const& m_args;
  int m_lane, m_warp, m_group;
  int m_i, m_j;                    ///< the thread's first cell
  int m_first;                     ///< the plane that is loaded first
  int m_load_plane;                ///< and the one that is loaded next, as one of the grid
  int m_load_row;                  ///< row `m_j` as one of the grid
  int m_wrap_row;                  ///< the thread's row at which y wraps
  int m_begin_store, m_end_store;  ///< the steps of the sweep whose planes are stored
  int m_begin_x, m_end_x;          ///< cells of a row that are stored
  int m_stored;                    ///< a bit for each row of which some are
  int m_low_x;                     ///< whether the thread's own cells are next to the face at low x
  int m_high_x;                    ///< and its cells of a row before the one at high x; 0: it is not next to it
  int m_edges;                     ///< of those above, what the tile has to mind
  int m_outer;                     ///< what `outer` says
  int m_halo;                      ///< low_y or high_y: the warp has the halo of the tile there, and spares it
  bool m_wide;                     ///< loads and stores are 16 bytes each; else tiles are `narrow`
};

}  // namespace tessera::detail
