// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/boundary.hpp"
#include "tessera/pack.hpp"
#include "tessera/point.hpp"

namespace tessera::detail {

/// What kernels need of the faces where one number says all: small plain data that travels with a kernel's arguments,
/// so that no ghost waits for memory. Axes and faces are storage's.
template <class T>
struct FaceRules {
  RuleKind kind[6];
  bool uniform[6];  ///< the face's ghosts follow from `value` alone
  bool periodic[3];
  T value[6];
  double spacing[3];
  int n[3];

  /// The formula of a ghost from its mirror cell: `prescribed` is the value or gradient on the face, `gap` the distance
  /// between the two centres.
  KOKKOS_FORCEINLINE_FUNCTION static T ghost_value(RuleKind kind, T prescribed, T inner, T gap) {
    if (kind == RuleKind::face_value) return 2 * prescribed - inner;
    if (kind == RuleKind::node_value) return prescribed;
    return inner + prescribed * gap;
  }

  /// The face beyond which coordinate `g` lies.
  KOKKOS_FORCEINLINE_FUNCTION static int face(int axis, int g) { return 2 * axis + (g < 0 ? 0 : 1); }
  /// The distance from the ghost at coordinate `g` to its mirror cell, (2 depth - 1) h.
  KOKKOS_FORCEINLINE_FUNCTION T gap(int axis, int g) const {
    int const depth = g < 0 ? -g : g - n[axis] + 1;
    return static_cast<T>((2 * depth - 1) * spacing[axis]);
  }
  /// Whether the ghosts at coordinate `g` beyond a face of `axis` all follow from one number, `value`.
  KOKKOS_FORCEINLINE_FUNCTION bool is_uniform(int axis, int g) const { return uniform[face(axis, g)]; }
  /// The ghost at coordinate `g` of such a face, from its mirror cell's value.
  KOKKOS_FORCEINLINE_FUNCTION T uniform_ghost(int axis, int g, T inner) const {
    int const f = face(axis, g);
    return ghost_value(kind[f], value[f], inner, gap(axis, g));
  }

  /// The cell that ghost coordinate `g` mirrors or wraps to along `axis`; may still lie outside where the grid is
  /// thinner than its ghost layers.
  KOKKOS_FORCEINLINE_FUNCTION int mirror(int axis, int g) const {
    if (periodic[axis]) return ((g % n[axis]) + n[axis]) % n[axis];
    return g < 0 ? -1 - g : 2 * n[axis] - 1 - g;
  }
};

/// The boundary of one quantity as kernels see it; lives in device memory, because only the cells near a face need it.
template <int Rank, class T, class... Functions>
struct BoundaryRules : FaceRules<T> {
  using FaceRules<T>::kind;
  using FaceRules<T>::value;
  using FaceRules<T>::n;
  using FaceRules<T>::face;
  using FaceRules<T>::gap;
  using FaceRules<T>::ghost_value;

  signed char function[6];
  T const* map[6];
  Frame frame;
  Pack<Functions...> functions;

  /// The value of ghost cell `g`, which lies outside along `axis` alone or has its other axes resolved already, from
  /// the value `inner` of its mirror cell. `t` is the time of the version that it completes.
  KOKKOS_FORCEINLINE_FUNCTION T ghost(int axis, int const g[3], T inner, double t) const {
    int const f = face(axis, g[axis]);
    if (function[f] >= 0) return ghost_from_function(axis, g, inner, t);
    return ghost_value(kind[f], map[f] == nullptr ? value[f] : mapped(f, g), inner, gap(axis, g[axis]));
  }

 private:
  KOKKOS_FUNCTION static int clamp(int i, int size) { return i < 0 ? 0 : i < size ? i : size - 1; }

  /// The value that a face's map gives beside ghost cell `g`; beyond the map's edge, in corners, its last one.
  KOKKOS_FUNCTION T mapped(int f, int const g[3]) const {
    int const fast = f / 2 == 0 ? 1 : 0;
    int const slow = f / 2 == 2 ? 1 : 2;
    return map[f][clamp(g[slow], n[slow]) * static_cast<std::ptrdiff_t>(n[fast]) + clamp(g[fast], n[fast])];
  }

  KOKKOS_FUNCTION T ghost_from_function(int axis, int const g[3], T inner, double t) const {
    int const f = face(axis, g[axis]);
    At<Rank> at = frame.template centre<Rank>(g[0], g[1], g[2], t);
    if (kind[f] == RuleKind::custom) return call_ghost<0>(function[f], inner, at);
    if (kind[f] != RuleKind::node_value) {
      at.position[axis] = frame.origin[axis] + (g[axis] < 0 ? 0 : n[axis]) * frame.spacing[axis];
    }
    return ghost_value(kind[f], call<0>(function[f], at), inner, gap(axis, g[axis]));
  }

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
