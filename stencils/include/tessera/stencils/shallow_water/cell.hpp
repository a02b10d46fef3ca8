// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/numeric.hpp"
#include "tessera/operator/flux_edges.hpp"
#include "tessera/stencils/shallow_water/side.hpp"

namespace tessera::stencils {

/// The unknowns of a cell: depth, discharges along x and y, depth times concentration.
template <class T>
struct FlowState {
  T h, qx, qy, hc;
};

/// What flux edges need to know of a cell.
template <class T>
struct FlowCell {
  T h, u, v, concentration, celerity, bed;

  /// From a state, with one inverse root r = 1 / sqrt(g h): the celerity is g h r, and 1 / h is g r^2.
  KOKKOS_FORCEINLINE_FUNCTION static FlowCell of(T gravity, FlowState<T> const& state, T bed) {
    T const c2 = gravity * state.h, r = bounded_inverse_root(c2), per_depth = gravity * r * r;
    return {state.h, state.qx * per_depth, state.qy * per_depth, state.hc * per_depth, c2 * r, bed};
  }
  /// The cell at (dx, dy) of points of h, qx, qy, hc and the bed.
  template <class H, class X, class Y, class C, class B>
  KOKKOS_FORCEINLINE_FUNCTION static FlowCell at(T gravity, H const& h, X const& qx, Y const& qy, C const& hc,
                                                 B const& bed, int dx, int dy) {
    return of(gravity, {h(dx, dy), qx(dx, dy), qy(dx, dy), hc(dx, dy)}, bed(dx, dy));
  }

  /// As a flux edge across x, or across y, takes it.
  KOKKOS_FORCEINLINE_FUNCTION BesideEdge<T> on_x() const { return {h, u, v, concentration, celerity, bed}; }
  KOKKOS_FORCEINLINE_FUNCTION BesideEdge<T> on_y() const { return {h, v, u, concentration, celerity, bed}; }
};

/// Flux edges with a normal along x and y.
template <class T>
struct CellEdges {
  EdgeFlux<T> west, east, south, north;
};

/// The rates by which flux edges change the states of their cells, per metre: by component.
template <class T>
using FlowShares = EdgesAround<FlowState<T>>;

/// What a flux edge gives to its two cells.
template <int Axis, class T>
KOKKOS_FORCEINLINE_FUNCTION EdgeSides<FlowState<T>> edge_sides(EdgeFlux<T> const& f) {
  if constexpr (Axis == 0) {
    return {{f.water, f.low, f.across, f.pollutant}, {f.water, f.high, f.across, f.pollutant}};
  } else {
    return {{f.water, f.across, f.low, f.pollutant}, {f.water, f.across, f.high, f.pollutant}};
  }
}
/// What the flux edges of a cell give to it.
template <class T>
KOKKOS_FORCEINLINE_FUNCTION FlowShares<T> flow_shares(CellEdges<T> const& e) {
  return {edge_sides<0>(e.west).high, edge_sides<0>(e.east).low, edge_sides<1>(e.south).high,
          edge_sides<1>(e.north).low};
}

/// The flux edges of a cell, inside the domain and at its sides.
template <class T, class Edge>
struct FlowEdges {
  Edge edge;
  SideRule const* sides = nullptr;  ///< by number of range, in device memory; unused if all sides are walls
  int ranges = 0;                   ///< number of ranges

  /// The four flux edges of a cell without an edge of the domain. No branches, so that a loop over cells can be
  /// vectorised.
  template <class H, class X, class Y, class C, class B>
  KOKKOS_FORCEINLINE_FUNCTION CellEdges<T> inside(H const& h, X const& qx, Y const& qy, C const& hc,
                                                  B const& bed) const {
    FlowCell<T> const here = cell(h, qx, qy, hc, bed, 0, 0);
    return {edge(cell(h, qx, qy, hc, bed, -1, 0).on_x(), here.on_x()),
            edge(here.on_x(), cell(h, qx, qy, hc, bed, 1, 0).on_x()),
            edge(cell(h, qx, qy, hc, bed, 0, -1).on_y(), here.on_y()),
            edge(here.on_y(), cell(h, qx, qy, hc, bed, 0, 1).on_y())};
  }
  /// The cell at (dx, dy).
  template <class H, class X, class Y, class C, class B>
  KOKKOS_FORCEINLINE_FUNCTION FlowCell<T> cell(H const& h, X const& qx, Y const& qy, C const& hc, B const& bed, int dx,
                                               int dy) const {
    return FlowCell<T>::at(edge.gravity, h, qx, qy, hc, bed, dx, dy);
  }
  /// Replaces the edges of the domain in the shares of a cell. Returns the fastest waves of these edges along x and y,
  /// 0 where there is none.
  template <class C, class B>
  KOKKOS_FORCEINLINE_FUNCTION Kokkos::Array<T, 2> replace_sides(FlowShares<T>& shares, FlowCell<T> const& here,
                                                                C const& hc, B const& bed, Span const& over) const {
    CellEdges<T> e{};
    replace_sides(e, here, hc, bed, over);
    FlowShares<T> const sides = flow_shares(e);
    if (is_outside(bed(-1, 0))) shares.x_low = sides.x_low;
    if (is_outside(bed(1, 0))) shares.x_high = sides.x_high;
    if (is_outside(bed(0, -1))) shares.y_low = sides.y_low;
    if (is_outside(bed(0, 1))) shares.y_high = sides.y_high;
    return {largest(e.west.fastest, e.east.fastest), largest(e.south.fastest, e.north.fastest)};
  }
  /// Whether a cell has no edge of the domain, from the bed around it.
  template <class B>
  KOKKOS_FORCEINLINE_FUNCTION static bool is_inside(B const& bed) {
    return !is_outside(largest(largest(bed(-1, 0), bed(1, 0)), largest(bed(0, -1), bed(0, 1))));
  }

