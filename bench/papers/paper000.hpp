// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdio>

#include "../names.hpp"
#include "../sweep.hpp"
#include "papers.hpp"
#include "tessera/stencils/heat.hpp"

namespace tessera::bench {

/// 128^3 nodes, those on the boundary included: 126^3 are updated, and the others keep their values.
inline constexpr Size paper000_size{126, 126, 126};

/// The paper's size, and one that today's caches do not hold.
template <class Exec>
std::vector<Size> paper000_sizes() {
  if (small()) return {{30, 30, 30}};
  int const edge = on_host<Exec> ? 382 : 510;
  return {paper000_size, {edge, edge, edge}};
}

/// Unsteady heat conduction, one side at 100 degrees and the others at 0, values held in the boundary nodes.
inline auto paper000_program(Size const& size) {
  double const spacing = 1.0 / 127;
  Grid<3> const grid{.cells = {size.x, size.y, size.z}, .spacing = {spacing, spacing, spacing}};
  using Q = temperature<double>;
  using Step = stencils::Heat<3, double>;
  double const alpha = 1.9e-5;
  double const dt = 0.9 * stencils::heat_step_limit(alpha, grid.spacing);
  return Program{grid, Stage<Step, Reads<Q>, Writes<Q>>{Step::make(alpha, grid.spacing, dt)}}
      .boundary<Q>(Dirichlet{0.0, ValueAt::node})
      .boundary<Q>(Face::x_low, Dirichlet{100.0, ValueAt::node});
}

template <class Exec>
void paper000(benchmark::State& state, Size const& size, std::string const& strategy) {
  measure_sweep(state, Exec{}, paper000_program(size), {.strategy = strategy});
}

template <class Exec>
void Paper000<Exec>::add() {
  auto const add_one = [](Size const& size, std::string const& shown, std::string const& strategy) {
    std::string const name = "paper000/" + space_name<Exec>() + "/" + shown + "/double/" + size.name();
    set_timing(benchmark::RegisterBenchmark(name.c_str(), paper000<Exec>, size, strategy));
  };
  for (Size const& size : paper000_sizes<Exec>()) {
    add_one(size, "default", "");
    for (std::string const& strategy : strategies()) add_one(size, strategy, strategy);
  }
}

template <class Exec>
void Paper000<Exec>::one_step(std::string const& strategy) {
  Exec const exec;
  Solution run{exec, paper000_program(paper000_size), {.strategy = strategy}};
  set_initial(run);
  run.advance(1);
  exec.fence("tessera::bench");
  std::fputs(run.explain().c_str(), stdout);
}

template <class Exec>
std::vector<std::string> Paper000<Exec>::strategies() {
  return strategy_names<Exec>();
}

}  // namespace tessera::bench
