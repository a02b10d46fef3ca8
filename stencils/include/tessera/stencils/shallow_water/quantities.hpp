// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/quantity.hpp"

namespace tessera::stencils {

/// Depth of the water, m; 0 where dry.
template <class T>
struct h : Quantity<T> {};
/// Discharges along x and y per metre, depth times velocity, m^2/s.
template <class T>
struct qx : Quantity<T> {};
template <class T>
struct qy : Quantity<T> {};
/// Depth times concentration of the pollutant, m.
template <class T>
struct hc : Quantity<T> {};
/// Level of the bed, m upwards; constant. Its ghosts, and cells outside the domain, hold the marks of side.hpp.
template <class T>
struct bed : Quantity<T> {};
/// The ground, where it varies per cell; constant. Components: see Ground.
template <class T>
struct ground : Quantity<T, 3> {};

/// The change of h, qx, qy and hc by the flux edges of a cell, per second: the variation of the paper.
template <class T>
struct change : Quantity<T, 4> {};
/// The fluxes of the low edges of a cell across x and y: water, momentum that the low cell loses and the high one
/// gains, momentum across, pollutant, fastest wave.
template <class T>
struct flux_x : Quantity<T, 6> {};
template <class T>
struct flux_y : Quantity<T, 6> {};

/// Where the flow is linear in cells, what a cell adds to its mean. Components: see LinearPart and LinearParts. In
/// float, whatever T: these are corrections, which no balance of water depends on, and half the memory.
struct linear_h : Quantity<float, 3> {};
struct linear_level : Quantity<float, 3> {};
struct linear_u : Quantity<float, 3> {};
struct linear_v : Quantity<float, 3> {};
struct linear_c : Quantity<float, 3> {};

/// The maxima so far. Components: depth, m; speed, m/s; the time at which the depth first reached the wet threshold, s,
/// or -1.
template <class T>
struct maxima : Quantity<T, 3> {
  using is_flow_maxima = T;
};

/// The clock of the flow, in device memory. Components: see ClockHand.
struct clock : Quantity<double, 5, GlobalScalar> {};
/// The components of `clock`.
enum ClockHand : int {
  clock_begin,  ///< time at the beginning of the step, s
  clock_end,    ///< at its end
  clock_step,   ///< their difference, which is 0 once the goal is reached
  clock_count,  ///< steps taken that were longer than 0
  clock_rain    ///< rain in this step, m/s: the mean over it
};
/// The time that no step passes, s. Set from outside.
struct goal : Quantity<double, 1, GlobalScalar> {};
/// The largest share of a cell that waves cross in a second, 1/s: the next time step is gamma over it.
struct crossing_rate : Quantity<double, 1, GlobalScalar> {};

/// The rate that the step of the clock follows from, 1/s (crossing_rate).
struct step_rate : Quantity<double, 1, GlobalScalar> {};

/// The budget of a step, m^3: water and pollutant that entered over the sides, and that seeped away.
struct entered_water : Quantity<double, 1, GlobalScalar> {};
struct entered_pollutant : Quantity<double, 1, GlobalScalar> {};
struct seeped_water : Quantity<double, 1, GlobalScalar> {};
struct seeped_pollutant : Quantity<double, 1, GlobalScalar> {};
/// The sums of the budgets of all steps before the last one. Components: see Total.
struct totals : Quantity<double, 5, GlobalScalar> {};
/// The components of `totals`, m^3.
enum Total : int { total_water, total_pollutant, total_seeped_water, total_seeped_pollutant, total_rain };

}  // namespace tessera::stencils
