// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/sweep/device/column_ring/ring_sweep.hpp"

// For CUDA alone (native.hpp).

namespace tessera::detail {

/// The sweep of one block over its tile (ColumnRing) where the operator is a sum by layers: the ring holds the layers
/// to come, of which a thread reads one at a time.
template <class Bound, class Ghosts>
struct LayerSweep {
  using Shape = typename RingShapeOf<Bound>::type;
  static constexpr int V = Shape::V, R = Shape::R;
  using State = typename TypeAt<typename Bound::source_types, 0>::type;
  using T = typename State::value_type;
  using Columns = LayerColumns<Bound, Ghosts, V, R>;
  using Ring = PlaneRing<State, RingPlanes<LayerReach<typename State::reach>, T, V, R>, V, Ghosts>;

  Bound const& bound;
  Ghosts const& ghosts;
  Tile const tile;

  __device__ __forceinline__ void operator()(unsigned char* shared, typename Bound::Seen& seen) const {
    Tile layers = tile;
    --layers.lo[2];
    ++layers.hi[2];
    Ring ring(reinterpret_cast<T*>(shared), bound.sources.template get<0>(), layers, bound.n, ghosts);
    int const x = static_cast<int>(threadIdx.x) % 32 * V, y = static_cast<int>(threadIdx.x) / 32 * R;
    bool const inside = tile.lo[0] + x < tile.hi[0] && tile.lo[1] + y < tile.hi[1];
    // Threads outside fill the ring as well, and store nothing of the columns that they go along.
    sweep(ring, ring.place(x, y), tile.lo[0] + (inside ? x : 0), tile.lo[1] + (inside ? y : 0), inside, seen);
    wait_for_copies<0>();
  }

 private:
  __device__ __forceinline__ void sweep(Ring& ring, int place, int i, int j, bool inside,
                                        typename Bound::Seen& seen) const {
    auto const& target = bound.targets.template get<0>();
    Columns columns(bound, ghosts, tile, i, j);
    auto* cell = first_cell(target, i, j, tile.lo[2]);
    TESSERA_NO_UNROLL
    for (int k = tile.lo[2] - 1; k <= tile.hi[2]; ++k) {
      ring.turn();
      columns.enter_from(ring.rows(place));
      bool const ends = k > tile.lo[2];
      columns.meet(typename Columns::Stores{{{{cell, i}}}}, 0, inside && ends, seen);
      if (ends) cell = unknown(cell + target.stride_z);
    }
  }
};

}  // namespace tessera::detail
