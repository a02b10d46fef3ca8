// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string>

#include <Kokkos_Core.hpp>

#include "tessera/backend/launch.hpp"
#include "tessera/bind/bound_stage.hpp"
#include "tessera/ghosts/fill_ghosts.hpp"
#include "tessera/strategy/naive/strategy.hpp"

namespace tessera::detail {

/// Updates one cell of the box of a bound stage, counted x first.
template <class Bound>
struct NaiveSweep {
  Bound bound;

  KOKKOS_FUNCTION void operator()(std::int64_t cell) const {
    constexpr std::int64_t most = 0xffffffff;  // 32-bit division takes a fifth of the time
    int at[3];
    if (cell <= most) {
      place(static_cast<std::uint32_t>(cell), at);
    } else {
      place(static_cast<std::uint64_t>(cell), at);
    }
    int const i = at[0] + bound.first(0), j = at[1] + bound.first(1), k = at[2] + bound.first(2);
    typename Bound::Accumulator accumulator;
    bound.update(bound.memory_rows(j, k), i, j, k, accumulator);
    bound.merge(Alone{}, accumulator);
  }

 private:
  template <class Index>
  KOKKOS_FORCEINLINE_FUNCTION void place(Index cell, int (&at)[3]) const {
    Index const nx = static_cast<Index>(bound.extent(0)), ny = static_cast<Index>(bound.extent(1));
    Index const row = cell / nx, plane = row / ny;
    at[0] = static_cast<int>(cell - row * nx);
    at[1] = static_cast<int>(row - plane * ny);
    at[2] = static_cast<int>(plane);
  }
};

template <class Exec, class Bound>
void sweep(Naive, Exec const& exec, Bound const& bound, ResolvedSchedule const&, std::string const& label) {
  std::int64_t const cells = static_cast<std::int64_t>(bound.extent(0)) * bound.extent(1) * bound.extent(2);
  launch_items(label + "/naive", exec, cells, NaiveSweep<Bound>{bound});
  fill_open_ghosts<true>(exec, bound);
}

}  // namespace tessera::detail
