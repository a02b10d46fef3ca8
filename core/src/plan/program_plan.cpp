// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tessera/plan/program_plan.hpp"

#include <algorithm>

#include "tessera/error.hpp"

namespace tessera {
namespace {

/// The name of storage face 2 axis + side on a grid of `rank` axes.
std::string face_of(int rank, int axis, int side) {
  return std::string(1, axis_letter(rank, axis)) + (side == 0 ? "_low" : "_high");
}

/// The region of a stage, as a box of the values that it goes over.
RegionInfo box_of(ProgramInfo const& program, StageInfo const& stage) {
  RegionInfo box = stage.region;
  if (box.whole && !is_staggered(stage.on_faces)) box.to = program.cells;
  return box;
}

/// The values that a stage reads past the last one at a side: fewer than the reach of its operator if it does not act
/// in the cells beside it.
int depth_past(ProgramInfo const& program, StageInfo const& stage, ReadInfo const& read, int axis, int side) {
  auto const a = static_cast<std::size_t>(axis);
  RegionInfo const box = box_of(program, stage);
  int const depth = side == 0 ? -read.hull.lo[axis] : read.hull.hi[axis];
  int const n = extents(program, program.quantities[static_cast<std::size_t>(read.quantity)].on_faces)[a];
  return box.empty() ? 0 : depth - (side == 0 ? box.from[a] : n - box.to[a]);
}

void check_faces(ProgramInfo const& program, StageInfo const& stage, ReadInfo const& read) {
  QuantityInfo const& q = program.quantities[static_cast<std::size_t>(read.quantity)];
  for (int axis = 0; axis < 3; ++axis) {
    if (program.periodic[static_cast<std::size_t>(axis)]) continue;
    for (int side = 0; side < 2; ++side) {
      int const depth = depth_past(program, stage, read, axis, side);
      if (depth <= 0 || q.has_boundary[static_cast<std::size_t>(2 * axis + side)]) continue;
      std::string const face = face_of(program.rank, axis, side);
      throw InputError("stage " + stage.name + " reads " + q.name + " " + std::to_string(depth) +
                       (is_staggered(q.on_faces) ? " value" : " cell") + (depth > 1 ? "s" : "") + " past " + face +
                       ", where it has no boundary: add .boundary<" + q.name + ">(Face::" + face +
                       ", ...) or make the axis periodic");
    }
  }
}

/// A global scalar has no neighbours.
void check_global_scalar(ProgramInfo const& program, StageInfo const& stage, ReadInfo const& read) {
  QuantityInfo const& q = program.quantities[static_cast<std::size_t>(read.quantity)];
  if (!q.global_scalar || is_centre(read.hull)) return;
  throw InputError("stage " + stage.name + " reads neighbours of " + q.name +
                   ", which is a global scalar: its reach in the operator's Reaches is tessera::Centre");
}

void check_writes(ProgramInfo const& program, StageInfo const& stage) {
  for (std::size_t i = 0; i < stage.writes.size(); ++i) {
    if (std::count(stage.writes.begin(), stage.writes.end(), stage.writes[i]) > 1) {
      throw InputError("stage " + stage.name + " writes " +
                       program.quantities[static_cast<std::size_t>(stage.writes[i])].name +
                       " twice; name each quantity once in Writes");
    }
  }
}

/// A stage goes over values of one location.
void check_locations(ProgramInfo const& program, StageInfo const& stage) {
  auto const name = [&](int q) { return program.quantities[static_cast<std::size_t>(q)].name; };
  auto const where = [&](int q) {
    return describe_location(program, program.quantities[static_cast<std::size_t>(q)].on_faces);
  };
  int first = -1;
  for (int q : stage.writes) {
    if (program.quantities[static_cast<std::size_t>(q)].global_scalar) continue;
    if (first < 0) first = q;
    if (where(q) == where(first)) continue;
    throw InputError("stage " + stage.name + " writes " + name(first) + " (" + where(first) + ") and " + name(q) +
                     " (" + where(q) + "); a stage goes over one of these: write each in a stage of its own");
  }
  int const mask = stage.region.mask;
  if (mask >= 0 && where(mask) != describe_location(program, stage.on_faces)) {
    throw InputError("stage " + stage.name + " goes over " + describe_location(program, stage.on_faces) +
                     ", and its mask " + name(mask) + " over " + where(mask) + "; give " + name(mask) +
                     " the location of what the stage writes");
  }
}

/// Files, messages and checkpoints identify quantities by name.
void check_names(ProgramInfo const& program) {
  for (std::size_t q = 0; q < program.quantities.size(); ++q) {
    for (std::size_t other = 0; other < q; ++other) {
      if (program.quantities[q].name != program.quantities[other].name) continue;
      throw InputError("two quantities of the program are called " + program.quantities[q].name +
                       "; give their types different names (template arguments do not count)");
    }
  }
}

bool writes(StageInfo const& stage, int quantity) {
  return std::find(stage.writes.begin(), stage.writes.end(), quantity) != stage.writes.end();
}

/// Across a periodic axis, too, neighbours must have the other parity.
void check_parity(ProgramInfo const& program, StageInfo const& stage) {
  if (stage.region.parity < 0) return;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (!program.periodic[axis] || program.cells[axis] % 2 == 0) continue;
    throw InputError(
        "stage " + stage.name + " acts on cells of one parity, but " +
        axis_letter(program.rank, static_cast<int>(axis)) + " is periodic with " + std::to_string(program.cells[axis]) +
        " cells, an odd number, so that neighbours across its ends have the same parity; take an even one");
  }
}

/// There is no minimum or maximum of no cells.
void check_extremes(ProgramInfo const& program, StageInfo const& stage) {
  if (stage.region.whole || !stage.region.empty()) return;
  for (std::size_t w = 0; w < stage.reductions.size(); ++w) {
    if (stage.reductions[w] != Reduction::min && stage.reductions[w] != Reduction::max) continue;
    throw InputError("stage " + stage.name + " makes " +
                     program.quantities[static_cast<std::size_t>(stage.writes[w])].name +
                     " the least or greatest of the cells that it acts in, and on this grid there are none; let it act "
                     "in some");
  }
}

/// The greatest age at which any stage reads a quantity.
int oldest_read(ProgramInfo const& program, int quantity) {
  int oldest = 0;
  for (StageInfo const& stage : program.stages) {
    for (ReadInfo const& read : stage.reads) {
      if (read.quantity == quantity) oldest = std::max(oldest, read.age);
    }
  }
  return oldest;
}

/// Whether a write may overwrite the oldest version that is read: every stage that writes the quantity reads that
/// version, if at all, at its own cell alone, or in cells that it does not write. A stage over cells reads a global
/// scalar at no cell.
bool may_overwrite_oldest(ProgramInfo const& program, int quantity, int oldest) {
  bool const global_scalar = program.quantities[static_cast<std::size_t>(quantity)].global_scalar;
  for (StageInfo const& stage : program.stages) {
    if (!writes(stage, quantity)) continue;
    for (ReadInfo const& read : stage.reads) {
      bool const own_cell = is_centre(read.hull) && (!global_scalar || stage.scalar);
      if (read.quantity == quantity && read.age == oldest && !own_cell && !reads_other_parity(stage, read))
        return false;
    }
  }
  return true;
}

/// The number of versions at the end of a step that the next one reads. A stage over a region passes on the newest
/// version of the other cells.
int live_versions(ProgramInfo const& program, int quantity) {
  bool const cells = !program.quantities[static_cast<std::size_t>(quantity)].global_scalar;
  int live = 0;
  int written = 0;
  for (StageInfo const& stage : program.stages) {
    for (ReadInfo const& read : stage.reads) {
      if (read.quantity == quantity) live = std::max(live, read.age - written + 1);
    }
    if (!writes(stage, quantity)) continue;
    if (cells && !stage.region.whole) live = std::max(live, 1 - written);
    ++written;
  }
  return live;
}

/// How far a read goes past the first and the last value of its quantity: its hull, more or less if the stage has
/// another location.
Hull reach_past(ProgramInfo const& program, StageInfo const& stage, ReadInfo const& read) {
  QuantityInfo const& q = program.quantities[static_cast<std::size_t>(read.quantity)];
  if (q.global_scalar) return read.hull;
  RegionInfo whole;
  whole.to = program.cells;
  RegionInfo const& over = is_staggered(stage.on_faces) ? stage.region : whole;
  std::array<int, 3> const there = extents(program, q.on_faces);
  Hull hull = read.hull;
  for (std::size_t a = 0; a < 3; ++a) {
    if (over.empty() || program.periodic[a]) continue;
    int const lo = std::min(0, hull.lo[a] + over.from[a]), hi = std::max(0, hull.hi[a] + over.to[a] - there[a]);
    // Where a part ends, another begins: there its stages read as far as anywhere.
    hull.lo[a] = program.cut[a] ? std::min(hull.lo[a], lo) : lo;
    hull.hi[a] = program.cut[a] ? std::max(hull.hi[a], hi) : hi;
  }
  return hull;
}

/// Gives all quantities of a coupled boundary the ghost layers of the deepest, because it reads corners of its inputs.
void deepen_shared(std::vector<int> const& shared, Plan& plan) {
  Hull deepest;
  for (int q : shared) deepest = unite(deepest, plan.quantities[static_cast<std::size_t>(q)].ghosts);
  for (int q : shared) plan.quantities[static_cast<std::size_t>(q)].ghosts = deepest;
}

QuantityPlan plan_quantity(ProgramInfo const& program, int quantity) {
  QuantityPlan plan;
  for (StageInfo const& stage : program.stages) {
    plan.written = plan.written || writes(stage, quantity);
    for (ReadInfo const& read : stage.reads) {
      if (read.quantity != quantity) continue;
      plan.ghosts = unite(plan.ghosts, reach_past(program, stage, read));
      plan.ghost_edges = plan.ghost_edges || read.diagonal ||
                         stage.on_faces != program.quantities[static_cast<std::size_t>(quantity)].on_faces;
    }
  }
  int const oldest = oldest_read(program, quantity);
  if (oldest > 0 && !plan.written) {
    throw InputError("an old version of " + program.quantities[static_cast<std::size_t>(quantity)].name +
                     " is read, but no stage writes it; read it without Old<>");
  }
  if (plan.written) plan.buffers = may_overwrite_oldest(program, quantity, oldest) ? oldest + 1 : oldest + 2;
  plan.live = live_versions(program, quantity);
  return plan;
}

std::size_t compulsory_bytes(ProgramInfo const& program, StageInfo const& stage) {
  std::size_t bytes = 0;
  auto const size = [&](int quantity) {
    QuantityInfo const& q = program.quantities[static_cast<std::size_t>(quantity)];
    return q.global_scalar ? 0 : q.value_size * static_cast<std::size_t>(q.components);
  };
  for (ReadInfo const& read : stage.reads) bytes += size(read.quantity);
  for (int quantity : stage.writes) bytes += size(quantity);
  return bytes;
}

}  // namespace

