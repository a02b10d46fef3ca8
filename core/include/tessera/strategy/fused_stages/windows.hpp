// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/backend/unroll.hpp"
#include "tessera/strategy/fused_stages/arguments.hpp"

// For CUDA alone (native.hpp).

namespace tessera::detail {

/// Cells of a 16-byte load.
template <class T>
inline constexpr int cells_of_vector = vector_cells(sizeof(T));

/// The rows of one write that a thread keeps: its own columns with `Below` and `Above` neighbours. Row k is in slot k
/// mod `Slots`, counted from the row that enters in phase 0.
template <class T, int Components, int Slots, int Columns, int Below, int Above>
struct RowWindow {
  static constexpr int below = Below, width = Columns + Below + Above;
  T values[Components][Slots][width];
};

/// What an operator reads in a window, for column `E` of the thread and the row in slot `Slot`.
template <class Window, int Slots, int Slot, int E>
struct RowView {
  Window const& window;
  __device__ __forceinline__ auto read(int, int c, int dx, int, int dz) const {
    return window.values[c][(Slot + dz + Slots) % Slots][Window::below + E + dx];
  }
};

/// All windows of a step.
template <class Kinds, class Writes = std::make_integer_sequence<int, Kinds::Plan::writes>>
struct RowWindows;
template <class Kinds, int... Ws>
struct RowWindows<Kinds, std::integer_sequence<int, Ws...>> {
  using Plan = typename Kinds::Plan;
  template <int W>
  using Before = RowWindow<typename Kinds::template value<W>, Plan::template target<W>::components, Plan::slots,
                           Kinds::columns, Plan::template before<W>.below_x, Plan::template before<W>.above_x>;
  template <int W>
  using Made = RowWindow<typename Kinds::template value<W>, Plan::template target<W>::components, Plan::slots,
                         Kinds::columns, Plan::template made<W>.below_x, Plan::template made<W>.above_x>;
  Pack<Before<Ws>...> before;
  Pack<Made<Ws>...> made;
};

}  // namespace tessera::detail
