// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstdint>

#include <Kokkos_Core.hpp>

#include "tessera/strategy/list.hpp"

namespace tessera {

namespace detail {

/// Copies piece `piece` of two arrays, a host thread's share.
struct CopyPieces {
  double const* from;
  double* to;
  std::int64_t size, pieces;

  KOKKOS_FUNCTION void operator()(std::int64_t piece) const {
    std::int64_t const begin = size / pieces * piece;
    std::int64_t const end = piece + 1 == pieces ? size : begin + size / pieces;
    double const* const in = from;
    double* const out = to;
#pragma omp simd
    for (std::int64_t i = begin; i < end; ++i) out[i] = in[i];
  }
};

}  // namespace detail

/// The roof: bytes per second that a copy of one array to another moves (read plus written), the best of the tries that
/// fit into `seconds`. `bytes` is the size of each array: larger than the caches, smaller than what is free.
template <class Exec>
double copy_bandwidth(Exec const& exec, double bytes = 512e6, double seconds = 0.4) {
  using Array = Kokkos::View<double*, typename Exec::memory_space>;
  constexpr bool simd = ExecTraits<Exec>::simd;
  auto const size = static_cast<std::int64_t>(bytes / sizeof(double));
  Array const a(Kokkos::view_alloc(exec, "tessera::roof/from"), size);
  Array const b(Kokkos::view_alloc(exec, "tessera::roof/to"), size);
  std::int64_t const pieces = exec.concurrency();
  double best = 0;
  Kokkos::Timer total;
  for (int tries = 0; tries < 3 || (tries < 50 && total.seconds() < seconds); ++tries) {
    exec.fence("tessera::roof");
    Kokkos::Timer timer;
    if constexpr (simd) {
      Kokkos::parallel_for("tessera::roof/copy",
                           Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 0, pieces),
                           detail::CopyPieces{a.data(), b.data(), size, pieces});
    } else {
      Kokkos::deep_copy(exec, b, a);
    }
    exec.fence("tessera::roof");
    best = std::max(best, 2.0 * static_cast<double>(size) * sizeof(double) / timer.seconds());
  }
  return best;
}

}  // namespace tessera