std::array<int, 3> extents(ProgramInfo const& program, std::array<bool, 3> const& on_faces) {
  std::array<int, 3> n = program.cells;
  for (std::size_t a = 0; a < 3; ++a) n[a] += on_faces[a] && !program.periodic[a] && !program.goes_on[a] ? 1 : 0;
  return n;
}

bool is_cut(ProgramInfo const& program) { return program.cut[0] || program.cut[1] || program.cut[2]; }

bool is_staggered(std::array<bool, 3> const& on_faces) { return on_faces[0] || on_faces[1] || on_faces[2]; }

std::string describe_location(ProgramInfo const& program, std::array<bool, 3> const& on_faces) {
  auto const axes = static_cast<int>(std::count(on_faces.begin(), on_faces.end(), true));
  if (axes == 0) return "cells";
  if (axes == program.rank) return "nodes";
  bool const edges = axes == 2;
  for (int axis = 0; axis < 3; ++axis) {
    if (on_faces[static_cast<std::size_t>(axis)] == edges) continue;
    return (edges ? "edges along " : "faces across ") + std::string(1, axis_letter(program.rank, axis));
  }
  return "nodes";
}

void leave_prescribed(ProgramInfo const& program, StageInfo& stage) {
  if (!is_staggered(stage.on_faces)) return;
  for (std::size_t face = 0; face < 6; ++face) {
    bool all = true, any = false;
    for (int q : stage.writes) {
      QuantityInfo const& written = program.quantities[static_cast<std::size_t>(q)];
      if (written.global_scalar) continue;
      any = true;
      all = all && written.prescribed[face];
    }
    if (!any || !all) continue;
    std::size_t const axis = face / 2;
    if (face % 2 == 0) stage.region.from[axis] = std::max(stage.region.from[axis], 1);
    if (face % 2 == 1) stage.region.to[axis] = std::min(stage.region.to[axis], program.cells[axis]);
  }
  if (stage.region.empty()) stage.region.from = stage.region.to = {0, 0, 0};
}

