// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "stencils/gas.hpp"

#include "tessera/operator/check_reaches.hpp"

namespace stencil_tests {

template <Passes How, class T>
GasFields advance_gas(tessera::Grid<3> const& grid, Gas const& gas, double dt, long steps, GasFields const& start) {
  namespace st = tessera::stencils;
  auto const program = st::navier_stokes_program<How, T>(grid, gas, dt);
  check_reaches(program);
  tessera::Solution run{Kokkos::DefaultExecutionSpace{}, program};
  run.template set<st::log_density<T>>(start.l);
  run.template set<st::velocity_x<T>>(start.v[0]);
  run.template set<st::velocity_y<T>>(start.v[1]);
  run.template set<st::velocity_z<T>>(start.v[2]);
  run.advance(steps);
  return {run.template get<st::log_density<T>, double>(),
          {run.template get<st::velocity_x<T>, double>(), run.template get<st::velocity_y<T>, double>(),
           run.template get<st::velocity_z<T>, double>()}};
}

using Box = tessera::Grid<3>;
template GasFields advance_gas<Passes::one, double>(Box const&, Gas const&, double, long, GasFields const&);
template GasFields advance_gas<Passes::two, double>(Box const&, Gas const&, double, long, GasFields const&);
template GasFields advance_gas<Passes::one, float>(Box const&, Gas const&, double, long, GasFields const&);
template GasFields advance_gas<Passes::two, float>(Box const&, Gas const&, double, long, GasFields const&);

}  // namespace stencil_tests
