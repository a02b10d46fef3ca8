// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/program.hpp"
#include "tessera/stencils/shallow_water/quantities.hpp"
#include "tessera/stencils/shallow_water/sources.hpp"

namespace tessera::stencils {

/// The parameters of all operators of the flow: flux edges, the size of a cell, the ground.
template <class T, class Edge>
struct FlowNumbers {
  FlowEdges<T, Edge> edges;
  FlowSources<T> sources;
  Ground<T> same_ground;  ///< where the program has no `ground`
  T per_dx, per_dy;       ///< 1/m
  bool second_order;      ///< the order of the flux edges

  /// The ground of a cell, per cell or uniform.
  template <class G>
  KOKKOS_FORCEINLINE_FUNCTION Ground<T> ground(G const& g) const {
    return {g[0](), g[1](), g[2]()};
  }
  /// Number by number: GCC 12 does not vectorise loops over cells in which a whole struct is copied.
  KOKKOS_FORCEINLINE_FUNCTION Ground<T> ground() const {
    return {same_ground.manning, same_ground.rain, same_ground.infiltration};
  }

  /// The step that the clock is at.
  template <class Clock>
  KOKKOS_FORCEINLINE_FUNCTION static Span step_of(Clock const& clock) {
    return {clock[clock_begin](), clock[clock_end]()};
  }

  /// A cell after a step of its flux edges and its ground; `here` is `s`, as flux edges know it. Cells outside the
  /// domain stay empty.
  template <class Clock, class... G>
  KOKKOS_FORCEINLINE_FUNCTION FlowState<T> advanced(FlowState<T> const& s, FlowCell<T> const& here,
                                                    FlowShares<T> const& e, Clock const& clock, G const&... g) const {
    T const dt = static_cast<T>(clock[clock_step]());
    return finished(here, FlowBalance<T>{dt * per_dx, dt * per_dy}(s, e), dt, clock, g...);
  }
  /// The same from the state after the flux edges.
  template <class Clock, class... G>
  KOKKOS_FORCEINLINE_FUNCTION FlowState<T> finished(FlowCell<T> const& here, FlowState<T> const& moved, T dt,
                                                    Clock const& clock, G const&... g) const {
    Ground<T> const under = ground(g...);
    T const rained = rain_on(here, dt, under, clock);
    return sources(moved, seepage(here, dt, rained, under), here.concentration, dt, rained, under.manning);
  }

  /// The depth of the rain that falls on a cell in a step, m.
  template <class Clock>
  KOKKOS_FORCEINLINE_FUNCTION static T rain_on(FlowCell<T> const& here, T dt, Ground<T> const& under,
                                               Clock const& clock) {
    T const rain = is_outside(here.bed) ? T(0) : static_cast<T>(clock[clock_rain]());
    return rain * under.rain * dt;
  }
  /// What seeps away from a cell in a step. Flux edges take most_outflow at most; each of them is limited to it. Those
  /// of second order take no more than gamma of the cell's water.
  KOKKOS_FORCEINLINE_FUNCTION Seepage<T> seepage(FlowCell<T> const& here, T dt, T rained,
                                                 Ground<T> const& under) const {
    KOKKOS_IF_ON_DEVICE((if (!(under.infiltration > 0)) return {T(0), T(0)};))
    if (second_order) return Seepage<T>::of(under.infiltration * dt, rained, (1 - sources.gamma) * here.h);
    T const limit = edges.edge.per_27_gravity, c = here.celerity;
    T const along_x = most_outflow(limit, here.h, here.u, c) + most_outflow(limit, here.h, -here.u, c);
    T const along_y = most_outflow(limit, here.h, here.v, c) + most_outflow(limit, here.h, -here.v, c);
    T const left = fma(-dt, fma(along_x, per_dx, along_y * per_dy), here.h);
    return Seepage<T>::of(under.infiltration * dt, rained, largest(left, T(0)));
  }

