// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../heat7.hpp"
#include "differences.hpp"
#include "openmp_heat7.hpp"

namespace tessera::bench {
namespace {

template <class T>
void openmp_peer(benchmark::State& state, Size const& size, typename OpenMPHeat7<T>::Form form) {
  HostSpace const exec;
  Layout const layout = make_layout(stored(heat7_program<T>(size).grid()), Hull{{-1, -1, -1}, {1, 1, 1}}, 1, sizeof(T));
  if (!fits(state, exec, 4.0 * static_cast<double>(layout.size) * sizeof(T))) return;
  double const roof_here = Roof<HostSpace>::bandwidth();
  std::array<T, 6> faces{};
  for (std::size_t f = 0; f < 6; ++f) faces[f] = static_cast<T>(face_values[f]);
  auto const step = heat7_step<T>();
  OpenMPHeat7<T> peer(form, layout, {step.c[0], step.c[1], step.c[2]}, faces);
  long constexpr steps = 3;
  peer.advance(steps);
  long const wrong = checks_peers() ? differences(peer.cells(), Heat7<HostSpace, T>::result(size, steps)) : 0;
  if (wrong > 0) {
    state.SkipWithError((std::to_string(wrong) + " cells differ from the library's by more than 1 ulp").c_str());
    return;
  }
  measure(
      state, [&](long n) { peer.advance(n); }, size.cells(), 2 * sizeof(T), roof_here);
}

}  // namespace

template <class T>
void add_openmp_peer([[maybe_unused]] Size const& size) {
#if defined(_OPENMP)
  using Form = typename OpenMPHeat7<T>::Form;
  std::string const name = std::string("/") + precision_name<T> + "/" + size.name();
  set_timing(benchmark::RegisterBenchmark(("peer/openmp" + name).c_str(), openmp_peer<T>, size, Form::planes));
  set_timing(benchmark::RegisterBenchmark(("peer/openmp_tiles" + name).c_str(), openmp_peer<T>, size, Form::tiles));
#endif
}

template void add_openmp_peer<double>(Size const&);
template void add_openmp_peer<float>(Size const&);

}  // namespace tessera::bench
