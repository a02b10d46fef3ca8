// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ticks.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace tessera::detail {

namespace {

double round_step(double length, int most) {
  double const least = length / most;
  double const power = std::pow(10.0, std::floor(std::log10(least)));
  for (double const factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= least * (1 - 1e-9)) return factor * power;
  }
  return 10 * power;
}

/// The power of ten to leave out of labels: none while they stay short without it.
int label_exponent(double largest, double step) {
  if (largest < 99999.5 && step > 0.99e-4) return 0;
  int const exponent = static_cast<int>(std::floor(std::log10(largest) + 1e-9));
  return largest >= 99999.5 ? exponent / 3 * 3 : static_cast<int>(std::floor(exponent / 3.0)) * 3;
}

}  // namespace

Ticks make_ticks(double low, double high, int most) {
  Ticks ticks;
  double const step = round_step(high - low, most);
  double const slack = 1e-6 * (high - low);
  auto const first = std::ceil((low - slack) / step);
  auto const last = std::floor((high + slack) / step);
  ticks.exponent = label_exponent(std::max(std::abs(low), std::abs(high)), step);
  double const unit = std::pow(10.0, ticks.exponent);
  int const digits = std::clamp(static_cast<int>(std::ceil(-std::log10(step / unit) - 1e-6)), 0, 15);
  for (int i = 0; i <= static_cast<int>(last - first); ++i) {
    double const n = first + i, value = n * step;
    char text[64];
    std::snprintf(text, sizeof text, "%.*f", digits, n == 0 ? 0.0 : value / unit);
    ticks.values.push_back(value);
    ticks.labels.emplace_back(text);
  }
  return ticks;
}

std::string axis_label(std::string const& name, std::string const& unit, Ticks const& ticks) {
  std::string scale = ticks.exponent == 0 ? "" : "10^" + std::to_string(ticks.exponent);
  std::string shown = unit == "degC" ? "\u00b0C" : unit;
  if (!scale.empty() && !shown.empty()) scale += " ";
  std::string const inside = scale + shown;
  return inside.empty() ? name : name + " (" + inside + ")";
}

Bounds bounds_of(std::vector<double> const& values) {
  Bounds bounds{INFINITY, -INFINITY};
  for (double const value : values) {
    if (!std::isfinite(value)) continue;
    bounds.low = std::min(bounds.low, value);
    bounds.high = std::max(bounds.high, value);
  }
  return bounds;
}

Bounds widened(Bounds bounds) {
  if (!(bounds.low <= bounds.high)) return {0, 1};
  double const size = std::max(std::abs(bounds.low), std::abs(bounds.high));
  if (bounds.high - bounds.low > 1e-12 * size) return bounds;
  double const around = size == 0 ? 1 : 0.5 * size;  // what differs less is round-off
  return {bounds.low - around, bounds.high + around};
}

}  // namespace tessera::detail
