// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/backend/native_code.hpp"
#include "tessera/ghosts/ghost_table.hpp"

// For CUDA alone (native.hpp).

namespace tessera::detail {

/// Where `there`, sets `v` to ghost layer `d` beyond a face, whose mirror holds `inner`.
template <class T, int Depth>
__device__ __forceinline__ void put_ghost(GhostTable<T, Depth> const& faces, T& v, int there, int face, int d,
                                          T inner) {
  put_fma(v, there, faces.factor[face], inner, faces.term[face][d]);
}

}  // namespace tessera::detail
