// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/reach.hpp"
#include "tessera/stencils/shallow_water/quantities.hpp"
#include "tessera/stencils/shallow_water/signal.hpp"
#include "tessera/stencils/shallow_water/waves.hpp"

namespace tessera::stencils {

/// Sets the clock for the next step: dt = min over the cells of 2 gamma |V| / sum |E| lambda (the paper prints the
/// quotient upside down), at most `longest`, and not past the goal; the last two steps before the goal have equal
/// length. At the goal, steps have length 0 and change nothing. A stage of global scalars, so that no step waits for
/// the host.
struct FlowClock {
  double gamma;        ///< in (0, 1)
  double longest;      ///< s
  Signal rain;         ///< m/s
  double rained_area;  ///< m^2: areas of cells times their shares of the rain

  using reach = Centre;
  template <class Clock, class Rate, class Goal>
  KOKKOS_FUNCTION Kokkos::Array<double, 5> operator()(Clock const& clock, Rate const& rate, Goal const& goal) const {
    double const begin = clock[clock_end](), left = goal() - begin;
    double const stable = least(gamma / rate(), longest);
    bool const arrives = !(stable < left);
    double const step = left <= 0 ? 0 : arrives ? left : 2 * stable < left ? stable : 0.5 * left;
    return {begin, arrives && left > 0 ? goal() : begin + step, step, clock[clock_count]() + (step > 0 ? 1 : 0),
            rain.at(begin)};
  }
  /// The same, and adds the budget of the step before to the totals.
  template <class Clock, class Rate, class Goal, class Totals, class Water, class Pollutant, class SeepedWater,
            class SeepedPollutant>
  KOKKOS_FUNCTION auto operator()(Clock const& clock, Rate const& rate, Goal const& goal, Totals const& totals,
                                  Water const& water, Pollutant const& pollutant, SeepedWater const& seeped_water,
                                  SeepedPollutant const& seeped_pollutant) const {
    double const rained = clock[clock_rain]() * clock[clock_step]() * rained_area;
    return pack(
        (*this)(clock, rate, goal),
        Kokkos::Array<double, 5>{totals[total_water]() + water(), totals[total_pollutant]() + pollutant(),
                                 totals[total_seeped_water]() + seeped_water(),
                                 totals[total_seeped_pollutant]() + seeped_pollutant(), totals[total_rain]() + rained});
  }
};

}  // namespace tessera::stencils
