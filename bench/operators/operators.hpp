// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "../quantity.hpp"
#include "../tune_request.hpp"
#include "tessera/program.hpp"
#include "tessera/stencils/weighted.hpp"

// The operators that are measured beside the 7-point heat step: means over stars and boxes of several sizes. Each has a
// name, the axes of its grid, and the program of its steps.

namespace tessera::bench {

/// Steps of an average: values prescribed on all faces, one of them hot, what keeps the field from settling on a
/// constant.
template <class Step, class T, int Rank>
auto average_program(Grid<Rank> const& grid) {
  using Q = temperature<T>;
  return Program{grid, Stage<Step, Reads<Q>, Writes<Q>>{Step::average()}}
      .template boundary<Q>(Dirichlet{0.0})
      .template boundary<Q>(Face::x_low, Dirichlet{100.0});
}

struct Star7 {  ///< 3D, radius 1, an operation for each point, as what is published of time tiling has it
  static constexpr char const* name = "star7";
  static constexpr int rank = 3;
  template <class T>
  static auto program(Grid<3> const& grid) {
    return average_program<stencils::WeightedStar<3, 1, T>, T>(grid);
  }
};
struct Star13 {  ///< 3D, radius 2
  static constexpr char const* name = "star13";
  static constexpr int rank = 3;
  template <class T>
  static auto program(Grid<3> const& grid) {
    return average_program<stencils::WeightedStar<3, 2, T>, T>(grid);
  }
};
struct Star25 {  ///< 3D, radius 4
  static constexpr char const* name = "star25";
  static constexpr int rank = 3;
  template <class T>
  static auto program(Grid<3> const& grid) {
    return average_program<stencils::WeightedStar<3, 4, T>, T>(grid);
  }
};
struct Box19 {  ///< 3D, the box of radius 1 without its corners
  static constexpr char const* name = "box19";
  static constexpr int rank = 3;
  template <class T>
  static auto program(Grid<3> const& grid) {
    return average_program<stencils::Weighted<3, stencils::ByAxes<2>, T>, T>(grid);
  }
};
struct Box27 {  ///< 3D, radius 1
  static constexpr char const* name = "box27";
  static constexpr int rank = 3;
  template <class T>
  static auto program(Grid<3> const& grid) {
    return average_program<stencils::WeightedBox<3, T>, T>(grid);
  }
};
struct Star5 {  ///< 2D, radius 1
  static constexpr char const* name = "star5";
  static constexpr int rank = 2;
  static constexpr int also = 8192;  ///< points an edge: a size at which others publish its rate
  template <class T>
  static auto program(Grid<2> const& grid) {
    return average_program<stencils::WeightedStar<2, 1, T>, T>(grid);
  }
};
struct Box9 {  ///< 2D, radius 1
  static constexpr char const* name = "box9";
  static constexpr int rank = 2;
  template <class T>
  static auto program(Grid<2> const& grid) {
    return average_program<stencils::WeightedBox<2, T>, T>(grid);
  }
};
struct Star2D13 {  ///< 2D, radius 3
  static constexpr char const* name = "star2d13";
  static constexpr int rank = 2;
  template <class T>
  static auto program(Grid<2> const& grid) {
    return average_program<stencils::WeightedStar<2, 3, T>, T>(grid);
  }
};
using Operators = Types<Star7, Star13, Box19, Star25, Box27, Star5, Box9, Star2D13>;

/// The benchmarks of one operator on one execution space.
template <class Exec, class T, class Operator>
struct OperatorBench {
  /// Registers `OPERATOR/SPACE/STRATEGY/PRECISION/SIZE`: the default strategy, and by their names all that are
  /// compiled.
  static void add();
  /// Registers the trials of a search for the best schedule.
  static void tune(TuneRequest const& request);
};
template <class T, class Operator>
struct OperatorBench<NoSpace, T, Operator> {
  static void add() {}
  static void tune(TuneRequest const&) {}
};

/// All of them; what belongs together is measured side by side.
template <class Exec, class... Os>
void add_operators(Types<Os...>) {
  ((OperatorBench<Exec, double, Os>::add(), OperatorBench<Exec, float, Os>::add()), ...);
}

/// The trials of the one operator of a list that `request` names; says whether there is one.
template <class Exec, class... Os>
bool tune_operator(TuneRequest const& request, Types<Os...>) {
  auto const one = [&](auto op) {
    using Operator = decltype(op);
    if (request.op != Operator::name) return false;
    request.precision == "double" ? OperatorBench<Exec, double, Operator>::tune(request)
                                  : OperatorBench<Exec, float, Operator>::tune(request);
    return true;
  };
  return (one(Os{}) || ...);
}

}  // namespace tessera::bench
