// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tessera/explain.hpp"

#include <sstream>

namespace tessera {
namespace {

/// "x 1+1, y 1+1": layers below and above, along the axes that have any.
std::string layers(int rank, Hull const& hull) {
  std::ostringstream text;
  for (int axis = 0; axis < 3; ++axis) {
    if (hull.lo[axis] == 0 && hull.hi[axis] == 0) continue;
    text << (text.tellp() > 0 ? ", " : "") << axis_letter(rank, axis) << ' ' << -hull.lo[axis] << '+' << hull.hi[axis];
  }
  return text.tellp() > 0 ? text.str() : "none";
}

/// Where a strategy keeps neighbours, in a word or two.
char const* kept(Schedule const& s) {
  bool const scratch = s.placement == Placement::planes;
  if (s.steps_per_launch > 1) return "planes of every step";
  if (s.strategy == "stream_both") return "planes and registers";
  if (s.strategy == "column" || s.strategy == "stream_registers" || s.strategy == "plane_sweep") return "registers";
  if (s.strategy.starts_with("block")) return scratch ? "block in scratch" : "memory";
  return scratch ? "planes" : "memory";
}

}  // namespace

std::string describe(Schedule const& s) {
  if (s.strategy == "naive") return s.strategy;
  std::ostringstream text;
  text << "tile " << s.tile_x << " x " << s.tile_y << ", chunk " << s.chunk_z << ", team " << s.team_size << ", "
       << kept(s) << (s.slab_y > 0 ? ", slabs of " + std::to_string(s.slab_y) + " rows" : "")
       << (s.streaming == Streaming::on ? ", streaming stores" : "")
       << (s.steps_per_launch > 1 ? ", " + std::to_string(s.steps_per_launch) + " steps per launch" : "");
  return text.str();
}

std::string explain(ProgramInfo const& program, Plan const& plan, std::vector<StageReport> const& reports,
                    std::string const& space) {
  std::ostringstream text;
  for (std::size_t q = 0; q < program.quantities.size(); ++q) {
    QuantityPlan const& p = plan.quantities[q];
    text << "quantity " << program.quantities[q].name << ": ghost layers " << layers(program.rank, p.ghosts) << "; "
         << p.buffers << (p.buffers == 1 ? " buffer" : " buffers") << (p.written ? "" : ", never written") << '\n';
  }
  for (std::size_t s = 0; s < reports.size(); ++s) {
    StageInfo const& stage = program.stages[s];
    text << "stage " << stage.name << " on " << space << ": strategy " << reports[s].resolved.schedule.strategy << " ("
         << describe(reports[s].resolved.schedule) << "), because " << reports[s].resolved.reason << "; "
         << plan.bytes_per_cell[s] << " bytes per cell at least; reads";
    for (std::size_t r = 0; r < stage.reads.size(); ++r) {
      text << (r == 0 ? " " : ", ") << program.quantities[static_cast<std::size_t>(stage.reads[r].quantity)].name
           << " (" << stage.reads[r].points << (stage.reads[r].points == 1 ? " point" : " points");
      if (stage.reads[r].age > 0) text << ", " << stage.reads[r].age << " writes ago";
      text << ')';
    }
    text << '\n';
  }
  return text.str();
}

}  // namespace tessera
