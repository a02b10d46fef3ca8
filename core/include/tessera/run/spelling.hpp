// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tessera {

/// How many letters must be added, dropped, replaced or swapped with their neighbour to make `b` of `a`
/// (the restricted Damerau-Levenshtein distance).
[[nodiscard]] int spelling_distance(std::string_view a, std::string_view b);

/// The candidate nearest to `word`; empty if none is near enough to be a likely slip.
[[nodiscard]] std::string nearest_spelling(std::string_view word, std::vector<std::string> const& candidates);

/// The end of a message about an unknown `word`: `; did you mean "x"?`, or else `; known: a, b, c`.
[[nodiscard]] std::string spelling_hint(std::string_view word, std::vector<std::string> const& candidates);

}  // namespace tessera
