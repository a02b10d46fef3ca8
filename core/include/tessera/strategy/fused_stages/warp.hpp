// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/strategy/fused_stages/windows.hpp"

// For CUDA alone (native.hpp).

namespace tessera::detail {

/// The part of a warp: one step of all stages on a tile of `extent` columns, of which each thread owns some. Rows enter
/// one after another. The class holds its place in the grid, its windows, and the stages.
template <class Bounds, class Wiring>
class FusedStagesWarp {
 protected:
  using Kinds = RowTypes<Bounds, Wiring>;
  using Plan = typename Kinds::Plan;
  using Arguments = RowArguments<Bounds, Wiring>;
  static constexpr int C = Kinds::columns, X = Kinds::extent, D = Plan::slots;
  template <int W>
  using Value = typename Kinds::template value<W>;
  template <int W>
  static constexpr int components = Plan::template target<W>::components;

  __device__ __forceinline__ FusedStagesWarp(Arguments const& args)
      : m_args(args), m_lane(static_cast<int>(threadIdx.x)) {}

  /// Calls f(integral_constant) for all writes.
  template <class F>
  __device__ __forceinline__ static void for_writes(F const& f) {
    unroll<Plan::writes>(f);
  }

  /// Sets the constants of a tile.
  __device__ __forceinline__ void enter_tile(int tile) {
    TileAxis const& x = m_args.x;
    m_x0 = x.origin(tile);
    m_i = m_x0 + m_lane * C;
    m_low_x = x.at_low(tile) && m_lane == 0;
    m_high_x = x.at_high(tile) && m_lane == 31;
    m_begin_x = x.begin(tile) - m_x0;
    m_end_x = x.end(tile) - m_x0;
    m_wide = x.aligned(tile, Plan::vector);
  }
  /// Row `k` wrapped into the grid; any row if its values are not used.
  __device__ __forceinline__ int row_of(int k) const {
    int const n = m_args.n;
    return k < 0 ? (k + n < 0 ? 0 : k + n) : k >= n ? (k - n >= n ? 0 : k - n) : k;
  }

  /// Fills both ends of the row in slot `Slot`: cells of neighbouring threads, or ghosts.
  template <int W, int Slot, class Window>
  __device__ __forceinline__ void fill_ends(Window& window) const {
    constexpr int below = Window::below, above = Window::width - C - below;
    auto const& faces = m_args.faces.template get<W>();
    unroll<components<W>>([&](auto c) TESSERA_INLINE {
      auto& row = window.values[c.value][Slot];
      unroll<below>([&](auto d) TESSERA_INLINE {
        auto v = __shfl_up_sync(~0u, row[below + C - 1 - d.value], 1);
        put_ghost(faces, v, m_low_x, 0, d.value, row[below + d.value]);
        row[below - 1 - d.value] = v;
      });
      unroll<above>([&](auto d) TESSERA_INLINE {
        auto v = __shfl_down_sync(~0u, row[below + d.value], 1);
        put_ghost(faces, v, m_high_x, 1, d.value, row[below + C - 1 - d.value]);
        row[below + C + d.value] = v;
      });
    });
  }
  /// Makes the ghost rows beyond the faces of the swept axis from their mirrors, when row `k` is in slot `Slot`.
  template <int W, int Slot, int Below, int Above, class Window>
  __device__ __forceinline__ void mirror_rows(int k, Window& window) const {
    if (m_args.periodic_y) return;
    unroll<Below>([&](auto d) TESSERA_INLINE {
      if (k == d.value) ghost_row<W, Slot, (Slot - 2 * d.value - 1 + 2 * D) % D>(4, d.value, window);
    });
    unroll<Above>([&](auto d) TESSERA_INLINE {
      if (k == m_args.n + d.value) ghost_row<W, (Slot - 2 * d.value - 1 + 2 * D) % D, Slot>(5, d.value, window);
    });
  }
  template <int W, int From, int To, class Window>
  __device__ __forceinline__ void ghost_row(int face, int d, Window& window) const {
    unroll<components<W>>([&](auto c) TESSERA_INLINE {
      unroll<Window::width>([&](auto e) TESSERA_INLINE {
        window.values[c.value][To][e.value] =
            m_args.faces.template get<W>().ghost(face, d, window.values[c.value][From][e.value]);
      });
    });
  }
  /// Fills the ends of row `k` of the grid, which has entered `before` in phase `P`.
  template <int W, int P>
  __device__ __forceinline__ void complete_before(int k) {
    constexpr RowReach reach = Plan::template before<W>;
    auto& window = m_windows.before.template get<W>();
    fill_ends<W, P>(window);
    if constexpr (Kinds::rank > 1) mirror_rows<W, P, reach.below, reach.above>(k, window);
  }

