// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tessera/plan/graph_plan.hpp"

#include <algorithm>
#include <numeric>

#include "tessera/error.hpp"

namespace tessera {
namespace {

/// The number of writes of a quantity in one step.
int writes(ProgramInfo const& program, int quantity) {
  int count = 0;
  for (StageInfo const& stage : program.stages) {
    count += static_cast<int>(std::count(stage.writes.begin(), stage.writes.end(), quantity));
  }
  return count;
}

}  // namespace

int buffer_period(ProgramInfo const& program, Plan const& plan) {
  int period = 1;
  for (std::size_t q = 0; q < plan.quantities.size(); ++q) {
    int const buffers = plan.quantities[q].buffers;
    period = std::lcm(period, buffers / std::gcd(buffers, writes(program, static_cast<int>(q))));
  }
  return period;
}

GraphPlan plan_graph(ProgramInfo const& program, Plan const& plan, Graph request, std::string const& other_obstacle) {
  if (request == Graph::off) return {request, 0, "graph = off was asked for"};
  std::string const obstacle =
      is_cut(program) ? "parts of the grid exchange their cells in every step" : other_obstacle;
  if (!obstacle.empty()) {
    if (request == Graph::on) throw InputError("schedule: graph = on, but " + obstacle + "; leave it out or say off");
    return {request, 0, obstacle};
  }
  long const cells = static_cast<long>(program.cells[0]) * program.cells[1] * program.cells[2];
  if (request == Graph::automatic && cells > graph_cells) {
    return {request, 0,
            "kernels of " + std::to_string(cells) +
                " cells take longer than their launches (limit: " + std::to_string(graph_cells) + ")"};
  }
  int const period = buffer_period(program, plan);
  std::string const reason = request == Graph::on
                                 ? "graph = on was asked for"
                                 : "launches would take longer than kernels of " + std::to_string(cells) + " cells";
  return {request, period * std::max(1, graph_steps / period), reason};
}

std::string explain(GraphPlan const& graph) {
  std::string const how =
      graph.length == 0 ? "launched one by one" : "replayed as graphs of " + std::to_string(graph.length);
  return "steps are " + how + ", because " + graph.reason;
}

}  // namespace tessera
