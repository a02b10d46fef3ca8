// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/reach.hpp"
#include "tessera/stencils/shallow_water/inlet.hpp"
#include "tessera/stencils/shallow_water/quantities.hpp"
#include "tessera/stencils/shallow_water/waves.hpp"

namespace tessera::stencils {

/// Sets the clock for the next step: dt = min over the cells of 2 gamma |V| / sum |E| lambda (the paper prints the
/// quotient upside down), at most `longest`, and not past the goal; the last two steps before the goal have equal
/// length. A step in which what comes from outside has faster waves than that is shortened until it keeps the limit. At
/// the goal, steps have length 0 and change nothing, however many there are. A stage of global scalars, so that no step
/// waits for the host.
struct FlowClock {
  double gamma;       ///< in (0, 1)
  double longest;     ///< s
  double gravity;     ///< m/s^2
  double per_length;  ///< 1 / dx + 1 / dy, 1/m
  Forcings forcings;
  bool rate_lags;  ///< crossing_rate is made by the step before; a step of length 0 makes none that counts
  bool shortens =
      true;  ///< a step to hit the goal; if not, steps have length 0 where the next would have to be shortened

  using reach = Centre;
  template <class Clock, class Made, class Goal, class Rate>
  KOKKOS_FUNCTION auto operator()(Clock const& clock, Made const& made, Goal const& goal, Rate const& last) const {
    double const rate = rate_now(clock, made, last);
    return pack(hands(clock, rate, goal()), rate);
  }
  /// The same, and adds the budget of the step before to the totals.
  template <class Clock, class Made, class Goal, class Rate, class Totals, class Water, class Pollutant,
            class SeepedWater, class SeepedPollutant>
  KOKKOS_FUNCTION auto operator()(Clock const& clock, Made const& made, Goal const& goal, Rate const& last,
                                  Totals const& totals, Water const& water, Pollutant const& pollutant,
                                  SeepedWater const& seeped_water, SeepedPollutant const& seeped_pollutant) const {
    double const rate = rate_now(clock, made, last);
    double const rained = clock[clock_rain]() * clock[clock_step]() * forcings.rained_area;
    return pack(
        hands(clock, rate, goal()), rate,
        Kokkos::Array<double, 5>{totals[total_water]() + water(), totals[total_pollutant]() + pollutant(),
                                 totals[total_seeped_water]() + seeped_water(),
                                 totals[total_seeped_pollutant]() + seeped_pollutant(), totals[total_rain]() + rained});
  }

 private:
  template <class Clock, class Made, class Rate>
  KOKKOS_FUNCTION double rate_now(Clock const& clock, Made const& made, Rate const& last) const {
    return rate_lags && !(clock[clock_step]() > 0) ? last() : made();
  }
  template <class Clock>
  KOKKOS_FUNCTION Kokkos::Array<double, 5> hands(Clock const& clock, double rate, double goal) const {
    double const begin = clock[clock_end](), left = goal - begin;
    double const step = left <= 0 ? 0 : quiet_step(begin, next_step(rate, left));
    double const end = step == left ? goal : begin + step;
    return {begin, end, step, clock[clock_count]() + (step > 0 ? 1 : 0), forcings.rain.mean({begin, end})};
  }
  /// By the waves of the state, `left` seconds before the goal.
  KOKKOS_FUNCTION double next_step(double rate, double left) const {
    double const stable = least(gamma / rate, longest);
    if (!shortens && !(2 * stable < left)) return 0;
    return !(stable < left) ? left : 2 * stable < left ? stable : 0.5 * left;
  }
  /// The first of `step`, its half, its quarter ... in which waves of what comes cross no more than gamma of a cell; or
  /// what a step twice as long allows, if that is more: in a part of it nothing faster comes.
  KOKKOS_FUNCTION double quiet_step(double begin, double step) const {
    while (true) {
      double const rate = forcings.rate(gravity, per_length, {begin, begin + step}), surely = gamma / rate;
      if (!(step * rate > gamma)) return step;
      if (surely >= 0.5 * step) return surely;
      step *= 0.5;
    }
  }
};

}  // namespace tessera::stencils
