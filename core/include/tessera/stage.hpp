// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <tuple>
#include <type_traits>

#include <utility>

#include "tessera/pack.hpp"
#include "tessera/point.hpp"
#include "tessera/quantity.hpp"
#include "tessera/reach.hpp"
#include "tessera/reduction.hpp"

namespace tessera {

/// A read of a version that was current `Age` writes of the quantity ago, counted from the reading stage.
template <QuantityType Q, int Age = 1>
struct Old {
  static_assert(Age >= 1, "Old reads an earlier version: its age is at least 1");
};

/// What a stage reads, in the order of the operator's arguments: quantities, or Old<quantity>.
template <class... Qs>
struct Reads {};

/// What a stage writes, in the order of the operator's results; each write makes a new version.
template <QuantityType... Qs>
struct Writes {};

namespace detail {

/// A read taken apart.
template <class Q>
struct ReadOf {
  using quantity = Q;
  static constexpr int age = 0;
};
template <class Q, int Age>
struct ReadOf<Old<Q, Age>> {
  using quantity = Q;
  static constexpr int age = Age;
};

/// The reach of input `I` of an operator: its own, or the I-th of its Reaches.
template <class R, std::size_t I>
struct InputReach {
  using type = R;
};
template <class... Rs, std::size_t I>
struct InputReach<Reaches<Rs...>, I> {
  static_assert(I < sizeof...(Rs), "the operator's Reaches name fewer inputs than its stage reads");
  using type = std::tuple_element_t<I, std::tuple<Rs...>>;
};
template <class Op, std::size_t I>
using input_reach = typename InputReach<typename Op::reach, I>::type;

/// The reach that an operator declares into input `I`, which is quantity `Q`. A single reach for all inputs is meant
/// for cells.
template <class R, std::size_t I, class Q>
struct DeclaredReach {
  using type = std::conditional_t<is_once<Q>, Centre, R>;
};
template <class... Rs, std::size_t I, class Q>
struct DeclaredReach<Reaches<Rs...>, I, Q> : InputReach<Reaches<Rs...>, I> {};
template <class Op, std::size_t I, class Q>
using declared_reach = typename DeclaredReach<typename Op::reach, I, Q>::type;

/// The reach that kernels are made for: a quantity that is there once per program has no neighbours.
template <class Op, std::size_t I, class Q>
using read_reach = std::conditional_t<is_once<Q>, Centre, declared_reach<Op, I, Q>>;

/// The row of a quantity in memory, as operators are given it by the oracle.
template <class Q>
using memory_row =
    std::conditional_t<is_once<Q>, OnceRow<typename Q::value_type, Q::components>, MemoryRow<typename Q::value_type>>;

/// Whether an operator is called with an At, because points alone do not do.
template <int Rank, class Op, class... Rows>
inline constexpr bool takes_at = !std::is_invocable_v<Op const&, Point<Rank, Rows> const&...>;

/// What an operator returns.
template <bool TakesAt, int Rank, class Op, class... Rows>
struct ResultOf : std::invoke_result<Op const&, Point<Rank, Rows> const&...> {};
template <int Rank, class Op, class... Rows>
struct ResultOf<true, Rank, Op, Rows...> : std::invoke_result<Op const&, Point<Rank, Rows> const&..., At<Rank> const&> {
};
template <int Rank, class Op, class... Rows>
using result_of = std::remove_cvref_t<typename ResultOf<takes_at<Rank, Op, Rows...>, Rank, Op, Rows...>::type>;

/// What an operator returned for its write `I` of `Count`.
template <class Result, std::size_t I, std::size_t Count>
struct ResultAt {
  using type = Result;
};
template <class... Ts, std::size_t I, std::size_t Count>
requires(Count > 1) struct ResultAt<Pack<Ts...>, I, Count> {
  static_assert(sizeof...(Ts) == Count, "an operator returns one value for each quantity in its stage's Writes");
  using type = std::tuple_element_t<I, std::tuple<Ts...>>;
};

/// Registers that an operator's formula takes beside its inputs; 0 unless it says so.
template <class Op>
constexpr int formula_registers() {
  if constexpr (requires { Op::registers; }) {
    return Op::registers;
  } else {
    return 0;
  }
}

/// From how many on devices take teams, whose kernel holds a formula once: a column sweep holds it for every cell of a
/// thread and every turn of its window, and then waits for instructions. In trials on an H200, whose raw output is not
/// kept, a step of shallow water in float: 6.4 against 2.3 x 10^9 cells/s.
inline constexpr int long_formula_registers = 64;

}  // namespace detail

template <class Op, class ReadsList, class WritesList>
struct Stage;

/// An operator with what it reads and writes: `Stage<Heat<3>, Reads<temperature>, Writes<temperature>>{{c}}`. The
/// operator is a trivially copyable struct with a `reach` and a const `operator()` that is given one Point for each
/// read (and, if it takes it, an At last) and returns the value of the one quantity written, or `pack(...)` of several.
template <class Op, class... Rs, class... Ws>
struct Stage<Op, Reads<Rs...>, Writes<Ws...>> {
  static_assert(std::is_trivially_copyable_v<Op>, "an operator is plain data: a trivially copyable struct");
  static_assert(
      requires { typename Op::reach; }, "an operator names its neighbours: using reach = tessera::Star<1>;");
  static_assert(sizeof...(Rs) > 0 && sizeof...(Ws) > 0, "a stage reads and writes at least one quantity");

  using operator_type = Op;
  using reads = Types<detail::ReadOf<Rs>...>;
  using writes = Types<Ws...>;

  Op op{};
};

}  // namespace tessera
