// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tessera/solve/axis_transfer.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace tessera {
namespace {

/// Cell `at` of `n`, wrapped where the axis is periodic, or mirrored at an end with the factor of that end.
int inside(int at, int n, AxisEnds const& ends, double& weight) {
  if (at >= 0 && at < n) return at;
  if (ends.periodic) return (at + n) % n;
  weight *= at < 0 ? ends.low : ends.high;
  return at < 0 ? 0 : n - 1;
}

Interpolation interpolate(double position, int n, AxisEnds const& ends) {
  double const floor = std::floor(position);
  Interpolation from;
  from.weight_b = position - floor;
  from.weight_a = 1 - from.weight_b;
  from.a = inside(static_cast<int>(floor), n, ends, from.weight_a);
  from.b = inside(static_cast<int>(floor) + 1, n, ends, from.weight_b);
  return from;
}

/// The mean over [begin, end) of `n` cells of length 1.
Gathering average(double begin, double end, int n) {
  Gathering mean;
  double sum = 0;
  for (int cell = static_cast<int>(std::floor(begin)); cell < end && cell < n; ++cell) {
    double const overlap = std::min(end, cell + 1.0) - std::max(begin, static_cast<double>(cell));
    if (overlap < 1e-9) continue;
    mean.cell[mean.count] = cell;
    mean.weight[mean.count++] = overlap;
    sum += overlap;
  }
  for (double& weight : mean.weight) weight /= sum;
  return mean;
}

}  // namespace

AxisTransfer make_axis_transfer(int fine, int coarse, AxisEnds const& ends) {
  double const beyond_low = !ends.periodic && ends.low == 0 ? 0.5 : 0;
  double const beyond_high = !ends.periodic && ends.high == 0 ? 0.5 : 0;
  double const beyond = beyond_low + beyond_high;
  AxisTransfer transfer;
  transfer.ratio = (fine + beyond) / (coarse + beyond);
  for (int i = 0; i < fine; ++i) {
    double const position = (i + 0.5 + beyond_low) / transfer.ratio - 0.5 - beyond_low;
    // Rounding must not move an identity off its cell.
    transfer.to_fine.push_back(interpolate(fine == coarse ? i : position, coarse, ends));
  }
  for (int i = 0; i < coarse; ++i) {
    double const begin = (i + beyond_low) * transfer.ratio - beyond_low;
    transfer.to_coarse.push_back(average(std::max(begin, 0.0), begin + transfer.ratio, fine));
  }
  return transfer;
}

}  // namespace tessera
