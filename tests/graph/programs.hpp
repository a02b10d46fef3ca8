// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <vector>

#include "graph/fake_graph.hpp"
#include "tessera/numeric.hpp"

namespace graph {

using namespace tessera;

struct warmth : Quantity<double> {};
struct wave : Quantity<double> {};
struct wall : Quantity<double> {};

/// Two versions.
struct Spread {
  double c;
  using reach = Star<1>;
  template <class U>
  KOKKOS_FORCEINLINE_FUNCTION double operator()(U const& u) const {
    return tessera::fma(c, u(1, 0) + u(-1, 0) + u(0, 1) + u(0, -1) - 4 * u(), u());
  }
};

/// Three versions: neighbours of the old one too, and of what is never written.
struct Leap {
  double c;
  using reach = Reaches<Star<1>, Star<1>, Centre>;
  template <class U, class O, class W>
  KOKKOS_FORCEINLINE_FUNCTION double operator()(U const& u, O const& old, W const& w) const {
    double const lap = u(1, 0) + u(-1, 0) + u(0, 1) + u(0, -1) - 4 * u();
    return w() * (2 * u() - old() + c * lap + 0.01 * (old(1, 0) - old(-1, 0)));
  }
};

/// A formula of place and time.
struct Moved {
  double c;
  using reach = Centre;
  template <class U>
  KOKKOS_FORCEINLINE_FUNCTION double operator()(U const& u, At<2> const& at) const {
    return u() + c * at.t;
  }
};

/// A face that changes with time.
struct Tide {
  KOKKOS_FUNCTION double operator()(At<2> const& at) const { return at.t; }
};

inline Grid<2> small_grid() {
  Grid<2> grid{{37, 23}};
  grid.periodic = {true, false};
  return grid;
}

inline auto spreading(Grid<2> const& grid = small_grid()) {
  return Program{grid, Stage<Spread, Reads<warmth>, Writes<warmth>>{{0.1}}}.boundary<warmth>(Dirichlet{0.5});
}

/// Two stages, of two and of three versions.
inline auto leaping() {
  return Program{small_grid(), Stage<Leap, Reads<wave, Old<wave>, wall>, Writes<wave>>{{0.1}},
                 Stage<Spread, Reads<warmth>, Writes<warmth>>{{0.2}}}
      .boundary<wave>(Neumann{0.0})
      .boundary<warmth>(Neumann{0.25});
}

/// Values in [0, 1) without a pattern, the same for the same seed.
inline std::vector<double> noise(std::size_t count, unsigned seed) {
  std::vector<double> values(count);
  unsigned state = 2654435761U * (seed + 1);
  for (double& v : values) {
    state = 1664525U * state + 1013904223U;
    v = (state >> 8) / 16777216.0;
  }
  return values;
}

template <class Run, class... Qs>
void set_noise(Run& run, Types<Qs...>) {
  unsigned seed = 0;
  (run.template set<Qs>(noise(run.template field<Qs>().size(), ++seed)), ...);
}

/// Whether kernels can be captured on `Exec` in this build.
template <class Exec>
bool has_graphs() {
  return detail::StepGraph<Exec>::obstacle().empty();
}

}  // namespace graph