  /// Replaces the edges of the domain, which the edge formula treats as cliffs, in those of a cell. `over` is the step.
  template <class C, class B>
  KOKKOS_FORCEINLINE_FUNCTION void replace_sides(CellEdges<T>& edges, FlowCell<T> const& here, C const& hc,
                                                 B const& bed, Span const& over) const {
    if (is_outside(bed(-1, 0))) below(edges.west, here.on_x(), bed(-1, 0), hc(-1, 0), over);
    if (is_outside(bed(1, 0))) above(edges.east, here.on_x(), bed(1, 0), hc(1, 0), over);
    if (is_outside(bed(0, -1))) below(edges.south, here.on_y(), bed(0, -1), hc(0, -1), over);
    if (is_outside(bed(0, 1))) above(edges.north, here.on_y(), bed(0, 1), hc(0, 1), over);
  }
  /// The same where the step's length is not known yet: of the edges of the domain only the fastest wave at time `t`.
  template <class C, class B>
  KOKKOS_FORCEINLINE_FUNCTION void leave_out_sides(CellEdges<T>& edges, FlowCell<T> const& here, C const& hc,
                                                   B const& bed, double t) const {
    CellEdges<T> e{};
    replace_sides(e, here, hc, bed, {t, t});
    if (is_outside(bed(-1, 0))) edges.west = wave_alone(e.west);
    if (is_outside(bed(1, 0))) edges.east = wave_alone(e.east);
    if (is_outside(bed(0, -1))) edges.south = wave_alone(e.south);
    if (is_outside(bed(0, 1))) edges.north = wave_alone(e.north);
  }

 private:
  /// Replaces a cliff by the edge to the outside, which is the low cell. `mark` is the ghost of the bed, `own` that
  /// of the pollutant: what the rule knows of the cell.
  KOKKOS_FORCEINLINE_FUNCTION void below(EdgeFlux<T>& flux, BesideEdge<T> inside, T mark, T own,
                                         Span const& over) const {
    inside.along = -inside.along;
    above(flux, inside, mark, own, over);
    flux = {-flux.water, T(0), flux.low, -flux.across, -flux.pollutant, flux.fastest};
  }
  /// The same where the outside is the high cell.
  KOKKOS_FORCEINLINE_FUNCTION void above(EdgeFlux<T>& flux, BesideEdge<T> const& inside, T mark, T own,
                                         Span const& over) const {
    SideRule const wall{};
    bool const known = sides != nullptr && mark < (T(ranges) + T(0.5)) * outside_mark<T>;  // or it is no mark
    flux = SideEdge<T>{edge.gravity}(known ? sides[side_range(mark)] : wall, inside, over, own);
  }
  KOKKOS_FORCEINLINE_FUNCTION static EdgeFlux<T> wave_alone(EdgeFlux<T> const& flux) {
    return {T(0), T(0), T(0), T(0), T(0), flux.fastest};
  }
};

/// The change of a cell by its flux edges in a step: dt / dx and dt / dy.
template <class T>
struct FlowBalance {
  T x, y;

  KOKKOS_FORCEINLINE_FUNCTION FlowState<T> operator()(FlowState<T> const& s, FlowShares<T> const& e) const {
    return {sum(s.h, e.x_low.h - e.x_high.h, e.y_low.h - e.y_high.h),
            sum(s.qx, e.x_low.qx - e.x_high.qx, e.y_low.qx - e.y_high.qx),
            sum(s.qy, e.x_low.qy - e.x_high.qy, e.y_low.qy - e.y_high.qy),
            sum(s.hc, e.x_low.hc - e.x_high.hc, e.y_low.hc - e.y_high.hc)};
  }

 private:
  KOKKOS_FORCEINLINE_FUNCTION T sum(T old, T along_x, T along_y) const { return fma(y, along_y, fma(x, along_x, old)); }
};

}  // namespace tessera::stencils
