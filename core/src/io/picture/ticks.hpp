// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <vector>

namespace tessera::detail {

/// Round numbers along an axis, as text.
struct Ticks {
  std::vector<double> values;
  std::vector<std::string> labels;
  int exponent = 0;  ///< the labels are in units of 10^exponent
};

/// At most `most` ticks at multiples of 1, 2 or 5 times a power of ten within [low, high]; low < high.
[[nodiscard]] Ticks make_ticks(double low, double high, int most);

/// The name of an axis with its unit and the ticks' exponent: "x (m)", "depth (10^-3 m)", "ratio".
[[nodiscard]] std::string axis_label(std::string const& name, std::string const& unit, Ticks const& ticks);

/// Finite bounds for an axis or a colour bar: a little around a constant, 0 to 1 where nothing is finite.
struct Bounds {
  double low = 0, high = 1;
};
[[nodiscard]] Bounds bounds_of(std::vector<double> const& values);
[[nodiscard]] Bounds widened(Bounds bounds);

}  // namespace tessera::detail
