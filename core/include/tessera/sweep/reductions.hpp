// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstdint>

#include "tessera/reduce.hpp"
#include "tessera/sweep/naive.hpp"

namespace tessera::detail {

/// Where a value of all cells goes in the end: the one cell of a version of its quantity.
template <class Goes>
struct ValueOf {};
template <class How, class Value, int I>
struct ValueOf<ToExtreme<How, Value, I>> {
  Value* to;
};
template <class Value, int I>
struct ValueOf<ToSum<Value, I>> {
  Value* to;
};

/// The device memory in which a stage's values of all cells are made; allocated with the solution, since a captured
/// step holds on to it.
template <class Exec>
struct ReductionSpace {
  template <class T>
  using Space = Kokkos::View<T*, typename Exec::memory_space>;

  Space<Key> extremes;
  Space<double> sums[2];  ///< partial sums, and the next, shorter ones

  /// For a stage with so many least or greatest values and sums over cells `n`.
  template <int Extremes, int Sums>
  static ReductionSpace make(Exec const& exec, int const (&n)[3]) {
    static_assert(key_of_nothing == 0, "views begin as zero");
    ReductionSpace space;
    if constexpr (Extremes > 0) space.extremes = Space<Key>(Kokkos::view_alloc(exec, "tessera::extremes"), Extremes);
    if constexpr (Sums > 0) {
      auto const groups = static_cast<std::size_t>(row_groups(n));
      auto const property = Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, "tessera::sums");
      space.sums[0] = Space<double>(property, groups * norm_lanes * Sums);
      space.sums[1] = Space<double>(property, groups * Sums);
    }
    return space;
  }

  /// Groups of rows, as norms have them.
  static std::int64_t row_groups(int const (&n)[3]) {
    return (static_cast<std::int64_t>(n[1]) * n[2] + norm_rows - 1) / norm_rows;
  }
};

/// The sums of a stage that one lane (on hosts: one group) of the rows has: the operator is evaluated once more, before
/// the stage itself runs, which may update in place. The order is that of norms: cell i of a row belongs to lane
/// i mod 32, sixteen rows to a group, lanes add up to groups and groups, 64 at a time, to one.
template <class Bound, bool Simd>
struct AddRows {
  Bound bound;
  double* lanes;  ///< [group][lane][sum]

  KOKKOS_FUNCTION void operator()(std::int64_t item) const {
    if constexpr (Simd) {
      double partial[norm_lanes * Bound::sums] = {};
      for_rows(item, [&](auto const& rows, int j, int k) {
        int i = 0;
        for (; i + norm_lanes <= bound.n[0]; i += norm_lanes) see_lanes(rows, i, j, k, partial);
        for (int lane = 0; i + lane < bound.n[0]; ++lane) see(rows, i + lane, j, k, partial + lane * Bound::sums);
      });
      for (int p = 0; p < norm_lanes * Bound::sums; ++p) lanes[item * norm_lanes * Bound::sums + p] = partial[p];
    } else {
      double partial[Bound::sums] = {};
      for_rows(item / norm_lanes, [&](auto const& rows, int j, int k) {
        for (int i = static_cast<int>(item % norm_lanes); i < bound.n[0]; i += norm_lanes) see(rows, i, j, k, partial);
      });
      for (int s = 0; s < Bound::sums; ++s) lanes[item * Bound::sums + s] = partial[s];
    }
  }

 private:
  /// The cells of all lanes from i on.
  template <class Rows>
  KOKKOS_FORCEINLINE_FUNCTION void see_lanes(Rows const& rows, int i, int j, int k, double* to) const {
    if constexpr (Bound::has_plain && !Bound::partial) {
      int plain = 0;
#pragma omp simd reduction(+ : plain)
      for (int lane = 0; lane < norm_lanes; ++lane) plain += bound.is_plain(rows, i + lane) ? 1 : 0;
      if (plain == norm_lanes) {
#pragma omp simd
        for (int lane = 0; lane < norm_lanes; ++lane) {
          bound.add(bound.evaluate_plain(rows, i + lane), to + lane * Bound::sums);
        }
        return;
      }
    }
#pragma omp simd
    for (int lane = 0; lane < norm_lanes; ++lane) see(rows, i + lane, j, k, to + lane * Bound::sums);
  }
  template <class Rows>
  KOKKOS_FORCEINLINE_FUNCTION void see(Rows const& rows, int i, int j, int k, double* to) const {
    if constexpr (Bound::partial) {
      if (!bound.acts(i, j, k)) return;
    }
    bound.add(bound.evaluate(rows, i, j, k), to);
  }
  template <class F>
  KOKKOS_FORCEINLINE_FUNCTION void for_rows(std::int64_t group, F const& f) const {
    std::int64_t const all = static_cast<std::int64_t>(bound.n[1]) * bound.n[2];
    std::int64_t const end = (group + 1) * norm_rows < all ? (group + 1) * norm_rows : all;
    for (std::int64_t row = group * norm_rows; row < end; ++row) {
      int const j = static_cast<int>(row % bound.n[1]);
      int const k = static_cast<int>(row / bound.n[1]);
      f(bound.memory_rows(j, k), j, k);
    }
  }
};

