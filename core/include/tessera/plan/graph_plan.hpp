// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

#include "tessera/plan/program_plan.hpp"

namespace tessera {

/// The most cells of a grid whose steps are replayed as graphs by default: larger kernels take longer than their
/// launches.
inline constexpr long graph_cells = 1L << 22;

/// Steps in a graph, rounded to whole buffer periods.
inline constexpr int graph_steps = 16;

/// Steps that are launched one by one before the first capture: Kokkos allocates memory at the first launch of a
/// kernel.
inline constexpr int graph_warm_up = 2;

/// Whether the steps of a program are replayed as graphs, and why.
struct GraphPlan {
  Graph request = Graph::automatic;
  int length = 0;      ///< steps of a graph; 0: steps are launched one by one
  std::string reason;  ///< half a sentence for `explain`
};

/// The buffer period: the number of steps after which every version is in the same buffer again.
int buffer_period(ProgramInfo const& program, Plan const& plan);

/// Plans the graphs of `program`. `obstacle` says why its steps cannot be captured; empty if they can. Throws
/// InputError with it if graphs are requested.
GraphPlan plan_graph(ProgramInfo const& program, Plan const& plan, Graph request, std::string const& obstacle);

/// How steps are enqueued, and why: one line for `explain`.
std::string explain(GraphPlan const& graph);

}  // namespace tessera
