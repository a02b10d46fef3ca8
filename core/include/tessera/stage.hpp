// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <tuple>
#include <type_traits>

#include <utility>

#include "tessera/pack.hpp"
#include "tessera/quantity.hpp"
#include "tessera/reach.hpp"

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
