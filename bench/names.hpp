// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <vector>

#include "cases.hpp"

namespace tessera::bench {

/// The names of a list of strategies.
template <class... Strategies>
std::vector<std::string> names(Types<Strategies...>) {
  return {Strategies::name...};
}

/// The names of the strategies that are compiled for `Exec`, the default first.
template <class Exec>
std::vector<std::string> strategy_names() {
  return names(typename ExecTraits<Exec>::strategies{});
}

}  // namespace tessera::bench
