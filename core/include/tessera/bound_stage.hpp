// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/macros.hpp"
#include "tessera/stage.hpp"
#include "tessera/target.hpp"

namespace tessera::detail {

/// What a stage reads: one version of a quantity, with the reach of the operator into it.
template <int Rank, class Value, int Components, Reach R>
struct Source {
  using value_type = Value;
  using reach = R;
  static constexpr int components = Components;
  static constexpr Hull hull = stored_hull<R, Rank>;

  Value const* cells;  ///< cell (0, 0, 0), component 0
  std::ptrdiff_t stride_y, stride_z, stride_c;
  int lo[3], hi[3];  ///< ghost layers in memory

  KOKKOS_FORCEINLINE_FUNCTION MemoryRow<Value> row(int j, int k) const {
    return {cells + j * stride_y + k * stride_z, stride_y, stride_z, stride_c};
  }
};

/// `V` values that a thread moves with one load or store.
template <class T, int V>
struct alignas(sizeof(T) * V) VectorOf {
  T values[V];
};

/// Component `c` of what an operator returned for one quantity.
template <class V>
KOKKOS_FORCEINLINE_FUNCTION auto component_of(V const& v, int c) {
  if constexpr (std::is_arithmetic_v<V>) {
    return v;
  } else {
    return v[c];
  }
}

template <int Rank, class Op, class Sources, class Targets>
struct BoundStage;

/// A stage bound to the buffers of one time step: all that a sweep needs, as plain data. It evaluates the operator
/// from rows (wherever a sweep keeps them) and stores the results; it knows no loop.
template <int Rank, class Op, class... Ss, class... Ts>
struct BoundStage<Rank, Op, Types<Ss...>, Types<Ts...>> {
  static constexpr int rank = Rank;
  static constexpr std::size_t inputs = sizeof...(Ss);
  static constexpr std::size_t outputs = sizeof...(Ts);
  using source_types = Types<Ss...>;
  using target_types = Types<Ts...>;

  Op op;
  Pack<Ss...> sources;
  Pack<Ts...> targets;
  Frame frame;
  int n[3];
  double time;  ///< of the values read

  /// Row (j, k) of every source, in memory.
  KOKKOS_FORCEINLINE_FUNCTION Pack<MemoryRow<typename Ss::value_type>...> memory_rows(int j, int k) const {
    return memory_rows(j, k, std::index_sequence_for<Ss...>{});
  }

  /// What the operator returns for cell (i, j, k), read from the rows at their cell i.
  template <class Rows>
  KOKKOS_FORCEINLINE_FUNCTION auto evaluate(Rows const& rows, int i, int j, int k) const {
    return evaluate(rows, i, j, k, time);
  }
  /// The same with values that belong to time `t`.
  template <class Rows>
  KOKKOS_FORCEINLINE_FUNCTION auto evaluate(Rows const& rows, int i, int j, int k, double t) const {
    return evaluate(rows, i, j, k, t, std::index_sequence_for<Ss...>{});
  }
  /// Puts it into cell (i, j, k) of the targets.
  template <class Result>
  KOKKOS_FORCEINLINE_FUNCTION void store(Result const& result, int i, int j, int k) const {
    store(result, i, j, k, std::index_sequence_for<Ts...>{});
  }
  /// Both.
  template <class Rows>
  KOKKOS_FORCEINLINE_FUNCTION void update(Rows const& rows, int i, int j, int k) const {
    store(evaluate(rows, i, j, k), i, j, k);
  }

  /// The same for the `V` cells from i on, handed to one output (see ColumnOutput) per target: row `row` of each.
  template <int V, class Rows, class Outputs>
  KOKKOS_FORCEINLINE_FUNCTION void update_vector(Rows const& rows, Outputs const& outputs, int plane, int row, int i,
                                                 int j, int k) const {
    using Result = decltype(evaluate(rows, i, j, k));
    Result results[V];
    TESSERA_UNROLL
    for (int v = 0; v < V; ++v) results[v] = evaluate(rows, i + v, j, k);
    store_vector<V>(results, outputs, plane, row, std::index_sequence_for<Ts...>{});
  }

  /// Writes the ghosts of cell (i, j, k) of every target.
  KOKKOS_FORCEINLINE_FUNCTION void complete(int i, int j, int k) const {
    complete(i, j, k, std::index_sequence_for<Ts...>{});
  }
  /// Writes those along `Axis` alone of cells near its low (`side` 0) or high face, the `count` first of `cells`.
  template <int Axis, int Batch>
  KOKKOS_FORCEINLINE_FUNCTION void complete_side(int side, int const (&cells)[Batch][3], int count) const {
    complete_side<Axis>(side, cells, count, std::index_sequence_for<Ts...>{});
  }

  /// Whether ghosts beyond edges and corners of any target are read.
  KOKKOS_FORCEINLINE_FUNCTION bool edges() const { return edges(std::index_sequence_for<Ts...>{}); }

  /// Writes the rows of ghosts of the cells [begin, end) of row (j, k) of every target.
  KOKKOS_FORCEINLINE_FUNCTION void complete_images(int j, int k, int begin, int end) const {
    complete_images(j, k, begin, end, std::index_sequence_for<Ts...>{});
  }

  /// Cells from a face along `axis` whose ghosts the sweep has to write.
  KOKKOS_FORCEINLINE_FUNCTION int width(int axis) const { return width(axis, std::index_sequence_for<Ts...>{}); }

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
  template <class Row>
  KOKKOS_FORCEINLINE_FUNCTION static Point<Rank, Row> point(Row const& row, int i) {
    return Point<Rank, Row>(row, i);
  }
  template <class... Points>
  KOKKOS_FORCEINLINE_FUNCTION auto invoke(int i, int j, int k, double t, Points const&... points) const {
    if constexpr (std::is_invocable_v<Op const&, Points const&...>) {
      return op(points...);
    } else {
      return op(points..., frame.template centre<Rank>(i, j, k, t));
    }
  }

  template <class Result, std::size_t... Is>
  KOKKOS_FORCEINLINE_FUNCTION void store(Result const& result, int i, int j, int k, std::index_sequence<Is...>) const {
    if constexpr (sizeof...(Is) == 1) {
      store_one(targets.template get<0>(), result, i, j, k);
    } else {
      (store_one(targets.template get<Is>(), result.template get<Is>(), i, j, k), ...);
    }
  }
  template <class Target, class V>
  KOKKOS_FORCEINLINE_FUNCTION static void store_one(Target const& target, V const& v, int i, int j, int k) {
    for (int c = 0; c < Target::components; ++c) {
      target.at(i, j, k, c) = static_cast<typename Target::value_type>(component_of(v, c));
    }
  }

  /// What an operator returned for output `I`.
  template <std::size_t I, class Result>
  KOKKOS_FORCEINLINE_FUNCTION static auto const& output(Result const& result) {
    if constexpr (sizeof...(Ts) == 1) {
      return result;
    } else {
      return result.template get<I>();
    }
  }
  template <int V, class Result, class Outputs, std::size_t... Is>
  KOKKOS_FORCEINLINE_FUNCTION void store_vector(Result const (&results)[V], Outputs const& outputs, int plane, int row,
                                                std::index_sequence<Is...>) const {
    (store_vector_one<V, Is>(targets.template get<Is>(), results, outputs.template get<Is>(), plane, row), ...);
  }
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

  template <std::size_t... Is>
  KOKKOS_FORCEINLINE_FUNCTION bool edges(std::index_sequence<Is...>) const {
    return (targets.template get<Is>().edges || ...);
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
