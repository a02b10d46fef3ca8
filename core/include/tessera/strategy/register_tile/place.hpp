// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/backend/cluster_code.hpp"
#include "tessera/backend/native_code.hpp"
#include "tessera/strategy/register_tile/arguments.hpp"

// For CUDA alone (native.hpp).

namespace tessera::detail {

/// The position of a thread in its block and, for the part of a column being swept, in the grid.
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
  /// What the loop over planes has to handle along x; each frequent combination has a loop of its own. `ragged`: the
  /// face at high x is inside a vector, so its last cells are beyond the face. `narrow`: no vectors at all.
  static constexpr int low_x = 1, high_x = 2, narrow = 4, ragged = 8, all_edges = 15;
  /// Whether a loop that handles `edges` is for tiles at one known face of x.
  static constexpr KOKKOS_FUNCTION bool one_face(int edges) { return (edges & low_x) == 0 || (edges & high_x) == 0; }
  /// What a warp may touch in y: a face, or another block of the cluster. `after_block`: the warp comes after that
  /// block.
  static constexpr int low_y = 1, high_y = 2, after_block = 4, before_block = 8;
  /// Whether the test for a face is recomputed, not kept in a register.
  static constexpr bool finds_faces = Types::ghosts_by_branch;
  static_assert(R % V == 0, "a thread's columns are whole 16-byte loads");

  __device__ __forceinline__ RegisterTilePlace(Arguments const& args) : m_args(args), m_lane(threadIdx.x) {
    int const warp = uniform(Shape::counted ? rotated_warp() : static_cast<int>(threadIdx.y));
    m_group = N::groups == 1 ? 0 : warp / N::warps;
    m_warp = N::groups == 1 ? warp : warp % N::warps;
  }

  /// The warp's number within its block, rotated. The first and last group have the most work besides sums, and warps
  /// of the same number in all blocks share a scheduler of the multiprocessor. In every other block of a multiprocessor
  /// groups are rotated by half, so that no scheduler has two of the busiest.
  __device__ __forceinline__ int rotated_warp() const {
    auto const held = static_cast<int>(blockIdx.x / (gridDim.x / N::blocks));
    return (static_cast<int>(threadIdx.y) + held % 2 * (groups() / 2)) % groups();
  }
  __device__ __forceinline__ int groups() const { return N::groups == 1 ? 1 : m_args.groups; }

  /// The block's number in its tile, and the number of blocks of a tile.
  __device__ __forceinline__ static int block_of_tile() { return N::cluster > 1 ? cluster_rank() : 0; }
  __device__ __forceinline__ static int blocks_of_tile() { return N::cluster > 1 ? cluster_size() : 1; }

  /// What the warp touches in y other than warps of its block: another block of the tile, or `low` and `high`, which
  /// the tile touches.
  __device__ __forceinline__ int outer(int low, int high) const {
    int const below = m_warp > 0 ? 0 : block_of_tile() > 0 ? after_block : low;
    return below | (m_warp < N::warps - 1 ? 0 : block_of_tile() < blocks_of_tile() - 1 ? before_block : high);
  }

  /// Sets the constants of a part, and its first plane. Returns the tile's first cell along x.
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
    // Where tiles begin on vectors, a thread with one vector stores all of it or nothing, apart from cells beyond a
    // face.
    if (m_wide && (m_begin_x > 0 || m_end_x <= 0) && R == V) m_stored = 0;
    return x0;
  }

  /// Offset of cell (i, j) in a plane. `stride_y`: the row stride, unless the layout is `blocked`.
  __device__ __forceinline__ BlockedLayout::Place place(bool blocked, int i, int j, std::ptrdiff_t stride_y) const {
    if constexpr (Types::takes_blocked_layout) {
      if (blocked) return m_args.layout.place(i, j);
    }
    return {i + j * stride_y, static_cast<int>(stride_y)};
  }
  /// The row stride of a thread: `stride`, from `place`, if the plane may have the blocked layout.
  static __device__ __forceinline__ auto row_stride(int stride, std::ptrdiff_t stride_y) {
    if constexpr (Types::takes_blocked_layout) {
      return stride;
    } else {
      return stride_y;
    }
  }
  /// Whether the thread's cells touch the face at low x, in a loop that handles `Edges`. Unless ghosts are written in
  /// branches the answer is kept: recomputing it makes the smallest tiles spill.
  template <int Edges>
  __device__ __forceinline__ bool touches_low_x() const {
    if constexpr (finds_faces) {
      return m_lane == 0 && (one_face(Edges) || (m_edges & low_x) != 0);
    } else {
      return m_low_x != 0;
    }
  }
  /// Whether the face at high x follows the first `cells` cells of the thread's rows.
  template <int Edges>
  __device__ __forceinline__ bool touches_high_x(int cells) const {
    if constexpr (finds_faces) {
      bool const at_face = m_lane == 31 && (one_face(Edges) || (m_edges & high_x) != 0);
      return at_face && ((Edges & ragged) == 0 || m_args.bound.n[0] - m_i == cells);
    } else {
      return m_high_x == cells;
    }
  }
  /// The tile's first cell along x.
  __device__ __forceinline__ int tile_i() const { return m_i - m_lane * R; }
  /// Plane `k` wrapped into the grid; any plane if its values are not used.
  __device__ __forceinline__ int plane_of(int k) const {
    int const nz = m_args.bound.n[2];
    return ((k % nz) + nz) % nz;
  }

  Arguments const& m_args;
  int m_lane, m_warp, m_group;
  int m_i, m_j;                    ///< the thread's first cell
  int m_first;                     ///< the plane that is loaded first
  int m_load_plane;                ///< the next plane to load, wrapped into the grid
  int m_load_row;                  ///< row `m_j` wrapped into the grid
  int m_wrap_row;                  ///< the thread's row at which y wraps
  int m_begin_store, m_end_store;  ///< the steps of the sweep whose planes are stored
  int m_begin_x, m_end_x;          ///< cells of a row that are stored
  int m_stored;                    ///< a bit for each row of which some are
  int m_low_x;                     ///< whether the thread's cells touch the face at low x
  int m_high_x;                    ///< its cells of a row before the face at high x; 0: it does not touch the face
  int m_edges;                     ///< of low_x ... ragged: what the tile has to handle
  int m_outer;                     ///< result of `outer`
  int m_halo;                      ///< low_y or high_y: the side of the tile whose halo the warp has
  bool m_wide;                     ///< loads and stores are 16 bytes each; else the tile is `narrow`
};

}  // namespace tessera::detail
