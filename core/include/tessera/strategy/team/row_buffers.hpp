// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/backend/stream_copy.hpp"
#include "tessera/bind/bound_stage.hpp"
#include "tessera/strategy/team/row_segments.hpp"

namespace tessera::detail {

/// A segment of a row of every output of a stage, in the first-level cache, for streaming stores.
template <class Bound>
class RowBuffers;

template <int Rank, class Op, class Sources, class... Ts, class Results>
class RowBuffers<BoundStage<Rank, Op, Sources, Types<Ts...>, Results>> {
 public:
  using Bound = BoundStage<Rank, Op, Sources, Types<Ts...>, Results>;
  static constexpr int cells = 576;

  /// Redirects the outputs of `bound` from cell (i, j, k) on to the buffers.
  KOKKOS_FORCEINLINE_FUNCTION void redirect(Bound& bound, int i, int j, int k) {
    redirect(bound, i, j, k, std::index_sequence_for<Ts...>{});
  }

  /// Clears values that no cell writes: they are streamed to padding.
  KOKKOS_FORCEINLINE_FUNCTION void clear(Range const& range) { clear(range, std::index_sequence_for<Ts...>{}); }

  /// Streams the cells of `range` of row (j, k), from the start of the buffers, to the outputs of `bound`.
  void stream_out(Bound const& bound, Range const& range, int j, int k) const {
    stream_out(bound, range, j, k, std::index_sequence_for<Ts...>{});
  }

 private:
  template <class Target>
  struct alignas(64) Buffer {
    typename Target::value_type values[Target::components * cells];
  };

  template <std::size_t... Is>
  KOKKOS_FORCEINLINE_FUNCTION void redirect(Bound& bound, int i, int j, int k, std::index_sequence<Is...>) {
    (redirect(bound.targets.template get<Is>(), m_buffers.template get<Is>(), i, j, k), ...);
  }
  template <class Target>
  KOKKOS_FUNCTION static void redirect(Target& target, Buffer<Target>& buffer, int i, int j, int k) {
    target.stride_c = cells;
    target.cells = buffer.values - (i + j * target.stride_y + k * target.stride_z);
  }

  template <std::size_t... Is>
  KOKKOS_FORCEINLINE_FUNCTION void clear(Range const& range, std::index_sequence<Is...>) {
    (clear(range, m_buffers.template get<Is>()), ...);
  }
  template <class Target>
  KOKKOS_FORCEINLINE_FUNCTION static void clear(Range const& range, Buffer<Target>& buffer) {
    for (int c = 0; c < Target::components; ++c) {
      for (int i = range.begin; i < range.end; ++i) buffer.values[c * cells + i] = 0;
    }
  }

  template <std::size_t... Is>
  void stream_out(Bound const& bound, Range const& range, int j, int k, std::index_sequence<Is...>) const {
    (stream_out(bound.targets.template get<Is>(), m_buffers.template get<Is>(), range, j, k), ...);
  }
  template <class Target>
  static void stream_out(Target const& target, Buffer<Target> const& buffer, Range const& range, int j, int k) {
    for (int c = 0; c < Target::components; ++c) {
      stream_copy(&target.at(range.begin, j, k, c), buffer.values + c * cells,
                  static_cast<std::size_t>(range.end - range.begin) * sizeof(typename Target::value_type));
    }
  }

  Pack<Buffer<Ts>...> m_buffers;
};

}  // namespace tessera::detail
