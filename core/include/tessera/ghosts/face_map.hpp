// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <type_traits>

#include "tessera/ghosts/boundary_rules.hpp"
#include "tessera/numeric.hpp"

namespace tessera::detail {

/// The ghosts of a target whose faces have plain values, as factor * inner + term: FaceRules::ghost_value without a
/// choice, to the bit where the mirror cell's value is finite. Where it is not, the ghost of a node value is a NaN
/// (0 * infinity) instead of that value: the grid is lost by then. Ghost layer `d` mirrors cell d; 0 is next to the
/// face.
template <class T, int Depth>
struct FaceMap {
  T factor[6];
  T term[6][Depth > 0 ? Depth : 1];

  FaceMap() = default;
  explicit FaceMap(FaceRules<T> const& faces) {
    for (int f = 0; f < 6; ++f) {
      T const value = faces.value[f];
      RuleKind const kind = faces.kind[f];
      factor[f] = kind == RuleKind::face_value ? T(-1) : kind == RuleKind::node_value ? T(0) : T(1);
      for (int d = 0; d < Depth; ++d) {
        term[f][d] = FaceRules<T>::ghost_value(kind, value, T(0), faces.gap(f / 2, -1 - d));
      }
    }
  }

  KOKKOS_FORCEINLINE_FUNCTION T ghost(int face, int d, T inner) const { return of(factor[face], inner, term[face][d]); }
  KOKKOS_FORCEINLINE_FUNCTION static T of(T factor, T inner, T term) {
    if constexpr (std::is_integral_v<T>) {
      return static_cast<T>(factor * inner + term);
    } else {
      return Kokkos::fma(factor, inner, term);
    }
  }
};

}  // namespace tessera::detail
