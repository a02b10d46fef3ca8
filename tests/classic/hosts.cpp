// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "classic/kernels.hpp"
#include "classic/models.hpp"

// As hosts run the kernels: one thread a team, rows in SIMD loops, many columns at a time.

namespace agreement {

#if defined(KOKKOS_ENABLE_SERIAL)
using Host = Kokkos::Serial;
#else
using Host = Kokkos::DefaultHostExecutionSpace;
#endif

template <class Model>
void classic_agrees_on_a_host() {
  Host const exec;
  agree_with_naive<Model>(exec, classic_schedules(true, 1, tessera::ClassicStrategies{}));
}

TEST_CASE("7 points on a host, kernels as naive", "[classic]") { classic_agrees_on_a_host<HeatModel<3, double>>(); }
TEST_CASE("5 points on a host, kernels as naive", "[classic]") { classic_agrees_on_a_host<HeatModel<2, float>>(); }
TEST_CASE("Components on a host, kernels as naive", "[classic]") { classic_agrees_on_a_host<StirModel<float>>(); }

}  // namespace agreement
