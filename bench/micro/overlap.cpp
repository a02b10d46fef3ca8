// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <limits>

#include "../timing.hpp"
#include "lanes.hpp"
#include "micro.hpp"

namespace tessera::bench {
namespace {

/// Values that a thread handles: 16 bytes on devices, and on hosts as many as keep the arithmetic units busy.
template <class Exec, class T>
using Piece = Lanes<T, (on_host<Exec> ? 256 : 16) / static_cast<int>(sizeof(T))>;

/// Fused multiply-adds on each value in one turn.
inline constexpr int per_turn = 8;

/// Loads a piece, takes `turns` turns of arithmetic on it, stores it. With `Memory` false it makes its values up, and
/// stores only pieces whose sum is `never`, which is that of none.
template <class Exec, class T, bool Memory>
struct Stream {
  Piece<Exec, T> const* from;
  Piece<Exec, T>* to;
  T a, b, never;
  int turns;

  KOKKOS_FUNCTION void operator()(int piece) const {
    Piece<Exec, T> x;
    if constexpr (Memory) {
      x = from[piece];
    } else {
      for (T& value : x.v) value = static_cast<T>(piece);
    }
    for (int t = 0; t < turns; ++t) {
#pragma unroll
      for (int f = 0; f < per_turn; ++f) x.fused(a, b);
    }
    if (Memory || x.sum() == never) to[piece] = x;
  }
};

template <class Exec, class T>
struct FillPieces {
  Piece<Exec, T>* pieces;
  KOKKOS_FUNCTION void operator()(int piece) const {
    std::uint32_t h = static_cast<std::uint32_t>(piece) * 64U;
    for (T& value : pieces[piece].v) value = noise<T>(h++);
  }
};

/// Two arrays of a quarter of what the roof is measured with, and more than any cache.
template <class Exec, class T>
struct Arrays {
  using View = Kokkos::View<Piece<Exec, T>*, typename Exec::memory_space>;
  Exec exec;
  int pieces = static_cast<int>((small() ? std::size_t(1) << 20 : std::size_t(1) << 28) / sizeof(Piece<Exec, T>));
  View from{"tessera::bench::from", static_cast<std::size_t>(pieces)};
  View to{"tessera::bench::to", static_cast<std::size_t>(pieces)};

  Arrays() {
    Kokkos::parallel_for("tessera::bench::noise", Kokkos::RangePolicy<Exec>(exec, 0, pieces),
                         FillPieces<Exec, T>{from.data()});
  }
  /// A function that launches the kernel as often as it is told.
  template <bool Memory>
  auto kernel(int turns) const {
    return [this, turns](long times) {
      T const never = std::numeric_limits<T>::quiet_NaN();
      Stream<Exec, T, Memory> const stream{from.data(), to.data(), factor<T>, term<T>, never, turns};
      Kokkos::RangePolicy<Exec> const policy(exec, 0, pieces);
      for (long t = 0; t < times; ++t) Kokkos::parallel_for("tessera::bench::overlap", policy, stream);
      exec.fence("tessera::bench");
    };
  }
};

/// Seconds per launch over a few batches, for what a benchmark has to know beside what it times itself.
template <class Launch>
double seconds_of(Launch const& launch) {
  long const times = warm_up(launch);
  Kokkos::Timer timer;
  launch(3 * times);
  return timer.seconds() / static_cast<double>(3 * times);
}

template <class Exec, class T>
void overlap(benchmark::State& state, int fmas) {
  if (!fits(state, Exec(), small() ? 2e6 : 2.0 * (1 << 28))) return;
  Arrays<Exec, T> const arrays;
  double const load = seconds_of(arrays.template kernel<true>(0));
  double const arithmetic = seconds_of(arrays.template kernel<false>(fmas / per_turn));
  double const both = time_batches(state, arrays.template kernel<true>(fmas / per_turn));
  auto const elements = static_cast<double>(arrays.pieces) * sizeof(Piece<Exec, T>) / sizeof(T);
  state.counters["fmas_per_element"] = fmas;
  state.counters["seconds"] = both;
  state.counters["seconds_of_memory"] = load;
  state.counters["seconds_of_arithmetic"] = arithmetic;
  state.counters["hidden"] = (load + arithmetic - both) / std::min(load, arithmetic);
  state.counters["bytes_per_second"] = 2 * sizeof(T) * elements / both;
  state.counters["flops_per_second"] = 2.0 * fmas * elements / both;
}

template <class Exec, class T>
void add_lengths() {
  std::string const name = "overlap/" + space_name<Exec>() + "/" + precision_name<T> + "/fma";
  for (int const fmas : {8, 16, 32, 48, 64, 96, 128, 256}) {
    set_timing(benchmark::RegisterBenchmark((name + std::to_string(fmas)).c_str(), overlap<Exec, T>, fmas));
  }
}

}  // namespace

template <class Exec>
void Overlap<Exec>::add() {
  add_lengths<Exec, double>();
  add_lengths<Exec, float>();
}

template struct Overlap<MainSpace>;
template struct Overlap<OtherSpace>;

}  // namespace tessera::bench
