// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tessera/plan/explain.hpp"

#include <sstream>

#include "plan/layers.hpp"
#include "tessera/plan/overlap_plan.hpp"

namespace tessera {
namespace {

/// Where a strategy keeps neighbours.
char const* kept(Schedule const& s) {
  bool const scratch = s.placement == Placement::planes;
  if (s.strategy == "persistent" || s.strategy == "register_tile" || s.strategy == "fused_stages") return "registers";
  if (s.steps_per_launch > 1) return "planes of every step";
  if (s.strategy == "stream_both") return "planes and registers";
  if (s.strategy == "column" || s.strategy == "edges" || s.strategy == "stream_registers" ||
      s.strategy == "plane_sweep")
    return "registers";
  if (s.strategy.starts_with("block")) return scratch ? "block in scratch" : "memory";
  return scratch ? "planes" : "memory";
}

/// "; makes dt the least of all cells": the reductions of a stage.
std::string reductions(ProgramInfo const& program, StageInfo const& stage) {
  std::string text;
  for (std::size_t w = 0; w < stage.reductions.size(); ++w) {
    Reduction const how = stage.reductions[w];
    if (how == Reduction::none) continue;
    text += "; makes " + program.quantities[static_cast<std::size_t>(stage.writes[w])].name +
            (how == Reduction::min   ? " the least of all cells"
             : how == Reduction::max ? " the greatest of all cells"
                                     : " the sum of all cells (evaluated once more, to be added in a fixed order)");
  }
  return text;
}

/// "; acts on even cells; copies u of the others": the region of a stage, and what it copies.
std::string acts_on(ProgramInfo const& program, Plan const& plan, StageInfo const& stage) {
  std::string const region = describe_region(program, stage);
  if (region.empty()) return {};
  std::string text = "; acts on " + region, copied;
  for (int q : stage.writes) {
    auto const at = static_cast<std::size_t>(q);
    if (program.quantities[at].global_scalar || !copies_rest(stage, plan.quantities[at])) continue;
    copied += (copied.empty() ? "" : ", ") + program.quantities[at].name;
  }
  return copied.empty() ? text : text + "; copies " + copied + " in the other cells";
}

/// "; its kernel takes 128 registers": what is known of the kernel of a launch.
std::string kernel_text(Launch const& launch) {
  std::string const facts = describe(launch.chosen.kernel);
  return facts.empty() ? facts : "; its kernel takes " + facts;
}

}  // namespace

std::string describe(Schedule const& s) {
  if (s.strategy == "naive" || s.strategy == "per_cell" || s.strategy == scalar_strategy) return s.strategy;
  std::ostringstream text;
  text << "tile " << s.tile_x << " x " << s.tile_y << ", chunk " << s.chunk_z << ", team " << s.team_size << ", "
       << kept(s) << (s.slab_y > 0 ? ", slabs of " + std::to_string(s.slab_y) + " rows" : "")
       << (s.streaming == Streaming::on ? ", streaming stores" : "")
       << (s.steps_per_launch > most_steps ? ", up to "
           : s.steps_per_launch > 1        ? ", "
                                           : "")
       << (s.steps_per_launch > 1 ? std::to_string(s.steps_per_launch) + " steps per launch" : "");
  return text.str();
}

std::string explain_stages(ExecutionPlan const& execution) {
  ProgramInfo const& program = execution.program;
  Plan const& plan = execution.buffers;
  std::ostringstream text;
  for (std::size_t q = 0; q < program.quantities.size(); ++q) {
    QuantityPlan const& p = plan.quantities[q];
    auto const& on_faces = program.quantities[q].on_faces;
    std::string const place = is_staggered(on_faces) ? "on " + describe_location(program, on_faces) + ", " : "";
    text << "quantity " << program.quantities[q].name << ": "
         << (program.quantities[q].global_scalar ? "one value"
                                                 : place + "ghost layers " + layers(program.rank, p.ghosts))
         << "; " << p.buffers << (p.buffers == 1 ? " buffer" : " buffers") << (p.written ? "" : ", never written")
         << '\n';
  }
  for (std::size_t s = 0; s < execution.step.size(); ++s) {
    StageInfo const& stage = program.stages[s];
    Schedule const& schedule = execution.step[s].resolved.schedule;
    text << "stage " << stage.name << " on " << execution.space << ": "
         << (stage.scalar ? schedule.strategy : "strategy " + schedule.strategy + " (" + describe(schedule) + ")")
         << ", because " << execution.step[s].resolved.reason << kernel_text(execution.step[s]) << "; "
         << plan.bytes_per_cell[s] << " bytes per cell at least; reads";
    for (std::size_t r = 0; r < stage.reads.size(); ++r) {
      text << (r == 0 ? " " : ", ") << program.quantities[static_cast<std::size_t>(stage.reads[r].quantity)].name
           << " (" << stage.reads[r].points << (stage.reads[r].points == 1 ? " point" : " points");
      if (stage.reads[r].age > 0) text << ", the version of " << writes_ago(stage.reads[r].age);
      text << ')';
    }
    text << reductions(program, stage) << acts_on(program, plan, stage) << '\n';
  }
  if (execution.steps.launches()) text << explain_tile(program, 1);
  if (double const rate = execution.expected_rate(); rate > 0) {
    text << "expected by the trials: " << rate / 1e9 << " x 10^9 cells/s\n";
  }
  return text.str();
}

}  // namespace tessera
