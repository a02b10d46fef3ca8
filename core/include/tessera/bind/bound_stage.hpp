// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <concepts>

#include "tessera/backend/macros.hpp"
#include "tessera/bind/source.hpp"
#include "tessera/bind/stage_results.hpp"
#include "tessera/bind/target.hpp"
#include "tessera/operator/flux_edges.hpp"

namespace tessera::detail {

/// A team of one thread.
struct Alone {
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION int rank() const { return 0; }
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION Key greatest(Key mine) const { return mine; }
};

/// The minima and maxima of a thread: one Extreme for each such result, in the order of the results.
template <class Done, class... Results>
struct ExtremesOf {
  using type = Done;
};
template <class... Ds, class How, class T, class Value, int I, class... Rest>
struct ExtremesOf<Pack<Ds...>, ToExtreme<How, T, Value, I>, Rest...>
    : ExtremesOf<Pack<Ds..., Extreme<How, T>>, Rest...> {};
template <class... Ds, class First, class... Rest>
struct ExtremesOf<Pack<Ds...>, First, Rest...> : ExtremesOf<Pack<Ds...>, Rest...> {};

/// The number of results that are sums.
template <class... Results>
inline constexpr int sum_count = 0;
template <class Value, int I, class... Rest>
inline constexpr int sum_count<ToSum<Value, I>, Rest...> = 1 + sum_count<Rest...>;
template <class First, class... Rest>
inline constexpr int sum_count<First, Rest...> = sum_count<Rest...>;

/// `V` values for one vector load or store.
template <class T, int V>
struct alignas(sizeof(T) * V) VectorOf {
  T values[V];
};

/// Component `c` of an operator's result for one quantity.
template <class V>
KOKKOS_FORCEINLINE_FUNCTION auto component_of(V const& v, int c) {
  if constexpr (std::is_arithmetic_v<V>) {
    return v;
  } else {
    return v[c];
  }
}

/// An operator with a branch-free form for plain cells, for SIMD loops on hosts. `is_plain(points...)` says whether a
/// cell is plain. `plain(points...)` then returns the same bits as operator().
template <class Op, class... Points>
concept HasPlain = requires(Op const& op, Points const&... points) {
  { op.is_plain(points...) } -> std::same_as<bool>;
  { op.plain(points...) } -> std::same_as<std::invoke_result_t<Op const&, Points const&...>>;
};

template <int Rank, class Op, class Sources, class Targets, class Results>
struct BoundStage;

/// A stage bound to the buffers of one time step, as plain data for kernels. It evaluates the operator from rows,
/// wherever a sweep keeps them, and stores the results; it has no loop. `Results` says where each result goes
/// (StageResults): to the cells of a target, or into a global scalar. A sweep accumulates minima and maxima per thread
/// and merges them at its end; another kernel makes sums (AddCells).
template <int Rank, class Op, class... Ss, class... Ts, class... Rs>
struct BoundStage<Rank, Op, Types<Ss...>, Types<Ts...>, Types<Rs...>> {
  static constexpr int rank = Rank;
  static constexpr std::size_t inputs = sizeof...(Ss);
  static constexpr std::size_t outputs = sizeof...(Ts);
  using source_types = Types<Ss...>;
  using target_types = Types<Ts...>;
  using result_types = Types<Rs...>;
  using Accumulator = typename ExtremesOf<Pack<>, Rs...>::type;
  static constexpr int sums = sum_count<Rs...>;
  /// Whether the stage reads or makes global scalars.
  static constexpr bool scalars = (Ss::global_scalar || ...) || Accumulator::size > 0 || sums > 0;
  /// Whether the operator has a form for plain cells (is_plain, evaluate_plain).
  static constexpr bool has_plain = HasPlain<Op, Point<Rank, typename Ss::row_type>...>;
  /// Whether the operator is split into flux edges (edge_cell, edge, gather).
  static constexpr bool has_flux_edges = HasFluxEdges<Op, Point<Rank, typename Ss::row_type>...>;
  /// Whether the stage acts on part of the grid (BoundPart).
  static constexpr bool partial = false;

