// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

namespace tessera::bench {

/// What a step of each operator does per cell, counted from its program: a JSON object by operator and precision, with
/// its stages, the values it reads, operations, flops, and the bytes that it must move. It does not depend on any
/// machine.
std::string counts_json();

}  // namespace tessera::bench
