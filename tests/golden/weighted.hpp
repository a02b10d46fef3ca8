// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "golden/models.hpp"
#include "tessera/stencils/weighted.hpp"

namespace golden {

template <class T>
struct StarOp {
  static auto make() { return stencils::WeightedStar<3, 2, T>{{T(0.3), T(0.08), T(0.025)}}; }
};
template <class T>
struct BoxOp {
  static auto make() { return stencils::WeightedBox<3, T>{{T(0.3), T(0.05), T(0.02), T(0.015)}}; }
};

}  // namespace golden