  Op op;
  Pack<Ss...> sources;
  Pack<Ts...> targets;
  Frame frame;
  int n[3];
  double time;    ///< of the values read
  Key* extremes;  ///< the minima and maxima of all threads so far

  /// The box of cells that a sweep goes over.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION static constexpr int first(int) { return 0; }
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION int extent(int axis) const { return n[axis]; }

  /// Row (j, k) of every source, in memory.
  KOKKOS_FORCEINLINE_FUNCTION Pack<typename Ss::row_type...> memory_rows(int j, int k) const {
    return memory_rows(j, k, std::index_sequence_for<Ss...>{});
  }

  /// The result of the operator for cell (i, j, k), read from the rows at index i.
  template <class Rows>
  KOKKOS_FORCEINLINE_FUNCTION auto evaluate(Rows const& rows, int i, int j, int k) const {
    return evaluate(rows, i, j, k, time);
  }
  /// The same for values at time `t`.
  template <class Rows>
  KOKKOS_FORCEINLINE_FUNCTION auto evaluate(Rows const& rows, int i, int j, int k, double t) const {
    return evaluate(rows, i, j, k, t, std::index_sequence_for<Ss...>{});
  }
  /// The part of a result for output `I`.
  template <std::size_t I, class Result>
  KOKKOS_FORCEINLINE_FUNCTION static auto const& output(Result const& result) {
    if constexpr (sizeof...(Rs) == 1) {
      return result;
    } else {
      return result.template get<I>();
    }
  }
  /// Stores a result in cell (i, j, k) of the targets, and accumulates its reductions.
  template <class Result>
  KOKKOS_FORCEINLINE_FUNCTION void store(Result const& result, int i, int j, int k, Accumulator& accumulator) const {
    store(result, i, j, k, accumulator, std::index_sequence_for<Rs...>{});
  }
  /// Evaluates and stores.
  template <class Rows>
  KOKKOS_FORCEINLINE_FUNCTION void update(Rows const& rows, int i, int j, int k, Accumulator& accumulator) const {
    store(evaluate(rows, i, j, k), i, j, k, accumulator);
  }
  /// Whether the cell is plain, if the operator has_plain.
  template <class Rows>
  KOKKOS_FORCEINLINE_FUNCTION bool is_plain(Rows const& rows, int i) const {
    return is_plain(rows, i, std::index_sequence_for<Ss...>{});
  }
  template <class Rows>
  KOKKOS_FORCEINLINE_FUNCTION auto evaluate_plain(Rows const& rows, int i) const {
    return evaluate_plain(rows, i, std::index_sequence_for<Ss...>{});
  }
  template <class Rows>
  KOKKOS_FORCEINLINE_FUNCTION void update_plain(Rows const& rows, int i, int j, int k, Accumulator& accumulator) const {
    store(evaluate_plain(rows, i), i, j, k, accumulator);
  }
  /// The three parts of an operator that has_flux_edges: what its flux edges need to know of cell `i`, what a flux edge
  /// gives to its two cells, and the result of a cell.
  template <class Rows>
  KOKKOS_FORCEINLINE_FUNCTION auto edge_cell(Rows const& rows, int i) const {
    return edge_cell(rows, i, std::index_sequence_for<Ss...>{});
  }
  template <int Axis, class Cell>
  TESSERA_FLATTEN KOKKOS_FORCEINLINE_FUNCTION auto edge(Cell const& low, Cell const& high) const {
    return op.template edge<Axis>(low, high);
  }
  template <class Around, class Cell, class Rows>
  KOKKOS_FORCEINLINE_FUNCTION auto gather(Around const& around, Cell const& here, Rows const& rows, int i) const {
    return gather(around, here, rows, i, std::index_sequence_for<Ss...>{});
  }
  /// `update` for a stage without reductions.
  template <class Rows>
  KOKKOS_FORCEINLINE_FUNCTION void update(Rows const& rows, int i, int j, int k) const {
    static_assert(Accumulator::size == 0, "this sweep has no accumulator for the reductions of its stage");
    Accumulator nothing;
    update(rows, i, j, k, nothing);
  }
  /// Merges the accumulators of all threads at the end of a sweep. Every thread of a team calls it.
  template <class TeamType>
  KOKKOS_FORCEINLINE_FUNCTION void merge(TeamType const& team, Accumulator const& accumulator) const {
    merge(team, accumulator, std::make_index_sequence<Accumulator::size>{});
  }
  /// Adds the summed values of a result to `to`.
  template <class Result>
  KOKKOS_FORCEINLINE_FUNCTION void add(Result const& result, double* to) const {
    add(result, to, std::index_sequence_for<Rs...>{});
  }

