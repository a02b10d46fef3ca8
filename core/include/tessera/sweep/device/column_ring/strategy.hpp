// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

namespace tessera {

/// The strategy of CUDA devices for wide reaches: a thread sweeps columns along z as in Column, but what threads share
/// of a plane stands in a ring in scratch, which copies that nobody waits for fill some planes ahead.
struct ColumnRing {
  static constexpr char const* name = "column_ring";
  static constexpr bool takes_scalars = true;
};

namespace detail {

/// Whether a space has the sweep: CUDA's.
template <class Exec>
inline constexpr bool has_column_rings = requires(Exec const& exec) {
  exec.cuda_stream();
};

}  // namespace detail
}  // namespace tessera
