// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/stencils/shallow_water/linear.hpp"
#include "tessera/stencils/shallow_water/operators.hpp"

namespace tessera::stencils {

/// The first stage of a step of second order: the linear parts of a cell. Inputs: h, qx, qy, hc, bed, clock, and
/// perhaps ground.
///
/// Beside the outside, differences across are 0, but for that of the level, which goes on as inside where water runs
/// down the ground: so that a river or a film knows its slope up to the side at which it leaves.
template <class T, class Edge>
struct FlowLinear {
  FlowNumbers<T, Edge> numbers;

  using reach = Reaches<Star<2>, Star<1>, Star<1>, Star<1>, Star<2>, Centre, Centre>;
  template <class H, class X, class Y, class C, class B, class Clock, class... G>
  KOKKOS_FORCEINLINE_FUNCTION auto operator()(H const& h, X const& qx, Y const& qy, C const& hc, B const& bed,
                                              Clock const& clock, G const&... g) const {
    bool const in_x = !is_outside(largest(bed(-1, 0), bed(1, 0)));
    bool const in_y = !is_outside(largest(bed(0, -1), bed(0, 1)));
    auto x = along_x(in_x, h, qx, qy, hc, bed), y = along_y(in_y, h, qx, qy, hc, bed);
    if (!in_x) x.level = beside_side(h, bed, 1, 0) + beside_side(h, bed, -1, 0);
    if (!in_y) y.level = beside_side(h, bed, 0, 1) + beside_side(h, bed, 0, -1);
    FlowCell<T> const here = cell(h, qx, qy, hc, bed);
    return parts(x, y, static_cast<T>(clock[clock_step]()) * over_sides(here, bed), here, clock, g...);
  }

  /// What differences need to know of the cell. They are the flux edges of this stage: a sweep takes each once.
  template <class H, class X, class Y, class C, class B, class... Rest>
  KOKKOS_FORCEINLINE_FUNCTION FlowCell<T> cell(H const& h, X const& qx, Y const& qy, C const& hc, B const& bed,
                                               Rest const&...) const {
    return numbers.edges.cell(h, qx, qy, hc, bed, 0, 0);
  }
  template <int Axis>
  KOKKOS_FORCEINLINE_FUNCTION EdgeSides<FlowRise<T>> edge(FlowCell<T> const& low, FlowCell<T> const& high) const {
    auto const rise = FlowRise<T>::between(low, high);
    return {rise, rise};
  }
  /// The parts of a plain cell from the differences around it.
  template <class H, class X, class Y, class C, class B, class... Rest>
  KOKKOS_FORCEINLINE_FUNCTION auto gather(EdgesAround<FlowRise<T>> const& around, FlowCell<T> const& here, H const&,
                                          X const&, Y const&, C const&, B const&, Rest const&... rest) const {
    return parts(LinearHalves<T>::of(around.x_low, around.x_high), LinearHalves<T>::of(around.y_low, around.y_high),
                 T(0), here, rest...);
  }

  /// A plain cell has no edge of the domain.
  template <class H, class X, class Y, class C, class B, class... Rest>
  KOKKOS_FORCEINLINE_FUNCTION bool is_plain(H const&, X const&, Y const&, C const&, B const& bed,
                                            Rest const&...) const {
    return numbers.edges.is_inside(bed);
  }
  template <class H, class X, class Y, class C, class B, class... Rest>
  KOKKOS_FORCEINLINE_FUNCTION auto plain(H const& h, X const& qx, Y const& qy, C const& hc, B const& bed,
                                         Rest const&... rest) const {
    return parts(along_x(true, h, qx, qy, hc, bed), along_y(true, h, qx, qy, hc, bed), T(0), cell(h, qx, qy, hc, bed),
                 rest...);
  }