  /// `update` for the `V` cells from i on, with one ColumnOutput per target: row `row` of each.
  template <int V, class Rows, class Outputs>
  KOKKOS_FORCEINLINE_FUNCTION void update_vector(Rows const& rows, Outputs const& outputs, int plane, int row, int i,
                                                 int j, int k, Accumulator& accumulator) const {
    using Result = decltype(evaluate(rows, i, j, k));
    Result results[V];
    TESSERA_UNROLL
    for (int v = 0; v < V; ++v) results[v] = evaluate(rows, i + v, j, k);
    store_vector(results, outputs, plane, row, i, accumulator);
  }
  /// Stores the results of `V` cells.
  template <int V, class Result, class Outputs>
  KOKKOS_FORCEINLINE_FUNCTION void store_vector(Result const (&results)[V], Outputs const& outputs, int plane, int row,
                                                int i, Accumulator& accumulator) const {
    store_vector<V>(results, outputs, plane, row, i, accumulator, std::index_sequence_for<Rs...>{});
  }

  /// Writes the ghosts of cell (i, j, k) of every target.
  KOKKOS_FORCEINLINE_FUNCTION void complete(int i, int j, int k) const {
    if constexpr (outputs > 0) complete(i, j, k, std::index_sequence_for<Ts...>{});
  }
  /// Writes the ghosts along `Axis` alone of the first `count` of `cells`, near its low (`side` 0) or high face.
  template <int Axis, int Batch>
  KOKKOS_FORCEINLINE_FUNCTION void complete_side(int side, int const (&cells)[Batch][3], int count) const {
    if constexpr (outputs > 0) complete_side<Axis>(side, cells, count, std::index_sequence_for<Ts...>{});
  }

  /// Whether a reader needs ghosts beyond edges and corners of the grid, of any target.
  KOKKOS_FORCEINLINE_FUNCTION bool ghost_edges() const { return ghost_edges(std::index_sequence_for<Ts...>{}); }

  /// Writes the ghost rows of the cells [begin, end) of row (j, k) of every target.
  KOKKOS_FORCEINLINE_FUNCTION void complete_images(int j, int k, int begin, int end) const {
    if constexpr (outputs > 0) complete_images(j, k, begin, end, std::index_sequence_for<Ts...>{});
  }

  /// The width of the layer at faces across `axis` whose ghosts the sweep writes.
  KOKKOS_FORCEINLINE_FUNCTION int width(int axis) const {
    if constexpr (outputs > 0) {
      return width(axis, std::index_sequence_for<Ts...>{});
    } else {
      return 0;
    }
  }

 private:
  template <std::size_t... Is>
  KOKKOS_FORCEINLINE_FUNCTION auto memory_rows(int j, int k, std::index_sequence<Is...>) const {
    return pack(sources.template get<Is>().row(j, k)...);
  }

