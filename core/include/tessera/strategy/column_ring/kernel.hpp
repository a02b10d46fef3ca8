// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/strategy/column/sweep.hpp"
#include "tessera/strategy/column_ring/plane_ring.hpp"

// For CUDA alone (native.hpp).

namespace tessera::detail {

/// The threads of a CUDA block, with the interface of a team (KokkosTeam).
struct BlockTeam {
  static constexpr bool single = false;

  [[nodiscard]] __device__ __forceinline__ int rank() const { return static_cast<int>(threadIdx.x); }
  [[nodiscard]] __device__ __forceinline__ int size() const { return ring_threads; }
  __device__ __forceinline__ void barrier() const { __syncthreads(); }
  /// The greatest number of all threads, returned to every thread.
  [[nodiscard]] __device__ __forceinline__ Key greatest(Key mine) const {
    __shared__ Key all[ring_threads];
    all[rank()] = mine;
    for (int half = ring_threads / 2; half > 0; half /= 2) {
      __syncthreads();
      if (rank() < half && all[rank() + half] > all[rank()]) all[rank()] = all[rank() + half];
    }
    __syncthreads();
    Key const best = all[0];
    __syncthreads();  // the next reduction reuses `all`
    return best;
  }
};

/// The RingShape of a bound stage.
template <class Bound>
struct RingShapeOf;
template <int Rank, class Op, class... Ss, class... Ts, class Results>
struct RingShapeOf<BoundStage<Rank, Op, Types<Ss...>, Types<Ts...>, Results>> {
  static constexpr std::size_t widest =
      widest_of(Types<InputType<typename Ss::reach, typename Ss::value_type, Ss::components, Ss::global_scalar>...,
                      InputType<Centre, typename Ts::value_type, 1>...>{});
  using type = RingShape<Rank, widest,
                         InputType<typename Ss::reach, typename Ss::value_type, Ss::components, Ss::global_scalar>...>;
  static constexpr RingFacts facts =
      ring_facts<Rank, widest,
                 InputType<typename Ss::reach, typename Ss::value_type, Ss::components, Ss::global_scalar>...>(
          formula_registers<Op>());
};

/// The sweep of one block over its tile (ColumnRing). It differs from ColumnSweep in two ways: the wide input's window
/// is filled from the ring, and threads outside the grid take part, because all threads fill the ring.
template <class Bound, class Ghosts, class Inputs = std::make_index_sequence<Bound::inputs>,
          class Outputs = std::make_index_sequence<Bound::outputs>>
struct RingSweep;
template <class Bound, class Ghosts, std::size_t... Is, std::size_t... Os>
struct RingSweep<Bound, Ghosts, std::index_sequence<Is...>, std::index_sequence<Os...>> {
  using Shape = typename RingShapeOf<Bound>::type;
  static constexpr int V = Shape::V, R = Shape::R;
  static constexpr std::size_t wide = static_cast<std::size_t>(Shape::input);
  template <std::size_t I>
  using window = typename Ghosts::template window<I, typename TypeAt<typename Bound::source_types, I>::type,
                                                  Bound::rank, V, R, false>;
  template <std::size_t O>
  using output = ColumnOutput<typename TypeAt<typename Bound::target_types, O>::type, V, !Ghosts::stored>;
  using Wide = typename TypeAt<typename Bound::source_types, wide>::type;
  using Planes = RingPlanes<typename Wide::reach, typename Wide::value_type, V, R>;
  using Ring = PlaneRing<Wide, Planes, V, Ghosts>;
  using Windows = Pack<window<Is>...>;
  using Stores = Pack<output<Os>...>;
  /// Addresses of a step's first cells.
  using Cells = Pack<typename TypeAt<typename Bound::target_types, Os>::type::value_type*...>;
  using Accumulator = typename Bound::Accumulator;

  Bound const& bound;
  Ghosts const& ghosts;
  Tile const tile;

  __device__ __forceinline__ void operator()(unsigned char* shared, Accumulator& accumulator) const {
    auto const& wide_source = bound.sources.template get<wide>();
    Ring ring(reinterpret_cast<typename Wide::value_type*>(shared), wide_source, tile, bound.n, ghosts);
    int const x = static_cast<int>(threadIdx.x) % 32 * V, y = static_cast<int>(threadIdx.x) / 32 * R;
    bool const inside = tile.lo[0] + x < tile.hi[0] && tile.lo[1] + y < tile.hi[1];
    sweep(ring, ring.place(x, y), tile.lo[0] + (inside ? x : 0), tile.lo[1] + (inside ? y : 0), inside, accumulator);
    wait_for_copies<0>();
  }

