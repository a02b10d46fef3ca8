// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "register_tile/agree.hpp"

namespace register_tiles {

/// An operator whose weights all differ, so that every neighbour has to be the right one.
template <class T>
struct Seven {
  T c[7] = {T(0.11), T(0.13), T(0.17), T(0.07), T(0.15), T(0.16), T(0.2)};
  using reach = Star<1>;
  template <class U>
  KOKKOS_FORCEINLINE_FUNCTION T operator()(U const& u) const {
    T sum = c[0] * u(-1, 0, 0);
    sum = fma(c[1], u(1, 0, 0), sum);
    sum = fma(c[2], u(0, -1, 0), sum);
    sum = fma(c[3], u(0, 1, 0), sum);
    sum = fma(c[4], u(0, 0, -1), sum);
    sum = fma(c[5], u(0, 0, 1), sum);
    return fma(c[6], u(), sum);
  }
};
template <class T>
struct Glow : Quantity<T> {};

/// Grids of one cell and of one block, some that end inside a thread's cells, a warp's and a block's along each axis,
/// and, on a device, some of nearly all blocks that there are room for.
std::vector<std::array<int, 3>> resident_grids() {
  if (test::backward()) return {{35, 18, 9}};
  std::vector<std::array<int, 3>> all = {{1, 1, 1}, {3, 2, 5}, {127, 17, 3}, {6, 33, 13}};
  if (!test::emulated) {
    for (auto const& more : {std::array{128, 16, 8}, {128, 128, 128}, {126, 126, 126}, {125, 123, 121}, {4, 64, 256}})
      all.push_back(more);
  }
  return all;
}

template <class T, class Exec>
void check_resident(Exec const& exec) {
  using glow = Glow<T>;
  int turn = 0;
  for (auto const& cells : resident_grids()) {
    auto const grid = agreement::grid_of<3>(cells, agreement::Boundaries{0, turn});
    auto const program = with_plain_rules<glow>(Program{grid, Stage<Seven<T>, Reads<glow>, Writes<glow>>{}}, turn);
    agreement::NoiseRun expected(exec, program, Schedule{"naive"}, 0);
    agreement::NoiseRun actual(exec, program, Schedule{"persistent"}, 0);
    INFO("cells " << cells[0] << " x " << cells[1] << " x " << cells[2] << ", turn " << turn);
    REQUIRE(actual.plan().steps.steps > most_steps);
    for (int call : {2, 3, 7, test::emulated ? 5 : 240}) {
      expected.advance(call);
      actual.advance(call);
      REQUIRE(steps::any_difference<3, glow>(expected, actual) == "");
      CHECK(expected.time() == actual.time());
    }
    ++turn;
  }
}

/// Repeated single steps of the oracle against the persistent kernel.
TEST_CASE("The persistent kernel gives the bits of single steps", "[register_tiles]") {
  test::for_each_space([](auto const& exec) {
    using Exec = std::decay_t<decltype(exec)>;
    if constexpr (detail::has_register_tiles<Exec> && detail::has_counters) {
      check_resident<double>(exec);
      check_resident<float>(exec);
    }
  });
}

}  // namespace register_tiles