  template <class Rows, std::size_t... Is>
  KOKKOS_FORCEINLINE_FUNCTION auto evaluate(Rows const& rows, int i, int j, int k, double t,
                                            std::index_sequence<Is...>) const {
    return invoke(i, j, k, t, point(rows.template get<Is>(), i)...);
  }
  template <class Rows, std::size_t... Is>
  TESSERA_FLATTEN KOKKOS_FORCEINLINE_FUNCTION bool is_plain(Rows const& rows, int i, std::index_sequence<Is...>) const {
    return op.is_plain(point(rows.template get<Is>(), i)...);
  }
  template <class Rows, std::size_t... Is>
  TESSERA_FLATTEN KOKKOS_FORCEINLINE_FUNCTION auto evaluate_plain(Rows const& rows, int i,
                                                                  std::index_sequence<Is...>) const {
    return op.plain(point(rows.template get<Is>(), i)...);
  }
  template <class Rows, std::size_t... Is>
  TESSERA_FLATTEN KOKKOS_FORCEINLINE_FUNCTION auto edge_cell(Rows const& rows, int i,
                                                             std::index_sequence<Is...>) const {
    return op.cell(point(rows.template get<Is>(), i)...);
  }
  template <class Around, class Cell, class Rows, std::size_t... Is>
  TESSERA_FLATTEN KOKKOS_FORCEINLINE_FUNCTION auto gather(Around const& around, Cell const& here, Rows const& rows,
                                                          int i, std::index_sequence<Is...>) const {
    return op.gather(around, here, point(rows.template get<Is>(), i)...);
  }
  template <class Row>
  KOKKOS_FORCEINLINE_FUNCTION static Point<Rank, Row> point(Row const& row, int i) {
    return Point<Rank, Row>(row, i);
  }
  template <class... Points>
  TESSERA_FLATTEN KOKKOS_FORCEINLINE_FUNCTION auto invoke(int i, int j, int k, double t,
                                                          Points const&... points) const {
    if constexpr (std::is_invocable_v<Op const&, Points const&...>) {
      return op(points...);
    } else {
      return op(points..., frame.template place<Rank>(i, j, k, t));
    }
  }

  template <class Result, std::size_t... Is>
  KOKKOS_FORCEINLINE_FUNCTION void store(Result const& result, int i, int j, int k, Accumulator& accumulator,
                                         std::index_sequence<Is...>) const {
    (put(Rs{}, output<Is>(result), i, j, k, accumulator), ...);
  }
  template <int I, class V>
  KOKKOS_FORCEINLINE_FUNCTION void put(ToCells<I>, V const& v, int i, int j, int k, Accumulator&) const {
    store_one(targets.template get<I>(), v, i, j, k);
  }
  template <class How, class T, class Value, int I, class V>
  KOKKOS_FORCEINLINE_FUNCTION void put(ToExtreme<How, T, Value, I>, V const& v, int, int, int,
                                       Accumulator& accumulator) const {
    accumulator.template get<I>().add(v.value);
  }
  template <class Value, int I, class V>
  KOKKOS_FORCEINLINE_FUNCTION void put(ToSum<Value, I>, V const&, int, int, int, Accumulator&) const {}
  template <class Target, class V>
  KOKKOS_FORCEINLINE_FUNCTION static void store_one(Target const& target, V const& v, int i, int j, int k) {
    store_components(target, v, i, j, k, std::make_index_sequence<Target::components>{});
  }
  /// No loop: hosts would not unroll it before they vectorise the loop over cells.
  template <class Target, class V, std::size_t... Cs>
  KOKKOS_FORCEINLINE_FUNCTION static void store_components(Target const& target, V const& v, int i, int j, int k,
                                                           std::index_sequence<Cs...>) {
    ((target.at(i, j, k, Cs) = static_cast<typename Target::value_type>(component_of(v, Cs))), ...);
  }

