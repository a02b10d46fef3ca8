// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../timing.hpp"
#include "lanes.hpp"
#include "micro.hpp"

namespace tessera::bench {
namespace {

/// What one thread does: `Chains` chains, each `W` lanes wide.
template <class T, int Chains, int W>
KOKKOS_FORCEINLINE_FUNCTION T run_chains(int item, T a, T b, int repeats) {
  Lanes<T, W> x[Chains];
  for (int c = 0; c < Chains; ++c) {
    for (int w = 0; w < W; ++w) x[c].v[w] = noise<T>(static_cast<std::uint32_t>((item * Chains + c) * W + w));
  }
  for (int r = 0; r < repeats; ++r) {
#pragma unroll
    for (int u = 0; u < 16; ++u) {
#pragma unroll
      for (int c = 0; c < Chains; ++c) x[c].fused(a, b);
    }
  }
  T sum = 0;
  for (int c = 0; c < Chains; ++c) sum += x[c].sum();
  return sum;
}

template <class T, int Chains, int W>
struct RunChains {
  T* sums;
  T a, b;
  int repeats;
  KOKKOS_FUNCTION void operator()(int item) const { sums[item] = run_chains<T, Chains, W>(item, a, b, repeats); }
};

/// Fused multiply-adds per lane and launch, a multiple of 16 x 8.
template <class Exec>
int length() {
  if (small()) return 256;
  return on_host<Exec> ? 131072 : 8192;
}

template <class Exec, class T, int Chains>
void registers(benchmark::State& state) {
  constexpr int lanes = on_host<Exec> ? 64 / sizeof(T) : 1;
  Exec const exec;
  int const items = exec.concurrency() * (on_host<Exec> ? 16 : 4);
  Kokkos::View<T*, typename Exec::memory_space> const sums("tessera::bench::sums", items);
  RunChains<T, Chains, lanes> const kernel{sums.data(), factor<T>, term<T>, length<Exec>() / (16 * Chains)};
  Kokkos::RangePolicy<Exec> const policy(exec, 0, items);
  auto const launch = [&](long times) {
    for (long t = 0; t < times; ++t) Kokkos::parallel_for("tessera::bench::registers", policy, kernel);
    exec.fence("tessera::bench");
  };
  double const seconds = time_batches(state, launch);
  auto const done = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), sums);
  for (int const item : {0, items / 2, items - 1}) {
    if (done(item) != run_chains<T, Chains, lanes>(item, factor<T>, term<T>, kernel.repeats)) {
      state.SkipWithError("the kernel's result is not the host's: something was left out");
      return;
    }
  }
  double const fmas = static_cast<double>(items) * lanes * length<Exec>();
  state.counters["flops_per_second"] = 2 * fmas / seconds;
  state.counters["bytes_per_second"] = 4.0 * sizeof(T) * fmas / seconds;  // three operands read, one written
}

template <class Exec, class T, int... Chains>
void add_chains(std::integer_sequence<int, Chains...>) {
  std::string const name = "registers/" + space_name<Exec>() + "/" + precision_name<T> + "/chains";
  (set_timing(benchmark::RegisterBenchmark((name + std::to_string(Chains)).c_str(), registers<Exec, T, Chains>)), ...);
}

}  // namespace

template <class Exec>
void Registers<Exec>::add() {
  using Chains = std::integer_sequence<int, 1, 2, 4, 8>;
  add_chains<Exec, double>(Chains{});
  add_chains<Exec, float>(Chains{});
}

template struct Registers<MainSpace>;
template struct Registers<OtherSpace>;

}  // namespace tessera::bench
