// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <vector>

#include "tessera/plan/steps_plan.hpp"

namespace tessera::bench {

/// A schedule that the exhaustive search tries, with the name that tells it from all others.
struct Trial {
  std::string name;  ///< "default", "single", or STRATEGY/tSTEPS/TILE_XxTILE_Y/chunkCHUNK_Z/teamTEAM_SIZE
  Schedule schedule;
};

/// Whose numbers are searched: what is compiled for an execution space.
struct TrialSpace {
  bool host = true;
  std::vector<std::string> strategies;       ///< of single steps
  std::vector<std::string> time_strategies;  ///< of several steps per launch
};

/// All schedules to try for a program: what is done by default and by single steps, and, for every strategy and 1 to
/// `most_steps` steps per launch, every tile, chunk and team of its lists that the grid has room for, beside the
/// numbers that the strategy chooses for so many steps by itself. Some of them do not fit, which plan_execution
/// tells. `few`: next to none of each.
std::vector<Trial> trials(ProgramInfo const& program, TrialSpace const& space, int most_steps, bool few);

}  // namespace tessera::bench