  /// The rate of a cell in the paper: half the sum over its flux edges of fastest wave per length.
  KOKKOS_FORCEINLINE_FUNCTION T edge_rate(CellEdges<T> const& e) const {
    return T(0.5) * fma(e.west.fastest + e.east.fastest, per_dx, (e.south.fastest + e.north.fastest) * per_dy);
  }
  /// The rate of a cell by its own waves.
  KOKKOS_FORCEINLINE_FUNCTION T cell_rate(FlowState<T> const& s) const {
    return cell_rate(FlowCell<T>::of(edges.edge.gravity, s, T(0)), {T(0), T(0)});
  }
  /// The same with waves along x and y at least as fast as `least_fast`.
  KOKKOS_FORCEINLINE_FUNCTION T cell_rate(FlowCell<T> const& cell, Kokkos::Array<T, 2> const& least_fast) const {
    return fma(largest(magnitude(cell.u) + cell.celerity, least_fast[0]), per_dx,
               largest(magnitude(cell.v) + cell.celerity, least_fast[1]) * per_dy);
  }
};

/// One step in one sweep: all flux edges of a cell, its new state, and the rate of the new state for the next time
/// step. A flux edge takes its two cells in the same order from either side, so threads of neighbouring cells can share
/// it. Inputs: h, qx, qy, hc, bed, clock, and perhaps ground.
template <class T, class Edge>
struct FlowStep {
  FlowNumbers<T, Edge> numbers;

  static constexpr int registers = 128;  ///< that a GPU takes for the formula
  using reach = Reaches<Star<1>, Star<1>, Star<1>, Star<1>, Star<1>, Centre, Centre>;
  template <class H, class X, class Y, class C, class B, class Clock, class... G>
  KOKKOS_FORCEINLINE_FUNCTION auto operator()(H const& h, X const& qx, Y const& qy, C const& hc, B const& bed,
                                              Clock const& clock, G const&... ground) const {
    auto const here = cell(h, qx, qy, hc, bed);
    auto around = flow_shares(numbers.edges.inside(h, qx, qy, hc, bed));
    T side_rate = 0;  // inflow may be faster than the cell
    if (!is_plain(h, qx, qy, hc, bed)) {
      auto const fastest = numbers.edges.replace_sides(around, here, hc, bed, numbers.step_of(clock));
      side_rate = numbers.cell_rate(here, fastest);
    }
    auto const s = numbers.advanced({h(), qx(), qy(), hc()}, here, around, clock, ground...);
    return pack(s.h, s.qx, s.qy, s.hc, Reduce<Max, T>{largest(numbers.cell_rate(s), side_rate)});
  }

  /// What flux edges need to know of the cell.
  template <class H, class X, class Y, class C, class B, class... Rest>
  KOKKOS_FORCEINLINE_FUNCTION FlowCell<T> cell(H const& h, X const& qx, Y const& qy, C const& hc, B const& bed,
                                               Rest const&...) const {
    return numbers.edges.cell(h, qx, qy, hc, bed, 0, 0);
  }
  /// What a flux edge gives to its two cells.
  template <int Axis>
  KOKKOS_FORCEINLINE_FUNCTION EdgeSides<FlowState<T>> edge(FlowCell<T> const& low, FlowCell<T> const& high) const {
    if constexpr (Axis == 0) {
      return edge_sides<0>(numbers.edges.edge(low.on_x(), high.on_x()));
    } else {
      return edge_sides<1>(numbers.edges.edge(low.on_y(), high.on_y()));
    }
  }
  /// The step of a plain cell with these flux edges around it.
  template <class H, class X, class Y, class C, class B, class Clock, class... G>
  KOKKOS_FORCEINLINE_FUNCTION auto gather(FlowShares<T> const& around, FlowCell<T> const& here, H const& h, X const& qx,
                                          Y const& qy, C const& hc, B const&, Clock const& clock,
                                          G const&... ground) const {
    auto const s = numbers.advanced({h(), qx(), qy(), hc()}, here, around, clock, ground...);
    return pack(s.h, s.qx, s.qy, s.hc, Reduce<Max, T>{numbers.cell_rate(s)});
  }

  /// A plain cell has no edge of the domain, or all its sides are walls. Most are plain.
  template <class H, class X, class Y, class C, class B, class... Rest>
  KOKKOS_FORCEINLINE_FUNCTION bool is_plain(H const&, X const&, Y const&, C const&, B const& bed,
                                            Rest const&...) const {
    return numbers.edges.sides == nullptr || numbers.edges.is_inside(bed);
  }
  /// The step of a plain cell.
  template <class H, class X, class Y, class C, class B, class Clock, class... G>
  KOKKOS_FORCEINLINE_FUNCTION auto plain(H const& h, X const& qx, Y const& qy, C const& hc, B const& bed,
                                         Clock const& clock, G const&... ground) const {
    return gather(flow_shares(numbers.edges.inside(h, qx, qy, hc, bed)), cell(h, qx, qy, hc, bed), h, qx, qy, hc, bed,
                  clock, ground...);
  }
};

/// The first stage of the paper, naive form: the change of a cell by its four flux edges, each computed by both cells,
/// and the rate for this time step. What comes over the sides of the domain depends on the step's length, which follows
/// from that rate; FlowUpdate adds it. Inputs: h, qx, qy, hc, bed, clock.
template <class T, class Edge>
struct FlowChange {
  FlowNumbers<T, Edge> numbers;

