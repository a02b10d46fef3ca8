// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <tuple>
#include <type_traits>

#include <utility>

#include "tessera/boundary.hpp"
#include "tessera/group.hpp"
#include "tessera/operator/point.hpp"
#include "tessera/pack.hpp"
#include "tessera/quantity.hpp"
#include "tessera/reach.hpp"
#include "tessera/reduce/reduction.hpp"
#include "tessera/region.hpp"

namespace tessera {

/// A read of a version that was current `Age` writes of the quantity ago, counted from the reading stage.
template <QuantityOrGroup Q, int Age = 1>
struct Old {
  static_assert(Age >= 1, "Old reads an earlier version: its age is at least 1");
};

/// What a stage reads, in the order of the operator's arguments: quantities, groups of them, or Old of either.
template <class... Qs>
struct Reads {};

/// What a stage writes, in the order of the operator's results; each write makes a new version.
template <QuantityOrGroup... Qs>
struct Writes {};

namespace detail {

/// Converts Types of quantities to Reads, Writes or Old.
template <class List>
struct AsReads;
template <class... Qs>
struct AsReads<Types<Qs...>> {
  using type = Reads<Qs...>;
};
template <class List>
struct AsWrites;
template <class... Qs>
struct AsWrites<Types<Qs...>> {
  using type = Writes<Qs...>;
};
template <class List, int Age>
struct AsOld;
template <class... Qs, int Age>
struct AsOld<Types<Qs...>, Age> {
  using type = Types<Old<Qs, Age>...>;
};
template <GroupType G, int Age>
struct MembersOf<Old<G, Age>> : AsOld<Members<G>, Age> {};

/// The quantity and age of a read.
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

/// The reach that an operator declares into input `I`, quantity `Q`. A single reach for all inputs applies to cells.
template <class R, std::size_t I, class Q>
struct DeclaredReach {
  using type = std::conditional_t<is_global_scalar<Q>, Centre, R>;
};
template <class... Rs, std::size_t I, class Q>
struct DeclaredReach<Reaches<Rs...>, I, Q> : InputReach<Reaches<Rs...>, I> {};
template <class Op, std::size_t I, class Q>
using declared_reach = typename DeclaredReach<typename Op::reach, I, Q>::type;

/// The reach that kernels are made for: a global scalar has no neighbours.
template <class Op, std::size_t I, class Q>
using read_reach = std::conditional_t<is_global_scalar<Q>, Centre, declared_reach<Op, I, Q>>;

/// The row of a quantity in memory, as the oracle passes it to operators.
template <class Q>
using memory_row = std::conditional_t<is_global_scalar<Q>, ScalarRow<typename Q::value_type, Q::components>,
                                      MemoryRow<typename Q::value_type>>;

/// Whether an operator takes an At after its points.
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

/// The result of an operator for write `I` of `Count`.
template <class Result, std::size_t I, std::size_t Count>
struct ResultAt {
  using type = Result;
};
template <class... Ts, std::size_t I, std::size_t Count>
requires(Count > 1) struct ResultAt<Pack<Ts...>, I, Count> {
  static_assert(sizeof...(Ts) == Count, "an operator returns one value for each quantity in its stage's Writes");
  using type = std::tuple_element_t<I, std::tuple<Ts...>>;
};

/// The registers of an operator's formula beside its inputs, if it declares them; else 0.
template <class Op>
constexpr int formula_registers() {
  if constexpr (requires { Op::registers; }) {
    return Op::registers;
  } else {
    return 0;
  }
}

/// The roots and quotients of an operator's formula, each as long as many other operations, if it declares them
/// (`static constexpr int long_operations = 2;`); else 0. For cost models alone.
template <class Op>
constexpr int long_operations() {
  if constexpr (requires { Op::long_operations; }) {
    return Op::long_operations;
  } else {
    return 0;
  }
}

/// From this many registers on, devices use teams, whose kernel holds a formula once. A column sweep holds it for every
/// cell of a thread and every unrolled plane, and stalls on instruction fetches. In trials on an H200, whose raw output
/// is not kept, a step of shallow water in float: 6.4 against 2.3 x 10^9 cells/s.
inline constexpr int long_formula_registers = 64;

/// What a region reads beside the operator: the mask, if there is one.
template <class Region>
struct MaskReads {
  using type = Types<>;
};
template <int Colour, QuantityType Mask>
struct MaskReads<SubGrid<Colour, Mask>> {
  using type = Types<ReadOf<Mask>>;
};

/// The location of the values that a stage goes over: that of the first quantity in cells that it writes, or, if it
/// only reduces, that it reads.
template <class... Qs>
struct FirstLocation {
  using type = Cell;
};
template <class Q, class... Rest>
struct FirstLocation<Q, Rest...> {
  using type = typename std::conditional_t<is_global_scalar<Q>, FirstLocation<Rest...>,
                                           std::type_identity<typename Q::location>>::type;
};
template <class StageType>
struct StageLocation;

template <class Reads, class More>
struct Joined;
template <class... Rs, class... More>
struct Joined<Types<Rs...>, Types<More...>> {
  using type = Types<Rs..., More...>;
};

}  // namespace detail

template <class Op, class ReadsList, class WritesList, class Region = Whole>
struct Stage;

/// An operator with its reads and writes: `Stage<Heat<3>, Reads<temperature>, Writes<temperature>>{{c}}`. The operator
/// is a trivially copyable struct with a `reach` and a const `operator()`. It takes one Point per read (and an At last,
/// if it declares one). It returns the value of the one quantity written, or `pack(...)` of several.
///
/// A stage acts in every cell, or, if it writes on faces, edges or nodes, on all of these without a prescribed boundary
/// value. `.over(Interior{1})`, `.over(Cells{{2, 0}, {10, 5}})`, `.over(Face::x_low, layers)`, `.over(Parity<0>{})` and
/// `.where<mask>()` restrict it; several of them intersect. Other cells keep their values. Planning a program refuses
/// cells outside the grid with an InputError.
template <class Op, class... Rs, class... Ws, class Region>
struct Stage<Op, Reads<Rs...>, Writes<Ws...>, Region> {
  static_assert(std::is_trivially_copyable_v<Op>, "an operator is plain data: a trivially copyable struct");
  static_assert(
      requires { typename Op::reach; },
      "write an operator as a struct that names its neighbours: using reach = tessera::Star<1>; (a lambda cannot)");
  static_assert(sizeof...(Rs) > 0 && sizeof...(Ws) > 0, "a stage reads and writes at least one quantity");

