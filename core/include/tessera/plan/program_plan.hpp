// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "tessera/operator/hull.hpp"
#include "tessera/region.hpp"
#include "tessera/schedule.hpp"

namespace tessera {

/// A program as plain data, without types, for the planner and `explain`. Quantities are numbered in the order in which
/// the stages name them; hulls and faces are in storage axes.
struct QuantityInfo {
  std::string name;
  std::size_t value_size = 8;
  int components = 1;
  std::array<bool, 6> has_boundary{};  ///< per storage face
  bool functions = false;              ///< some face has a user function, which may depend on time
  bool global_scalar = false;          ///< one value for the whole program
  bool plain_faces = true;             ///< every face has one number
  std::array<bool, 3> on_faces{};      ///< the storage axes across whose faces its values lie
  std::array<bool, 6> prescribed{};    ///< per storage face: a rule prescribes the values on it
  bool shared = false;                 ///< it has a coupled boundary
};

/// The reduction of a write over all cells.
enum class Reduction { none, min, max, sum };

/// One input of a stage.
struct ReadInfo {
  int quantity = 0;
  int age = 0;  ///< in writes; 0: the newest version
  Hull hull;
  int points = 1;         ///< values read per cell and component
  Hull beside;            ///< of the neighbours off the cell's column along z
  bool diagonal = false;  ///< some neighbour is offset along more than one axis
  bool odd = false;       ///< every neighbour has the other parity
};

/// A stage with its types erased.
struct StageInfo {
  std::string name;
  std::vector<ReadInfo> reads;
  std::vector<int> writes;
  ColumnFacts columns{};                ///< its column sweep
  bool long_formula = false;            ///< the operator says that its formula takes many registers
  int long_operations = 0;              ///< roots and quotients that the operator declares
  bool flux_edges = false;              ///< the operator is split into flux edges (HasFluxEdges)
  std::vector<Reduction> reductions{};  ///< of each write; empty: none
  bool scalar = false;                  ///< it reads and writes global scalars alone: it runs as one work item
  RegionInfo region{};                  ///< where it acts
  RingFacts ring{};                     ///< of its wide input, if it has one
  std::array<bool, 3> on_faces{};       ///< location of the values that it goes over
};

/// A program with its types erased, as checks and plans see it.
struct ProgramInfo {
  int rank = 3;
  std::array<int, 3> cells{1, 1, 1};
  std::array<bool, 3> periodic{};
  std::array<bool, 3> cut{};      ///< the grid is cut into parts across the axis
  std::array<bool, 3> goes_on{};  ///< of a part: the grid goes on beyond its high face
  std::vector<QuantityInfo> quantities;
  std::vector<StageInfo> stages;
  std::vector<std::vector<int>> shared{};  ///< the quantities of each coupled boundary
};

/// The number of values along the storage axes: as many as cells, and one more across whose faces they lie (not if
/// periodic).
std::array<int, 3> extents(ProgramInfo const& program, std::array<bool, 3> const& on_faces);

/// Whether the grid is cut into parts, of which the program has one.
bool is_cut(ProgramInfo const& program);

/// Whether values lie elsewhere than at cell centres.
bool is_staggered(std::array<bool, 3> const& on_faces);

/// "cells", "faces across x", "edges along z", "nodes": the location of values.
std::string describe_location(ProgramInfo const& program, std::array<bool, 3> const& on_faces);

/// Removes the values on faces that rules prescribe, for all that stage `stage` writes, from the box that it acts in.
void leave_prescribed(ProgramInfo const& program, StageInfo& stage);

/// The buffers and ghosts of a quantity.
struct QuantityPlan {
  Hull ghosts;      ///< the union of its readers' hulls
  int buffers = 1;  ///< live versions; a write goes to the oldest
  int live = 1;     ///< versions that outlive a step: the content of a checkpoint
  bool written = false;
  bool ghost_edges = false;  ///< a reader needs the ghosts beyond edges and corners of the grid
};

/// What the quantities of a program need.
struct Plan {
  std::vector<QuantityPlan> quantities;
  /// The least memory traffic of a cell update per stage, bytes: each input once, each output once.
  std::vector<std::size_t> bytes_per_cell;
  std::vector<RegionInfo> regions;  ///< where each stage acts
};

/// Plans `program`: ghost layers from the reach of readers, buffers from the lifetimes of versions. A write may
/// overwrite the oldest version that is read if every stage that writes the quantity reads that version at its own cell
/// alone: in place, if no stage reads an old one. So may the write of a stage over one parity that reads the other one
/// (reads_other_parity). Throws InputError, naming stage and quantity, for a read past a face that has neither a
/// boundary nor a periodic axis, neighbours of a global scalar, a quantity written twice by one stage, a stage that
/// writes at two locations, two quantities of one name, an old version of what is never written, a parity where a
/// periodic axis has an odd number of cells, and a minimum or maximum of no cells.
Plan make_plan(ProgramInfo const& program);

/// The error for global scalar `quantity` without a value when the first step reads it: the reading stage and the
/// remedy.
std::string never_set(ProgramInfo const& program, int quantity);

/// Whether a stage over cells reads or makes a global scalar.
bool uses_scalars(ProgramInfo const& program, StageInfo const& stage);

/// Whether `stage` acts on one parity and reads, of a quantity that it writes, neighbours of the other parity alone, in
/// the newest version. It leaves these unchanged, so that it may write in place.
bool reads_other_parity(StageInfo const& stage, ReadInfo const& read);

/// Whether a stage has to copy untouched cells: it writes `quantity` to another buffer and does not act in every cell.
bool copies_rest(StageInfo const& stage, QuantityPlan const& written);

/// "x 1 to 7, y 0 to 9, even cells, where solid": the region of stage `stage`; empty: every cell.
std::string describe_region(ProgramInfo const& program, StageInfo const& stage);

/// The shape of stage `stage`, for scheduling.
SweepShape sweep_shape(ProgramInfo const& program, std::size_t stage);

}  // namespace tessera
