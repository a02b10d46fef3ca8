// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>

#include "../names.hpp"
#include "../sweep.hpp"
#include "papers.hpp"
#include "tessera/stencils/jacobi.hpp"

namespace tessera::bench {

/// Edges of the cubes: those of the paper's figure, its padding advice (304 doubles are 19 lines of 128 bytes), and
/// what its cards had no memory for.
template <class Exec>
std::vector<int> paper001_edges() {
  if (small()) return {32, 48};
  if (on_host<Exec>) return {64, 128, 192, 256, 304, 384, 512};
  return {64, 96, 128, 160, 192, 224, 256, 304, 320, 384, 448, 512, 608, 768, 896, 1024};
}

/// The paper's Jacobi iteration. Its topology is a torus; here, as everywhere, values are prescribed on all faces.
inline auto paper001_program(int edge) {
  using Q = temperature<double>;
  using Step = stencils::Jacobi3D7<double>;
  return Program{Grid<3>{.cells = {edge, edge, edge}}, Stage<Step, Reads<Q>, Writes<Q>>{Step::average()}}
      .boundary<Q>(Dirichlet{0.0})
      .boundary<Q>(Face::x_low, Dirichlet{100.0});
}

template <class Exec>
void paper001(benchmark::State& state, int edge, std::string const& strategy) {
  measure_sweep(state, Exec{}, paper001_program(edge), {.strategy = strategy});
}

template <class Exec>
void Paper001<Exec>::add() {
  auto const compiled = strategy_names<Exec>();
  for (int const edge : paper001_edges<Exec>()) {
    for (std::string const shown : {"default", "naive", "plane_sweep"}) {
      std::string const strategy = shown == "default" ? "" : shown;
      if (!strategy.empty() && std::find(compiled.begin(), compiled.end(), strategy) == compiled.end()) continue;
      std::string const name =
          "paper001/" + space_name<Exec>() + "/" + shown + "/double/" + Size{edge, edge, edge}.name();
      set_timing(benchmark::RegisterBenchmark(name.c_str(), paper001<Exec>, edge, strategy));
    }
  }
}

}  // namespace tessera::bench
