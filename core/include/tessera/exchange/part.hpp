// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <string>
#include <vector>

#include "tessera/plan/program_plan.hpp"

// How a grid is cut into parts, one for each rank. Plain data and host functions.

namespace tessera {

/// A part of a grid, in storage axes: the box of cells that a rank has, and the ranks beyond its faces.
struct GridPart {
  static constexpr int nobody = -1;

  std::array<int, 3> first{};           ///< the first cell, in the whole grid
  std::array<int, 3> cells{1, 1, 1};    ///< of the part
  std::array<int, 6> neighbour = none;  ///< the rank beyond each face; nobody beyond a face that is not exchanged

  /// Whether cells of another rank (or of the same one, across a periodic axis) lie beyond storage face `face`, so that
  /// an exchange fills what stands there. Other faces are physical, or wrap to the part itself.
  [[nodiscard]] bool exchanged(int face) const { return neighbour[static_cast<std::size_t>(face)] != nobody; }
  /// Whether the grid is cut across an axis.
  [[nodiscard]] bool cut(int axis) const { return exchanged(2 * axis) || exchanged(2 * axis + 1); }

 private:
  static constexpr std::array<int, 6> none{nobody, nobody, nobody, nobody, nobody, nobody};
};

/// What is known of a program before its grid is cut.
struct Cuttable {
  int rank = 3;                       ///< axes of the grid
  std::array<int, 3> cells{1, 1, 1};  ///< storage axes
  std::array<bool, 3> periodic{};
  std::array<int, 3> least{1, 1, 1};   ///< cells that a part must have along an axis that is cut
  std::array<double, 3> halo_bytes{};  ///< that a step exchanges per cell of one face across each axis
  double step_bytes = 16;              ///< that a step moves per cell
};

/// The data of a program that its cut depends on. Throws InputError, with the place and the remedy, for a program that
/// cannot be cut: one with a coupled boundary or a reduction over all cells; and see make_plan.
Cuttable cuttable(ProgramInfo program);

/// The number of parts along x, y, z that `ranks` processes get. Among all that fit, the one whose busiest part takes
/// least: what it moves in its own memory, and ten times what it exchanges, the usual ratio of memory to links; a face
/// across x counts four times, because its values are not contiguous. `wanted`: parts along x, y, z as a user gave
/// them, 0 where the choice is free. Throws InputError if none fits, with the largest number of processes that does.
std::array<int, 3> choose_process_grid(Cuttable const& grid, int ranks, std::array<int, 3> const& wanted = {});

/// The parts of all ranks, x first: rank = i + nx (j + ny k). Their sizes differ by one cell at most.
std::vector<GridPart> cut_grid(Cuttable const& grid, std::array<int, 3> const& process_grid);

/// The plan of the buffers of one part, of which ghost layers are alike on all ranks. Makes of `program` that of the
/// part, as plans of launches see it: its cells, regions in its own indices, exchanged faces. Errors: see make_plan.
Plan plan_of_part(ProgramInfo& program, GridPart const& part);

/// "the grid is cut into 2 x 1 x 2 parts for 4 processes; rank 3 has the cells x 64 to 128, y 0 to 64, z 32 to 64".
std::string explain_part(GridPart const& part, int number, int rank, std::array<int, 3> const& process_grid);

/// "2 x 1 x 4": the numbers of a process grid, for messages.
std::string describe_process_grid(std::array<int, 3> const& process_grid, int rank);

}  // namespace tessera
