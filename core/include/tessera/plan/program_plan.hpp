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

/// A program as plain data, with the types erased: what the planner plans with and `explain` prints. Quantities are
/// numbered in the order in which the stages name them; hulls and faces are storage's.
struct QuantityInfo {
  std::string name;
  std::size_t value_size = 8;
  int components = 1;
  std::array<bool, 6> has_boundary{};  ///< per storage face
  bool functions = false;              ///< some face has a function of the user's, which may depend on time
  bool global_scalar = false;          ///< one value for the whole program
  bool plain_faces = true;             ///< every face's ghosts follow from one number
  std::array<bool, 3> on_faces{};      ///< the storage axes across whose faces its values stand
  std::array<bool, 6> prescribed{};    ///< per storage face: a rule says the values on it
  bool shared = false;                 ///< functions of several quantities make ghosts of it
};

/// How a stage over cells makes one value of all of them.
enum class Reduction { none, min, max, sum };

/// One input of a stage.
struct ReadInfo {
  int quantity = 0;
  int age = 0;  ///< 0: the newest version; a: a writes before it
  Hull hull;
  int points = 1;         ///< values read per cell and component
  Hull beside;            ///< of the neighbours off the cell's column along z
  bool diagonal = false;  ///< some neighbour is off the cell along more than one axis
  bool odd = false;       ///< every neighbour has another parity than the cell
};

struct StageInfo {
  std::string name;
  std::vector<ReadInfo> reads;
  std::vector<int> writes;
  ColumnFacts columns{};                ///< its column sweep
  bool long_formula = false;            ///< the operator says that its formula takes many registers
  int long_operations = 0;              ///< roots and quotients of the formula, as far as the operator says so
  bool flux_edges = false;              ///< the operator says how it is made of edges (HasFluxEdges)
  std::vector<Reduction> reductions{};  ///< of each write; empty: none
  bool scalar = false;                  ///< all that it reads and writes is there once: it runs as one work item
  RegionInfo region{};                  ///< where it acts
  RingFacts ring{};                     ///< of its wide input, if it has one
  std::array<bool, 3> on_faces{};       ///< where the values stand that it goes over, as of a quantity
};

struct ProgramInfo {
  int rank = 3;
  std::array<int, 3> cells{1, 1, 1};
  std::array<bool, 3> periodic{};
  std::vector<QuantityInfo> quantities;
  std::vector<StageInfo> stages;
  std::vector<std::vector<int>> shared{};  ///< the quantities of each boundary function of several
};

/// Values along the storage axes: as many as cells, and one more across whose faces they stand (not if it is periodic).
std::array<int, 3> extents(ProgramInfo const& program, std::array<bool, 3> const& on_faces);

/// Whether values stand anywhere else than in the middle of cells.
bool is_staggered(std::array<bool, 3> const& on_faces);

/// "cells", "faces across x", "edges along z", "nodes": where values of a program stand.
std::string describe_location(ProgramInfo const& program, std::array<bool, 3> const& on_faces);

/// Takes the values on faces that rules prescribe, of all that stage `stage` writes, out of the box that it acts in.
void leave_prescribed(ProgramInfo const& program, StageInfo& stage);

/// What a quantity needs.
struct QuantityPlan {
  Hull ghosts;      ///< the union of its readers' hulls
  int buffers = 1;  ///< versions alive at once; a write goes to the oldest
  int live = 1;     ///< versions that outlive a step: what a checkpoint has to hold
  bool written = false;
  bool ghost_edges = false;  ///< a reader needs the ghosts beyond edges and corners of the grid
};

struct Plan {
  std::vector<QuantityPlan> quantities;
  /// Bytes that a cell update must move to and from memory at least, per stage: each input once, each output once.
  std::vector<std::size_t> bytes_per_cell;
  std::vector<RegionInfo> regions;  ///< where each stage acts
};

/// Plans `program`: ghost layers from the readers' reach, buffers from the versions' lifetimes. A write may go
/// into the buffer of the oldest version that is read where every stage that writes the quantity reads that version at
/// its own cell alone: in place, if no stage reads an old one. So may the write of a stage over one parity that reads
/// cells of the other one and its own (reads_other_parity). Throws InputError, naming stage and quantity, for a read
/// past a face that has neither a boundary nor a periodic axis, for neighbours of a quantity that is there once per
/// program, a quantity written twice by one stage, a stage that writes at two locations, two quantities of one name, an
/// old version of what is never written, a parity where a periodic axis has an odd number of cells, and a least or
/// greatest value of no cells.
Plan make_plan(ProgramInfo const& program);

/// What is wrong where quantity `quantity`, which is there once per program, has no value when the first step reads it:
/// which stage reads it, and the remedy.
std::string never_set(ProgramInfo const& program, int quantity);

/// Whether a stage over cells reads a quantity that is there once per program, or makes one of all cells.
bool uses_scalars(ProgramInfo const& program, StageInfo const& stage);

/// Whether stage `stage` acts on the cells of one parity and reads, of a quantity that it writes, neighbours of the
/// other parity alone, in the newest version: what it reads it leaves as it is, so that it may write in place.
bool reads_other_parity(StageInfo const& stage, ReadInfo const& read);

/// Whether a stage has to copy what it leaves as it is: it makes a new version of `quantity` in another buffer, and
/// does not act in every cell.
bool copies_rest(StageInfo const& stage, QuantityPlan const& written);

/// "x 1 to 7, y 0 to 9, even cells, where solid": where stage `stage` of a program acts; empty: in every cell.
std::string describe_region(ProgramInfo const& program, StageInfo const& stage);

/// What stage `stage` of a program is scheduled by.
SweepShape sweep_shape(ProgramInfo const& program, std::size_t stage);

}  // namespace tessera
