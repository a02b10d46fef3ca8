// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <vector>

#include "tessera/plan/kernel_facts.hpp"

namespace tessera {

/// Least cells of a grid for which a plan times kernels: launches on smaller grids take too little time to pay for it.
inline constexpr double least_trial_cells = 1 << 20;

/// Most cells along an axis of the grid on which they are timed: more than caches hold.
template <int Rank>
inline constexpr int most_trial_cells = Rank == 3   ? 256
                                        : Rank == 2 ? 4096
                                                    : 1 << 24;

/// A strategy that is able to sweep a stage: its cost by the cost model and, on devices, what a plan found when it
/// tried the strategy.
struct Trial {
  std::string strategy;
  double cost = 0;       ///< relative to that of others; known alone where the plan chooses
  double seconds = 0;    ///< of a launch on the trial's grid; 0: it was not timed
  KernelFacts kernel{};  ///< of its compiled kernel
};

/// Another strategy is chosen in place of the one that the cost model prefers only if it takes this much less time, so
/// that noise decides nothing.
inline constexpr double trial_margin = 0.97;

/// The trial of the strategy to choose: the first of least cost, unless another was faster. There is one at least.
Trial const& fastest(std::vector<Trial> const& trials);

/// "; of trials on 16777216 cells, column took 70.2 us, per_cell 81.5 us": for a reason; empty if nothing was timed.
std::string describe(std::vector<Trial> const& trials, double cells);

}  // namespace tessera
