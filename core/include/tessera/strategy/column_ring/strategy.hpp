// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

namespace tessera {

/// The strategy of CUDA devices for wide reaches: a thread sweeps columns along z as in Column, but what threads share
/// of a plane stands in a ring in scratch, which copies that nobody waits for fill some planes ahead.
struct ColumnRing {
  static constexpr char const* name = "column_ring";
  static constexpr bool takes_scalars = true;
};

}  // namespace tessera
