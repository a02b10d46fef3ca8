// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <tuple>
#include <utility>

#include <Kokkos_Macros.hpp>

namespace tessera {

/// A list of types: an empty struct, for template arguments of kernels.
template <class... Ts>
struct Types {
  static constexpr std::size_t size = sizeof...(Ts);
};

namespace detail {

/// Type `I` of a list.
template <class List, std::size_t I>
struct TypeAt;
template <class... Ts, std::size_t I>
struct TypeAt<Types<Ts...>, I> {
  using type = std::tuple_element_t<I, std::tuple<Ts...>>;
};

/// Lists, one after another.
template <class... Lists>
struct Concat;
template <>
struct Concat<> {
  using type = Types<>;
};
template <class... As>
struct Concat<Types<As...>> {
  using type = Types<As...>;
};
template <class... As, class... Bs, class... Rest>
struct Concat<Types<As...>, Types<Bs...>, Rest...> : Concat<Types<As..., Bs...>, Rest...> {};

template <std::size_t I, class T>
struct PackLeaf {
  T value;
};

template <class Indices, class... Ts>
struct PackBase;

template <std::size_t... Is, class... Ts>
struct PackBase<std::index_sequence<Is...>, Ts...> : PackLeaf<Is, Ts>... {};

template <std::size_t I, class T>
KOKKOS_FORCEINLINE_FUNCTION constexpr T& leaf(PackLeaf<I, T>& l) {
  return l.value;
}
template <std::size_t I, class T>
KOKKOS_FORCEINLINE_FUNCTION constexpr T const& leaf(PackLeaf<I, T> const& l) {
  return l.value;
}

}  // namespace detail

/// A tuple for kernels, trivially copyable if its members are (std::tuple is not).
template <class... Ts>
struct Pack : detail::PackBase<std::index_sequence_for<Ts...>, Ts...> {
  static constexpr std::size_t size = sizeof...(Ts);

  template <std::size_t I>
  KOKKOS_FORCEINLINE_FUNCTION constexpr auto& get() {
    return detail::leaf<I>(*this);
  }
  template <std::size_t I>
  KOKKOS_FORCEINLINE_FUNCTION constexpr auto const& get() const {
    return detail::leaf<I>(*this);
  }
};

/// Makes a Pack of `values`: the result of an operator with several outputs, `return pack(ex, ey, hz);`.
template <class... Ts>
KOKKOS_FORCEINLINE_FUNCTION constexpr Pack<Ts...> pack(Ts... values) {
  return Pack<Ts...>{{{values}...}};
}

/// Calls `f(std::integral_constant<std::size_t, I>{})` for I = 0 .. N - 1, on the host.
template <std::size_t N, class F>
constexpr void for_each_index(F&& f) {
  [&]<std::size_t... Is>(std::index_sequence<Is...>) { (f(std::integral_constant<std::size_t, Is>{}), ...); }
  (std::make_index_sequence<N>{});
}

}  // namespace tessera
