// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "tessera/exchange/ranks.hpp"

namespace tessera::detail {

/// The values of a part among those of the whole grid, storage axes.
struct ValueBox {
  std::array<int, 3> first{};
  std::array<int, 3> n{1, 1, 1};
};

/// The values of a quantity on a grid and on its parts, by rank.
struct ValueBoxes {
  std::array<int, 3> whole{1, 1, 1};
  std::vector<ValueBox> parts;
  int components = 1;
  bool shared = false;  ///< each rank has all values: a global scalar

  [[nodiscard]] std::size_t size() const;
  [[nodiscard]] std::size_t size(int rank) const;
};

/// The values of all parts in (c, z, y, x) order of the whole grid, on rank 0; nothing on others. `part`: those of this
/// rank, in the same order; `value_size`: bytes of one. All ranks call it.
std::vector<std::byte> gather_values(Ranks const& ranks, ValueBoxes const& boxes, std::size_t value_size,
                                     std::span<std::byte const> part);

/// The values of one part, of those of the whole grid.
std::vector<std::byte> cut_values(ValueBoxes const& boxes, int rank, std::size_t value_size,
                                  std::span<std::byte const> whole);

/// The index in the whole grid of value `index` of a part; both count in (c, z, y, x) order.
long index_in_whole(ValueBoxes const& boxes, int rank, long index);

}  // namespace tessera::detail
