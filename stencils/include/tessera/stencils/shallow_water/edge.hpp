// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/stencils/shallow_water/waves.hpp"

namespace tessera::stencils {

// The flux edge between two cells of shallow water: the path-conservative Roe scheme of M. Vinas et al., A multi-GPU
// shallow-water simulation with transport of contaminants (2012), in closed form, and in conservative flux form.

/// A cell beside a flux edge: velocities are along the normal of the edge, which points from the low to the high cell,
/// and across it.
template <class T>
struct BesideEdge {
  T h;              ///< depth, m
  T along, across;  ///< velocities, m/s
  T concentration;  ///< of the pollutant
  T celerity;       ///< of small waves, sqrt(g h), m/s
  T bed;            ///< level of the bed, m
};

/// The flux of an edge per metre and second, from the low to the high cell. Momentum is without the pressure g h^2 / 2
/// of a cell at rest, so that a lake at rest has zero fluxes.
template <class T>
struct EdgeFlux {
  T water;      ///< m^2/s
  T low;        ///< momentum along the normal that the low cell loses, m^3/s^2
  T high;       ///< that the high cell gains; it differs from `low` by the force of the bed
  T across;     ///< momentum across the normal, m^3/s^2
  T pollutant;  ///< m^2/s
  T fastest;    ///< the fastest wave, m/s
};

/// The largest outflow of a cell over an edge, onto a dry bed. At depth h, outward velocity u and celerity c, the edge
/// takes the critical state of the rarefaction, u = c = (u + 2 c) / 3; faster flow leaves as it is. (A. Ritter, 1892;
/// E. Toro, Shock-Capturing Methods for Free-Surface Shallow Flows, 2001, section 6.3.)
///
/// Since (2c + u)+^3 + (2c - u)+^3 <= 27 c^2 (|u| + c), the four edges of a cell take at most h per step while
/// dt ((|u| + c) / dx + (|v| + c) / dy) <= 1: depths stay positive, though each edge knows its two cells alone.
/// `per_27_gravity` is 1 / (27 g).
template <class T>
KOKKOS_FORCEINLINE_FUNCTION T most_outflow(T per_27_gravity, T h, T outward, T celerity) {
  T const speed = largest(fma(T(2), celerity, outward), T(0));
  T const onto_dry = speed * speed * speed * per_27_gravity, as_it_is = h * outward;
  return outward < celerity ? onto_dry : as_it_is;
}

/// The force, per metre and density and without the pressure at rest, on a wall that water of depth h approaches with
/// velocity `toward`: the Roe solution between the cell and its mirror image. Water that leaves the wall pulls at no
/// more than half its celerity; beyond that the formula would push.
template <class T>
KOKKOS_FORCEINLINE_FUNCTION T wall_force(T h, T toward, T celerity) {
  T const u = largest(toward, T(-0.5) * celerity);
  return h * u * (u + celerity);
}

/// The flux edge between two cells, on terrain that may fall dry. `Sign` is the upwinding of waves, `Carry` the
/// transport of what the water carries.
///
/// With Roe's means u, v, c = sqrt(g (h_low + h_high) / 2), the differences of discharge dq and of level (not depth)
/// dl, and d = (dq - u dh) / c, the two waves move w = (dq -+ (c dl + u d)) / 2; half of what they leave upwind
/// is taken from the mean of the two cells' fluxes. The bed's push is g (h_low + h_high) dl / 4 on either cell.
///
/// Where the water of one cell is lower than the bed of the other, it is stopped, and the other cell has an edge to
/// nothing. So a lake at rest stays at rest on any terrain.
template <class T, class Sign = HartenHyman, class Carry = CarriedByMass>
struct RoeEdge {
  T gravity;         ///< m/s^2
  T per_27_gravity;  ///< see most_outflow

  static RoeEdge make(double gravity) { return {static_cast<T>(gravity), static_cast<T>(1 / (27 * gravity))}; }

