// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdint>

#include <catch2/catch_test_macros.hpp>

#include "tessera/solution.hpp"
#include "tessera/stencils/heat.hpp"

using namespace tessera;

namespace agreement {

struct vast : Quantity<float> {};

/// A value without a pattern for every place in memory.
struct Scatter {
  float* values;
  KOKKOS_FUNCTION void operator()(std::int64_t p) const {
    auto const h = static_cast<std::uint64_t>(p) * 0x9E3779B97F4A7C15ULL;
    values[p] = static_cast<float>(h >> 40) / 16777216.0F;
  }
};

/// Counts the cells of two fields that differ.
struct Differ {
  float const* a;
  float const* b;
  Layout layout;
  KOKKOS_FUNCTION void operator()(std::int64_t row, std::int64_t& count) const {
    auto const j = static_cast<int>(row % layout.n[1]);
    auto const k = static_cast<int>(row / layout.n[1]);
    for (int i = 0; i < layout.n[0]; ++i) {
      std::ptrdiff_t const at = layout.at(i, j, k) - layout.origin;
      count += a[at] == b[at] ? 0 : 1;
    }
  }
};

// Hidden, because it takes 40 GB: run it as `tessera-test-agreement [huge]`.
TEST_CASE("Grids of more than 2^31 cells: the default sweep as naive", "[.][huge]") {
  using Exec = Kokkos::DefaultExecutionSpace;
  using Op = stencils::Heat<3, float>;
  Exec const exec;
  Grid<3> const grid{{1300, 1301, 1299}};
  auto const program =
      Program{grid, Stage<Op, Reads<vast>, Writes<vast>>{Op{{0.11F, 0.13F, 0.15F}}}}.boundary<vast>(Dirichlet{0.5});
  Solution expected{exec, program, Schedule{"naive"}};
  Solution actual{exec, program, Schedule{}};
  for (auto* run : {&expected, &actual}) {
    auto const& field = run->field<vast>();
    Layout const l = field.layout();
    Kokkos::parallel_for("scatter",
                         Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 0, l.size - l.origin),
                         Scatter{field.origin()});
    run->touch();
    run->advance(3);
  }
  Layout const l = expected.field<vast>().layout();
  std::int64_t differing = 0;
  std::int64_t const rows = static_cast<std::int64_t>(l.n[1]) * l.n[2];
  Kokkos::parallel_reduce("differ", Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 0, rows),
                          Differ{expected.field<vast>().origin(), actual.field<vast>().origin(), l}, differing);
  CHECK(differing == 0);
}

}  // namespace agreement
