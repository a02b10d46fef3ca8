// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tessera/operator/shared_sums.hpp"
#include "register_tile/agree.hpp"

namespace register_tiles {

/// Pairs of which both points, and those ahead and behind, have weights of their own.
template <int R, class T, class Numbers>
struct UnequalPairs {
  using reach = Star<R>;
  static constexpr bool has_shared_sums = true;
  using register_tile = Numbers;

  template <class U>
  KOKKOS_FORCEINLINE_FUNCTION T operator()(U const& u) const {
    return sum_pairs<T>(*this, u);
  }
  KOKKOS_FORCEINLINE_FUNCTION static T begin(T centre) { return T(0.4) * centre; }
  KOKKOS_FORCEINLINE_FUNCTION static T pair(T beside, T ahead) { return beside + T(1.25) * ahead; }
  template <int D>
  KOKKOS_FORCEINLINE_FUNCTION static T add_pair(T sum, T pair) {
    return sum + T(0.06 + 0.01 * D) * pair;
  }
  static UnequalPairs op() { return {}; }
};
using Near =
    UnequalPairs<1, float,
                 RegisterTileNumbers<4, 1, 1, 3, 2, 1, 3, LevelStorage::shared_sums, 1, Synchronisation::counters>>;
using Far = UnequalPairs<2, double, RegisterTileNumbers<4, 1, 1, 2, 2, 1, 3, LevelStorage::shared_sums>>;
using Farther =
    UnequalPairs<3, float,
                 RegisterTileNumbers<4, 1, 1, 1, 3, 1, 3, LevelStorage::shared_sums, 1, Synchronisation::counters>>;

TEST_CASE("Register tiles give the bits of single steps: sums by pairs", "[register_tiles]") {
  STATIC_CHECK(HasSharedSums<Near>);
  agree<steps::Model<2, steps::warmth_float, Near, Near>>();
  agree<steps::Model<2, steps::warmth, Far, Far>>();
  agree<steps::Model<2, steps::warmth_float, Farther, Farther>>();
}

}  // namespace register_tiles
