// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/numeric.hpp"
#include "tessera/stencils/shallow_water/edge.hpp"
#include "tessera/stencils/shallow_water/signal.hpp"

namespace tessera::stencils {

/// The kind of boundary condition of a range of a side of the domain.
enum class SideKind {
  wall,      ///< nothing passes
  open,      ///< free inflow and outflow
  level,     ///< a given water level outside
  discharge  ///< a given discharge enters
};

/// The rule of a range. Ranges are numbered; number 0 is the wall.
struct SideRule {
  SideKind kind = SideKind::wall;
  Signal signal{};            ///< level: m; discharge: m^3/s over the whole range, inwards
  double concentration = -1;  ///< of inflow; negative: that of the cell
};

// A cell finds the outside by the bed of its neighbour: ghosts of the bed hold a mark, higher than any water, times the
// number of their range plus one. To the edge formula a mark is a cliff, hence a wall. So the common path has no branch
// and no index, and a range may be any part of a side.

/// The mark of range 0; that of range r is r + 1 times it.
template <class T>
inline constexpr T outside_mark = T(1e20);
/// Whether a bed level is a mark.
template <class T>
KOKKOS_FORCEINLINE_FUNCTION bool is_outside(T bed) {
  return bed > T(0.5) * outside_mark<T>;
}
/// The range of a mark.
template <class T>
KOKKOS_FORCEINLINE_FUNCTION int side_range(T mark) {
  return static_cast<int>(mark / outside_mark<T> + T(0.5)) - 1;
}

/// The edge between a cell and the outside, its normal pointing out of the domain. Fluxes are exact at the edge, so
/// that the budget of the domain closes to round-off.
template <class T>
struct SideEdge {
  T gravity;

  /// `share` is the share of the discharge of a range per metre here, 1/m. `low` of the result is the momentum that the
  /// cell loses; `high` is unused. Not inlined: few cells call it, and inlined four times it is 300 KiB of GPU
  /// instructions, fetched again in every step.
  TESSERA_NO_INLINE KOKKOS_FUNCTION EdgeFlux<T> operator()(SideRule const& rule, BesideEdge<T> const& in, double t,
                                                           T share) const {
    switch (rule.kind) {
      case SideKind::open: return leave(rule, in, in.h * in.along, in.h, in.along, in.across);
      case SideKind::level: return level(rule, in, static_cast<T>(rule.signal.at(t)));
      case SideKind::discharge: return discharge(rule, in, static_cast<T>(rule.signal.at(t)) * share);
      default:
        return {T(0), wall_force(in.h, in.along, in.celerity), T(0), T(0), T(0), magnitude(in.along) + in.celerity};
    }
  }

 private:
  /// The water outside is at `level`: the characteristic that leaves the domain, u + 2 c, meets that depth. If the
  /// level is below the critical depth, the outflow is critical; if the flow is faster than its waves, the outside has
  /// no effect; inflow is no faster than its own waves.
  KOKKOS_FUNCTION EdgeFlux<T> level(SideRule const& rule, BesideEdge<T> const& in, T level) const {
    if (in.h > 0 && !(in.along < in.celerity)) return leave(rule, in, in.h * in.along, in.h, in.along, T(0));
    T const given = largest(level - in.bed, T(0)), invariant = in.along + 2 * in.celerity;
    T const critical = largest(invariant, T(0)) / 3, celerity = Kokkos::sqrt(gravity * given);
    bool const free_fall = celerity < critical;
    T const h = free_fall ? critical * critical / gravity : given;
    T const u = free_fall ? critical : largest(invariant - 2 * celerity, -celerity);
    return leave(rule, in, h * u, h, u, T(0));
  }

  /// `inward` per metre, m^2/s, enters at the depth inside, or at the critical depth if that is larger; outflow is
  /// limited to what can leave a cell.
  KOKKOS_FUNCTION EdgeFlux<T> discharge(SideRule const& rule, BesideEdge<T> const& in, T inward) const {
    T const water = least(-inward, most_outflow(1 / (27 * gravity), in.h, in.along, in.celerity));
    T const h = largest(in.h, Kokkos::cbrt(water * water / gravity));
    return leave(rule, in, water, h, h > 0 ? water / h : T(0), T(0));
  }

  /// Water of depth h flows outwards with velocity u; `inflow_across` is its velocity across if it flows in.
  KOKKOS_FUNCTION EdgeFlux<T> leave(SideRule const& rule, BesideEdge<T> const& in, T water, T h, T u,
                                    T inflow_across) const {
    bool const enters = water < 0;
    T const concentration = enters && rule.concentration >= 0 ? static_cast<T>(rule.concentration) : in.concentration;
    T const beyond_rest = T(0.5) * gravity * (h - in.h) * (h + in.h);
    return {water,
            fma(water, u, beyond_rest),
            T(0),
            water * (enters ? inflow_across : in.across),
            water * concentration,
            magnitude(u) + Kokkos::sqrt(gravity * h)};
  }
};

}  // namespace tessera::stencils
