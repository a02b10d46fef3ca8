// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/backend/stream_copy.hpp"
#include "tessera/bind/bound_stage.hpp"
#include "tessera/plan/overlap_plan.hpp"
#include "tessera/strategy/team/row_segments.hpp"

// Row operations of a thread that has a tile of several levels to itself.

namespace tessera::detail {

/// The output row of a stage: one pointer per component, indexed by x.
template <class T, int Components>
struct LevelRow {
  T* at[Components];
};

template <class T>
KOKKOS_FORCEINLINE_FUNCTION void copy_row(T const* from, T* to, int count) {
#pragma omp simd
  for (int i = 0; i < count; ++i) to[i] = from[i];
}

/// Streams the cells `x` of a row past the caches, except for cache lines shared with others.
template <class T>
KOKKOS_FUNCTION void stream_row(T const* from, T* to, Range const& x) {
  constexpr int line = static_cast<int>(cache_line / sizeof(T));
  int const begin = lines_up(x.begin, line), end = lines_down(x.end, line);
  if (begin >= end) return copy_row(from + x.begin, to + x.begin, x.end - x.begin);
  copy_row(from + x.begin, to + x.begin, begin - x.begin);
  KOKKOS_IF_ON_HOST((stream_copy(to + begin, from + begin, static_cast<std::size_t>(end - begin) * sizeof(T));))
  copy_row(from + end, to + end, x.end - end);
}

/// Stores all components of one result in cell i of its row.
template <class V, class T, int Components>
KOKKOS_FORCEINLINE_FUNCTION void put_components(V const& v, LevelRow<T, Components> const& out, int i) {
  TESSERA_UNROLL
  for (int c = 0; c < Components; ++c) out.at[c][i] = static_cast<T>(component_of(v, c));
}
/// The same of all results.
template <class Bound, class Result, class Out, std::size_t... Ws>
KOKKOS_FORCEINLINE_FUNCTION void put_results(Result const& result, Out const& out, int i, std::index_sequence<Ws...>) {
  (put_components(Bound::template output<Ws>(result), out.template get<Ws>(), i), ...);
}

/// The hot loop of hosts. It takes copies, which stores cannot alias.
template <class Bound, class Rows, class Out>
KOKKOS_FORCEINLINE_FUNCTION void update_level_row(Bound const stage, Rows const rows, Out const out, int shift,
                                                  Range cells, int j, int k, double time) {
#pragma omp simd
  for (int i = cells.begin; i < cells.end; ++i) {
    put_results<Bound>(stage.evaluate(rows, i, j, k, time), out, i + shift, std::make_index_sequence<Bound::outputs>{});
  }
}

}  // namespace tessera::detail
