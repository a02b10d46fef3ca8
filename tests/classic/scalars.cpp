// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "classic/kernels.hpp"

using namespace tessera;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::MessageMatches;

namespace classic {

struct amount : Quantity<double> {};
struct rate : Quantity<double, 1, GlobalScalar> {};
struct most : Quantity<double, 1, GlobalScalar> {};

struct Grow {
  using reach = Centre;
  template <class A, class R>
  KOKKOS_FUNCTION double operator()(A const& a, R const& r) const {
    return a() + r();
  }
};
struct Most {
  using reach = Centre;
  template <class A>
  KOKKOS_FUNCTION Reduce<Max> operator()(A const& a) const {
    return {a()};
  }
};
struct Double {
  using reach = Centre;
  template <class R>
  KOKKOS_FUNCTION double operator()(R const& r) const {
    return 2 * r();
  }
};

template <class StageType>
void refused(std::string const& stage) {
  Program const program{Grid<2>{{5, 4}}, StageType{}};
  for (char const* name : {"block", "block_overlap", "stream", "stream_both", "plane_sweep"}) {
    INFO(name);
    CHECK_THROWS_MATCHES((Solution{Kokkos::DefaultHostExecutionSpace{}, program, Schedule{name}}), InputError,
                         MessageMatches(ContainsSubstring("stage " + stage) && ContainsSubstring(name) &&
                                        ContainsSubstring("use column, team or naive")));
  }
  CHECK_NOTHROW(Solution{Kokkos::DefaultHostExecutionSpace{}, program, Schedule{"naive"}});
}

TEST_CASE("Kernels of the literature refuse global scalars", "[classic]") {
  refused<Stage<Grow, Reads<amount, rate>, Writes<amount>>>("Grow");
  refused<Stage<Most, Reads<amount>, Writes<most>>>("Most");
}

TEST_CASE("Stages of one work item run beside kernels of the literature", "[classic]") {
  Program const program{Grid<2>{{5, 4}}, Stage<Double, Reads<rate>, Writes<rate>>{}};
  Solution run{Kokkos::DefaultHostExecutionSpace{}, program, Schedule{"block"}};
  run.set<rate>(3.0);
  run.advance(4);
  CHECK(run.get<rate>() == std::vector<double>{48});
  CHECK_THAT(run.explain(), ContainsSubstring("one work item"));
}

}  // namespace classic
