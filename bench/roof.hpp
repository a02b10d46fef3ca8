// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "cases.hpp"

namespace tessera::bench {

/// What copying two arrays gives on `Exec`.
template <class Exec>
struct Roof {
  /// Bytes per second, measured when it is first asked for: the roof of all rates of this run.
  static double bandwidth();
  /// Registers `copy/SPACE/SIZE`: the copy of an array of SIZE doubles to another.
  static void add(Size const& size);
};
template <>
struct Roof<NoSpace> {};

}  // namespace tessera::bench
