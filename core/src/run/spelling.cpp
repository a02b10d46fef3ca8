// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tessera/run/spelling.hpp"

#include <algorithm>

namespace tessera {

int spelling_distance(std::string_view a, std::string_view b) {
  std::vector<int> before(b.size() + 1), last(b.size() + 1), now(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = static_cast<int>(j);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    now[0] = static_cast<int>(i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      int const replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      now[j] = std::min({replaced, last[j] + 1, now[j - 1] + 1});
      bool const swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) now[j] = std::min(now[j], before[j - 2] + 1);
    }
    std::swap(before, last);
    std::swap(last, now);
  }
  return last[b.size()];
}

std::string nearest_spelling(std::string_view word, std::vector<std::string> const& candidates) {
  std::string nearest;
  int least = std::max(2, static_cast<int>(word.size()) / 3) + 1;
  for (auto const& candidate : candidates) {
    int const distance = spelling_distance(word, candidate);
    if (distance < least && distance < static_cast<int>(candidate.size())) {
      least = distance;
      nearest = candidate;
    }
  }
  return nearest;
}

std::string spelling_hint(std::string_view word, std::vector<std::string> const& candidates) {
  std::string const nearest = nearest_spelling(word, candidates);
  if (!nearest.empty()) return "; did you mean \"" + nearest + "\"?";
  std::string hint;
  for (auto const& candidate : candidates) hint += (hint.empty() ? "; known: " : ", ") + candidate;
  return hint;
}

}  // namespace tessera
