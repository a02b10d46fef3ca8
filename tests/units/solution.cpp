// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tessera/solution.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "spaces.hpp"

using namespace tessera;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::MessageMatches;

namespace units {

struct here : Quantity<double> {};
struct there : Quantity<float, 2> {};

/// Adds what the neighbour had one version ago.
struct Add {
  double factor;
  using reach = Star<1>;
  template <class U, class O>
  KOKKOS_FORCEINLINE_FUNCTION double operator()(U const& u, O const& old) const {
    return u() + factor * old(-1);
  }
};
/// Two components from one.
struct Split {
  using reach = Centre;
  template <class U>
  KOKKOS_FORCEINLINE_FUNCTION Kokkos::Array<float, 2> operator()(U const& u) const {
    return {static_cast<float>(u()), static_cast<float>(-u())};
  }
};

auto two_stages() {
  Grid<1> grid{{4}};
  grid.periodic = {true};
  return Program{grid, Stage<Add, Reads<here, Old<here>>, Writes<here>>{{10}},
                 Stage<Split, Reads<here>, Writes<there>>{}};
}

template <class Exec>
void a_solution(Exec const& exec) {
  auto const program = two_stages();
  Solution run{exec, program};
  run.time_step(0.25);
  run.template set<here>(std::vector<int>{5, 6, 7, 8});
  run.template previous<here>().from_host(std::vector<int>{1, 2, 3, 4});
  CHECK(run.bytes() > 4 * sizeof(double) * 3 + 4 * sizeof(float) * 2);

  run.advance(1);
  CHECK(run.template get<here>() == std::vector<double>{45, 16, 27, 38});
  CHECK(run.template previous<here>().to_host() == std::vector<double>{5, 6, 7, 8});
  CHECK(run.template get<there>() == std::vector<float>{45, 16, 27, 38, -45, -16, -27, -38});

  run.template op<0>().factor = 1;
  run.advance(1);
  CHECK(run.template get<here>() == std::vector<double>{53, 21, 33, 45});
  CHECK((run.step() == 2 && run.time() == 0.5));
  run.set_clock(7, 3.5);
  CHECK((run.step() == 7 && run.time() == 3.5));

  std::string const explained = run.explain();
  if (on_host<Exec>)
    CHECK_THAT(explained, ContainsSubstring("launched one by one, because " + std::string(Exec::name())));
  REQUIRE(run.plan().step.size() == 2);
  std::string const chosen = run.plan().step[0].resolved.schedule.strategy;
  CAPTURE(chosen);
  CHECK((run.plan().step[0].stage == "Add" && chosen == (on_host<Exec> ? "team" : "column")));
  run.schedule(Schedule{"naive"});
  CHECK((run.plan().step.size() == 2 && run.plan().step[1].resolved.schedule.strategy == "naive"));
  CHECK_THROWS_MATCHES(
      run.schedule(Schedule{"teem"}), InputError,
      MessageMatches(ContainsSubstring("unknown strategy 'teem'; compiled for") && ContainsSubstring("naive")));
}

TEST_CASE("A solution holds its versions, clock and reports", "[solution]") {
  test::for_each_space([](auto const& exec) { a_solution(exec); });
}

}  // namespace units