  using plain = Stage;  ///< without groups
  using operator_type = Op;
  using reads = typename detail::Joined<Types<detail::ReadOf<Rs>...>, typename detail::MaskReads<Region>::type>::type;
  using writes = Types<Ws...>;
  using region_type = Region;

  Op op{};
  Region region{};

  /// Restricts the stage to `where`: Cells, Interior or Parity.
  template <class Where>
  [[nodiscard]] constexpr auto over(Where const& where) const {
    return in(detail::narrow(region, where));
  }
  /// Restricts the stage to the first `layers` layers of cells at a face.
  [[nodiscard]] constexpr auto over(Face face, int layers = 1) const {
    return in(detail::narrow_to_face(region, static_cast<std::size_t>(face), layers));
  }
  /// Restricts the stage to the cells in which quantity `Mask`, integers of one component, is not zero. The newest
  /// version counts, as earlier stages have made it.
  template <QuantityType Mask>
  [[nodiscard]] constexpr auto where() const {
    static_assert(std::is_integral_v<typename Mask::value_type>,
                  "a mask holds whole numbers: struct solid : tessera::Quantity<std::uint8_t> {};");
    static_assert(Mask::components == 1 && !is_global_scalar<Mask>,
                  "a mask has one component, and not the location tessera::GlobalScalar");
    return in(detail::narrow_to_mask<Mask>(region));
  }

 private:
  template <class Narrowed>
  constexpr auto in(Narrowed const& narrowed) const {
    static_assert(!((is_global_scalar<typename detail::ReadOf<Rs>::quantity> && ...) && (is_global_scalar<Ws> && ...)),
                  "a stage of global scalars alone acts in no cells");
    return Stage<Op, Reads<Rs...>, Writes<Ws...>, Narrowed>{op, narrowed};
  }
};

/// A stage of groups is that of their members.
template <class Op, class... Rs, class... Ws, class Region>
requires(detail::have_groups<Rs..., Ws...>) struct Stage<Op, Reads<Rs...>, Writes<Ws...>, Region>
    : Stage<Op, typename detail::AsReads<detail::Members<Rs...>>::type,
            typename detail::AsWrites<detail::Members<Ws...>>::type, Region> {
};

namespace detail {

template <class Op, class... Rs, class... Ws, class Region>
struct StageLocation<Stage<Op, Reads<Rs...>, Writes<Ws...>, Region>>
    : FirstLocation<Ws..., typename ReadOf<Rs>::quantity...> {};

}  // namespace detail

}  // namespace tessera