/// Adds `fan` neighbours in order, each `Sums` numbers.
template <int Sums>
struct AddNeighbours {
  double const* in;
  double* out;
  std::int64_t count;
  int fan;

  KOKKOS_FUNCTION void operator()(std::int64_t group) const {
    std::int64_t const end = (group + 1) * fan < count ? (group + 1) * fan : count;
    for (int s = 0; s < Sums; ++s) {
      double sum = in[group * fan * Sums + s];
      for (std::int64_t i = group * fan + 1; i < end; ++i) sum += in[i * Sums + s];
      out[group * Sums + s] = sum;
    }
  }
};

/// Puts the values of a stage where they belong, sums (`OfSums`) or least and greatest ones, and forgets the latter for
/// the next step; one work item.
template <bool OfSums, class Results>
struct PutValues;
template <bool OfSums, class... Rs>
struct PutValues<OfSums, Types<Rs...>> {
  Pack<ValueOf<Rs>...> values;
  Key* extremes;
  double const* sums;

  KOKKOS_FUNCTION void operator()(std::int64_t) const { put_all(std::index_sequence_for<Rs...>{}); }

 private:
  template <std::size_t... Is>
  KOKKOS_FORCEINLINE_FUNCTION void put_all(std::index_sequence<Is...>) const {
    (put(Rs{}, values.template get<Is>()), ...);
  }
  template <int I, class V>
  KOKKOS_FORCEINLINE_FUNCTION void put(ToCells<I>, V const&) const {}
  template <class How, class Value, int I, class V>
  KOKKOS_FORCEINLINE_FUNCTION void put(ToExtreme<How, Value, I>, V const& value) const {
    if constexpr (!OfSums) {
      *value.to = static_cast<Value>(value_of_key<How>(extremes[I]));
      extremes[I] = key_of_nothing;
    }
  }
  template <class Value, int I, class V>
  KOKKOS_FORCEINLINE_FUNCTION void put(ToSum<Value, I>, V const& value) const {
    if constexpr (OfSums) *value.to = static_cast<Value>(sums[I]);
  }
};

/// Makes the sums of a stage: kernels before the stage's own.
template <class Exec, class Bound, class Values>
void add_up(Exec const& exec, Bound const& bound, Values const& values, ReductionSpace<Exec> const& space,
            std::string const& label) {
  constexpr bool simd = ExecTraits<Exec>::simd;
  std::int64_t const groups = ReductionSpace<Exec>::row_groups(bound.n);
  double *from = space.sums[0].data(), *to = space.sums[1].data();
  launch_items(label + "/sum/lanes", exec, simd ? groups : groups * norm_lanes, AddRows<Bound, simd>{bound, from});
  std::int64_t count = groups * norm_lanes;
  for (int fan = norm_lanes; count > 1; fan = norm_fan) {
    std::int64_t const fewer = (count + fan - 1) / fan;
    launch_items(label + "/sum", exec, fewer, AddNeighbours<Bound::sums>{from, to, count, fan});
    std::swap(from, to);
    count = fewer;
  }
  launch_items(label + "/sum/put", exec, 1, PutValues<true, typename Bound::result_types>{values, nullptr, from});
}

/// Puts the least and greatest values, which a sweep has merged, where they belong.
template <class Exec, class Bound, class Values>
void put_extremes(Exec const& exec, Bound const& bound, Values const& values, std::string const& label) {
  launch_items(label + "/put", exec, 1,
               PutValues<false, typename Bound::result_types>{values, bound.extremes, nullptr});
}

/// Runs a stage whose reads and writes are all there once per program.
template <class Exec, class Bound>
void run_scalar(Exec const& exec, Bound const& bound, std::string const& label) {
  launch_items(label + "/once", exec, 1, NaiveSweep<Bound>{bound});
}

}  // namespace tessera::detail
