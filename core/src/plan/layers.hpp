// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

#include "tessera/operator/hull.hpp"

namespace tessera {

/// "x 1+1, y 1+1": layers of cells below and above, along the axes of a grid of `rank` axes that have any.
inline std::string layers(int rank, Hull const& hull) {
  std::string text;
  for (int axis = 0; axis < 3; ++axis) {
    if (hull.lo[axis] == 0 && hull.hi[axis] == 0) continue;
    text += (text.empty() ? "" : ", ") + std::string(1, axis_letter(rank, axis)) + ' ' +
            std::to_string(-hull.lo[axis]) + '+' + std::to_string(hull.hi[axis]);
  }
  return text.empty() ? "none" : text;
}

/// "one write ago", "2 writes ago".
inline std::string writes_ago(int age) { return age == 1 ? "one write ago" : std::to_string(age) + " writes ago"; }

}  // namespace tessera
