// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <string_view>
#include <type_traits>

namespace tessera {

/// The location of values at cell centres.
struct Cell {};
/// On the faces across axis `Axis` (0, 1, 2 for x, y, z). Face i lies between the cells i - 1 and i. Between two faces
/// of the grid there is one more than cells; along a periodic axis there are as many, since the last is the first.
template <int Axis>
struct FaceOf {};
/// On the edges of cells along axis `Axis`: at the centre along it, on faces across the other axes.
template <int Axis>
struct EdgeOf {};
/// On the corners of cells: on faces across every axis.
struct Node {};
/// A global scalar: one value for the whole program, such as the time step. It has versions like any quantity, but no
/// ghosts and no boundary. Every operator reads it as `dt()`, whatever its reach.
struct GlobalScalar {};

/// The base of a named field type: `struct temperature : tessera::Quantity<double> {};`. Names are types, so that the
/// data flow between stages is known at compile time.
template <class T, int Components = 1, class Location = Cell>
struct Quantity {
  static_assert(std::is_floating_point_v<T> || (std::is_integral_v<T> && !std::is_same_v<Location, GlobalScalar>),
                "a quantity holds float or double, or whole numbers in cells");
  static_assert(Components >= 1, "a quantity has at least one component");
  using value_type = T;
  using location = Location;
  static constexpr int components = Components;
};

/// A type that names a field.
template <class Q>
concept QuantityType = requires {
  typename Q::value_type;
  typename Q::location;
  Q::components;
};

namespace detail {

/// The axes, as bits (1, 2, 4 for x, y, z), across whose faces the values of a location lie. Axes that a grid lacks do
/// not count: FaceOf<2> in 2D is the cell centre.
template <class Location>
inline constexpr unsigned on_faces = 0;
template <int Axis>
inline constexpr unsigned on_faces<FaceOf<Axis>> = 1U << Axis;
template <int Axis>
inline constexpr unsigned on_faces<EdgeOf<Axis>> = 7U & ~(1U << Axis);
template <>
inline constexpr unsigned on_faces<Node> = 7U;

/// Whether the bits `axes` contain `axis`.
constexpr bool has_axis(unsigned axes, int axis) { return (axes >> static_cast<unsigned>(axis)) % 2 == 1; }

}  // namespace detail

/// Whether a quantity is a global scalar.
template <QuantityType Q>
inline constexpr bool is_global_scalar = std::is_same_v<typename Q::location, GlobalScalar>;

/// The unqualified name of type `T` as written in the source, for messages and labels.
template <class T>
std::string type_name() {
  std::string_view text = __PRETTY_FUNCTION__;
  auto begin = text.find("T = ") + 4;
  text = text.substr(begin, text.find_first_of(";]", begin) - begin);
  auto const arguments = text.find('<');
  auto const scope = text.substr(0, arguments).rfind("::");
  return std::string(scope == std::string_view::npos ? text : text.substr(scope + 2));
}

/// The name of a quantity: its type's, without template arguments.
template <QuantityType Q>
std::string quantity_name() {
  std::string const name = type_name<Q>();
  return name.substr(0, name.find('<'));
}

}  // namespace tessera
