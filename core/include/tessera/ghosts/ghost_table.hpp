// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/ghosts/boundary_rules.hpp"

namespace tessera::detail {

/// The ghost formulas of a target whose faces have one number each, as a table: a factor per face, a term per ghost
/// layer. Kernels that make ghosts in registers read it instead of branching on the rule. Ghost layer `d` mirrors cell
/// d; 0 is next to the face.
template <class T, int Depth>
struct GhostTable {
  T factor[6];
  T term[6][Depth > 0 ? Depth : 1];

  GhostTable() = default;
  explicit GhostTable(FaceRules<T> const& faces) {
    for (int f = 0; f < 6; ++f) {
      int const beyond = f % 2 == 0 ? -1 : faces.n[f / 2];
      factor[f] = faces.uniform_formula(f / 2, beyond).factor;
      for (int d = 0; d < Depth; ++d) {
        term[f][d] = faces.uniform_formula(f / 2, f % 2 == 0 ? beyond - d : beyond + d).term;
      }
    }
  }

  KOKKOS_FORCEINLINE_FUNCTION T ghost(int face, int d, T inner) const {
    return GhostFormula<T>::apply(factor[face], inner, term[face][d]);
  }
};

}  // namespace tessera::detail
