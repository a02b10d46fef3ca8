// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <limits>

#include <Kokkos_Core.hpp>

#include "tessera/backend/macros.hpp"
#include "tessera/reduce/sum_order.hpp"

namespace tessera::detail {

/// The norms of one lane, one group or all.
template <class Index>
struct alignas(16) PartialNormsOf {
  static constexpr Index none = std::numeric_limits<Index>::max();

  double sum, squares, minimum, maximum, change;
  Index bad;

  KOKKOS_FORCEINLINE_FUNCTION static PartialNormsOf nothing() {
    return {0, 0, Kokkos::Experimental::infinity_v<double>, -Kokkos::Experimental::infinity_v<double>, 0, none};
  }
  KOKKOS_FORCEINLINE_FUNCTION void add(double value, double other, Index index) {
    double const difference = Kokkos::fabs(value - other);
    sum += value;
    squares += value * value;
    minimum = value < minimum ? value : minimum;
    maximum = value > maximum ? value : maximum;
    change = difference > change ? difference : change;
    bad = value - value == 0 || bad < index ? bad : index;
  }
  /// Adding `nothing()` leaves all bits unchanged.
  KOKKOS_FORCEINLINE_FUNCTION void add(PartialNormsOf const& o) {
    sum += o.sum;
    squares += o.squares;
    minimum = o.minimum < minimum ? o.minimum : minimum;
    maximum = o.maximum > maximum ? o.maximum : maximum;
    change = o.change > change ? o.change : change;
    bad = o.bad < bad ? o.bad : bad;
  }
};
using PartialNorms = PartialNormsOf<std::int64_t>;

/// The norms of the lanes of some groups, one array per number, for SIMD loops and banked memory.
template <int Groups>
struct LaneTable {
  static constexpr int lanes = SumOrder::lanes, quarters = 4;
  static constexpr int pitch = lanes + quarters;  ///< puts the quarters of groups in separate banks

  double sum[Groups * pitch], squares[Groups * pitch], minimum[Groups * pitch], maximum[Groups * pitch],
      change[Groups * pitch];
  std::int64_t bad[Groups * pitch];

  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION PartialNorms get(int group, int lane) const {
    int const p = group * pitch + lane;
    return {sum[p], squares[p], minimum[p], maximum[p], change[p], bad[p]};
  }
  KOKKOS_FORCEINLINE_FUNCTION void put(int group, int lane, PartialNorms const& norms) {
    int const p = group * pitch + lane;
    sum[p] = norms.sum;
    squares[p] = norms.squares;
    minimum[p] = norms.minimum;
    maximum[p] = norms.maximum;
    change[p] = norms.change;
    bad[p] = norms.bad;
  }
  KOKKOS_FORCEINLINE_FUNCTION void add(int group, int lane, double value, double other, std::int64_t index) {
    PartialNorms norms = get(group, lane);
    norms.add(value, other, index);
    put(group, lane, norms);
  }
  /// Adds every fourth lane from `quarter` on to lane `quarter`.
  KOKKOS_FORCEINLINE_FUNCTION void add_quarter(int group, int quarter) {
    PartialNorms norms = get(group, quarter);
    TESSERA_UNROLL
    for (int n = 1; n < lanes / quarters; ++n) norms.add(get(group, quarter + n * quarters));
    put(group, quarter, norms);
  }
  /// The norms of a group whose quarters are added up.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION PartialNorms of_group(int group) const {
    PartialNorms norms = get(group, 0);
    for (int quarter = 1; quarter < quarters; ++quarter) norms.add(get(group, quarter));
    return norms;
  }
};

}  // namespace tessera::detail
