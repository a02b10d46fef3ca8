// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "tessera/stencils/shallow_water/cell.hpp"

namespace tessera::stencils {

/// The ground under a cell; also the components of the quantity `ground`, in this order.
template <class T>
struct Ground {
  T manning;       ///< roughness n, s/m^(1/3)
  T rain;          ///< the share of the rain here
  T infiltration;  ///< the largest rate of infiltration, m/s
};

/// One iteration of third order towards x^(-1/3), from r.
template <class T>
KOKKOS_FORCEINLINE_FUNCTION T nearer_inverse_cube_root(T x, T r) {
  T const off = fma(-x * r, r * r, T(1));
  return fma(r * off, fma(off, T(2.0 / 9), T(1.0 / 3)), r);
}
/// x^(-1/3) of a depth in m, to a few units in the last place: a start from the bits of the number as a float, whose
/// exponent is divided by -3, and iterations of third order. The same bits everywhere, and vectorisable.
template <class T>
KOKKOS_FORCEINLINE_FUNCTION T inverse_cube_root(T x) {
  auto const bits = Kokkos::bit_cast<std::uint32_t>(static_cast<float>(x));
  T const start = static_cast<T>(Kokkos::bit_cast<float>(std::uint32_t{0x54a21d2a} - bits / 3));  // within 4 %
  T const r = nearer_inverse_cube_root(x, nearer_inverse_cube_root(x, start));
  return sizeof(T) == 4 ? r : nearer_inverse_cube_root(x, r);
}

/// What seeps away in a step.
template <class T>
struct Seepage {
  T water;  ///< m
  T old;    ///< m: the part of it that is no rain of this step, and takes along what the water carries

  /// All that there is may seep away: the rain of the step, `rained`, and `left`, which the flux edges surely leave. So
  /// nothing runs off ground that takes more than it rains. Both are mixed.
  KOKKOS_FORCEINLINE_FUNCTION static Seepage of(T capacity, T rained, T left) {
    T const water = least(capacity, left + rained);
    return {water, left > 0 ? water * (left / (left + rained)) : T(0)};
  }
};

/// The sources of a cell, beside its flux edges.
template <class T>
struct FlowSources {
  T gravity;  ///< m/s^2
  T per_dry;  ///< 1/m, inverse of the depth below which films are damped
  T fastest;  ///< m/s: speed limit after a step
  T gamma;    ///< share of the longest stable step: flux edges take at most so much of a cell's water

  /// The state after a step of length `dt` from the state after the flux edges. `rained` is the depth of rain that
  /// falls in the step; it has no pollutant, and what seeps away of a cell's water takes its own along. A step of
  /// length 0 changes nothing, to the bit: where no discharge is -0, the terms of length 0 do not change a sign either.
  KOKKOS_FORCEINLINE_FUNCTION FlowState<T> operator()(FlowState<T> s, Seepage<T> const& seeps, T concentration, T dt,
                                                      T rained, T manning) const {
    s.h += rained - seeps.water;
    s.hc -= seeps.old * concentration;
    T const kept = film(s.h) * friction(s, dt, manning);
    T const slowed = dt > 0 ? kept * held_back(s.h, s.qx * kept, s.qy * kept) : T(1);
    s.qx = s.qx * slowed + T(0);  // +0, never -0
    s.qy = s.qy * slowed + T(0);
    return s;
  }

  /// The factor of the discharge by Manning's friction: dq/dt = -g n^2 |q| q / h^(7/3), implicit, a quadratic equation
  /// for |q|. So the flow never reverses, and slopes reach their normal depth with any step. Without friction it is
  /// exactly 1, so that hosts can compute it without a branch.
  KOKKOS_FORCEINLINE_FUNCTION T friction(FlowState<T> const& s, T dt, T manning) const {
    KOKKOS_IF_ON_DEVICE((if (!(manning > 0)) return T(1);))
    T const q = Kokkos::sqrt(fma(s.qx, s.qx, s.qy * s.qy));
    T const r = inverse_cube_root(largest(s.h, T(0.01) / per_dry)), r3 = r * r * r;
    T const a = dt * gravity * manning * manning * (r3 * r3 * r);
    return 2 / (1 + Kokkos::sqrt(fma(4 * a, q, T(1))));
  }

 private:
  /// In films thinner than `dry`, q / h means little: their discharge is scaled with the square of the depth.
  KOKKOS_FORCEINLINE_FUNCTION T film(T depth) const {
    T const part = least(depth * per_dry, T(1));
    return part * part;
  }
  /// The factor that limits the speed of discharges (qx, qy) to `fastest`: the mean at an edge between a film and deep
  /// water ignores the film, and may accelerate it to any speed.
  KOKKOS_FORCEINLINE_FUNCTION T held_back(T depth, T qx, T qy) const {
    T const most = depth * fastest, q2 = fma(qx, qx, qy * qy);
    bool const faster = q2 > most * most;
    KOKKOS_IF_ON_DEVICE((if (!faster) return T(1);))
    return faster ? most * bounded_inverse_root(q2) : T(1);
  }
};

}  // namespace tessera::stencils