bool uses_scalars(ProgramInfo const& program, StageInfo const& stage) {
  auto const global_scalar = [&](int quantity) {
    return program.quantities[static_cast<std::size_t>(quantity)].global_scalar;
  };
  return std::any_of(stage.writes.begin(), stage.writes.end(), global_scalar) ||
         std::any_of(stage.reads.begin(), stage.reads.end(),
                     [&](ReadInfo const& read) { return global_scalar(read.quantity); });
}

SweepShape sweep_shape(ProgramInfo const& program, std::size_t stage) {
  SweepShape shape{{program.cells[0], program.cells[1], program.cells[2]}, {}};
  RegionInfo const& region = program.stages[stage].region;
  shape.staggered = is_staggered(program.stages[stage].on_faces);
  shape.part = !region.whole || shape.staggered;
  shape.selective = region.parity >= 0 || region.mask >= 0;
  for (std::size_t axis = 0; axis < 3 && shape.part; ++axis) shape.n[axis] = std::max(1, region.extent(axis));
  for (ReadInfo const& read : program.stages[stage].reads) {
    bool const other = reads_other_parity(program.stages[stage], read);
    shape.own_output = shape.own_output || (other && plan_quantity(program, read.quantity).buffers == 1);
    QuantityInfo const& q = program.quantities[static_cast<std::size_t>(read.quantity)];
    if (q.global_scalar) continue;
    shape.inputs.push_back(InputShape{read.hull, q.components, q.value_size, read.beside});
  }
  shape.columns = program.stages[stage].columns;
  shape.ring = program.stages[stage].ring;
  shape.long_formula = program.stages[stage].long_formula;
  shape.flux_edges = program.stages[stage].flux_edges;
  for (int written : program.stages[stage].writes) {
    QuantityInfo const& q = program.quantities[static_cast<std::size_t>(written)];
    if (q.global_scalar) shape.reduces = true;
    if (!q.global_scalar) shape.output_bytes = std::max(shape.output_bytes, q.value_size);
  }
  return shape;
}

