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

/// The lists that Types of quantities stand for.
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
  using type = std::conditional_t<is_global_scalar<Q>, Centre, R>;
};
template <class... Rs, std::size_t I, class Q>
struct DeclaredReach<Reaches<Rs...>, I, Q> : InputReach<Reaches<Rs...>, I> {};
template <class Op, std::size_t I, class Q>
using declared_reach = typename DeclaredReach<typename Op::reach, I, Q>::type;

/// The reach that kernels are made for: a quantity that is there once per program has no neighbours.
template <class Op, std::size_t I, class Q>
using read_reach = std::conditional_t<is_global_scalar<Q>, Centre, declared_reach<Op, I, Q>>;

/// The row of a quantity in memory, as operators are given it by the oracle.
template <class Q>
using memory_row = std::conditional_t<is_global_scalar<Q>, ScalarRow<typename Q::value_type, Q::components>,
                                      MemoryRow<typename Q::value_type>>;

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

/// Roots and quotients in an operator's formula, which take processors as long as many other operations; 0 unless it
/// says so (`static constexpr int long_operations = 2;`). Cost models count them, nothing else depends on them.
template <class Op>
constexpr int long_operations() {
  if constexpr (requires { Op::long_operations; }) {
    return Op::long_operations;
  } else {
    return 0;
  }
}

/// From how many on devices take teams, whose kernel holds a formula once: a column sweep holds it for every cell of a
/// thread and every turn of its window, and then waits for instructions. In trials on an H200, whose raw output is not
/// kept, a step of shallow water in float: 6.4 against 2.3 x 10^9 cells/s.
inline constexpr int long_formula_registers = 64;

/// What a stage over a region reads beside what its operator does: the mask, if there is one.
template <class Region>
struct MaskReads {
  using type = Types<>;
};
template <int Colour, QuantityType Mask>
struct MaskReads<SubGrid<Colour, Mask>> {
  using type = Types<ReadOf<Mask>>;
};

/// The location of the values that a stage goes over: that of the first quantity that it writes values of, or, of a
/// stage that only reduces, of the first that it reads.
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

/// An operator with what it reads and writes: `Stage<Heat<3>, Reads<temperature>, Writes<temperature>>{{c}}`. The
/// operator is a trivially copyable struct with a `reach` and a const `operator()` that is given one Point for each
/// read (and, if it takes it, an At last) and returns the value of the one quantity written, or `pack(...)` of several.
///
/// A stage acts in every cell, or, if what it writes stands on faces, edges or nodes, on all of these but those whose
/// values a boundary prescribes. `.over(Interior{1})`, `.over(Cells{{2, 0}, {10, 5}})`, `.over(Face::x_low, layers)`,
/// `.over(Parity<0>{})` and `.where<mask>()` return the stage over part of them; of several, all hold. What it writes
/// keeps its value in the other cells. Cells that the grid does not have are refused with an InputError when the
/// program is planned.
template <class Op, class... Rs, class... Ws, class Region>
struct Stage<Op, Reads<Rs...>, Writes<Ws...>, Region> {
  static_assert(std::is_trivially_copyable_v<Op>, "an operator is plain data: a trivially copyable struct");
  static_assert(
      requires { typename Op::reach; }, "an operator names its neighbours: using reach = tessera::Star<1>;");
  static_assert(sizeof...(Rs) > 0 && sizeof...(Ws) > 0, "a stage reads and writes at least one quantity");

  using plain = Stage;  ///< without groups
  using operator_type = Op;
  using reads = typename detail::Joined<Types<detail::ReadOf<Rs>...>, typename detail::MaskReads<Region>::type>::type;
  using writes = Types<Ws...>;
  using region_type = Region;

  Op op{};
  Region region{};

  /// The stage over those of its cells that are also in `where`: Cells, Interior or Parity.
  template <class Where>
  [[nodiscard]] constexpr auto over(Where const& where) const {
    return in(detail::narrow(region, where));
  }
  /// The stage over those of its cells that are in the first `layers` layers of cells at a face.
  [[nodiscard]] constexpr auto over(Face face, int layers = 1) const {
    return in(detail::narrow_to_face(region, static_cast<std::size_t>(face), layers));
  }
  /// The stage over those of its cells in which quantity `Mask`, whole numbers of one component, is not zero. It is
  /// the newest version that counts, as the stages before this one have made it.
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

/// A stage whose lists hold groups: the one with their members in place of them.
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
