// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>

#include "tessera/reach.hpp"

namespace tessera {

/// The first interior point of every row lies on a multiple of this many bytes: a cache line of GPUs.
inline constexpr std::size_t row_alignment = 128;

/// The memory layout of a field, cells and ghosts, in storage axes; plain data. Cell (i, j, k) of component c is at
/// origin + i + j stride_y + k stride_z + c stride_c, in values from a 128-byte boundary.
struct Layout {
  int n[3] = {1, 1, 1};   ///< cells
  int lo[3] = {0, 0, 0};  ///< ghost layers below
  int hi[3] = {0, 0, 0};  ///< ghost layers above
  int components = 1;
  std::ptrdiff_t stride_y = 1;
  std::ptrdiff_t stride_z = 1;
  std::ptrdiff_t stride_c = 1;
  std::ptrdiff_t origin = 0;
  std::ptrdiff_t size = 0;  ///< values in all, ghosts and padding included

  KOKKOS_FORCEINLINE_FUNCTION std::ptrdiff_t at(int i, int j, int k, int c = 0) const {
    return origin + i + j * stride_y + k * stride_z + c * stride_c;
  }
  bool operator==(Layout const&) const = default;
};

/// The layout of `components` components on `grid` with the ghost layers of `ghosts`, for values of `value_size` bytes.
/// Strides that are multiples of 4 KiB are padded: such rows and planes would compete for the same cache sets.
inline Layout make_layout(StoredGrid const& grid, Hull const& ghosts, int components, std::size_t value_size) {
  Layout l;
  for (int axis = 0; axis < 3; ++axis) {
    l.n[axis] = grid.n[axis];
    l.lo[axis] = -ghosts.lo[axis];
    l.hi[axis] = ghosts.hi[axis];
  }
  l.components = components;
  auto const unit = static_cast<std::ptrdiff_t>(row_alignment / value_size);
  auto const round_up = [unit](std::ptrdiff_t v) { return (v + unit - 1) / unit * unit; };
  auto const avoid_power = [&](std::ptrdiff_t stride) {
    return static_cast<std::size_t>(stride) * value_size % 4096 == 0 ? stride + unit : stride;
  };
  std::ptrdiff_t const lead = round_up(l.lo[0]);
  auto const rows = static_cast<std::ptrdiff_t>(l.n[1]) + l.lo[1] + l.hi[1];
  auto const planes = static_cast<std::ptrdiff_t>(l.n[2]) + l.lo[2] + l.hi[2];
  l.stride_y = avoid_power(round_up(static_cast<std::ptrdiff_t>(l.n[0]) + l.lo[0] + l.hi[0]));
  l.stride_z = rows == 1 ? l.stride_y : avoid_power(l.stride_y * rows);
  l.stride_c = l.stride_z * planes;
  l.origin = lead + l.lo[1] * l.stride_y + l.lo[2] * l.stride_z;
  // Sweeps over several rows and whole vectors read past the last ones and discard these values.
  l.size = lead + l.stride_c * components + unit + (rows == 1 ? 0 : 3 * l.stride_y);
  return l;
}

}  // namespace tessera
