// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <vector>

#include "canvas.hpp"

// Ground drawn as hills in the light of the north-west.
namespace tessera::detail {

/// The colour of the ground in each cell of a picture that has terrain: a tint by height, shaded by slope. Slopes are
/// exaggerated so that hills of any height look like hills.
[[nodiscard]] std::vector<Colour> ground_colours(Picture const& picture);

/// `above` as stained glass over `ground`.
[[nodiscard]] Colour over_ground(Colour above, Colour ground);

}  // namespace tessera::detail
