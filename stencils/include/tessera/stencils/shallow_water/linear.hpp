// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/stencils/shallow_water/sources.hpp"

namespace tessera::stencils {

// Second order: depth, level, velocities and concentration are linear in each cell (B. van Leer, J. Comput. Phys. 32,
// 1979), and its edges are those of the middle of the step (MUSCL-Hancock; E. Toro, Shock-Capturing Methods for
// Free-Surface Shallow Flows, 2001, section 9.3). The bed at an edge is the level there minus the depth, so that lakes
// stay at rest and thin water on slopes knows its slope (E. Audusse et al., SIAM J. Sci. Comput. 25, 2004;
// A. Buttinger-Kreuzhuber et al., J. Comput. Phys. 393, 2019).

/// What a cell adds to the mean of a variable: half of its difference over the cell along x and y, and what half a step
/// changes. Also the components of the quantities linear_h ... linear_c. In float, whatever the type of the fields.
struct LinearPart {
  float x, y, step;

  template <class P>
  KOKKOS_FORCEINLINE_FUNCTION static LinearPart at(P const& point, int dx, int dy) {
    return {point[0](dx, dy), point[1](dx, dy), point[2](dx, dy)};
  }
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION Kokkos::Array<float, 3> array() const { return {x, y, step}; }

  /// What the mean gains at the middle of the step and the edge on side `Side` (1: high, -1: low) across `Axis`.
  template <class T, int Axis, int Side>
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION T at_edge() const {
    return fma(T(Side), static_cast<T>(Axis == 0 ? x : y), static_cast<T>(step));
  }
};

/// The parts of all variables. The level changes as the depth does: in its place, `level.step` is the part of
/// most_outflow that the cell can give.
struct LinearParts {
  LinearPart h, level, u, v, c;
};

/// Half of the smaller of two differences of a variable, 0 where their signs differ (P. Roe, 1986: minmod).
template <class T>
KOKKOS_FORCEINLINE_FUNCTION T half_slope(T before, T after) {
  T const smaller = T(0.5) * least(magnitude(before), magnitude(after));
  return before * after > 0 ? turned_with(smaller, before) : T(0);
}

/// What the variables rise by from a cell to the next one.
template <class T>
struct FlowRise {
  T h, level, u, v, c;

  KOKKOS_FORCEINLINE_FUNCTION static FlowRise between(FlowCell<T> const& low, FlowCell<T> const& high) {
    return {high.h - low.h, (high.h + high.bed) - (low.h + low.bed), high.u - low.u, high.v - low.v,
            high.concentration - low.concentration};
  }
};

/// Half of the differences of the variables over a cell.
template <class T>
struct LinearHalves {
  T h, level, u, v, c;

  /// The limited ones from the rises before and after it; 0 where not `inside`.
  KOKKOS_FORCEINLINE_FUNCTION static LinearHalves of(FlowRise<T> const& before, FlowRise<T> const& after,
                                                     bool inside = true) {
    return {half(before.h, after.h, inside), half(before.level, after.level, inside), half(before.u, after.u, inside),
            half(before.v, after.v, inside), half(before.c, after.c, inside)};
  }
  /// The same without motion, for films.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION LinearHalves still_if(bool film) const {
    return {h, level, film ? T(0) : u, film ? T(0) : v, c};
  }

 private:
  KOKKOS_FORCEINLINE_FUNCTION static T half(T before, T after, bool inside) {
    return inside ? half_slope(before, after) : T(0);
  }
};

/// The linear parts of a cell from the differences over it.
template <class T>
struct Linearise {
  FlowSources<T> sources;
  T per_dx, per_dy;  ///< 1/m

  /// What half a step changes of the flow.
  struct Change {
    T h, u, v;
  };

  /// The parts for a step of length `dt`; `over_sides` is the part of the cell's water that edges of the domain may
  /// take.
  KOKKOS_FORCEINLINE_FUNCTION LinearParts operator()(FlowCell<T> const& cell, LinearHalves<T> const& along_x,
                                                     LinearHalves<T> const& along_y, T dt, T over_sides,
                                                     Ground<T> const& ground) const {
    bool const film = !(cell.h * sources.per_dry > 1);  // its velocity means little
    LinearHalves<T> const x = along_x.still_if(film), y = along_y.still_if(film);
    Change const to = change(cell, x, y, dt, film, ground.manning);
    // The part of the cell's water that may leave. Where it is large, what remains may not be enough to make up for
    // water of another concentration that left: the differences of C times the part are at most what remains.
    T const part = dt * potential_outflow(cell, x, y, to);
    T const remains = (ground.infiltration > 0 ? sources.gamma : T(1)) - part, inverse = 1 / (part + part * part);
    T const keeps = largest(least(2 * remains * inverse, T(1)), T(0)), x_c = x.c * keeps, y_c = y.c * keeps;
    T const fall_c = dt * fma(per_dx * cell.u, x_c, per_dy * cell.v * y_c);
    T const inside = largest(part - over_sides, hardly_anything<T>);
    T const share = largest(least((T(0.99) * sources.gamma - over_sides) / inside, T(1)), T(0));
    return {part_of(x.h, y.h, to.h), part_of(x.level, y.level, share), part_of(x.u, y.u, to.u), part_of(x.v, y.v, to.v),
            part_of(x_c, y_c, -fall_c)};
  }