  static constexpr int registers = 128;  ///< that a GPU takes for the formula
  using reach = Reaches<Star<1>, Star<1>, Star<1>, Star<1>, Star<1>, Centre>;
  template <class H, class X, class Y, class C, class B, class Clock>
  KOKKOS_FORCEINLINE_FUNCTION auto operator()(H const& h, X const& qx, Y const& qy, C const& hc, B const& bed,
                                              Clock const& clock) const {
    CellEdges<T> edges = numbers.edges.inside(h, qx, qy, hc, bed);
    if (!numbers.edges.is_inside(bed)) {
      numbers.edges.leave_out_sides(edges, numbers.edges.cell(h, qx, qy, hc, bed, 0, 0), hc, bed, clock[clock_end]());
    }
    return changes(numbers, edges);
  }
  /// As for FlowStep.
  template <class H, class X, class Y, class C, class B, class Clock>
  KOKKOS_FORCEINLINE_FUNCTION bool is_plain(H const&, X const&, Y const&, C const&, B const& bed, Clock const&) const {
    return numbers.edges.is_inside(bed);
  }
  template <class H, class X, class Y, class C, class B, class Clock>
  KOKKOS_FORCEINLINE_FUNCTION auto plain(H const& h, X const& qx, Y const& qy, C const& hc, B const& bed,
                                         Clock const&) const {
    return changes(numbers, numbers.edges.inside(h, qx, qy, hc, bed));
  }

  /// Change and rate of a cell with these flux edges.
  KOKKOS_FORCEINLINE_FUNCTION static auto changes(FlowNumbers<T, Edge> const& numbers, CellEdges<T> const& edges) {
    auto const s = FlowBalance<T>{numbers.per_dx, numbers.per_dy}({T(0), T(0), T(0), T(0)}, flow_shares(edges));
    return pack(Kokkos::Array<T, 4>{s.h, s.qx, s.qy, s.hc}, Reduce<Max, T>{numbers.edge_rate(edges)});
  }
};

/// A cell and its neighbour at (X, Y).
template <int X, int Y>
struct CellAnd {
  static constexpr int radius = 1;
  static constexpr bool has(int x, int y, int) { return (x == 0 && y == 0) || (x == X && y == Y); }
};
/// A cell and its low, or its high, neighbours.
template <int D>
struct CellAndSide {
  static constexpr int radius = 1;
  static constexpr bool has(int x, int y, int) {
    return (x == 0 && y == 0) || (x == D && y == 0) || (x == 0 && y == D);
  }
};

/// The first stage of the paper with ghost cell decoupling, first half: the low flux edges of a cell, each once.
/// FlowUpdate adds the edges of the domain. Inputs: h, qx, qy, hc, bed.
template <class T, class Edge>
struct FlowFluxes {
  FlowNumbers<T, Edge> numbers;

  using Low = CellAndSide<-1>;
  using reach = Low;
  template <class H, class X, class Y, class C, class B>
  KOKKOS_FORCEINLINE_FUNCTION auto operator()(H const& h, X const& qx, Y const& qy, C const& hc, B const& bed) const {
    auto const& edges = numbers.edges;
    FlowCell<T> const here = edges.cell(h, qx, qy, hc, bed, 0, 0);
    return pack(array(edges.edge(edges.cell(h, qx, qy, hc, bed, -1, 0).on_x(), here.on_x())),
                array(edges.edge(edges.cell(h, qx, qy, hc, bed, 0, -1).on_y(), here.on_y())));
  }

 private:
  KOKKOS_FORCEINLINE_FUNCTION static Kokkos::Array<T, 6> array(EdgeFlux<T> const& f) {
    return {f.water, f.low, f.high, f.across, f.pollutant, f.fastest};
  }
};

/// The second half: adds up the flux edges of a cell. Inputs: flux_x, flux_y, h, qx, qy, hc, bed, clock.
template <class T, class Edge>
struct FlowGather {
  FlowNumbers<T, Edge> numbers;

