// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/operator/point.hpp"
#include "tessera/strategy/column/window.hpp"
#include "tessera/strategy/tiling.hpp"

namespace tessera::detail {

/// A source whose window holds one layer.
template <class Source>
struct LayerSource : Source {
  using reach = LayerReach<typename Source::reach, 3>;
};

/// The partial sums of a thread's `V` x `R` columns from cell (i, j) on, where the operator is a sum over layers
/// (HasPartialSums). The thread adds one layer at a time, from the lowest that its tile reads to the highest.
template <class Bound, class Ghosts, int V, int R>
class PartialSumColumns {
  using State = typename TypeAt<typename Bound::source_types, 0>::type;
  using TargetType = typename TypeAt<typename Bound::target_types, 0>::type;
  using T = typename TargetType::value_type;
  using Source = LayerSource<State>;
  using Window = typename Ghosts::template window<0, Source, 3, V, R, false>;
  using Accumulator = typename Bound::Accumulator;
  static constexpr int radius = State::reach::radius;

 public:
  using Stores = Pack<ColumnOutput<TargetType, V, !Ghosts::stored>>;

  KOKKOS_FORCEINLINE_FUNCTION PartialSumColumns(Bound const& bound, Ghosts const& ghosts, Tile const& tile, int i,
                                                int j)
      : m_bound(bound),
        m_window(source(), i, j, tile.lo[2] - radius, 0, ghosts),
        m_near_x(near_face(tile, bound.n, 0, radius)),
        m_near_y(near_face(tile, bound.n, 1, radius)),
        m_i(i),
        m_j(j) {}

  /// Loads the next layer and adds it to the sums. Finished sums are `stored`, unless the sweep began too late for
  /// them.
  KOKKOS_FORCEINLINE_FUNCTION void add_layer(Stores const& stores, bool stored, Accumulator& accumulator) {
    m_window.template enter<0, true>(source());
    m_window.template complete_near<0>(m_near_x, m_near_y);
    add_layer(stores, stored, accumulator, std::make_integer_sequence<int, R>{});
    m_window.rotate(source());
  }

 private:
  KOKKOS_FORCEINLINE_FUNCTION Source source() const { return {m_bound.sources.template get<0>()}; }
  template <int... Rows>
  KOKKOS_FORCEINLINE_FUNCTION void add_layer(Stores const& stores, bool stored, Accumulator& accumulator,
                                             std::integer_sequence<int, Rows...>) {
    (add_row<Rows>(stores, stored && (!Ghosts::stored || Rows == 0 || m_j + Rows < m_bound.n[1]), accumulator), ...);
  }
  template <int Row>
  KOKKOS_FORCEINLINE_FUNCTION void add_row(Stores const& stores, bool stored, Accumulator& accumulator) {
    auto const row = m_window.template view<0, Row>(m_i);
    T made[V];
    TESSERA_UNROLL
    for (int v = 0; v < V; ++v) {
      Point<3, std::remove_const_t<decltype(row)>> const u(row, m_i + v);
      made[v] = m_sums[Row][v].add(m_bound.op, u);
    }
    if (stored) m_bound.store_vector(made, stores, 0, Row, m_i, accumulator);
  }

  Bound const& m_bound;
  Window m_window;
  PartialSums<T, radius> m_sums[R][V];
  bool m_near_x, m_near_y;  ///< whether the tile's threads may read ghosts along these axes
  int m_i, m_j;
};

}  // namespace tessera::detail
