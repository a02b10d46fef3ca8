// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstdint>

#include "tessera/reduce.hpp"
#include "tessera/strategy/naive/sweep.hpp"

namespace tessera::detail {

/// The destination of a reduction: the value of a version of a global scalar.
template <class Goes>
struct ValueOf {};
template <class How, class T, class Value, int I>
struct ValueOf<ToExtreme<How, T, Value, I>> {
  Value* to;
};
template <class Value, int I>
struct ValueOf<ToSum<Value, I>> {
  Value* to;
};

/// The device memory for the reductions of a stage. Allocated with the solution, since captured steps refer to it.
template <class Exec>
struct ReductionSpace {
  template <class T>
  using Space = Kokkos::View<T*, typename Exec::memory_space>;

  Space<Key> extremes;
  Space<double> sums[2];  ///< partial sums, and the next, shorter ones

  /// For a stage with `Extremes` minima and maxima and `Sums` sums over cells `n`.
  template <int Extremes, int Sums>
  static ReductionSpace make(Exec const& exec, int const (&n)[3]) {
    static_assert(key_of_nothing == 0, "views begin as zero");
    ReductionSpace space;
    if constexpr (Extremes > 0) space.extremes = Space<Key>(Kokkos::view_alloc(exec, "tessera::extremes"), Extremes);
    if constexpr (Sums > 0) {
      auto const property = Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, "tessera::sums");
      space.sums[0] = Space<double>(property, static_cast<std::size_t>(order(n).items(ExecTraits<Exec>::simd)) * Sums);
      space.sums[1] = Space<double>(property, static_cast<std::size_t>(order(n).groups()) * Sums);
    }
    return space;
  }

  /// The order of sums over cells `n`.
  static SumOrder order(int const (&n)[3]) { return {static_cast<std::int64_t>(n[1]) * n[2], n[0]}; }
};

/// The sum of `count` numbers, in order, `Stride` apart.
template <int Stride>
KOKKOS_FORCEINLINE_FUNCTION double add_in_order(double const* values, std::int64_t count) {
  double sum = values[0];
  for (std::int64_t i = 1; i < count; ++i) sum += values[i * Stride];
  return sum;
}

/// Adds the cells of one lane (on hosts: of one group) to the sums of a stage. It evaluates the operator once more,
/// before the stage runs, which may update in place.
template <class Bound, bool Simd>
struct AddCells {
  static constexpr int count = SumOrder::lanes;

  Bound bound;
  double* out;  ///< [group][lane][sum]; on hosts [group][sum]
  SumOrder order;

  TESSERA_FLATTEN KOKKOS_FUNCTION void operator()(std::int64_t item) const {
    if constexpr (Simd) {
      double partial[count * Bound::sums] = {};
      for_pieces(item, [&](auto const& rows, int begin, int end, int j, int k) {
        int i = begin;
        for (; i + count <= end; i += count) add_lanes(rows, i, j, k, partial);
        for (int lane = 0; i + lane < end; ++lane) add(rows, i + lane, j, k, partial + lane * Bound::sums);
      });
      for (int s = 0; s < Bound::sums; ++s) out[item * Bound::sums + s] = add_in_order<Bound::sums>(partial + s, count);
    } else {
      double partial[Bound::sums] = {};
      for_pieces(item / count, [&](auto const& rows, int begin, int end, int j, int k) {
        for (int i = begin + static_cast<int>(item % count); i < end; i += count) add(rows, i, j, k, partial);
      });
      for (int s = 0; s < Bound::sums; ++s) out[item * Bound::sums + s] = partial[s];
    }
  }

 private:
  /// Adds the cells of all lanes, from i on.
  template <class Rows>
  KOKKOS_FORCEINLINE_FUNCTION void add_lanes(Rows const& rows, int i, int j, int k, double* to) const {
    if constexpr (Bound::has_plain && !Bound::partial) {
      int plain = 0;
#pragma omp simd reduction(+ : plain)
      for (int lane = 0; lane < count; ++lane) plain += bound.is_plain(rows, i + lane) ? 1 : 0;
      if (plain == count) {
#pragma omp simd
        for (int lane = 0; lane < count; ++lane) {
          bound.add(bound.evaluate_plain(rows, i + lane), to + lane * Bound::sums);
        }
        return;
      }
    }
#pragma omp simd
    for (int lane = 0; lane < count; ++lane) add(rows, i + lane, j, k, to + lane * Bound::sums);
  }
  template <class Rows>
  KOKKOS_FORCEINLINE_FUNCTION void add(Rows const& rows, int i, int j, int k, double* to) const {
    if constexpr (Bound::partial) {
      if (!bound.acts(i, j, k)) return;
    }
    bound.add(bound.evaluate(rows, i, j, k), to);
  }
  /// Calls `f` for each piece of a group, with its rows, its cells [begin, end), and their position.
  template <class F>
  KOKKOS_FORCEINLINE_FUNCTION void for_pieces(std::int64_t group, F const& f) const {
    order.for_pieces(group, [&](std::int64_t row, int begin, int end) {
      int const j = static_cast<int>(row % bound.n[1]);
      int const k = static_cast<int>(row / bound.n[1]);
      f(bound.memory_rows(j, k), begin, end, j, k);
    });
  }
};