  using reach = Reaches<CellAnd<1, 0>, CellAnd<0, 1>, Centre, Centre, Centre, Star<1>, Star<1>, Centre>;
  template <class FX, class FY, class H, class X, class Y, class C, class B, class Clock>
  KOKKOS_FORCEINLINE_FUNCTION auto operator()(FX const& x, FY const& y, H const& h, X const& qx, Y const& qy,
                                              C const& hc, B const& bed, Clock const& clock) const {
    auto const here = numbers.edges.cell(h, qx, qy, hc, bed, 0, 0);
    CellEdges<T> edges = inside(x, y);
    numbers.edges.leave_out_sides(edges, here, hc, bed, clock[clock_end]());
    return FlowChange<T, Edge>::changes(numbers, edges);
  }
  /// As for FlowStep.
  template <class FX, class FY, class H, class X, class Y, class C, class B, class Clock>
  KOKKOS_FORCEINLINE_FUNCTION bool is_plain(FX const&, FY const&, H const&, X const&, Y const&, C const&, B const& bed,
                                            Clock const&) const {
    return numbers.edges.is_inside(bed);
  }
  template <class FX, class FY, class... Rest>
  KOKKOS_FORCEINLINE_FUNCTION auto plain(FX const& x, FY const& y, Rest const&...) const {
    return FlowChange<T, Edge>::changes(numbers, inside(x, y));
  }

 private:
  template <class FX, class FY>
  KOKKOS_FORCEINLINE_FUNCTION static CellEdges<T> inside(FX const& x, FY const& y) {
    return {flux(x, 0, 0), flux(x, 1, 0), flux(y, 0, 0), flux(y, 0, 1)};
  }
  template <class F>
  KOKKOS_FORCEINLINE_FUNCTION static EdgeFlux<T> flux(F const& f, int dx, int dy) {
    return {f[0](dx, dy), f[1](dx, dy), f[2](dx, dy), f[3](dx, dy), f[4](dx, dy), f[5](dx, dy)};
  }
};

/// The last stage of the paper: the new state from the change and from what comes over the sides of the domain in the
/// step. Inputs: h, qx, qy, hc, bed, change, clock, and perhaps ground.
template <class T, class Edge>
struct FlowUpdate {
  FlowNumbers<T, Edge> numbers;

  using reach = Reaches<Centre, Centre, Centre, Star<1>, Star<1>, Centre, Centre, Centre>;
  template <class H, class X, class Y, class C, class B, class D, class Clock, class... G>
  KOKKOS_FORCEINLINE_FUNCTION auto operator()(H const& h, X const& qx, Y const& qy, C const& hc, B const& bed,
                                              D const& change, Clock const& clock, G const&... ground) const {
    FlowState<T> const s{h(), qx(), qy(), hc()};
    FlowCell<T> const here = FlowCell<T>::of(numbers.edges.edge.gravity, s, bed());
    T const dt = static_cast<T>(clock[clock_step]());
    FlowState<T> moved = changed(s, change, dt);
    if (!numbers.edges.is_inside(bed)) moved = with_sides(moved, here, hc, bed, dt, clock);
    return next(here, moved, dt, clock, ground...);
  }
  /// Plain cells have no edge of the domain.
  template <class H, class X, class Y, class C, class B, class... Rest>
  KOKKOS_FORCEINLINE_FUNCTION bool is_plain(H const&, X const&, Y const&, C const&, B const& bed,
                                            Rest const&...) const {
    return numbers.edges.is_inside(bed);
  }
  template <class H, class X, class Y, class C, class B, class D, class Clock, class... G>
  KOKKOS_FORCEINLINE_FUNCTION auto plain(H const& h, X const& qx, Y const& qy, C const& hc, B const& bed,
                                         D const& change, Clock const& clock, G const&... ground) const {
    FlowState<T> const s{h(), qx(), qy(), hc()};
    FlowCell<T> const here = FlowCell<T>::of(numbers.edges.edge.gravity, s, bed());
    T const dt = static_cast<T>(clock[clock_step]());
    return next(here, changed(s, change, dt), dt, clock, ground...);
  }

