// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>

#include "tessera/backend/macros.hpp"
#include "tessera/operator/point.hpp"
#include "tessera/reach.hpp"

namespace tessera::detail {

/// An input of a stage: one version of a quantity, with the reach of the operator into it.
template <int Rank, class Value, int Components, Reach R>
struct Source {
  using value_type = Value;
  using reach = R;
  using row_type = MemoryRow<Value>;
  static constexpr int components = Components;
  static constexpr Hull hull = stored_hull<R, Rank>;
  static constexpr bool global_scalar = false;

  Value const* cells;  ///< cell (0, 0, 0), component 0
  std::ptrdiff_t stride_y, stride_z, stride_c;
  int lo[3], hi[3];  ///< ghost layers in memory

  KOKKOS_FORCEINLINE_FUNCTION MemoryRow<Value> row(int j, int k) const {
    return {cells + j * stride_y + k * stride_z, stride_y, stride_z, stride_c};
  }
};

/// An input that is a global scalar.
template <class Value, int Components>
struct ScalarSource {
  using value_type = Value;
  using reach = Centre;
  using row_type = ScalarRow<Value, Components>;
  static constexpr int components = Components;
  static constexpr Hull hull{};
  static constexpr bool global_scalar = true;

  Value const* values;
  std::ptrdiff_t stride_c;

  KOKKOS_FORCEINLINE_FUNCTION row_type row(int, int) const {
    row_type r;
    TESSERA_UNROLL
    for (int c = 0; c < Components; ++c) r.values[c] = values[c * stride_c];
    return r;
  }
};

}  // namespace tessera::detail
