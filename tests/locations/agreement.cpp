// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "agreement/runs.hpp"

#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "regions/spaces_with_column.hpp"
#include "tessera/numeric.hpp"

using namespace tessera;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::MessageMatches;

namespace locations {

template <class T>
struct middle : Quantity<T> {};
template <class T>
struct across : Quantity<T, 2, FaceOf<0>> {};
template <class T>
struct corner : Quantity<T, 1, Node> {};
struct chosen : Quantity<std::uint8_t, 1, Node> {};
struct highest : Quantity<double, 1, GlobalScalar> {};
struct total : Quantity<double, 1, GlobalScalar> {};

/// Nodes from cells on all sides, faces, and themselves two away and before.
template <class T>
struct ToNodes {
  using reach = Reaches<Box<1>, Star<1>, Star<2>, Centre>;
  template <class M, class A, class C, class O>
  KOKKOS_FORCEINLINE_FUNCTION T operator()(M const& m, A const& a, C const& c, O const& old) const {
    T const cells = m(-1, -1) + m(0, -1) - m(-1, 0) + T(0.5) * m() - T(0.25) * m(1, 1);
    return T(0.2) * (cells + a[0](0, -1) - a[1](1, 0) + c(2, 0) - c(0, -2) + old());
  }
};
/// Faces from nodes, cells and themselves, with their place.
template <class T>
struct ToFaces {
  using reach = Reaches<Star<1>, Box<1>, Star<2>>;
  template <class M, class C, class A>
  KOKKOS_FORCEINLINE_FUNCTION auto operator()(M const& m, C const& c, A const& a, At<2> const& at) const {
    T const next = T(0.25) * (m() - m(-1, 0) + c(0, 1) - c() + c(1, 1) + a[1](2, 0) - a[0](0, -2));
    T const place = static_cast<T>(0.01 * at.x() - 0.02 * at.y() + 0.001 * at.index(0));
    return Kokkos::Array<T, 2>{next + place, next - T(0.5) * a[0]()};
  }
};
template <class T>
struct ToCells {
  using reach = Reaches<Box<1>, Star<1>, Star<1>>;
  template <class M, class A, class C>
  KOKKOS_FORCEINLINE_FUNCTION T operator()(M const& m, A const& a, C const& c) const {
    return T(0.2) * (m(1, -1) - m(-1, 0) + a[0](1, 0) - a[0]() + c(0, 1) - c(1, 0));
  }
};
struct Mark {
  using reach = Centre;
  template <class C>
  KOKKOS_FORCEINLINE_FUNCTION std::uint8_t operator()(C const& c) const {
    return c() > 0.1 ? 1 : 0;
  }
};
template <class T>
struct Measure {
  using reach = Star<1>;
  template <class C>
  KOKKOS_FORCEINLINE_FUNCTION auto operator()(C const& c) const {
    T const next = T(0.5) * (c() + c(1, 0));
    return pack(next, Reduce<Max>{static_cast<double>(next)}, Reduce<Sum>{static_cast<double>(next)});
  }
};
struct Survey {
  using reach = Centre;
  template <class A>
  KOKKOS_FORCEINLINE_FUNCTION auto operator()(A const& a) const {
    return Reduce<Max>{static_cast<double>(a[1]())};
  }
};

template <class T>
struct Mixed {
  static constexpr int rank = 2;
  static constexpr int fewest = 1;
  static auto program(Grid<2> const& grid) {
    return Program{grid, Stage<ToNodes<T>, Reads<middle<T>, across<T>, corner<T>, Old<corner<T>>>, Writes<corner<T>>>{},
                   Stage<ToFaces<T>, Reads<middle<T>, corner<T>, across<T>>, Writes<across<T>>>{},
                   Stage<ToCells<T>, Reads<middle<T>, across<T>, corner<T>>, Writes<middle<T>>>{},
                   Stage<Survey, Reads<across<T>>, Writes<highest>>{}};
  }
};
/// Parts of nodes: by a box, a mask, a parity; and what is reduced over them.
template <class T>
struct Parts {
  static constexpr int rank = 2;
  static constexpr int fewest = 2;  // of one cell between values that are prescribed, there is no greatest
  static auto program(Grid<2> const& grid) {
    Stage<Measure<T>, Reads<corner<T>>, Writes<corner<T>, highest, total>> const measure{};
    Cells<2> const box{{0, grid.cells[1] / 2}, extents<corner<T>>(grid)};
    return Program{grid, Stage<Mark, Reads<corner<T>>, Writes<chosen>>{}, measure.over(box),
                   measure.template where<chosen>()};
  }
};

/// Team gives the bits of naive, and so does what is chosen where nothing is asked for; ghosts included.
template <class Model, class Exec>
void agrees(Exec const& exec) {
  using enum Placement;
  int turn = 0;
  for (std::array<int, 2> const& cells : {std::array{1, 1}, {2, 1}, {1, 3}, {3, 2}, {9, 4}, {31, 13}, {130, 3}}) {
    if (std::min(cells[0], cells[1]) < Model::fewest) continue;
    for (unsigned periodic : {0U, 1U, 2U, 3U}) {
      auto const program = agreement::program_of<Model>(cells, agreement::Boundaries{periodic, turn++});
      using Quantities = typename decltype(program)::quantities;
      agreement::NoiseRun const expected(exec, program, Schedule{"naive"}, 4);
      for (Schedule const& schedule :
           {Schedule{}, Schedule{"team", 8, 4, 3, 0, memory}, Schedule{"team", 5, 3, 2, 0, planes},
            Schedule{"team", 64, 7, 100, 0, memory, Streaming::on}, Schedule{"per_cell"}}) {
        agreement::NoiseRun const actual(exec, program, schedule, 4);
        INFO(Exec::name() << ", " << agreement::text_of(schedule) << ", periodic " << periodic << ", turn " << turn);
        CAPTURE(cells);
        REQUIRE(agreement::difference<2>(expected, actual, Quantities{}) == "");
      }
    }
  }
}

TEST_CASE("Values at several locations in one program agree", "[locations]") {
  test::for_each_space([](auto const& exec) { agrees<Mixed<double>>(exec); });
}
TEST_CASE("Stages over values that are not in cells are run by a strategy that can, and it is said why",
          "[locations]") {
  Grid<2> const grid{{9, 4}};
  auto const program = agreement::program_of<Mixed<double>>(grid.cells, agreement::Boundaries{0, 0});
  Kokkos::DefaultHostExecutionSpace const exec;
  std::string const told = Solution{exec, program}.explain();
  CHECK_THAT(told,
             ContainsSubstring("stage ToNodes<double> on " + std::string(exec.name()) + ": strategy team") &&
                 ContainsSubstring("; strategy column goes over cells alone") &&
                 ContainsSubstring("stage ToCells<double> on " + std::string(exec.name()) + ": strategy column") &&
                 ContainsSubstring("quantity across: on faces across x, ghost layers") &&
                 ContainsSubstring("acts on nodes: y 1 to "));
  CHECK_THROWS_MATCHES(
      (Solution{exec, program, Schedule{"column"}}), InputError,
      MessageMatches(ContainsSubstring(
          "stage ToNodes<double> goes over faces, edges or nodes, which strategy 'column' does not do")));
}
TEST_CASE("Stages over part of the nodes agree", "[locations]") {
  test::for_each_space([](auto const& exec) { agrees<Parts<float>>(exec); });
}

}  // namespace locations
