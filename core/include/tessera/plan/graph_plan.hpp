// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

#include "tessera/plan/program_plan.hpp"

namespace tessera {

/// Cells up to which steps are replayed as graphs, unless a Schedule asks for it: kernels of more take longer than
/// their launches, which a graph would save.
inline constexpr long graph_cells = 1L << 22;

/// Steps that a graph holds, as far as whole turns of the buffers allow.
inline constexpr int graph_steps = 16;

/// Steps that are launched one by one before any is captured: what Kokkos allocates when a kernel is first launched
/// must be there by then.
inline constexpr int graph_warm_up = 2;

/// Whether the steps of a program are replayed as graphs, and why.
struct GraphPlan {
  Graph request = Graph::automatic;
  int length = 0;      ///< steps of a graph; 0: steps are launched one by one
  std::string reason;  ///< half a sentence for `explain`
};

/// Steps after which every version stands in the buffer where it stood before them.
int buffer_period(ProgramInfo const& program, Plan const& plan);

/// Plans the graphs of `program`. `obstacle` says why its steps cannot be captured; empty if they can. Throws
/// InputError with it if graphs are asked for all the same.
GraphPlan plan_graph(ProgramInfo const& program, Plan const& plan, Graph request, std::string const& obstacle);

/// How steps are enqueued, and why: one line for `explain`.
std::string explain(GraphPlan const& graph);

}  // namespace tessera