 private:
  template <class... Points>
  KOKKOS_FORCEINLINE_FUNCTION LinearHalves<T> along_x(bool inside, Points const&... points) const {
    return halves(inside, at(points..., -1, 0), at(points..., 0, 0), at(points..., 1, 0));
  }
  template <class... Points>
  KOKKOS_FORCEINLINE_FUNCTION LinearHalves<T> along_y(bool inside, Points const&... points) const {
    return halves(inside, at(points..., 0, -1), at(points..., 0, 0), at(points..., 0, 1));
  }
  template <class H, class X, class Y, class C, class B>
  KOKKOS_FORCEINLINE_FUNCTION FlowCell<T> at(H const& h, X const& qx, Y const& qy, C const& hc, B const& bed, int dx,
                                             int dy) const {
    return numbers.edges.cell(h, qx, qy, hc, bed, dx, dy);
  }
  KOKKOS_FORCEINLINE_FUNCTION static LinearHalves<T> halves(bool inside, FlowCell<T> const& low,
                                                            FlowCell<T> const& here, FlowCell<T> const& high) {
    return LinearHalves<T>::of(FlowRise<T>::between(low, here), FlowRise<T>::between(here, high), inside);
  }
  /// Half of the difference of the level in a cell whose neighbour at (dx, dy) is outside: from the two cells before
  /// it, at most as much as the bed falls there, so that waves over level ground are left alone. 0 where the neighbour
  /// is inside, and beside dry ground, which says nothing of the water's level.
  template <class H, class B>
  KOKKOS_FORCEINLINE_FUNCTION static T beside_side(H const& h, B const& bed, int dx, int dy) {
    if (!is_outside(bed(dx, dy)) || is_outside(largest(bed(-dx, -dy), bed(-2 * dx, -2 * dy)))) return T(0);
    T const here = bed(), before = bed(-dx, -dy), first = bed(-2 * dx, -2 * dy);
    T const ground = half_slope(before - first, here - before);
    T const rise = (before + h(-dx, -dy)) - (first + h(-2 * dx, -2 * dy)), last = (here + h()) - (before + h(-dx, -dy));
    return h(-dx, -dy) > 0 ? 2 * T(dx + dy) * half_slope(half_slope(rise, last), ground) : T(0);
  }
  /// The most that edges of the domain take of the cell's water in a second, over its depth.
  template <class B>
  KOKKOS_FORCEINLINE_FUNCTION T over_sides(FlowCell<T> const& cell, B const& bed) const {
    T const low_x = is_outside(bed(-1, 0)) ? outflow(cell, -cell.u) : T(0);
    T const high_x = is_outside(bed(1, 0)) ? outflow(cell, cell.u) : T(0);
    T const low_y = is_outside(bed(0, -1)) ? outflow(cell, -cell.v) : T(0);
    T const high_y = is_outside(bed(0, 1)) ? outflow(cell, cell.v) : T(0);
    return fma(low_x + high_x, numbers.per_dx, (low_y + high_y) * numbers.per_dy);
  }
  KOKKOS_FORCEINLINE_FUNCTION T outflow(FlowCell<T> const& cell, T outward) const {
    return most_outflow(numbers.edges.edge.per_27_gravity, cell.h, outward, cell.celerity) /
           largest(cell.h, hardly_anything<T>);
  }
  template <class Clock, class... G>
  KOKKOS_FORCEINLINE_FUNCTION auto parts(LinearHalves<T> const& x, LinearHalves<T> const& y, T over_sides,
                                         FlowCell<T> const& here, Clock const& clock, G const&... g) const {
    LinearParts const parts = Linearise<T>{numbers.sources, numbers.per_dx, numbers.per_dy}(
        here, x, y, static_cast<T>(clock[clock_step]()), over_sides, numbers.ground(g...));
    return pack(parts.h.array(), parts.level.array(), parts.u.array(), parts.v.array(), parts.c.array());
  }
};

/// The second stage: flux edges of the middle of the step, the new state, and its rate for the next time step. Flux
/// edges of the domain are those of FlowStep, so that budgets are the same. Inputs: h, qx, qy, hc, bed, linear_h,
/// linear_level, linear_u, linear_v, linear_c, clock, and perhaps ground.
template <class T, class Edge>
struct FlowLinearStep {
  FlowNumbers<T, Edge> numbers;

  static constexpr int registers = 128;  ///< that a GPU takes for the formula
  using reach =
      Reaches<Star<1>, Star<1>, Star<1>, Star<1>, Star<1>, Star<1>, Star<1>, Star<1>, Star<1>, Star<1>, Centre, Centre>;
  template <class H, class X, class Y, class C, class B, class LH, class LL, class LU, class LV, class LC, class Clock,
            class... G>
  KOKKOS_FORCEINLINE_FUNCTION auto operator()(H const& h, X const& qx, Y const& qy, C const& hc, B const& bed,
                                              LH const& linear_h, LL const& linear_level, LU const& linear_u,
                                              LV const& linear_v, LC const& linear_c, Clock const& clock,
                                              G const&... ground) const {
    auto const here = cell_at(h, qx, qy, hc, bed, linear_h, linear_level, linear_u, linear_v, linear_c, 0, 0);
    auto shares = around(h, qx, qy, hc, bed, linear_h, linear_level, linear_u, linear_v, linear_c);
    T side_rate = 0;  // inflow may be faster than the cell
    if (!is_plain(h, qx, qy, hc, bed)) {
      auto const fastest = numbers.edges.replace_sides(shares, here.mean, hc, bed, numbers.step_of(clock));
      side_rate = numbers.cell_rate(here.mean, fastest);
    }
    auto const s = advanced(shares, here, {h(), qx(), qy(), hc()}, clock, ground...);
    return pack(s.h, s.qx, s.qy, s.hc, Reduce<Max, T>{largest(numbers.cell_rate(s), side_rate)});
  }

