// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tessera/stencils/weighted.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>

// Weighted sums alone, without a sweep: where there is a compiler for a device but no device, this file is compiled for
// it (.ci/run), and shows in seconds that all kinds of them are code for a device.

namespace stencils {

using namespace tessera::stencils;

/// A field of ones.
struct Ones {
  KOKKOS_FUNCTION double operator()(int = 0, int = 0, int = 0) const { return 1; }
};

template <class Op>
struct OfOnes {
  Op op;
  Kokkos::View<double> result;
  KOKKOS_FUNCTION void operator()(int) const { result() = op(Ones{}); }
};

/// What a sum of ones gives where the centre weighs 1 and group g weighs 10^-g.
template <int Rank, class Groups>
double of_ones() {
  Weighted<Rank, Groups, double> op{};
  double weight = 1;
  for (double& each : op.weight) {
    each = weight;
    weight /= 10;
  }
  Kokkos::View<double> const result("result");
  Kokkos::parallel_for("of_ones", Kokkos::RangePolicy<>(0, 1), OfOnes<decltype(op)>{op, result});
  return Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, result)();
}

TEST_CASE("Each point counts once in a weighted sum, with its group's weight", "[weighted]") {
  using Catch::Matchers::WithinAbs;
  CHECK_THAT((of_ones<1, ByDistance<3>>()), WithinAbs(1.222, 1e-12));
  CHECK_THAT((of_ones<2, ByDistance<1>>()), WithinAbs(1.4, 1e-12));
  CHECK_THAT((of_ones<2, ByDistance<3>>()), WithinAbs(1.444, 1e-12));
  CHECK_THAT((of_ones<2, ByAxes<1>>()), WithinAbs(1.4, 1e-12));
  CHECK_THAT((of_ones<2, ByAxes<2>>()), WithinAbs(1.44, 1e-12));
  CHECK_THAT((of_ones<3, ByDistance<1>>()), WithinAbs(1.6, 1e-12));
  CHECK_THAT((of_ones<3, ByDistance<4>>()), WithinAbs(1.6666, 1e-12));
  CHECK_THAT((of_ones<3, ByAxes<2>>()), WithinAbs(1.72, 1e-12));
  CHECK_THAT((of_ones<3, ByAxes<3>>()), WithinAbs(1.728, 1e-12));
}

}  // namespace stencils
