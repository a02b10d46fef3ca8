// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/numeric.hpp"
#include "tessera/stencils/shallow_water/edge.hpp"
#include "tessera/stencils/shallow_water/signal.hpp"

namespace tessera::stencils {

/// The kind of boundary condition of a range of a side of the domain.
enum class SideKind {
  wall,       ///< nothing passes
  still,      ///< beyond, the ground goes on level, and the water is as it was at the start
  normal,     ///< water leaves at its normal depth
  free,       ///< water falls off the edge
  level,      ///< a given water level outside
  radiation,  ///< beyond, the ground goes on level, and the water is at rest at a given level
  rating,     ///< the level decides which discharge leaves
  discharge   ///< a given discharge enters
};

/// The rule of a range. Ranges are numbered; number 0 is the wall.
struct SideRule {
  SideKind kind = SideKind::wall;
  /// level, radiation: m; discharge: m^3/s over the whole range, inwards; rating: m^3/s over the whole range,
  /// outwards, with the level in m in the place of time.
  Signal signal{};
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

  /// `over` is the step: the mean of a level or a discharge over it holds. `own` is what the rule knows of this cell
  /// (FlowSides::own). `low` of the result is the momentum that the cell loses; `high` is unused. Not inlined: few
  /// cells call it, and inlined four times it is 300 KiB of GPU instructions, fetched again in every step.
  TESSERA_NO_INLINE KOKKOS_FUNCTION EdgeFlux<T> operator()(SideRule const& rule, BesideEdge<T> const& in,
                                                           Span const& over, T own) const {
    if (rule.kind == SideKind::wall) {
      return {T(0), wall_force(in.h, in.along, in.celerity), T(0), T(0), T(0), magnitude(in.along) + in.celerity};
    }
    if (rule.kind == SideKind::discharge) return discharge(rule, in, static_cast<T>(rule.signal.mean(over)) * own);
    // Where the flow is as fast as its waves, nothing comes back from outside.
    if (in.h > 0 && !(in.along < in.celerity)) return leave(rule, in, in.h * in.along, in.h, in.along, T(0));
    switch (rule.kind) {
      case SideKind::still: return meet(rule, in, own);
      case SideKind::radiation: return meet(rule, in, waves_from(static_cast<T>(rule.signal.mean(over)) - in.bed));
      case SideKind::normal: return let_out(rule, in, [=](T h) { return own * h * Kokkos::cbrt(h * h); });
      case SideKind::rating:
        return let_out(rule, in, [&](T h) { return own * static_cast<T>(rule.signal.at(double{h} + in.bed)); });
      case SideKind::level: return level(rule, in, static_cast<T>(rule.signal.mean(over)));
      default: return let_out(rule, in, [](T) { return largest_flux; });
    }
  }

 private:
  /// More than passes any edge, m^2/s.
  static constexpr T largest_flux = T(1e30);

  /// u + 2 c, which leaves the domain with the waves.
  KOKKOS_FUNCTION static T invariant(BesideEdge<T> const& in) { return in.along + 2 * in.celerity; }
  /// 2 c - u of water of depth `depth` at rest outside, which enters with the waves.
  KOKKOS_FUNCTION T waves_from(T depth) const { return 2 * Kokkos::sqrt(gravity * largest(depth, T(0))); }

  /// The water between the waves that leave, with the invariant u + 2 c of the cell, and those that enter, with 2 c - u
  /// = `enters`: c and u from the two; critical where one of them is so strong that the flow between them is faster
  /// than its waves. So waves leave without an echo (G. Verboom and A. Slob, Adv. Water Resources 7, 1984; for small
  /// ones it is the condition of R. Flather, Mem. Soc. R. Sci. Liege 10, 1976).
  KOKKOS_FUNCTION EdgeFlux<T> meet(SideRule const& rule, BesideEdge<T> const& in, T enters) const {
    T const leaves = invariant(in);
    bool const falls_out = leaves > 3 * enters, falls_in = enters > 3 * leaves;
    T const c = falls_out ? largest(leaves, T(0)) / 3 : falls_in ? largest(enters, T(0)) / 3 : (leaves + enters) / 4;
    T const u = falls_out ? c : falls_in ? -c : (leaves - enters) / 2;
    T const h = c * c / gravity;
    return leave(rule, in, h * u, h, u, T(0));
  }

  /// Water leaves at the depth h at which the discharge per metre is `passes`(h), which does not fall with h, and u + 2
  /// c is that of the cell; critical where more would pass than can leave. Nothing enters. The depth is between the
  /// critical one (c a third of the invariant) and that of water held back (c half of it): regula falsi with the
  /// Illinois rule (M. Dowell and P. Jarratt, BIT 11, 1971).
  template <class Passes>
  KOKKOS_FUNCTION EdgeFlux<T> let_out(SideRule const& rule, BesideEdge<T> const& in, Passes const& passes) const {
    T const leaves = largest(invariant(in), T(0)), per_gravity = 1 / gravity;
    auto const too_little = [&](T c) { return c * c * per_gravity * (leaves - 2 * c) - passes(c * c * per_gravity); };
    T low = leaves / 3, high = leaves / 2, f_low = too_little(low), f_high = too_little(high), c = low;
    T const enough = low * low * low * per_gravity * (sizeof(T) == 4 ? T(1e-6) : T(1e-14));
    int kept = 0;
    for (int n = 0; n < 60 && f_low > enough; ++n) {
      c = low + (high - low) * (f_low / (f_low - f_high));
      T const f = too_little(c);
      if (!(magnitude(f) > enough)) break;
      (f > 0 ? low : high) = c;
      (f > 0 ? f_low : f_high) = f;
      int const side = f > 0 ? 1 : -1;
      if (side == kept) (f > 0 ? f_high : f_low) *= T(0.5);
      kept = side;
    }
    T const h = c * c * per_gravity, u = leaves - 2 * c;
    return leave(rule, in, h * u, h, u, T(0));
  }

  /// The water outside is at `level`: the characteristic that leaves the domain, u + 2 c, meets that depth. If the
  /// level is below the critical depth, the outflow is critical; inflow is no faster than its own waves.
  KOKKOS_FUNCTION EdgeFlux<T> level(SideRule const& rule, BesideEdge<T> const& in, T level) const {
    T const given = largest(level - in.bed, T(0));
    T const critical = largest(invariant(in), T(0)) / 3, celerity = Kokkos::sqrt(gravity * given);
    bool const free_fall = celerity < critical;
    T const h = free_fall ? critical * critical / gravity : given;
    T const u = free_fall ? critical : largest(invariant(in) - 2 * celerity, -celerity);
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
