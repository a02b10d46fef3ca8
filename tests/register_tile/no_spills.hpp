// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/solution.hpp"

// The numbers that are chosen for stars of reach 1 in space. A register that goes to memory and back at every plane
// costs more than the steps that it was to spare. Files that include this are compiled with warnings of such registers
// as errors (tests/CMakeLists.txt), without a device; with one, they ask there.

namespace register_tiles {

using namespace tessera;

template <class T>
struct warmth : Quantity<T> {};

/// Seven points with one coefficient, as a user writes them down.
template <class T>
struct Plain {
  T spread;
  using reach = Star<1>;
  template <class U>
  KOKKOS_FUNCTION T operator()(U const& u) const {
    T const beside = u(-1, 0, 0) + u(1, 0, 0) + u(0, -1, 0) + u(0, 1, 0);
    return tessera::fma(spread, beside + u(0, 0, -1) + u(0, 0, 1) - 6 * u(), u());
  }
};

/// Bytes of local memory that a thread of a kernel has.
template <class Bound, class Numbers>
std::size_t local_bytes() {
  cudaFuncAttributes facts{};
  auto const kernel = detail::register_tile_kernel<Bound, 0, Numbers>;
  detail::check_cuda(cudaFuncGetAttributes(&facts, kernel), "the attributes of a register tile");
  return facts.localSizeBytes;
}

template <int Rank, class Op, class T>
using Chosen = typename detail::TileNumbersOf<Op, typename Op::reach, Rank, sizeof(T), 1>::type;

/// The same of the kernels that a program with one state has: that of whole launches, and that of what they leave over.
template <int Rank, class Op, class T, class Numbers = Chosen<Rank, Op, T>>
std::size_t local_bytes_of() {
  using Q = warmth<T>;
  using ProgramType = decltype(Program{Grid<Rank>{}, Stage<Op, Reads<Q>, Writes<Q>>{}});
  using Binder = detail::Binder<Kokkos::Cuda, ProgramType>;
  using Bound = decltype(std::declval<Binder const&>().template launched<0>());
  std::size_t bytes = local_bytes<Bound, Numbers>();
  if constexpr (detail::has_fewer_levels<Numbers, Bound::inputs>)
    bytes += local_bytes<Bound, detail::FewerLevels<Numbers>>();
  return bytes;
}

}  // namespace register_tiles
