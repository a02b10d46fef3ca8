// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

namespace tessera {

/// What a program calls in place of a part that was left out of its build (TESSERA_PARTS). Writes the part's name,
/// "heat3d/equation_...", into the file that the environment variable TESSERA_MISSING_PART names, if any: apps/run then
/// compiles that part. Throws InputError, which says how to get it.
[[noreturn]] void missing_part(std::string const& part);

}  // namespace tessera
