// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <type_traits>

#include "tessera/pack.hpp"
#include "tessera/quantity.hpp"

namespace tessera {

/// The base of a named group of quantities: `struct flow : tessera::Group<depth, discharge> {};`. In Reads, Writes, Old
/// and Program::boundary it stands for its members, in order; members may be groups. It is a name alone: an operator
/// takes a Point for each member, which is a field of its own.
template <class... Qs>
struct Group {
  static_assert(sizeof...(Qs) > 0, "a group has at least one member");
  using members = Types<Qs...>;
};

/// A type that names a group.
template <class G>
concept GroupType = requires {
  typename G::members;
};

/// A type that names a field or a group of them.
template <class Q>
concept QuantityOrGroup = QuantityType<Q> || GroupType<Q>;

namespace detail {

/// The quantities that a name stands for.
template <class Name>
struct MembersOf {
  using type = Types<Name>;
};
template <class... Names>
using Members = typename Concat<typename MembersOf<Names>::type...>::type;
template <class List>
struct MembersOfList;
template <class... Names>
struct MembersOfList<Types<Names...>> {
  using type = Members<Names...>;
};
template <GroupType G>
struct MembersOf<G> : MembersOfList<typename G::members> {};

/// Whether some of the names are groups.
template <class... Names>
inline constexpr bool have_groups = !std::is_same_v<Members<Names...>, Types<Names...>>;

}  // namespace detail
}  // namespace tessera
