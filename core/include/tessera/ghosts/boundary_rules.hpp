// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <type_traits>

#include "tessera/boundary.hpp"
#include "tessera/operator/point.hpp"
#include "tessera/pack.hpp"

namespace tessera::detail {

/// The coordinate that ghost `g` mirrors on an axis of `n` values; `on` is 1 for values on the faces across the axis.
/// It may still lie outside where the grid is thinner than its ghost layers.
KOKKOS_FORCEINLINE_FUNCTION constexpr int mirrored(int g, int n, int on = 0) {
  return g < 0 ? on - 1 - g : 2 * n - 1 - on - g;
}

/// The formula of a ghost from its mirror: factor * inner + term. All rules are affine, and every kernel that makes
/// ghosts evaluates this. The factor is -1, 0 or 1: the product is exact, and the sum is rounded once, fused or not.
/// Where `inner` is not finite, the ghost of a node value is NaN.
template <class T>
struct GhostFormula {
  T factor, term;

  /// `prescribed` is the value or gradient on the face, `gap` the distance from the ghost to its mirror. A value on the
  /// face gives 2 prescribed - inner, a value in the ghost gives prescribed, a gradient along the outward normal gives
  /// inner + prescribed * gap.
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

/// The rules of faces with one number each: small plain data among the arguments of a kernel, so that no ghost waits
/// for memory. Axes and faces are those of storage. `OnFaces` are the axes, as bits, across whose faces the values lie:
/// the outermost values lie on the faces of the grid, and ghosts mirror there. A Dirichlet rule prescribes these
/// values; they count as ghosts of depth 0.
template <class T, unsigned OnFaces = 0>
struct FaceRules {
  static constexpr unsigned on_faces = OnFaces;

  RuleKind kind[6];
  bool uniform[6];  ///< the face's ghosts follow from `value` alone
  bool periodic[3];
  T value[6];
  double spacing[3];
  int n[3];

  /// 1 for values on the faces across `axis`, else 0.
  KOKKOS_FORCEINLINE_FUNCTION static constexpr int on(int axis) { return static_cast<int>(OnFaces >> axis & 1U); }
  /// The face on or beyond which coordinate `g` lies.
  KOKKOS_FORCEINLINE_FUNCTION static int face(int axis, int g) { return 2 * axis + (g < on(axis) ? 0 : 1); }
  /// The depth of ghost `g`; 0: on the face.
  KOKKOS_FORCEINLINE_FUNCTION int depth(int axis, int g) const { return g < on(axis) ? -g : g - n[axis] + 1; }
  /// The distance from ghost `g` to its mirror: (2 depth - 1) h for cells, 2 depth h for values on faces.
  KOKKOS_FORCEINLINE_FUNCTION T gap(int axis, int g) const {
    return static_cast<T>((2 * depth(axis, g) - 1 + on(axis)) * spacing[axis]);
  }
  /// Whether a rule prescribes the values at `g`, which lie on a face.
  KOKKOS_FORCEINLINE_FUNCTION bool prescribes(int axis, int g) const {
    if (on(axis) == 0 || periodic[axis] || (g != 0 && g != n[axis] - 1)) return false;
    return kind[face(axis, g)] == RuleKind::face_value;
  }
  /// The kind of the rule at `g`: on a face, a prescribed value.
  KOKKOS_FORCEINLINE_FUNCTION RuleKind kind_at(int axis, int g) const {
    RuleKind const k = kind[face(axis, g)];
    return on(axis) == 1 && depth(axis, g) == 0 && k == RuleKind::face_value ? RuleKind::node_value : k;
  }
  /// Whether one number, `value`, determines all ghosts at `g` beyond a face of `axis`.
  KOKKOS_FORCEINLINE_FUNCTION bool is_uniform(int axis, int g) const { return uniform[face(axis, g)]; }
  /// The formula of the ghosts at `g` beyond a face of `axis`, for the prescribed number `prescribed`.
  KOKKOS_FORCEINLINE_FUNCTION GhostFormula<T> formula(int axis, int g, T prescribed) const {
    return GhostFormula<T>::of(kind_at(axis, g), prescribed, gap(axis, g));
  }
  /// The same where one number determines all ghosts at `g`.
  KOKKOS_FORCEINLINE_FUNCTION GhostFormula<T> uniform_formula(int axis, int g) const {
    return formula(axis, g, value[face(axis, g)]);
  }
  KOKKOS_FORCEINLINE_FUNCTION T uniform_ghost(int axis, int g, T inner) const {
    return uniform_formula(axis, g)(inner);
  }

  /// The coordinate that ghost `g` mirrors or wraps to along `axis`. It may still lie outside where the grid is thinner
  /// than its ghost layers.
  KOKKOS_FORCEINLINE_FUNCTION int mirror(int axis, int g) const {
    if (periodic[axis]) return ((g % n[axis]) + n[axis]) % n[axis];
    return mirrored(g, n[axis], on(axis));
  }
};

/// The boundary of one quantity for kernels. It lives in device memory, because only cells near a face need it.
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

  /// The value of ghost `g` from the value `inner` of its mirror, at time `t` of the version. It lies outside along
  /// `axis` alone, or its other axes are resolved.
  KOKKOS_FORCEINLINE_FUNCTION T ghost(int axis, int const g[3], T inner, double t) const {
    int const f = face(axis, g[axis]);
    if (function[f] >= 0) return ghost_from_function(axis, g, inner, t);
    T const prescribed = map[f] == nullptr ? value[f] : mapped(f, g);
    return formula(axis, g[axis], prescribed)(inner);
  }

 private:
  /// The coordinate of the place on a face that ghost coordinate `i` stands beside: across a periodic axis, of which
  /// the rules must not know where it begins, the one that it wraps to; else, in a corner, the last one.
  KOKKOS_FUNCTION int beside(int axis, int i) const {
    if (this->periodic[axis]) return this->mirror(axis, i);
    return i < 0 ? 0 : i < n[axis] ? i : n[axis] - 1;
  }

  /// The value of the map of a face beside ghost `g`.
  KOKKOS_FUNCTION T mapped(int f, int const g[3]) const {
    int const fast = f / 2 == 0 ? 1 : 0;
    int const slow = f / 2 == 2 ? 1 : 2;
    return map[f][beside(slow, g[slow]) * static_cast<std::ptrdiff_t>(n[fast]) + beside(fast, g[fast])];
  }

  KOKKOS_FUNCTION T ghost_from_function(int axis, int const g[3], T inner, double t) const {
    int const f = face(axis, g[axis]);
    int place[3];
    for (int a = 0; a < 3; ++a) place[a] = this->periodic[a] ? beside(a, g[a]) : g[a];
    At<Rank> at = frame.template place<Rank>(place[0], place[1], place[2], t);
    if (kind[f] == RuleKind::custom) return call_ghost<0>(function[f], inner, at);
    if (kind[f] != RuleKind::node_value) {
      int const on_face = frame.first[axis] + (f % 2 == 0 ? 0 : n[axis] - on(axis));
      at.position[axis] = frame.origin[axis] + on_face * frame.spacing[axis];
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
