// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <type_traits>

#include "tessera/boundary.hpp"
#include "tessera/operator/point.hpp"
#include "tessera/pack.hpp"

namespace tessera::detail {

/// The value that coordinate `g`, beyond a face of an axis of `n` values, mirrors; `on` is 1 where values stand on the
/// axis's faces. May still lie outside where the grid is thinner than its ghost layers.
KOKKOS_FORCEINLINE_FUNCTION constexpr int mirrored(int g, int n, int on = 0) {
  return g < 0 ? on - 1 - g : 2 * n - 1 - on - g;
}

/// The formula of a ghost from the value of its mirror, factor * inner + term: all rules are affine in it, and whoever
/// makes ghosts evaluates this. The factor is -1, 0 or 1, so that the product is exact, and the sum is rounded once
/// however it is compiled. Where `inner` is not finite, the ghost of a node value is a NaN: the grid is lost by then.
template <class T>
struct GhostFormula {
  T factor, term;

  /// `prescribed` is the value or gradient on the face, `gap` the distance from the ghost to its mirror:
  /// 2 prescribed - inner for a value on the face, prescribed for one in the ghost, inner + prescribed * gap for a
  /// gradient along the outward normal.
  KOKKOS_FORCEINLINE_FUNCTION static GhostFormula of(RuleKind kind, T prescribed, T gap) {
    if (kind == RuleKind::face_value) return {T(-1), static_cast<T>(2 * prescribed)};
    if (kind == RuleKind::node_value) return {T(0), prescribed};
    return {T(1), static_cast<T>(prescribed * gap)};
  }
  KOKKOS_FORCEINLINE_FUNCTION T operator()(T inner) const { return apply(factor, inner, term); }
  KOKKOS_FORCEINLINE_FUNCTION static T apply(T factor, T inner, T term) {
    if constexpr (std::is_integral_v<T>) {
      return static_cast<T>(factor * inner + term);
    } else {
      KOKKOS_IF_ON_DEVICE((return Kokkos::fma(factor, inner, term);))  // one instruction instead of two
      KOKKOS_IF_ON_HOST((return factor * inner + term;))
    }
  }
};

/// What kernels need of the faces where one number says all: small plain data that travels with a kernel's arguments,
/// so that no ghost waits for memory. Axes and faces are storage's. `OnFaces` are the axes, as bits, across whose faces
/// the values stand: there the outermost values lie on the grid's faces, and ghosts mirror at them. A Dirichlet rule on
/// the face prescribes these values themselves: they are ghosts of depth 0.
template <class T, unsigned OnFaces = 0>
struct FaceRules {
  static constexpr unsigned on_faces = OnFaces;

  RuleKind kind[6];
  bool uniform[6];  ///< the face's ghosts follow from `value` alone
  bool periodic[3];
  T value[6];
  double spacing[3];
  int n[3];

  /// 1 where the values stand on the faces across `axis`, else 0.
  KOKKOS_FORCEINLINE_FUNCTION static constexpr int on(int axis) { return static_cast<int>(OnFaces >> axis & 1U); }
  /// The face on or beyond which coordinate `g` lies.
  KOKKOS_FORCEINLINE_FUNCTION static int face(int axis, int g) { return 2 * axis + (g < on(axis) ? 0 : 1); }
  /// How many values from the face coordinate `g` lies; 0: on it.
  KOKKOS_FORCEINLINE_FUNCTION int depth(int axis, int g) const { return g < on(axis) ? -g : g - n[axis] + 1; }
  /// The distance from the ghost at coordinate `g` to what it mirrors: (2 depth - 1) h for cells, 2 depth h on faces.
  KOKKOS_FORCEINLINE_FUNCTION T gap(int axis, int g) const {
    return static_cast<T>((2 * depth(axis, g) - 1 + on(axis)) * spacing[axis]);
  }
  /// Whether a rule prescribes the values at coordinate `g`, which lies in the grid: they stand on a face that has one.
  KOKKOS_FORCEINLINE_FUNCTION bool prescribes(int axis, int g) const {
    if (on(axis) == 0 || periodic[axis] || (g != 0 && g != n[axis] - 1)) return false;
    return kind[face(axis, g)] == RuleKind::face_value;
  }
  /// The kind of the rule that says what stands at `g`: on a face, a value is what is prescribed.
  KOKKOS_FORCEINLINE_FUNCTION RuleKind kind_at(int axis, int g) const {
    RuleKind const k = kind[face(axis, g)];
    return on(axis) == 1 && depth(axis, g) == 0 && k == RuleKind::face_value ? RuleKind::node_value : k;
  }
  /// Whether the ghosts at coordinate `g` beyond a face of `axis` all follow from one number, `value`.
  KOKKOS_FORCEINLINE_FUNCTION bool is_uniform(int axis, int g) const { return uniform[face(axis, g)]; }
  /// The formula of the ghosts at coordinate `g` beyond a face of `axis`, if `prescribed` is what its rule prescribes.
  KOKKOS_FORCEINLINE_FUNCTION GhostFormula<T> formula(int axis, int g, T prescribed) const {
    return GhostFormula<T>::of(kind_at(axis, g), prescribed, gap(axis, g));
  }
  /// The same where all ghosts at `g` follow from one number.
  KOKKOS_FORCEINLINE_FUNCTION GhostFormula<T> uniform_formula(int axis, int g) const {
    return formula(axis, g, value[face(axis, g)]);
  }
  KOKKOS_FORCEINLINE_FUNCTION T uniform_ghost(int axis, int g, T inner) const {
    return uniform_formula(axis, g)(inner);
  }

  /// The value that ghost coordinate `g` mirrors or wraps to along `axis`; may still lie outside where the grid is
  /// thinner than its ghost layers.
  KOKKOS_FORCEINLINE_FUNCTION int mirror(int axis, int g) const {
    if (periodic[axis]) return ((g % n[axis]) + n[axis]) % n[axis];
    return mirrored(g, n[axis], on(axis));
  }
};

/// The boundary of one quantity as kernels see it; lives in device memory, because only the cells near a face need it.
template <int Rank, class T, unsigned OnFaces, class... Functions>
struct BoundaryRules : FaceRules<T, OnFaces> {
  using faces_type = FaceRules<T, OnFaces>;
  using faces_type::face;
  using faces_type::formula;
  using faces_type::kind;
  using faces_type::n;
  using faces_type::on;
  using faces_type::value;

  signed char function[6];
  T const* map[6];
  Frame frame;
  Pack<Functions...> functions;

  /// The value of ghost `g`, which lies outside along `axis` alone or has its other axes resolved already, from the
  /// value `inner` of its mirror. `t` is the time of the version that it completes.
  KOKKOS_FORCEINLINE_FUNCTION T ghost(int axis, int const g[3], T inner, double t) const {
    int const f = face(axis, g[axis]);
    if (function[f] >= 0) return ghost_from_function(axis, g, inner, t);
    T const prescribed = map[f] == nullptr ? value[f] : mapped(f, g);
    return formula(axis, g[axis], prescribed)(inner);
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
    At<Rank> at = frame.template place<Rank>(g[0], g[1], g[2], t);
    if (kind[f] == RuleKind::custom) return call_ghost<0>(function[f], inner, at);
    if (kind[f] != RuleKind::node_value) {
      at.position[axis] = frame.origin[axis] + (f % 2 == 0 ? 0 : n[axis] - on(axis)) * frame.spacing[axis];
    }
    return formula(axis, g[axis], call<0>(function[f], at))(inner);
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