  /// `Beside` is a BesideEdge, or says besides the level there and what part of most_outflow the cell can give.
  template <class Beside>
  KOKKOS_FORCEINLINE_FUNCTION EdgeFlux<T> operator()(Beside const& low, Beside const& high) const {
    T const low_level = level(low), high_level = level(high);
    T const top = largest(low.bed, high.bed);
    bool const low_stopped = !(low_level > high.bed), high_stopped = !(high_level > low.bed);
    Open const a = open_part(low, low_stopped), b = open_part(high, high_stopped);

    T const c2 = T(0.5) * gravity * (a.h + b.h), sum = a.celerity + b.celerity, sum_c2 = sum * c2;
    T const inverse = bounded_inverse_root(sum * sum_c2);  // of sum c: one root for two quotients and c
    T const c = sum_c2 * inverse;
    T const u = fma(a.celerity, a.u, b.celerity * b.u) * (c * inverse);
    T const dh = b.h - a.h, dq = b.q - a.q;
    T const dl = largest(high_level - top, T(0)) - largest(low_level - top, T(0));
    T const d = fma(-u, dh, dq) * (sum * inverse), e = fma(c, dl, u * d);
    T const slow2 = Sign::upwind(u - c, a.u - a.celerity, b.u - b.celerity, dq - e, dl - d);  // twice its contribution
    T const fast2 = Sign::upwind(u + c, a.u + a.celerity, b.u + b.celerity, dq + e, dl + d);

    T const jump2 = slow2 + fast2;
    T const full = fma(T(-0.25), jump2, T(0.5) * (a.q + b.q));
    bool const to_high = full > 0;  // water flows from the low to the high cell
    T const speed = to_high ? a.u : -b.u, waves = to_high ? a.celerity : b.celerity;  // of the upwind cell
    T const most = can_give(most_outflow(per_27_gravity, to_high ? a.h : b.h, speed, waves), to_high, low, high);
    T const water = turned_with(least(magnitude(full), most), full);
    T const momentum = fma(T(-0.25), fma(u, jump2, c * (fast2 - slow2)), T(0.5) * fma(a.q, a.u, b.q * b.u));
    T const kept = fma(water - full, u, momentum);  // water held back keeps its momentum
    T const along = carried(kept, magnitude(full), most, speed, waves);
    T const push = T(0.5) * c2 * dl;

    RoeMean<T> const mean{a.h, b.h, a.q, b.q, u, a.celerity * c * inverse, b.celerity * c * inverse, T(0.5) * jump2,
                          full};
    EdgeFlux<T> flux;
    flux.water = water;
    T const on_step = step_force(low, high, low_stopped, high_stopped);
    flux.low = along + push + (low_stopped ? on_step : T(0));
    flux.high = along - push + (high_stopped ? on_step : T(0));
    flux.across = Carry::flux(water, mean, low.across, high.across);
    flux.pollutant = Carry::flux(water, mean, low.concentration, high.concentration);
    flux.fastest = largest(magnitude(u) + c, largest(magnitude(low.along) + low.celerity,  //
                                                     magnitude(high.along) + high.celerity));
    return flux;
  }

 private:
  template <class Beside>
  KOKKOS_FORCEINLINE_FUNCTION static T level(Beside const& cell) {
    if constexpr (requires { cell.level; }) {
      return cell.level;
    } else {
      return cell.h + cell.bed;
    }
  }
  template <class Beside>
  KOKKOS_FORCEINLINE_FUNCTION static T can_give(T most, bool to_high, Beside const& low, Beside const& high) {
    if constexpr (requires { low.share; }) {
      // A sum, not a choice of one of two: hosts would read only that one, and such loops cannot be vectorised.
      return most * fma(to_high ? T(1) : T(0), low.share - high.share, high.share);
    } else {
      return most;
    }
  }
  /// The momentum that passes, by Roe. A film that is faster than its waves and whose outflow is limited below `asked`
  /// passes its own momentum: the mean of the two cells ignores it, and the remaining water would be the faster, the
  /// less there is. The correction is at most `room`, so that the transition is continuous.
  KOKKOS_FORCEINLINE_FUNCTION static T carried(T by_roe, T asked, T most, T speed, T waves) {
    KOKKOS_IF_ON_DEVICE((if (!(asked > most)) return by_roe;))
    T const room = 4 * largest(asked - most, T(0)) * largest(speed - waves, T(0));
    return by_roe + largest(-room, least(most * speed - by_roe, room));
  }
  /// The force on a step of the bed from below, by the water of the stopped cell: 0 where it may run up over the step,
  /// for water runs up a slope by (u + 2 c)^2 / (2 g) at most (M. Shen, R. Meyer, J. Fluid Mech. 16, 1963). If both
  /// cells are stopped, both are dry, and it is 0. Few edges have such a step: devices branch; hosts, whose loops over
  /// cells are vectorised, do not.
  KOKKOS_FORCEINLINE_FUNCTION T step_force(BesideEdge<T> const& low, BesideEdge<T> const& high, bool low_stopped,
                                           [[maybe_unused]] bool high_stopped) const {
    KOKKOS_IF_ON_DEVICE((if (!low_stopped && !high_stopped) return T(0);))
    T const h = low_stopped ? low.h : high.h, celerity = low_stopped ? low.celerity : high.celerity;
    T const toward = low_stopped ? low.along : -high.along, step = magnitude(high.bed - low.bed);
    T const front = largest(fma(T(2), celerity, toward), T(0)), force = wall_force(h, toward, celerity);
    return front * front < 2 * gravity * step ? force : T(0);
  }
  /// A cell at the edge: nothing, if its water is stopped.
  struct Open {
    T h, u, q, celerity;
  };
  KOKKOS_FORCEINLINE_FUNCTION static Open open_part(BesideEdge<T> const& cell, bool stopped) {
    T const h = stopped ? T(0) : cell.h, u = stopped ? T(0) : cell.along;
    return {h, u, h * u, stopped ? T(0) : cell.celerity};
  }
};

}  // namespace tessera::stencils
