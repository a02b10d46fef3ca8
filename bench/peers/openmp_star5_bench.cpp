// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../operators/definition.hpp"
#include "differences.hpp"
#include "openmp_star5.hpp"

namespace tessera::bench {
namespace {

/// The library's cells after `steps` steps by its default strategy.
template <class T>
Field<T, HostSpace> star5_result(Size const& size, long steps) {
  HostSpace const exec;
  Solution run{exec, operator_program<T, Star5>(size)};
  set_initial(run);
  run.advance(steps);
  exec.fence("tessera::bench");
  return run.template field<temperature<T>>();
}

template <class T>
void openmp_star5_peer(benchmark::State& state, Size const& size) {
  HostSpace const exec;
  auto const program = operator_program<T, Star5>(size);
  Layout const layout = make_layout(stored(program.grid()), Hull{{-1, 0, -1}, {1, 0, 1}}, 1, sizeof(T));
  if (!fits(state, exec, 4.0 * static_cast<double>(layout.size) * sizeof(T))) return;
  double const roof_here = Roof<HostSpace>::bandwidth();
  auto const mean = stencils::WeightedStar<2, 1, T>::average();
  OpenMPStar5<T> peer(layout, {mean.weight[0], mean.weight[1]}, {T(100), T(0), T(0), T(0)});
  long constexpr steps = 3;
  peer.advance(steps);
  long const wrong = checks_peers() ? differences(peer.cells(), star5_result<T>(size, steps)) : 0;
  if (wrong > 0) {
    state.SkipWithError((std::to_string(wrong) + " cells differ from the library's by more than 1 ulp").c_str());
    return;
  }
  measure(
      state, [&](long n) { peer.advance(n); }, size.cells(), 2 * sizeof(T), roof_here);
}

}  // namespace

template <class T>
void add_openmp_star5_peer() {
#if defined(_OPENMP)
  for (Size const& size : operator_sizes<Star5>()) {
    std::string const name = std::string("peer/openmp_star5/") + precision_name<T> + "/" + size.name(2);
    set_timing(benchmark::RegisterBenchmark(name.c_str(), openmp_star5_peer<T>, size));
  }
#endif
}

template void add_openmp_star5_peer<double>();
template void add_openmp_star5_peer<float>();

}  // namespace tessera::bench