 private:
  /// Sweeps the columns from (i, j) on. A thread that is not `inside` sweeps the tile's first ones and stores nothing.
  __device__ __forceinline__ void sweep(Ring& ring, int place, int i, int j, bool inside,
                                        Accumulator& accumulator) const {
    Windows windows{
        {{window<Is>(bound.sources.template get<Is>(), i, j, tile.lo[2], tile.hi[2] - tile.lo[2], ghosts)}...}};
    Cells cells{{{first_cell(bound.targets.template get<Os>(), i, j, tile.lo[2])}...}};
    TESSERA_NO_UNROLL
    for (int k = tile.lo[2]; k < tile.hi[2]; k += Shape::period) {
      steps(ring, place, windows, cells, i, j, k, inside, accumulator,
            std::make_integer_sequence<int, Shape::period>{});
    }
  }
  template <int... Phases>
  __device__ __forceinline__ void steps(Ring& ring, int place, Windows& windows, Cells& cells, int i, int j, int k,
                                        bool inside, Accumulator& accumulator,
                                        std::integer_sequence<int, Phases...>) const {
    ((k + Phases < tile.hi[2] ? step<Phases>(ring, place, windows, cells, i, j, k + Phases, inside, accumulator,
                                             std::make_integer_sequence<int, R>{})
                              : void()),
     ...);
  }
  template <int Phase, int... Rows>
  __device__ __forceinline__ void step(Ring& ring, int place, Windows& windows, Cells& cells, int i, int j, int k,
                                       bool inside, Accumulator& accumulator,
                                       std::integer_sequence<int, Rows...>) const {
    ring.rotate();
    (enter<Phase, Is>(ring, place, windows), ...);
    (complete<Phase>(windows.template get<Is>()), ...);
    Stores const stores{{{output<Os>(cells.template get<Os>(), i)}...}};
    (update_row<Phase, Rows>(windows, stores, i, j, k, inside, accumulator), ...);
    ((cells.template get<Os>() = opaque(cells.template get<Os>() + bound.targets.template get<Os>().stride_z)), ...);
    (windows.template get<Is>().rotate(bound.sources.template get<Is>()), ...);
  }
  template <class TargetType>
  __device__ __forceinline__ static auto first_cell(TargetType const& target, int i, int j, int k) {
    return opaque(target.cells + i + j * target.stride_y + k * target.stride_z);
  }
  /// Boxes have so many ghosts that blocks inside skip them by a branch.
  template <int Phase, class Window>
  __device__ __forceinline__ void complete(Window& w) const {
    if constexpr (is_diagonal<typename Wide::reach, 3>) {
      w.template complete_near<Phase>(near(0), near(1));
    } else {
      w.template complete<Phase>();
    }
  }
  [[nodiscard]] __device__ __forceinline__ bool near(int axis) const {
    return near_face(tile, bound.n, axis, Wide::reach::radius);
  }
  template <int Phase, std::size_t I>
  __device__ __forceinline__ void enter(Ring const& ring, int place, Windows& windows) const {
    if constexpr (I == wide) {
      windows.template get<I>().template enter_from<Phase>(ring.rows(place));
    } else {
      windows.template get<I>().template enter<Phase>(bound.sources.template get<I>());
    }
  }
  template <int Phase, int Row>
  __device__ __forceinline__ void update_row(Windows const& windows, Stores const& stores, int i, int j, int k,
                                             bool inside, Accumulator& accumulator) const {
    if (!inside || (Ghosts::stored && Row > 0 && j + Row >= bound.n[1])) return;
    bound.template update_vector<V>(pack(windows.template get<Is>().template view<Phase, Row>(i)...), stores, 0, Row, i,
                                    j + Row, k, accumulator);
  }
};

/// Sweeps a tile per block, and writes its ghosts unless they are made on the fly. `Blocks`: RingShape's.
template <class Bound, class Ghosts, int Blocks>
__global__ void __launch_bounds__(ring_threads, Blocks)
    column_ring_kernel(__grid_constant__ Bound const bound, __grid_constant__ Tiling const tiling,
                       __grid_constant__ Ghosts const ghosts) {
  Tile const tile = tiling.tile(static_cast<int>(blockIdx.x));
  typename Bound::Accumulator accumulator;
  RingSweep<Bound, Ghosts>{bound, ghosts, tile}(shared_memory(), accumulator);
  BlockTeam const team;
  bound.merge(team, accumulator);
  if constexpr (Ghosts::stored) complete_tile(team, bound, tile);
}

}  // namespace tessera::detail
