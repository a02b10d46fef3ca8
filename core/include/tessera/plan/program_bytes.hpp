// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>

#include "tessera/plan/execution_plan.hpp"

namespace tessera {

/// Bytes that a Solution allocates for a plan, known before it does. Where a launch takes several steps or stages,
/// quantities that stages write in place have a second buffer.
std::size_t program_bytes(ExecutionPlan const& plan);

}  // namespace tessera
