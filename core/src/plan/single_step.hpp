// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "plan/schedule_parts.hpp"

namespace tessera {

// The time of single steps of a program with a state on a device, measured on an H200 (docs/time_tiling_results.md).
inline constexpr double single_share = 0.85;  ///< of the bandwidth of a copy
inline constexpr double wide_share = 0.7;     ///< or, with more than `few_points` points and no partial sums
inline constexpr int few_points = 9;
inline constexpr double single_launch_seconds = 2e-6;  ///< `launch_seconds` of single steps: 1 to 3 us (bench/results)

inline InputShape const& state_of(StepsShape const& shape) {
  return shape.sweep.inputs[static_cast<std::size_t>(shape.state)];
}

/// Seconds of a single step.
inline double single_seconds(StepsShape const& shape) {
  auto bytes = static_cast<double>(state_of(shape).value_size);
  for (InputShape const& input : shape.sweep.inputs) bytes += static_cast<double>(input.value_size) * input.components;
  double const cells = static_cast<double>(shape.sweep.n[0]) * shape.sweep.n[1] * shape.sweep.n[2];
  bool const few = shape.points <= few_points || shape.sweep.columns.partial_sums;
  return single_launch_seconds + cells * bytes / (copy_bytes * (few ? single_share : wide_share));
}

}  // namespace tessera