/// Adds `fan` neighbours in order, each with `Sums` numbers; one work item per sum.
template <int Sums>
struct AddNeighbours {
  double const* in;
  double* out;
  std::int64_t count;
  int fan;

  KOKKOS_FUNCTION void operator()(std::int64_t item) const {
    std::int64_t const group = item / Sums, begin = group * fan, end = begin + fan < count ? begin + fan : count;
    out[item] = add_in_order<Sums>(in + begin * Sums + item % Sums, end - begin);
  }
};

/// Stores the reductions of a stage and resets them for the next step: its `Sums` sums, whose last numbers it adds up,
/// or, if that is 0, its minima and maxima. One work item.
template <int Sums, class Results>
struct PutValues;
template <int Sums, class... Rs>
struct PutValues<Sums, Types<Rs...>> {
  Pack<ValueOf<Rs>...> values;
  Key* extremes;
  double const* sums;
  std::int64_t count;  ///< last numbers per sum

  KOKKOS_FUNCTION void operator()(std::int64_t) const { put_all(std::index_sequence_for<Rs...>{}); }

 private:
  template <std::size_t... Is>
  KOKKOS_FORCEINLINE_FUNCTION void put_all(std::index_sequence<Is...>) const {
    (put(Rs{}, values.template get<Is>()), ...);
  }
  template <int I, class V>
  KOKKOS_FORCEINLINE_FUNCTION void put(ToCells<I>, V const&) const {}
  template <class How, class T, class Value, int I, class V>
  KOKKOS_FORCEINLINE_FUNCTION void put(ToExtreme<How, T, Value, I>, V const& value) const {
    if constexpr (Sums == 0) {
      *value.to = static_cast<Value>(value_of_key<How>(extremes[I]));
      extremes[I] = key_of_nothing;
    }
  }
  template <class Value, int I, class V>
  KOKKOS_FORCEINLINE_FUNCTION void put(ToSum<Value, I>, V const& value) const {
    if constexpr (Sums > 0) *value.to = static_cast<Value>(add_in_order<Sums>(sums + I, count));
  }
};

/// Makes the sums of a stage by kernels before its own.
template <class Exec, class Bound, class Values>
void add_up(Exec const& exec, Bound const& bound, Values const& values, ReductionSpace<Exec> const& space,
            std::string const& label) {
  constexpr bool simd = ExecTraits<Exec>::simd;
  SumOrder const order = space.order(bound.n);
  double *from = space.sums[0].data(), *to = space.sums[1].data();
  std::int64_t count = order.items(simd);
  launch_items(label + "/sum/lanes", exec, count, AddCells<Bound, simd>{bound, from, order});
  for (int fan = simd ? SumOrder::fan : SumOrder::lanes; count > fan; fan = SumOrder::fan) {
    std::int64_t const fewer = (count + fan - 1) / fan;
    launch_items(label + "/sum", exec, fewer * Bound::sums, AddNeighbours<Bound::sums>{from, to, count, fan});
    std::swap(from, to);
    count = fewer;
  }
  launch_items(label + "/sum/put", exec, 1,
               PutValues<Bound::sums, typename Bound::result_types>{values, nullptr, from, count});
}

/// Stores the minima and maxima that a sweep has merged.
template <class Exec, class Bound, class Values>
void put_extremes(Exec const& exec, Bound const& bound, Values const& values, std::string const& label) {
  launch_items(label + "/put", exec, 1, PutValues<0, typename Bound::result_types>{values, bound.extremes, nullptr, 0});
}

/// Runs a stage of global scalars alone.
template <class Exec, class Bound>
void run_scalar(Exec const& exec, Bound const& bound, std::string const& label) {
  launch_items(label + "/scalar", exec, 1, NaiveSweep<Bound>{bound});
}

}  // namespace tessera::detail
