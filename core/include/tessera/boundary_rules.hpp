// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/boundary.hpp"
#include "tessera/pack.hpp"
#include "tessera/point.hpp"

namespace tessera::detail {

/// The boundary of one quantity as kernels see it; lives in device memory, because only the cells near a face need it.
/// Axes, faces and cells are storage's.
template <int Rank, class T, class... Functions>
struct BoundaryRules {
  RuleKind kind[6];
  signed char function[6];
  T value[6];
  T const* map[6];
  Frame frame;
  int n[3];
  bool periodic[3];
  Pack<Functions...> functions;

  /// The prescribed value of `face` beside the ghost cell `g`.
  KOKKOS_FUNCTION T prescribed(int face, int const g[3], At<Rank> const& at) const {
    if (function[face] >= 0) return call<0>(function[face], at);
    if (map[face] == nullptr) return value[face];
    int const axis = face / 2;
    int const fast = axis == 0 ? 1 : 0;
    int const slow = axis == 2 ? 1 : 2;
    return map[face][clamp(g[slow], n[slow]) * static_cast<std::ptrdiff_t>(n[fast]) + clamp(g[fast], n[fast])];
  }

  /// The value of ghost cell `g`, which lies outside along `axis` alone or has its other axes resolved already, from
  /// the value `inner` of its mirror cell. `t` is the time of the version that it completes.
  KOKKOS_FUNCTION T ghost(int axis, int const g[3], T inner, double t) const {
    bool const low = g[axis] < 0;
    int const face = 2 * axis + (low ? 0 : 1);
    int const depth = low ? -g[axis] : g[axis] - n[axis] + 1;
    At<Rank> at = frame.template centre<Rank>(g[0], g[1], g[2], t);
    if (kind[face] == RuleKind::custom) return call_ghost<0>(function[face], inner, at);
    if (kind[face] != RuleKind::node_value) {
      at.position[axis] = frame.origin[axis] + (low ? 0 : n[axis]) * frame.spacing[axis];
    }
    T const v = prescribed(face, g, at);
    if (kind[face] == RuleKind::face_value) return 2 * v - inner;
    if (kind[face] == RuleKind::node_value) return v;
    return inner + v * static_cast<T>((2 * depth - 1) * frame.spacing[axis]);
  }

  /// The cell that ghost coordinate `g` mirrors or wraps to along `axis`; may still lie outside where the grid is
  /// thinner than its ghost layers.
  KOKKOS_FUNCTION int mirror(int axis, int g) const {
    if (periodic[axis]) return ((g % n[axis]) + n[axis]) % n[axis];
    return g < 0 ? -1 - g : 2 * n[axis] - 1 - g;
  }

 private:
  KOKKOS_FUNCTION static int clamp(int i, int size) { return i < 0 ? 0 : i < size ? i : size - 1; }

  template <std::size_t I>
  KOKKOS_FUNCTION T call(int which, At<Rank> const& at) const {
    if constexpr (I < sizeof...(Functions)) {
      if constexpr (std::is_invocable_v<decltype(functions.template get<I>()), At<Rank> const&>) {
        if (which == static_cast<int>(I)) return static_cast<T>(functions.template get<I>()(at));
      }
      return call<I + 1>(which, at);
    }
    return T(0);
  }
  template <std::size_t I>
  KOKKOS_FUNCTION T call_ghost(int which, T inner, At<Rank> const& at) const {
    if constexpr (I < sizeof...(Functions)) {
      if constexpr (std::is_invocable_v<decltype(functions.template get<I>()), T, At<Rank> const&>) {
        if (which == static_cast<int>(I)) return static_cast<T>(functions.template get<I>()(inner, at));
      }
      return call_ghost<I + 1>(which, inner, at);
    }
    return T(0);
  }
};

}  // namespace tessera::detail
