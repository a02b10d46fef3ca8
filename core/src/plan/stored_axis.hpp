// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>

namespace tessera {

/// The storage axis of axis `axis` of a grid of `rank` axes: a 2D grid's y is stored as z.
constexpr std::size_t stored_axis(int rank, std::size_t axis) { return rank == 2 && axis == 1 ? 2 : axis; }

}  // namespace tessera
