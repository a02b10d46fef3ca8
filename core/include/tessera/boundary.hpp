// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <type_traits>
#include <vector>

#include "tessera/grid.hpp"
#include "tessera/pack.hpp"

namespace tessera {

/// The faces of the domain.
enum class Face : int { x_low, x_high, y_low, y_high, z_low, z_high };

/// "x_low" and so on.
inline std::string face_name(Face face) {
  auto const f = static_cast<int>(face);
  return std::string(1, "xyz"[f / 2]) + (f % 2 == 0 ? "_low" : "_high");
}

/// Where a prescribed value holds: on the face between the last cell and its ghost, or in the ghost itself.
enum class ValueAt { face, node };

/// One value per cell of a face (or per value of the quantity beside or on it), in (slow, fast) order: [z, y] on x
/// faces, [z, x] on y faces, [y, x] on z faces; along the one axis of the face of a 2D grid; a single value in 1D.
struct FaceValues {
  std::vector<double> values;
};

/// A prescribed value: a number, FaceValues, or a function of At (the point on the face, or the ghost's centre with
/// ValueAt::node). The ghost at depth d mirrors cell d - 1: ghost = 2 value - inner, so that the mean on the face is
/// the value; with ValueAt::node, ghost = value.
///
/// For values on the face itself (FaceOf, EdgeOf, Node), the value there is the prescribed one, and stages do not act
/// on it. The ghost at depth d mirrors the d-th value from the face, ghost = 2 value - inner: odd about the face for 0.
/// With ValueAt::node the value on the face is free.
template <class Value = double>
struct Dirichlet {
  Value value{};
  ValueAt at = ValueAt::face;
};
template <class Value>
Dirichlet(Value) -> Dirichlet<Value>;
template <class Value>
Dirichlet(Value, ValueAt) -> Dirichlet<Value>;

/// A prescribed gradient along the outward normal, given as for Dirichlet: ghost = inner + (2d - 1) h gradient. For
/// values on the face, which stay free, ghost = inner + 2d h gradient: even about the face for 0.
template <class Value = double>
struct Neumann {
  Value gradient{};
};
template <class Value>
Neumann(Value) -> Neumann<Value>;

/// A user function for ghosts: `function(inner, at)` returns the ghost whose mirror holds `inner`; `at` is the centre
/// of the ghost. For time-dependent, radiating or mixed conditions. A trivially copyable functor.
template <class Function>
struct Ghost {
  Function function;
};
template <class Function>
Ghost(Function) -> Ghost<Function>;

namespace detail {

/// The kind of a rule; `coupled`: a CoupledBoundary.
enum class RuleKind : signed char { none, face_value, node_value, gradient, custom, coupled };

/// The rule of one face; its function is stored elsewhere.
struct FaceSpec {
  RuleKind kind = RuleKind::none;
  double value = 0;
  std::vector<double> map;
  int function = -1;  ///< its number among the functions of the quantity; if coupled, of the program
};

/// The rules of one quantity: six faces and the user functions.
template <class... Functions>
struct BoundarySpec {
  FaceSpec faces[6];
  Pack<Functions...> functions;

  template <class F>
  BoundarySpec<Functions..., F> with(F const& added) const {
    BoundarySpec<Functions..., F> next;
    for (int f = 0; f < 6; ++f) next.faces[f] = faces[f];
    for_each_index<sizeof...(Functions)>(
        [&](auto i) { next.functions.template get<i.value>() = functions.template get<i.value>(); });
    next.functions.template get<sizeof...(Functions)>() = added;
    return next;
  }
};

/// Splits a rule into its kind and its value.
template <class V>
auto const& rule_value(Dirichlet<V> const& r) {
  return r.value;
}
template <class V>
auto const& rule_value(Neumann<V> const& r) {
  return r.gradient;
}
template <class F>
auto const& rule_value(Ghost<F> const& r) {
  return r.function;
}
template <class V>
RuleKind rule_kind(Dirichlet<V> const& r) {
  return r.at == ValueAt::face ? RuleKind::face_value : RuleKind::node_value;
}
template <class V>
RuleKind rule_kind(Neumann<V> const&) {
  return RuleKind::gradient;
}
template <class F>
RuleKind rule_kind(Ghost<F> const&) {
  return RuleKind::custom;
}

/// Whether a rule is plain data, so that it does not change the program's type.
template <class Value>
inline constexpr bool is_plain = std::is_arithmetic_v<Value> || std::is_same_v<Value, FaceValues>;

template <class Rule>
using RuleValue = std::remove_cvref_t<decltype(rule_value(std::declval<Rule const&>()))>;

}  // namespace detail

}  // namespace tessera