 private:
  KOKKOS_FORCEINLINE_FUNCTION static LinearPart part_of(T x, T y, T step) {
    return {static_cast<float>(x), static_cast<float>(y), static_cast<float>(step)};
  }
  /// The change in half a step by the equations in h, u and v (Hancock), and by friction. Rain and infiltration come
  /// after the step. The depth changes by so little that it stays positive at edges.
  KOKKOS_FORCEINLINE_FUNCTION Change change(FlowCell<T> const& cell, LinearHalves<T> const& x, LinearHalves<T> const& y,
                                            T dt, bool film, T manning) const {
    T const dt_x = dt * per_dx, dt_y = dt * per_dy, most = T(0.4) * cell.h;
    T const fall_h = fma(dt_x, fma(cell.u, x.h, cell.h * x.u), dt_y * fma(cell.v, y.h, cell.h * y.v));
    T const fall_u = fma(dt_x, fma(cell.u, x.u, sources.gravity * x.level), dt_y * (cell.v * y.u));
    T const fall_v = fma(dt_y, fma(cell.v, y.v, sources.gravity * y.level), dt_x * (cell.u * x.v));
    T const change_h = largest(least(-fall_h, most), -most);
    T const h = cell.h + change_h, u = cell.u - fall_u, v = cell.v - fall_v;
    T const kept = sources.friction({h, h * u, h * v, T(0)}, T(0.5) * dt, manning);
    return {change_h, film ? T(0) : fma(kept, u, -cell.u), film ? T(0) : fma(kept, v, -cell.v)};
  }
  /// At least the sum of most_outflow over the edges of the cell, per length, at the start and in the middle of the
  /// step; over the depth, 1/s.
  KOKKOS_FORCEINLINE_FUNCTION T potential_outflow(FlowCell<T> const& cell, LinearHalves<T> const& x,
                                                  LinearHalves<T> const& y, Change const& to) const {
    T const per_depth = 1 / largest(cell.h, hardly_anything<T>);
    T const high_x = over(cell, per_depth, to.h + x.h, cell.u, to.u + x.u);
    T const low_x = over(cell, per_depth, to.h - x.h, -cell.u, x.u - to.u);
    T const high_y = over(cell, per_depth, to.h + y.h, cell.v, to.v + y.v);
    T const low_y = over(cell, per_depth, to.h - y.h, -cell.v, y.v - to.v);
    return fma(high_x + low_x, per_dx, (high_y + low_y) * per_dy);
  }
  /// Of an edge where depth and outward velocity change by so much: most_outflow is at most h max(u, (8 c + 19 u) / 27)
  /// with u at least 0, and c, a root of the depth, is below its tangent.
  KOKKOS_FORCEINLINE_FUNCTION T over(FlowCell<T> const& cell, T per_depth, T more_h, T outward, T more_u) const {
    T const h = fma(largest(more_h, T(0)), per_depth, T(1));  // over the cell's
    T const u = largest(outward + largest(more_u, T(0)), T(0)), c = T(0.5) * cell.celerity * (1 + h);
    return h * largest(u, fma(T(8.0 / 27), c, T(19.0 / 27) * u));
  }
};

/// A cell beside a flux edge where the flow is linear in cells.
template <class T>
struct BesideLinear : BesideEdge<T> {
  T level;  ///< of the water at the edge, m
  T share;  ///< the part of most_outflow that the cell can give
};

/// What flux edges need to know of a cell in which the flow is linear.
template <class T>
struct LinearCell {
  FlowCell<T> mean;  ///< at the start of the step
  LinearParts parts;

  /// At the high (Side = 1) or low (Side = -1) edge across x.
  template <int Side>
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION BesideLinear<T> on_x(T gravity) const {
    return at<0, Side>(gravity, mean.u, parts.u, mean.v, parts.v);
  }
  template <int Side>
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION BesideLinear<T> on_y(T gravity) const {
    return at<1, Side>(gravity, mean.v, parts.v, mean.u, parts.u);
  }
  /// The pull of gravity g h dlevel inside the cell, m^3/s^2, from half of the difference of the level: what the
  /// pressure at its edges and its bed leave over.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION T pull(T gravity, float half_level) const {
    return 2 * gravity * (mean.h + static_cast<T>(parts.h.step)) * static_cast<T>(half_level);
  }

 private:
  template <int Axis, int Side>
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION BesideLinear<T> at(T gravity, T along, LinearPart const& more_along,
                                                               T across, LinearPart const& more_across) const {
    T const h = mean.h + parts.h.at_edge<T, Axis, Side>();
    T const half_level = static_cast<T>(Axis == 0 ? parts.level.x : parts.level.y);
    T const level = (mean.h + mean.bed) + fma(T(Side), half_level, static_cast<T>(parts.h.step)), c2 = gravity * h;
    return {{h, along + more_along.at_edge<T, Axis, Side>(), across + more_across.at_edge<T, Axis, Side>(),
             mean.concentration + parts.c.at_edge<T, Axis, Side>(), c2 * bounded_inverse_root(c2), level - h},
            level,
            static_cast<T>(parts.level.step)};
  }
};

}  // namespace tessera::stencils
