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
/// Level of the bed, m upwards; fixed. Its ghosts hold the marks of side.hpp, and so do cells that are no part of the
/// domain.
template <class T>
struct bed : Quantity<T> {};
/// What the ground is like where it differs from cell to cell; fixed. Components: see Ground.
template <class T>
struct ground : Quantity<T, 3> {};

/// What the edges of a cell do to h, qx, qy and hc per second: what the paper calls the variation.
template <class T>
struct change : Quantity<T, 4> {};
/// The edge fluxes of a cell's low edges across x and y: water, momentum that the low cell loses and the high one
/// gains, momentum across, pollutant, fastest wave.
template <class T>
struct flux_x : Quantity<T, 6> {};
template <class T>
struct flux_y : Quantity<T, 6> {};

/// What has been highest so far. Components: depth, m; speed, m/s; the time at which the depth first reached the wet
/// threshold, s, or -1.
template <class T>
struct maxima : Quantity<T, 3> {
  using is_flow_maxima = T;
};

/// The clock of the flow, which runs where the flow is computed. Components: see ClockHand.
struct clock : Quantity<double, 5, GlobalScalar> {};
/// The components of `clock`.
enum ClockHand : int {
  clock_begin,  ///< time at the beginning of the step, s
  clock_end,    ///< at its end
  clock_step,   ///< their difference, which is 0 once the goal is reached
  clock_count,  ///< steps taken that were longer than 0
  clock_rain    ///< rain in this step, m/s
};
/// The time that no step goes past, s. Set from outside.
struct goal : Quantity<double, 1, GlobalScalar> {};
/// The largest share of a cell that waves cross in a second, 1/s: gamma over it is the next step's length.
struct crossing_rate : Quantity<double, 1, GlobalScalar> {};

/// What a step brought, m^3: water and pollutant that entered over the sides, and that seeped away.
struct entered_water : Quantity<double, 1, GlobalScalar> {};
struct entered_pollutant : Quantity<double, 1, GlobalScalar> {};
struct seeped_water : Quantity<double, 1, GlobalScalar> {};
struct seeped_pollutant : Quantity<double, 1, GlobalScalar> {};
/// What all steps before the last one brought. Components: see Total.
struct totals : Quantity<double, 5, GlobalScalar> {};
/// The components of `totals`, m^3.
enum Total : int { total_water, total_pollutant, total_seeped_water, total_seeped_pollutant, total_rain };

}  // namespace tessera::stencils
