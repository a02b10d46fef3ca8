// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <optional>

#include "problem.hpp"

namespace heat3d {

/// A part of the box that cells of diffusivity 0 cut off from every given temperature, and whose mean temperature
/// changes for ever.
struct GrowingPart {
  std::array<long, 3> cell{};  ///< one of its cells, x, y, z
  double rate = 0;             ///< of its mean temperature, K/s
};

/// The first such part; none where no cell has the diffusivity 0.
[[nodiscard]] std::optional<GrowingPart> growing_part(Problem const& problem);

}  // namespace heat3d
