// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <catch2/catch_test_macros.hpp>

#include "tessera/strategy/list.hpp"

// Strategies are left out of programs where no grid makes them the cheapest: their costs have to agree.

using namespace tessera;

namespace {

TeamLimits device() {
  TeamLimits limits{false, 40000, 132 * 2048, 60e6};
  limits.block_scratch_bytes = 227 * 1024;
  return limits;
}

/// The least cost of the strategies that are compiled for a stage and able.
double least(SweepShape const& shape, StageFacts const& stage) {
  double cost = relative_cost(Team{}, {}, shape, device());
  if (!shape.long_formula && !shape.part && may_be_cheapest(Column{}, stage))
    cost = std::min(cost, relative_cost(Column{}, {}, shape, device()));
  if (suits_flux_edges(shape)) cost = std::min(cost, relative_cost(Edges{}, {}, shape, device()));
  return cost;
}

/// A stage of so many cells an edge of which that much is known.
SweepShape shape_of(int n, int rank, StageFacts const& stage, bool doubles) {
  SweepShape shape{{n, rank > 2 ? n : 1, rank > 1 ? n : 1}, {InputShape{stored_hull<Star<2>, 3>, 1, 8, {}}}};
  shape.output_bytes = doubles ? 8 : 4;
  shape.flux_edges = stage.flux_edges;
  shape.long_formula = stage.long_formula;
  shape.reduces = stage.reduces;
  shape.part = stage.part;
  shape.columns.registers = stage.window_registers;
  shape.ring = {1000, 64, 32, 256, 2, 1};
  return shape;
}

}  // namespace

TEST_CASE("Columns are left out where their windows take more registers than a thread has", "[schedule]") {
  CHECK(may_be_cheapest(Column{}, StageFacts{.window_registers = 150}));
  CHECK_FALSE(may_be_cheapest(Column{}, StageFacts{.window_registers = 192}));
}

TEST_CASE("Strategies that no grid makes the cheapest are left out", "[schedule]") {
  int left_out = 0;
  for (int bits = 0; bits < 128; ++bits) {
    StageFacts const stage{(bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0, (bits & 16) != 0,
                           (bits & 64) != 0 ? 600 : 60};
    bool const doubles = (bits & 8) != 0;
    int const rank = stage.flux_edges ? 2 : (bits & 32) != 0 ? 3 : 1;
    if (stage.flux_edges && stage.part) continue;  // by definition
    for (int n : {8, 64, 80, 512, 1024}) {
      SweepShape const shape = shape_of(n, rank, stage, doubles);
      CAPTURE(n, rank, doubles, stage.part, stage.flux_edges, stage.long_formula, stage.reduces,
              stage.window_registers);
      double const others = least(shape, stage);
      if (!may_be_cheapest(PerCell{}, stage)) CHECK(relative_cost(PerCell{}, {}, shape, device()) > others);
      if (!may_be_cheapest(ColumnRing{}, stage)) CHECK(relative_cost(ColumnRing{}, {}, shape, device()) > others);
      left_out += !may_be_cheapest(PerCell{}, stage);
    }
  }
  CHECK(left_out > 0);
}
