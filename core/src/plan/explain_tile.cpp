// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>

#include "plan/layers.hpp"
#include "plan/tile_program.hpp"
#include "tessera/plan/explain.hpp"

namespace tessera {
namespace {

constexpr int most_explained_steps = 8;
using ExplainedLevels = TilePlan<most_tile_quantities, most_tile_stages, most_explained_steps, most_tile_ages>;

/// "temperature (x 1+1, y 1+1, ring of 4)".
std::string level_text(int rank, std::string const& name, TileLevel const& level) {
  std::string inside = level.hull == Hull{} ? "" : layers(rank, level.hull);
  auto const add = [&](std::string const& part) { inside += (inside.empty() ? "" : ", ") + part; };
  if (level.lag > 0) add("lag " + std::to_string(level.lag));
  if (level.ring > 0) add("ring of " + std::to_string(level.ring));
  return inside.empty() ? name : name + " (" + inside + ")";
}

std::string loaded_text(ProgramInfo const& program, ExplainedLevels const& levels) {
  std::string text;
  for (std::size_t q = 0; q < program.quantities.size(); ++q) {
    for (std::size_t v = 0; v < most_tile_ages; ++v) {
      if (!levels.loaded[q][v].used) continue;
      std::string const name =
          program.quantities[q].name + (v > 0 ? " of " + writes_ago(static_cast<int>(v)) : std::string());
      text += (text.empty() ? "" : ", ") + level_text(program.rank, name, levels.loaded[q][v]);
    }
  }
  return text.empty() ? "nothing" : text;
}

/// The first stage with a reduction, which ends a launch.
std::string end_of_launch(ProgramInfo const& program) {
  for (StageInfo const& stage : program.stages) {
    auto const& how = stage.reductions;
    if (std::any_of(how.begin(), how.end(), [](Reduction r) { return r != Reduction::none; })) {
      return "; no launch goes past stage " + stage.name + ", which makes a value of all cells";
    }
  }
  return {};
}

}  // namespace

std::string explain_tile(ProgramInfo const& program, int steps) {
  std::vector<std::size_t> const stages = cell_stages(program);
  std::string text = "a launch of " + std::to_string(steps) + (steps == 1 ? " step" : " steps") + " on a tile: ";
  if (stages.empty()) return text + "there is no stage over cells\n";
  if (steps > most_explained_steps || !fits_tile(program))
    return text + "not planned, for its many stages, reads or steps\n";
  ExplainedLevels const levels = plan_tile<most_explained_steps, most_tile_ages>(tile_program(program), steps);
  text += "loads " + loaded_text(program, levels) + "; computes";
  for (int t = 0; t < steps; ++t) {
    for (std::size_t s = 0; s < stages.size(); ++s) {
      text += (t == 0 && s == 0 ? " " : ", ") +
              level_text(program.rank, program.stages[stages[s]].name, levels.computed[t][s]);
    }
  }
  return text + end_of_launch(program) + "\n";
}

}  // namespace tessera
