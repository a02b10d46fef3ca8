// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

#include "tessera/run/simulation.hpp"

namespace tessera {

/// A check as text for a checkpoint, to the same bits, and back; `bad_place` is left out, as only good numbers are
/// kept.
[[nodiscard]] std::string to_text(Check const& check);
[[nodiscard]] Check check_from_text(std::string const& text);

}  // namespace tessera
