// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "golden/models.hpp"
#include "tessera/stencils/heat.hpp"

namespace golden {

template <int Rank, class T>
struct HeatOp {
  static auto make() { return stencils::Heat<Rank, T>::make(1.0, spacing<Rank>(), 0.15); }
};
template <int Rank, class T>
void hold_heat() {
  hold<OneStage<Rank, T, HeatOp<Rank, T>>>("heat" + std::to_string(Rank) + "d/" + precision<T>());
}

}  // namespace golden