bool reads_other_parity(StageInfo const& stage, ReadInfo const& read) {
  return stage.region.parity >= 0 && read.odd && read.age == 0 && !is_centre(read.hull) && writes(stage, read.quantity);
}

bool copies_rest(StageInfo const& stage, QuantityPlan const& written) {
  return !stage.region.whole && written.buffers > 1;
}

std::string describe_region(ProgramInfo const& program, StageInfo const& stage) {
  RegionInfo const& region = stage.region;
  std::array<int, 3> const n = extents(program, stage.on_faces);
  std::string const all = describe_location(program, stage.on_faces);
  if (region.whole && !is_staggered(stage.on_faces)) return {};
  if (region.empty()) return "no " + all;
  std::string text;
  auto const add = [&](std::string const& more) { text += (text.empty() ? "" : ", ") + more; };
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (region.extent(axis) == n[axis]) continue;
    add(std::string(1, axis_letter(program.rank, static_cast<int>(axis))) + ' ' + std::to_string(region.from[axis]) +
        " to " + std::to_string(region.to[axis]));
  }
  if (region.parity >= 0) add((region.parity == 0 ? "even " : "odd ") + all);
  if (region.mask >= 0) add("where " + program.quantities[static_cast<std::size_t>(region.mask)].name);
  bool const bare = is_staggered(stage.on_faces) && region.parity < 0;
  return text.empty() ? "all " + all : bare ? all + ": " + text : text;
}

std::string never_set(ProgramInfo const& program, int quantity) {
  std::string const& name = program.quantities[static_cast<std::size_t>(quantity)].name;
  std::string const remedy = ": call set<" + name + ">(value) before the first advance";
  int written = 0;
  for (auto stage = program.stages.begin(); stage != program.stages.end(); ++stage) {
    for (ReadInfo const& read : stage->reads) {
      if (read.quantity != quantity || read.age < written) continue;
      auto const maker =
          std::find_if(stage, program.stages.end(), [&](StageInfo const& later) { return writes(later, quantity); });
      bool const later = maker != program.stages.end() && maker != stage;
      return "stage " + stage->name + " reads " + name + " in the first step, and it has no value (or NaN)" + remedy +
             (later ? " (stage " + maker->name + ", which makes it, comes later in the step)" : "");
    }
    if (writes(*stage, quantity)) ++written;
  }
  return name + " has no value" + remedy;
}

Plan make_plan(ProgramInfo const& program) {
  check_names(program);
  Plan plan;
  for (StageInfo const& stage : program.stages) {
    check_writes(program, stage);
    check_locations(program, stage);
    check_parity(program, stage);
    check_extremes(program, stage);
    for (ReadInfo const& read : stage.reads) {
      check_global_scalar(program, stage, read);
      check_faces(program, stage, read);
    }
    plan.bytes_per_cell.push_back(compulsory_bytes(program, stage));
    plan.regions.push_back(stage.region);
  }
  for (std::size_t q = 0; q < program.quantities.size(); ++q) {
    plan.quantities.push_back(plan_quantity(program, static_cast<int>(q)));
  }
  for (std::vector<int> const& shared : program.shared) deepen_shared(shared, plan);
  return plan;
}

}  // namespace tessera
