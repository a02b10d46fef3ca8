// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <span>

namespace tessera::detail {

/// A version of a quantity on a part of a grid, with its type erased; storage axes, strides in values.
struct HaloField {
  int quantity = 0;            ///< its number in the program
  std::byte* cells = nullptr;  ///< cell (0, 0, 0), component 0
  int value_size = 8;
  int components = 1;
  std::ptrdiff_t stride_y = 1, stride_z = 1, stride_c = 1;
  int n[3] = {1, 1, 1};                    ///< values of the part
  int lo[3] = {}, hi[3] = {};              ///< layers in memory below and above them
  int ruled_lo[3] = {}, ruled_hi[3] = {};  ///< those of them that boundaries make: none at exchanged faces
  bool edges = false;                      ///< a reader needs those beyond edges and corners
};

/// Fills what stands beyond the exchanged faces of a part.
class HaloExchange {
 public:
  virtual ~HaloExchange() = default;
  /// Fills the layers of all fields from the neighbours', whose boundaries' ghosts must be up to date. All ranks call
  /// it with the same fields of theirs. The result stands in memory when the space has done what was enqueued.
  virtual void fill(std::span<HaloField const> fields) = 0;
};

}  // namespace tessera::detail
