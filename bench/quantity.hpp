// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "cases.hpp"

namespace tessera::bench {

/// The one quantity of most programs measured here.
template <class T>
struct temperature : Quantity<T> {};

}  // namespace tessera::bench