  template <int V, class Result, class Outputs, std::size_t... Is>
  KOKKOS_FORCEINLINE_FUNCTION void store_vector(Result const (&results)[V], Outputs const& outputs, int plane, int row,
                                                int i, Accumulator& accumulator, std::index_sequence<Is...>) const {
    (put_vector<V, Is>(Rs{}, results, outputs, plane, row, i, accumulator), ...);
  }
  template <int V, std::size_t R, int I, class Result, class Outputs>
  KOKKOS_FORCEINLINE_FUNCTION void put_vector(ToCells<I>, Result const (&results)[V], Outputs const& outputs, int plane,
                                              int row, int, Accumulator&) const {
    store_vector_one<V, R>(targets.template get<I>(), results, outputs.template get<I>(), plane, row);
  }
  template <int V, std::size_t R, class How, class T, class Value, int I, class Result, class Outputs>
  KOKKOS_FORCEINLINE_FUNCTION void put_vector(ToExtreme<How, T, Value, I>, Result const (&results)[V], Outputs const&,
                                              int, int, int i, Accumulator& accumulator) const {
    TESSERA_UNROLL
    for (int v = 0; v < V; ++v) {  // past the row's end: computed, not stored
      if (i + v < n[0]) accumulator.template get<I>().add(output<R>(results[v]).value);
    }
  }
  template <int V, std::size_t R, class Value, int I, class Result, class Outputs>
  KOKKOS_FORCEINLINE_FUNCTION void put_vector(ToSum<Value, I>, Result const (&)[V], Outputs const&, int, int, int,
                                              Accumulator&) const {}
  template <int V, std::size_t I, class Target, class Result, class Output>
  KOKKOS_FORCEINLINE_FUNCTION static void store_vector_one(Target const& target, Result const (&results)[V],
                                                           Output const& to, int plane, int row) {
    using T = typename Target::value_type;
    TESSERA_UNROLL
    for (int c = 0; c < Target::components; ++c) {
      VectorOf<T, V> values;
      TESSERA_UNROLL
      for (int v = 0; v < V; ++v) values.values[v] = static_cast<T>(component_of(output<I>(results[v]), c));
      to.store(target, values, plane, row, c);
    }
  }

  template <class TeamType, std::size_t... Is>
  KOKKOS_FORCEINLINE_FUNCTION void merge(TeamType const& team, Accumulator const& accumulator,
                                         std::index_sequence<Is...>) const {
    (merge_one(team, accumulator.template get<Is>().key(), extremes + Is), ...);
  }
  template <class TeamType>
  KOKKOS_FORCEINLINE_FUNCTION static void merge_one(TeamType const& team, Key key, Key* slot) {
    Key const greatest = team.greatest(key);
    if (team.rank() == 0) raise(slot, greatest);
  }

  template <class Result, std::size_t... Is>
  KOKKOS_FORCEINLINE_FUNCTION void add(Result const& result, double* to, std::index_sequence<Is...>) const {
    (add_one(Rs{}, output<Is>(result), to), ...);
  }
  template <class Goes, class V>
  KOKKOS_FORCEINLINE_FUNCTION static void add_one(Goes, V const&, double*) {}
  template <class Value, int I, class V>
  KOKKOS_FORCEINLINE_FUNCTION static void add_one(ToSum<Value, I>, V const& v, double* to) {
    to[I] += static_cast<double>(v.value);
  }

  template <std::size_t... Is>
  KOKKOS_FORCEINLINE_FUNCTION bool ghost_edges(std::index_sequence<Is...>) const {
    return (targets.template get<Is>().ghost_edges || ...);
  }
  template <std::size_t... Is>
  KOKKOS_FORCEINLINE_FUNCTION void complete(int i, int j, int k, std::index_sequence<Is...>) const {
    ((targets.template get<Is>().fused ? targets.template get<Is>().complete(i, j, k) : void()), ...);
  }
  template <int Axis, int Batch, std::size_t... Is>
  KOKKOS_FORCEINLINE_FUNCTION void complete_side(int side, int const (&cells)[Batch][3], int count,
                                                 std::index_sequence<Is...>) const {
    ((targets.template get<Is>().fused ? targets.template get<Is>().template complete_side<Axis>(side, cells, count)
                                       : void()),
     ...);
  }
  template <std::size_t... Is>
  KOKKOS_FORCEINLINE_FUNCTION void complete_images(int j, int k, int begin, int end, std::index_sequence<Is...>) const {
    ((targets.template get<Is>().fused ? targets.template get<Is>().complete_images(j, k, begin, end) : void()), ...);
  }
  template <std::size_t... Is>
  KOKKOS_FORCEINLINE_FUNCTION int width(int axis, std::index_sequence<Is...>) const {
    int w = 0;
    ((w = targets.template get<Is>().width(axis) > w ? targets.template get<Is>().width(axis) : w), ...);
    return w;
  }
};

}  // namespace tessera::detail