  /// What flux edges need to know of the cell.
  template <class H, class X, class Y, class C, class B, class LH, class LL, class LU, class LV, class LC,
            class... Rest>
  KOKKOS_FORCEINLINE_FUNCTION LinearCell<T> cell(H const& h, X const& qx, Y const& qy, C const& hc, B const& bed,
                                                 LH const& linear_h, LL const& linear_level, LU const& linear_u,
                                                 LV const& linear_v, LC const& linear_c, Rest const&...) const {
    return cell_at(h, qx, qy, hc, bed, linear_h, linear_level, linear_u, linear_v, linear_c, 0, 0);
  }
  /// What a flux edge gives to its two cells.
  template <int Axis>
  KOKKOS_FORCEINLINE_FUNCTION EdgeSides<FlowState<T>> edge(LinearCell<T> const& low, LinearCell<T> const& high) const {
    T const g = numbers.edges.edge.gravity;
    if constexpr (Axis == 0) {
      return edge_sides<0>(numbers.edges.edge(low.template on_x<1>(g), high.template on_x<-1>(g)));
    } else {
      return edge_sides<1>(numbers.edges.edge(low.template on_y<1>(g), high.template on_y<-1>(g)));
    }
  }
  /// The step of a plain cell with these flux edges around it.
  template <class H, class X, class Y, class C, class B, class LH, class LL, class LU, class LV, class LC, class Clock,
            class... G>
  KOKKOS_FORCEINLINE_FUNCTION auto gather(FlowShares<T> const& shares, LinearCell<T> const& here, H const& h,
                                          X const& qx, Y const& qy, C const& hc, B const&, LH const&, LL const&,
                                          LU const&, LV const&, LC const&, Clock const& clock,
                                          G const&... ground) const {
    auto const s = advanced(shares, here, {h(), qx(), qy(), hc()}, clock, ground...);
    return pack(s.h, s.qx, s.qy, s.hc, Reduce<Max, T>{numbers.cell_rate(s)});
  }

  /// As for FlowStep.
  template <class H, class X, class Y, class C, class B, class... Rest>
  KOKKOS_FORCEINLINE_FUNCTION bool is_plain(H const&, X const&, Y const&, C const&, B const& bed,
                                            Rest const&...) const {
    return numbers.edges.sides == nullptr || numbers.edges.is_inside(bed);
  }
  template <class H, class X, class Y, class C, class B, class LH, class LL, class LU, class LV, class LC,
            class... Rest>
  KOKKOS_FORCEINLINE_FUNCTION auto plain(H const& h, X const& qx, Y const& qy, C const& hc, B const& bed,
                                         LH const& linear_h, LL const& linear_level, LU const& linear_u,
                                         LV const& linear_v, LC const& linear_c, Rest const&... rest) const {
    return gather(around(h, qx, qy, hc, bed, linear_h, linear_level, linear_u, linear_v, linear_c),
                  cell_at(h, qx, qy, hc, bed, linear_h, linear_level, linear_u, linear_v, linear_c, 0, 0), h, qx, qy,
                  hc, bed, linear_h, linear_level, linear_u, linear_v, linear_c, rest...);
  }

 private:
  template <class H, class X, class Y, class C, class B, class LH, class LL, class LU, class LV, class LC>
  KOKKOS_FORCEINLINE_FUNCTION LinearCell<T> cell_at(H const& h, X const& qx, Y const& qy, C const& hc, B const& bed,
                                                    LH const& linear_h, LL const& linear_level, LU const& linear_u,
                                                    LV const& linear_v, LC const& linear_c, int dx, int dy) const {
    return {numbers.edges.cell(h, qx, qy, hc, bed, dx, dy),
            {LinearPart::at(linear_h, dx, dy), LinearPart::at(linear_level, dx, dy), LinearPart::at(linear_u, dx, dy),
             LinearPart::at(linear_v, dx, dy), LinearPart::at(linear_c, dx, dy)}};
  }
  template <class... Points>
  KOKKOS_FORCEINLINE_FUNCTION FlowShares<T> around(Points const&... points) const {
    LinearCell<T> const here = cell_at(points..., 0, 0);
    return {edge<0>(cell_at(points..., -1, 0), here).high, edge<0>(here, cell_at(points..., 1, 0)).low,
            edge<1>(cell_at(points..., 0, -1), here).high, edge<1>(here, cell_at(points..., 0, 1)).low};
  }
  /// The cell after a step of its flux edges, the pull of gravity inside it, and its ground.
  template <class Clock, class... G>
  KOKKOS_FORCEINLINE_FUNCTION FlowState<T> advanced(FlowShares<T> shares, LinearCell<T> const& here,
                                                    FlowState<T> const& s, Clock const& clock,
                                                    G const&... ground) const {
    T const g = numbers.edges.edge.gravity;
    shares.x_low.qx -= here.pull(g, here.parts.level.x);
    shares.y_low.qy -= here.pull(g, here.parts.level.y);
    return numbers.advanced(s, here.mean, shares, clock, ground...);
  }
};

}  // namespace tessera::stencils
