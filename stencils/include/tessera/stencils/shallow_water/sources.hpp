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

/// The sources of a cell, beside its flux edges.
template <class T>
struct FlowSources {
  T gravity;  ///< m/s^2
  T per_dry;  ///< 1/m, inverse of the depth below which films are damped
  T gamma;    ///< flux edges take at most this share of the water of a cell in a step
  T fastest;  ///< m/s: speed limit after a step

  /// Water that seeps away in a step from a cell of depth `depth` before it, at most what flux edges surely leave.
  KOKKOS_FORCEINLINE_FUNCTION T seeps(T depth, T dt, T infiltration) const {
    return least(infiltration * dt, (1 - gamma) * depth);
  }

  /// The state after a step of length `dt` from the state after the flux edges, for a cell of depth `depth` before.
  /// Rain is in m/s and has no pollutant; infiltration takes pollutant along.
  KOKKOS_FORCEINLINE_FUNCTION FlowState<T> operator()(FlowState<T> s, T depth, T concentration, T dt, T rain,
                                                      Ground<T> const& ground) const {
    T const seeped = seeps(depth, dt, ground.infiltration);
    s.h += fma(rain * ground.rain, dt, -seeped);
    s.hc -= seeped * concentration;
    T const kept = film(s.h) * friction(s, dt, ground.manning), slowed = dt > 0 ? kept : T(1);
    s.qx *= slowed;
    s.qy *= slowed;
    return held_back(s);
  }

 private:
  /// In films thinner than `dry`, q / h means little: their discharge is scaled with the square of the depth.
  KOKKOS_FORCEINLINE_FUNCTION T film(T depth) const {
    T const part = least(depth * per_dry, T(1));
    return part * part;
  }
  /// Limits the speed to `fastest`: the mean at an edge between a film and deep water ignores the film, and may
  /// accelerate it to any speed.
  KOKKOS_FORCEINLINE_FUNCTION FlowState<T> held_back(FlowState<T> s) const {
    T const most = s.h * fastest, q2 = fma(s.qx, s.qx, s.qy * s.qy);
    bool const faster = q2 > most * most;
    KOKKOS_IF_ON_DEVICE((if (!faster) return s;))
    T const part = faster ? most * bounded_inverse_root(q2) : T(1);
    s.qx *= part;
    s.qy *= part;
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
};

}  // namespace tessera::stencils
