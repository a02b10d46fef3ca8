// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <type_traits>
#include <utility>

#include "tessera/stage.hpp"

namespace tessera::detail {

/// Whether an operator can be called with points, or else with an At after them: one that takes any number of points is
/// not asked about the At.
template <int Rank, class Op, class... Points>
constexpr bool is_callable() {
  if constexpr (std::is_invocable_v<Op, Points const&...>) {
    return true;
  } else {
    return std::is_invocable_v<Op, Points const&..., At<Rank> const&>;
  }
}
template <int Rank, class Op, class... Points>
inline constexpr bool callable = is_callable<Rank, Op, Points...>();

/// The same with `Count` points of one type.
template <int Rank, class Op, class P, class Seq>
inline constexpr bool callable_with = false;
template <int Rank, class Op, class P, std::size_t... Is>
inline constexpr bool callable_with<Rank, Op, P, std::index_sequence<Is...>> =
    callable<Rank, Op, std::conditional_t<true, P, std::integral_constant<std::size_t, Is>>...>;
/// The same with any number of points from 1 to 8.
template <int Rank, class Op, class P, std::size_t... Is>
constexpr bool callable_with_others(std::index_sequence<Is...>) {
  return (callable_with<Rank, Op, P, std::make_index_sequence<Is + 1>> || ...);
}

/// Whether a call operator is one function: neither a template nor overloaded.
template <class Op>
inline constexpr bool has_plain_call = requires {
  &Op::operator();
};

template <class Result>
inline constexpr std::size_t pack_size = 0;
template <class... Ts>
inline constexpr std::size_t pack_size<Pack<Ts...>> = sizeof...(Ts);

/// Whether a result is a number, something with components, or a reduction.
template <class Result>
inline constexpr bool is_value = std::is_arithmetic_v<Result> || !std::is_void_v<reduced_by<Result>> ||
                                 (!std::is_pointer_v<Result> && requires(Result const& result) { result[0]; });
template <class Result>
inline constexpr bool are_values = is_value<Result>;
template <class... Ts>
inline constexpr bool are_values<Pack<Ts...>> = (is_value<Ts> && ...);

/// What a mistake in a stage's operator is answered with. Each message says what to write.
template <int Rank, class StageType>
struct CheckOperator;
template <int Rank, class Op, class... Rs, class... Ws, class Region>
struct CheckOperator<Rank, Stage<Op, Reads<Rs...>, Writes<Ws...>, Region>> {
  template <class R>
  using PointOf = Point<Rank, memory_row<typename ReadOf<R>::quantity>>;

  static constexpr bool fits = callable<Rank, Op const&, PointOf<Rs>...>;

  static constexpr bool call() {
    if constexpr (!fits) {
      constexpr bool plain = has_plain_call<Op>, not_const = !plain && callable<Rank, Op&, PointOf<Rs>...>;
      using First = std::tuple_element_t<0, std::tuple<PointOf<Rs>...>>;
      constexpr bool other_count = callable_with_others<Rank, Op const&, First>(std::make_index_sequence<8>{});
      static_assert(!plain,
                    "write operator() as a template over its points: template <class U> KOKKOS_FUNCTION double "
                    "operator()(U const& u) const");
      static_assert(!not_const, "write `const` after the parameters of operator(): kernels share the operator");
      static_assert(plain || not_const || !other_count,
                    "write one parameter of operator() for each quantity that its stage Reads, in their order (and "
                    "At<Rank> const& last, if it wants one)");
      static_assert(plain || not_const || other_count,
                    "write an operator() for the points of what its stage Reads: template <class U> KOKKOS_FUNCTION "
                    "double operator()(U const& u) const");
      return false;
    } else {
      return true;
    }
  }
  static constexpr bool result() {
    if constexpr (fits) {
      using Result = result_of<Rank, Op, memory_row<typename ReadOf<Rs>::quantity>...>;
      constexpr std::size_t values = pack_size<Result>;
      constexpr bool none = std::is_void_v<Result>;
      constexpr bool one = sizeof...(Ws) == 1;
      static_assert(!none, "write `return`: operator() returns the new value, and pack(...) of several");
      static_assert(none || !one || values == 0,
                    "return one value, not a pack(...): the stage Writes one quantity (its components are those of a "
                    "Kokkos::Array)");
      static_assert(none || one || values == sizeof...(Ws),
                    "return pack(...) with one value for each quantity that the stage Writes, in their order");
      static_assert(none || are_values<Result>,
                    "return a number for each quantity that the stage Writes, or a Kokkos::Array of its components");
    }
    return true;
  }
  static constexpr bool value = call() && result();
};

}  // namespace tessera::detail
