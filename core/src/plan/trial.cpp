// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tessera/plan/trial.hpp"

#include <algorithm>
#include <cstdio>

#include "plan/schedule_parts.hpp"

namespace tessera {

Trial const& fastest(std::vector<Trial> const& trials) {
  auto const cheapest =
      std::min_element(trials.begin(), trials.end(), [](Trial const& a, Trial const& b) { return a.cost < b.cost; });
  auto best = cheapest;
  for (auto trial = trials.begin(); trial != trials.end(); ++trial) {
    if (trial->seconds <= 0 || cheapest->seconds <= 0) continue;
    double const margin = best == cheapest ? trial_margin : 1;
    if (trial->seconds < margin * best->seconds) best = trial;
  }
  return *best;
}

std::string describe(std::vector<Trial> const& trials, double cells) {
  std::string text;
  for (Trial const& trial : trials) {
    if (trial.seconds <= 0) continue;
    text += (text.empty() ? "" : ", ") + trial.strategy + (text.empty() ? " took " : " ") + microseconds(trial.seconds);
  }
  if (text.empty()) return text;
  char count[32];
  std::snprintf(count, sizeof count, "%.0f", cells);
  return std::string("; of trials on ") + count + " cells, " + text;
}

}  // namespace tessera
