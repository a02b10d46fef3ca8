// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "shallow_water/flow.hpp"
#include "tessera/table.hpp"

namespace flow_tests {

/// Where the flow starts, as the fields have it.
struct Start {
  Values bed, h, qx, qy, hc;
  std::vector<st::FlowState<double>> states;

  explicit Start(Flow const& flow) : bed(sample(flow.grid, flow.bed)), h(sample(flow.grid, flow.depth)) {
    Values const u = sample(flow.grid, flow.u), v = sample(flow.grid, flow.v),
                 c = sample(flow.grid, flow.concentration);
    for (std::size_t i = 0; i < h.size(); ++i) {
      qx.push_back(h[i] * u[i]);
      qy.push_back(h[i] * v[i]);
      hc.push_back(h[i] * c[i]);
      states.push_back({h[i], qx[i], qy[i], hc[i]});
    }
  }
};

/// Steps until the end, the clock looked at every 16 steps.
template <class T, class Solution>
Outcome take_steps(Solution& solution, Flow const& flow) {
  Start const start(flow);
  solution.template set<st::h<T>>(start.h);
  solution.template set<st::qx<T>>(start.qx);
  solution.template set<st::qy<T>>(start.qy);
  solution.template set<st::hc<T>>(start.hc);
  solution.template set<st::bed<T>>(start.bed);
  st::start_clock(solution, 0, st::first_crossing_rate(flow.grid, flow.setup.gravity, start.states));
  solution.template set<st::goal>(flow.end);

  Outcome o;
  o.start_h = solution.template get<st::h<T>, double>();
  o.start_hc = solution.template get<st::hc<T>, double>();
  o.shortest_step = INFINITY;
  for (long taken = 0; taken < flow.steps && flow.end > o.time;) {
    long const now = std::min(16L, flow.steps - taken);
    solution.advance(now);
    taken += now;
    Values const hands = solution.template get<st::clock>();
    o.time = hands[st::clock_end];
    o.steps = static_cast<long>(hands[st::clock_count]);
    if (!(o.time < flow.end) || !std::isfinite(o.time)) break;
    o.shortest_step = std::min(o.shortest_step, hands[st::clock_step]);
  }
  o.mean_step = o.time / static_cast<double>(o.steps);
  o.bed = solution.template get<st::bed<T>, double>();
  o.h = solution.template get<st::h<T>, double>();
  o.qx = solution.template get<st::qx<T>, double>();
  o.qy = solution.template get<st::qy<T>, double>();
  o.hc = solution.template get<st::hc<T>, double>();
  solution.template set<st::goal>(o.time);
  solution.advance(1);  // of length 0: adds what the last one brought
  o.totals = solution.template get<st::totals>();
  return o;
}

/// What rule `number` knows of the cells of a face, of which it holds in `count`.
inline Values own_of(Flow const& flow, std::size_t face, int number, std::size_t count) {
  auto const along = 1 - face / 2;
  auto const cells = static_cast<std::size_t>(flow.grid.cells[along]);
  auto const kind = flow.rules[static_cast<std::size_t>(number)].kind;
  if (kind == st::SideKind::normal) return Values(cells, flow.conveyance);
  if (kind != st::SideKind::still) return Values(cells, 1 / (static_cast<double>(count) * flow.grid.spacing[along]));
  Start const start(flow);
  Values const smooth{0.0};
  return st::open_cells(flow.grid, face, {flow.setup.gravity, start.bed, start.h, start.qx, start.qy, smooth}).own;
}

inline void set_sides(st::FlowSides& sides, Flow const& flow) {
  auto const set = [&](std::size_t face, std::size_t first, std::size_t count, int rule) {
    std::vector<bool> holds(static_cast<std::size_t>(flow.grid.cells[1 - face / 2]), false);
    std::fill_n(holds.begin() + static_cast<long>(first), count, true);
    sides.along(face, holds, own_of(flow, face, rule, count), rule);
  };
  for (std::size_t face = 0; face < 4; ++face) {
    if (flow.grid.periodic[face / 2]) continue;
    sides.whole(flow.grid, face, 0);
    set(face, 0, static_cast<std::size_t>(flow.grid.cells[1 - face / 2]), flow.sides[face]);
  }
  for (Range const& r : flow.ranges) set(r.face, r.first, r.last - r.first + 1, r.rule);
}

template <class T, class Form, class Edge, class Exec>
Outcome run_program(Exec const& exec, Flow const& flow, How const& how) {
  tessera::Table<st::SideRule, Exec> const rules(flow.rules);
  st::FlowSetup setup = flow.setup;
  setup.rules = flow.rules.size() > 1 ? rules.data() : nullptr;
  set_sides(setup.sides, flow);
  setup.forcings.rained_area = flow.grid.spacing[0] * flow.grid.spacing[1] * static_cast<double>(flow.grid.size());
  auto const program = st::flow_program<T, Form, Edge>(flow.grid, setup);
  tessera::Schedule schedule;
  schedule.strategy = how.strategy;
  tessera::Solution solution{exec, program, schedule};
  return take_steps<T>(solution, flow);
}

template <class T, class Exec>
Outcome run_in(Exec const& exec, Flow const& flow, How const& how) {
  using enum st::FlowAlgorithm;
  using Edge = st::RoeEdge<T>;
  using Paper = st::RoeEdge<T, st::BareSign, st::PaperRow>;
  using st::FlowForm;
  if (how.paper) return run_program<T, FlowForm<naive>, Paper>(exec, flow, how);
  if (how.algorithm == naive) return run_program<T, FlowForm<naive>, Edge>(exec, flow, how);
  if (how.algorithm == decoupled) return run_program<T, FlowForm<decoupled>, Edge>(exec, flow, how);
  if (how.order == 2) return run_program<T, FlowForm<fused, true, false, false, 2>, Edge>(exec, flow, how);
  return run_program<T, FlowForm<fused>, Edge>(exec, flow, how);
}

}  // namespace flow_tests
