// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/stage.hpp"

namespace tessera {

namespace detail {

/// A result that goes to the cells of target `I` of its stage.
template <int I>
struct ToCells {};
/// A result that goes into the `I`-th minimum or maximum, found among numbers of type `T`.
template <class How, class T, class Value, int I>
struct ToExtreme {};
/// A result that goes into the `I`-th sum.
template <class Value, int I>
struct ToSum {};

/// The number of results of each kind before a result.
struct ResultCounts {
  int cells = 0, extremes = 0, sums = 0;

  template <class How>
  constexpr void add() {
    cells += std::is_void_v<How> ? 1 : 0;
    sums += std::is_same_v<How, Sum> ? 1 : 0;
    extremes += !std::is_void_v<How> && !std::is_same_v<How, Sum> ? 1 : 0;
  }
};
template <class... Hows>
constexpr ResultCounts count_results(std::size_t before) {
  ResultCounts counts;
  std::size_t at = 0;
  ((at++ < before ? counts.template add<Hows>() : void()), ...);
  return counts;
}

template <class Q, class How, class T, int Cells, int Extremes, int Sums>
struct ResultGoes {
  using type = ToExtreme<How, T, typename Q::value_type, Extremes>;
};
template <class Q, class T, int Cells, int Extremes, int Sums>
struct ResultGoes<Q, void, T, Cells, Extremes, Sums> {
  using type = ToCells<Cells>;
};
template <class Q, class T, int Cells, int Extremes, int Sums>
struct ResultGoes<Q, Sum, T, Cells, Extremes, Sums> {
  using type = ToSum<typename Q::value_type, Sums>;
};

/// Whether a stage reads and writes global scalars alone: it runs as one work item.
template <class StageType>
inline constexpr bool is_scalar_stage = false;
template <class Op, class... Rs, class... Ws, class Region>
inline constexpr bool is_scalar_stage<Stage<Op, Reads<Rs...>, Writes<Ws...>, Region>> =
    (is_global_scalar<typename ReadOf<Rs>::quantity> && ...) && (is_global_scalar<Ws> && ...);

/// Refuses a result of the wrong kind for quantity `Q`.
template <bool Scalar, class Q, class How>
constexpr bool check_result() {
  static_assert(
      Scalar || is_global_scalar<Q> || std::is_void_v<How>,
      "an operator returns Reduce<...> for a quantity of cells; give that quantity the location tessera::GlobalScalar");
  static_assert(
      Scalar || !is_global_scalar<Q> || !std::is_void_v<How>,
      "a stage over cells writes a quantity of tessera::GlobalScalar: its operator has to return Reduce<Min>{v}, "
      "Reduce<Max>{v} or Reduce<Sum>{v} for it");
  static_assert(!Scalar || std::is_void_v<How>,
                "a stage that reads no cells has nothing to reduce: its operator returns plain values");
  static_assert(std::is_void_v<How> || Q::components == 1, "a quantity that is reduced to has one component");
  return true;
}

/// The destination of each result of a stage, from what its operator returns: `types` has one entry per write.
template <int Rank, class StageType>
struct StageResults;
template <int Rank, class Op, class... Rs, class... Ws, class Region>
struct StageResults<Rank, Stage<Op, Reads<Rs...>, Writes<Ws...>, Region>> {
  static constexpr bool scalar = is_scalar_stage<Stage<Op, Reads<Rs...>, Writes<Ws...>, Region>>;

  template <std::size_t I>
  using result =
      typename ResultAt<result_of<Rank, Op, memory_row<typename ReadOf<Rs>::quantity>...>, I, sizeof...(Ws)>::type;
  template <std::size_t I>
  using how = reduced_by<result<I>>;

  template <class Seq>
  struct Make;
  template <std::size_t... Is>
  struct Make<std::index_sequence<Is...>> {
    static_assert((check_result<scalar, Ws, how<Is>>() && ...));
    template <std::size_t I>
    static constexpr ResultCounts before = count_results<how<Is>...>(I);
    using types = Types<typename ResultGoes<Ws, how<Is>, reduced_number<result<Is>>, before<Is>.cells,
                                            before<Is>.extremes, before<Is>.sums>::type...>;
  };
  using types = typename Make<std::index_sequence_for<Ws...>>::types;
  static constexpr ResultCounts counts = Make<std::index_sequence_for<Ws...>>::template before<sizeof...(Ws)>;
};

}  // namespace detail

}  // namespace tessera
