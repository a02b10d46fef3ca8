// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include "tessera/numeric.hpp"

namespace tessera::stencils {

/// A span of time, s; `end` is not before `begin`.
struct Span {
  double begin, end;
};

/// One constituent of a tide: amplitude cos(2 pi (t - reference) / period - phase).
struct Constituent {
  double amplitude;  ///< m
  double period;     ///< s
  double phase;      ///< radians
  double reference;  ///< s

  /// Its value at time `t`.
  KOKKOS_FUNCTION double at(double t) const { return amplitude * Kokkos::cos(angle(t)); }
  /// The mean over a span: the integral of the cosine, written so that short spans lose no digits.
  KOKKOS_FUNCTION double mean(Span const& over) const {
    double const half = 0.5 * turn * (over.end - over.begin) / period;
    double const sinc = half > 1e-4 ? Kokkos::sin(half) / half : 1 - half * half / 6;
    return sinc * at(0.5 * (over.begin + over.end));
  }
  /// The largest value in a span.
  KOKKOS_FUNCTION double most(Span const& over) const {
    double const to_crest = amplitude < 0 ? 0.5 : 0;
    double const first = angle(over.begin) / turn - to_crest, last = angle(over.end) / turn - to_crest;
    bool const crest = Kokkos::floor(first) < Kokkos::floor(last);
    return crest ? Kokkos::abs(amplitude) : largest(at(over.begin), at(over.end));
  }

 private:
  static constexpr double turn = 6.283185307179586;
  KOKKOS_FUNCTION double angle(double t) const { return turn * (t - reference) / period - phase; }
};

/// A number that changes with time: a constant, plus constituents, plus a piecewise linear series that is constant
/// outside its range. Plain data that points to device memory.
struct Signal {
  double constant = 0;
  Constituent const* constituents = nullptr;
  int constituent_count = 0;
  double const* times = nullptr;   ///< s, ascending
  double const* values = nullptr;  ///< one for each of `times`
  int points = 0;

  /// The value at time `t`, s.
  KOKKOS_FUNCTION double at(double t) const { return mean({t, t}); }
  /// The mean over a span, exact to round-off: what comes in a step is this times its length, however long it is.
  KOKKOS_FUNCTION double mean(Span const& over) const {
    double value = constant;
    for (int i = 0; i < constituent_count; ++i) value += constituents[i].mean(over);
    return points > 0 ? value + series_mean(over) : value;
  }
  /// What it never exceeds in a span; without constituents, its largest value there.
  KOKKOS_FUNCTION double most(Span const& over) const {
    double value = constant;
    for (int i = 0; i < constituent_count; ++i) value += constituents[i].most(over);
    return points > 0 ? value + series_most(over) : value;
  }

 private:
  /// The last row at or before `t`; -1 before the first.
  KOKKOS_FUNCTION int row_at(double t) const {
    int low = -1, high = points;
    while (high - low > 1) {
      int const middle = (low + high) / 2;
      (times[middle] <= t ? low : high) = middle;
    }
    return low;
  }
  /// The value at `t`, which is between `row` and the next.
  KOKKOS_FUNCTION double value_at(int row, double t) const {
    if (row < 0) return values[0];
    if (row == points - 1) return values[row];
    double const part = (t - times[row]) / (times[row + 1] - times[row]);
    return values[row] + part * (values[row + 1] - values[row]);
  }
  /// By the midpoint of each piece, which is exact where it is linear.
  KOKKOS_FUNCTION double series_mean(Span const& over) const {
    int row = row_at(over.begin);
    double from = over.begin, sum = 0;
    for (; row + 1 < points && times[row + 1] < over.end; ++row) {
      double const to = times[row + 1];
      sum += (to - from) * value_at(row, 0.5 * (from + to));
      from = to;
    }
    double const last = value_at(row, 0.5 * (from + over.end));
    return from > over.begin ? (sum + (over.end - from) * last) / (over.end - over.begin) : last;
  }
  KOKKOS_FUNCTION double series_most(Span const& over) const {
    int row = row_at(over.begin);
    double highest = value_at(row, over.begin);
    for (; row + 1 < points && times[row + 1] < over.end; ++row) highest = largest(highest, values[row + 1]);
    return largest(highest, value_at(row, over.end));
  }
};

}  // namespace tessera::stencils