  /// Computes all stages for the rows that are complete when row `k` has entered in phase `P`; `step`: the step of the
  /// launch.
  template <int P>
  __device__ __forceinline__ void compute_stages(int k, int step) {
    unroll<Plan::stages>([&](auto s)
                             TESSERA_INLINE { compute_stage<P, s.value>(k - Plan::template lag<s.value>, step); });
  }
  template <int P, int S>
  __device__ __forceinline__ void compute_stage(int k, int step) {
    constexpr int slot = (P - Plan::template lag<S> + D) % D;
    using Bound = typename Kinds::template bound<S>;
    Bound const& bound = m_args.bounds.template get<S>();
    int const gk = row_of(k);
    unroll<C>([&](auto e) TESSERA_INLINE {
      auto const result = bound.evaluate(rows<S, slot, e.value>(gk, std::make_index_sequence<Bound::inputs>{}),
                                         m_args.x.wrap(m_i + e.value), 0, gk, m_args.times.time[step]);
      unroll<static_cast<int>(Bound::outputs)>([&](auto w) TESSERA_INLINE {
        constexpr int write = Plan::template first<S> + w.value;
        using T = Value<write>;
        auto& made = m_windows.made.template get<write>();
        auto const& v = Bound::template output<static_cast<std::size_t>(w.value)>(result);
        unroll<components<write>>([&](auto c) TESSERA_INLINE {
          made.values[c.value][slot][made.below + e.value] = static_cast<T>(component_of(v, c.value));
        });
      });
    });
    unroll<static_cast<int>(Bound::outputs)>([&](auto w) TESSERA_INLINE {
      constexpr int write = Plan::template first<S> + w.value;
      constexpr RowReach reach = Plan::template made<write>;
      auto& made = m_windows.made.template get<write>();
      fill_ends<write, slot>(made);
      if constexpr (Kinds::rank > 1) mirror_rows<write, slot, reach.below, reach.above>(k, made);
    });
  }
  template <int S, int Slot, int E, std::size_t... Is>
  __device__ __forceinline__ auto rows(int gk, std::index_sequence<Is...>) const {
    return pack(row<S, Is, Slot, E>(gk)...);
  }
  template <int S, std::size_t I, int Slot, int E>
  __device__ __forceinline__ auto row(int gk) const {
    using From = typename TypeAt<typename Wiring::template routes<static_cast<std::size_t>(S)>, I>::type;
    if constexpr (!From::from_level) {
      return m_args.bounds.template get<S>().sources.template get<I>().row(0, gk);
    } else if constexpr (From::before) {
      auto const& window = m_windows.before.template get<Plan::template first<From::maker> + From::write>();
      return RowView<std::remove_cvref_t<decltype(window)>, D, Slot, E>{window};
    } else {
      auto const& window = m_windows.made.template get<Plan::template first<From::maker> + From::write>();
      return RowView<std::remove_cvref_t<decltype(window)>, D, Slot, E>{window};
    }
  }

  Arguments const& m_args;
  int m_lane;
  int m_x0, m_i;           ///< first cell of the tile and of the thread
  int m_low_x, m_high_x;   ///< whether the thread's cells touch a face
  int m_begin_x, m_end_x;  ///< cells of a row, counted from m_x0, that the tile stores
  bool m_wide;             ///< rows begin on 16-byte boundaries, and none wraps
  RowWindows<Kinds> m_windows;
};

}  // namespace tessera::detail
