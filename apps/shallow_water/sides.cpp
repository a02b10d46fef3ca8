// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "sides.hpp"

#include "range_reader.hpp"
#include "tessera/run/common_keys.hpp"

namespace shallow_water {
namespace {

using namespace tessera;

/// Walls and periodic sides have no ranges: a list that names one is refused.
void refuse_whole_sides(Config const& config, std::string const& part) {
  std::string const& type = config.text(part);
  if (type == "wall") config.refuse(part, "what no range of a side names is a wall; leave it out");
  if (type == "periodic") config.refuse(part, "an axis is periodic as a whole; write { type = \"periodic\" }, no list");
}

/// Notes which range each cell belongs to; `owner` holds numbers of parts, or -1.
void take_cells(Config const& config, std::vector<std::string> const& parts, std::size_t part,
                std::vector<bool> const& holds, std::vector<int>& owner) {
  for (std::size_t cell = 0; cell < holds.size(); ++cell) {
    if (!holds[cell]) continue;
    if (owner[cell] >= 0) {
      std::string const& other = parts[static_cast<std::size_t>(owner[cell])];
      config.refuse(parts[part], "overlaps " + config.written(other) + " (" + config.where(other) + ") at cell " +
                                     std::to_string(cell) + " of the side; a cell belongs to one range");
    }
    owner[cell] = static_cast<int>(part);
  }
}

std::vector<Side> read_side(Problem const& problem, Config const& config, std::size_t face, double end) {
  auto const parts = config.parts("boundary." + face_name(static_cast<int>(face)));
  std::vector<int> owner(static_cast<std::size_t>(problem.mesh.cells[1 - face / 2]), -1);
  std::vector<Side> ranges;
  for (std::size_t k = 0; k < parts.size(); ++k) {
    if (parts[k].ends_with(']')) refuse_whole_sides(config, parts[k]);
    for (Side& side : RangeReader(problem, config, parts[k], face, end).read()) {
      take_cells(config, parts, k, side.holds, owner);
      ranges.push_back(std::move(side));
    }
  }
  return ranges;
}

}  // namespace

void add_side_keys(Schema& schema) {
  add_boundary_keys(schema, 2, range_forms(), std::vector<std::string>(4, "{ type = \"wall\" }"), FaceParts::ranges);
}

void read_sides(Problem& problem, Config const& config, double end) {
  check_periodic_faces(config, 2);
  for (std::size_t face = 0; face < 4; ++face) {
    problem.periodic[face / 2] = is_periodic_face(config, static_cast<int>(face));
    problem.sides[face] = read_side(problem, config, face, end);
  }
}

}  // namespace shallow_water
