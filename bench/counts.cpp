// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "counts.hpp"

#include "heat7.hpp"
#include "operators/stencils.hpp"

namespace tessera::bench {
namespace {

/// The 7-point heat step as one of the operators.
struct Heat7Steps {
  static constexpr char const* name = "heat7";
  static constexpr int rank = 3;
  template <class T>
  static auto program(Grid<3> const& grid) {
    return heat7_program<T>({grid.cells[0], grid.cells[1], grid.cells[2]});
  }
};

template <class T, class Operator>
std::string line() {
  Grid<Operator::rank> grid;
  grid.cells.fill(32);
  auto const program = Operator::template program<T>(grid);
  ProgramInfo const info = program.info();
  Counts const counts = count(program);
  auto const bytes = static_cast<long>(bytes_per_update(make_plan(info)));
  std::string text = "  \"" + (Operator::name + ("/" + std::string(precision_name<T>))) + "\": {";
  auto const add = [&](char const* key, auto value, char const* end) {
    text += "\"" + std::string(key) + "\": " + std::to_string(value) + end;
  };
  add("stages", info.stages.size(), ", ");
  add("points", counts.points, ", ");
  add("operations", counts.operations, ", ");
  add("flops", counts.flops, ", ");
  add("bytes", bytes, "}");
  return text;
}

template <class... Os>
std::string lines(Types<Os...>) {
  std::string text;
  ((text += (text.empty() ? "" : ",\n") + line<double, Os>() + ",\n" + line<float, Os>()), ...);
  return text;
}

}  // namespace

std::string counts_json() {
  return "{\n" + lines(Types<Heat7Steps>{}) + ",\n" + lines(Operators{}) + ",\n" + lines(Stencils{}) + "\n}\n";
}

}  // namespace tessera::bench
