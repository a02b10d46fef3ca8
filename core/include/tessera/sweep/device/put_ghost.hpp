// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/sweep/device/face_map.hpp"

// For CUDA alone (native.hpp).

namespace tessera::detail {

/// Puts ghost layer `d` beyond a face, whose mirror holds `inner`, into `v` where `there`, with one instruction that
/// others skip: a compiler would compute it for all, and choose.
template <class T, int Depth>
__device__ __forceinline__ void put_ghost(FaceMap<T, Depth> const& faces, T& v, int there, int face, int d, T inner) {
  if constexpr (sizeof(T) == 8) {
    asm("{.reg .pred p; setp.ne.s32 p, %1, 0; @p fma.rn.f64 %0, %2, %3, %4;}"
        : "+d"(v)
        : "r"(there), "d"(faces.factor[face]), "d"(inner), "d"(faces.term[face][d]));
  } else {
    asm("{.reg .pred p; setp.ne.s32 p, %1, 0; @p fma.rn.f32 %0, %2, %3, %4;}"
        : "+f"(v)
        : "r"(there), "f"(faces.factor[face]), "f"(inner), "f"(faces.term[face][d]));
  }
}

}  // namespace tessera::detail