 private:
  template <class D>
  KOKKOS_FORCEINLINE_FUNCTION static FlowState<T> changed(FlowState<T> const& s, D const& change, T dt) {
    return {fma(dt, change[0](), s.h), fma(dt, change[1](), s.qx), fma(dt, change[2](), s.qy),
            fma(dt, change[3](), s.hc)};
  }
  template <class C, class B, class Clock>
  KOKKOS_FORCEINLINE_FUNCTION FlowState<T> with_sides(FlowState<T> const& moved, FlowCell<T> const& here, C const& hc,
                                                      B const& bed, T dt, Clock const& clock) const {
    CellEdges<T> sides{};
    numbers.edges.replace_sides(sides, here, hc, bed, numbers.step_of(clock));
    return FlowBalance<T>{dt * numbers.per_dx, dt * numbers.per_dy}(moved, flow_shares(sides));
  }
  template <class Clock, class... G>
  KOKKOS_FORCEINLINE_FUNCTION auto next(FlowCell<T> const& here, FlowState<T> const& moved, T dt, Clock const& clock,
                                        G const&... ground) const {
    auto const state = numbers.finished(here, moved, dt, clock, ground...);
    return pack(state.h, state.qx, state.qy, state.hc);
  }
};

/// Updates the maxima, in place. Inputs: h, qx, qy, clock, maxima.
template <class T>
struct FlowMaxima {
  T wet;  ///< m

  using reach = Centre;
  template <class H, class X, class Y, class Clock, class M>
  KOKKOS_FORCEINLINE_FUNCTION Kokkos::Array<T, 3> operator()(H const& h, X const& qx, Y const& qy, Clock const& clock,
                                                             M const& maxima) const {
    bool const flooded = h() >= wet;
    T const speed = flooded ? Kokkos::sqrt(fma(qx(), qx(), qy() * qy())) / h() : T(0);
    T const now = static_cast<T>(clock[clock_end]());
    return {largest(maxima[0](), h()), largest(maxima[1](), speed), maxima[2]() < 0 && flooded ? now : maxima[2]()};
  }
};

/// The budget of a step: inflow over the sides and infiltration, m^3. Four sums over the cells of the state before the
/// step, in a fixed order, so that budgets close with every strategy. Inputs as FlowStep.
template <class T, class Edge>
struct FlowLedger {
  FlowNumbers<T, Edge> numbers;
  double area;  ///< of a cell, m^2

  using reach = Reaches<Centre, Centre, Centre, Star<1>, Star<1>, Centre, Centre>;
  template <class H, class X, class Y, class C, class B, class Clock, class... G>
  KOKKOS_FORCEINLINE_FUNCTION auto operator()(H const& h, X const& qx, Y const& qy, C const& hc, B const& bed,
                                              Clock const& clock, G const&... g) const {
    T const dt = static_cast<T>(clock[clock_step]());
    T water = 0, pollutant = 0;
    if (numbers.edges.sides != nullptr && !numbers.edges.is_inside(bed)) {
      CellEdges<T> e{};
      auto const here = numbers.edges.cell(h, qx, qy, hc, bed, 0, 0);
      numbers.edges.replace_sides(e, here, hc, bed, numbers.step_of(clock));
      FlowState<T> const in =
          FlowBalance<T>{dt * numbers.per_dx, dt * numbers.per_dy}({T(0), T(0), T(0), T(0)}, flow_shares(e));
      water = in.h;
      pollutant = in.hc;
    }
    Ground<T> const under = numbers.ground(g...);
    T seeped = 0, seeped_pollutant = 0;
    if (under.infiltration > 0) {
      auto const here = numbers.edges.cell(h, qx, qy, hc, bed, 0, 0);
      auto const seeps = numbers.seepage(here, dt, numbers.rain_on(here, dt, under, clock), under);
      seeped = seeps.water;
      seeped_pollutant = seeps.old * here.concentration;
    }
    return pack(sum(water), sum(pollutant), sum(seeped), sum(seeped_pollutant));
  }
  /// Plain cells have no edge of the domain and no infiltration: they contribute nothing.
  template <class H, class X, class Y, class C, class B, class Clock, class... G>
  KOKKOS_FORCEINLINE_FUNCTION bool is_plain(H const&, X const&, Y const&, C const&, B const& bed, Clock const&,
                                            G const&... g) const {
    return numbers.edges.is_inside(bed) && !(numbers.ground(g...).infiltration > 0);
  }
  template <class... Points>
  KOKKOS_FORCEINLINE_FUNCTION auto plain(Points const&...) const {
    return pack(sum(0), sum(0), sum(0), sum(0));
  }

 private:
  KOKKOS_FORCEINLINE_FUNCTION Reduce<Sum> sum(T depth) const { return {area * static_cast<double>(depth)}; }
};

}  // namespace tessera::stencils
