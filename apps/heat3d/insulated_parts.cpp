// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "insulated_parts.hpp"

#include <algorithm>
#include <cmath>

#include "heat_balance.hpp"
#include "tessera/stencils/heat.hpp"

namespace heat3d {
namespace {

using namespace tessera;
using Cell = std::array<long, 3>;

/// Walks over the cells that heat can reach from each other.
class Parts {
 public:
  explicit Parts(Problem const& problem)
      : m_problem(problem), m_n(problem.mesh.cells), m_seen(problem.diffusivity_map.size(), 0) {}

  /// The first part that grows.
  std::optional<GrowingPart> first_growing() {
    for (std::size_t seed = 0; seed < m_seen.size(); ++seed) {
      if (m_seen[seed] != 0) continue;
      Part const part = walk(seed);
      if (part.given || part.gain.cancels()) continue;
      return GrowingPart{cell_of(seed), static_cast<double>(part.gain.value / part.cells)};
    }
    return std::nullopt;
  }

 private:
  struct Part {
    bool given = false;  ///< it conducts to a given temperature
    HeatSum gain;        ///< of all its cells
    long double cells = 0;
  };

  Part walk(std::size_t seed) {
    Part part;
    m_seen[seed] = 1;
    m_open = {seed};
    while (!m_open.empty()) {
      std::size_t const at = m_open.back();
      m_open.pop_back();
      part.cells += 1;
      if (!m_problem.source.empty()) part.gain.add(m_problem.source[at]);
      for (std::size_t face = 0; face < 6; ++face) look(part, at, face);
    }
    return part;
  }
  /// Goes on beyond a face of a cell, or takes what the boundary says there.
  void look(Part& part, std::size_t at, std::size_t face) {
    std::size_t const axis = face / 2;
    Cell cell = cell_of(at);
    bool const at_end = cell[axis] == (face % 2 == 0 ? 0 : m_n[axis] - 1);
    FaceConfig const& rule = m_problem.boundary[face];
    if (at_end && rule.kind == BoundaryKind::dirichlet) part.given = part.given || conducts(at, at);
    if (at_end && rule.kind == BoundaryKind::neumann) part.gain.add(gradient_gain(m_problem, face, at));
    if (at_end && rule.kind != BoundaryKind::periodic) return;
    cell[axis] = (cell[axis] + (face % 2 == 0 ? m_n[axis] - 1 : 1)) % m_n[axis];
    std::size_t const other = index_of(cell);
    if (m_seen[other] != 0 || !conducts(at, other)) return;
    m_seen[other] = 1;
    m_open.push_back(other);
  }
  [[nodiscard]] bool conducts(std::size_t a, std::size_t b) const {
    return stencils::face_diffusivity(m_problem.diffusivity_map[a], m_problem.diffusivity_map[b]) > 0;
  }
  [[nodiscard]] Cell cell_of(std::size_t index) const {
    auto const i = static_cast<long>(index);
    return {i % m_n[0], i / m_n[0] % m_n[1], i / (m_n[0] * m_n[1])};
  }
  [[nodiscard]] std::size_t index_of(Cell const& cell) const {
    return static_cast<std::size_t>(cell[0] + m_n[0] * (cell[1] + m_n[1] * cell[2]));
  }

  Problem const& m_problem;
  Cell m_n;
  std::vector<char> m_seen;
  std::vector<std::size_t> m_open;  ///< cells from which the walk has not gone on
};

}  // namespace

std::optional<GrowingPart> growing_part(Problem const& problem) {
  auto const& map = problem.diffusivity_map;
  auto const insulates = [](double alpha) { return !(stencils::face_diffusivity(alpha, alpha) > 0); };
  if (std::none_of(map.begin(), map.end(), insulates)) return std::nullopt;
  return Parts(problem).first_growing();
}

}  // namespace heat3d
