// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <benchmark/benchmark.h>

#include "tessera/backend/device_info.hpp"
#include "tessera/run/resources.hpp"

namespace tessera::bench {

/// Cells along x, y and z.
struct Size {
  int x = 1, y = 1, z = 1;
  [[nodiscard]] long cells() const { return static_cast<long>(x) * y * z; }
  /// "64x64x64", on a grid of two axes "64x64", on a line "64".
  [[nodiscard]] std::string name(int rank = 3) const {
    std::string const line = std::to_string(x), plane = line + "x" + std::to_string(y);
    return rank == 1 ? line : rank == 2 ? plane : plane + "x" + std::to_string(z);
  }
};

/// With TESSERA_BENCH_SMALL=1 every benchmark runs, but on next to nothing: a test that all of them work.
inline bool small() {
  char const* const value = std::getenv("TESSERA_BENCH_SMALL");
  return value != nullptr && std::string_view(value) == "1";
}

/// The host's execution space where it is not the default one; NoSpace where it is, for which there is nothing to do.
struct NoSpace {};
using MainSpace = Kokkos::DefaultExecutionSpace;
using HostSpace = Kokkos::DefaultHostExecutionSpace;
using OtherSpace = std::conditional_t<std::is_same_v<MainSpace, HostSpace>, NoSpace, HostSpace>;

/// The sizes measured on `Exec`: powers of two, one with no even factor in it, and one that only accelerators get.
template <class Exec>
std::vector<Size> sizes() {
  if (small()) return {{32, 32, 32}, {33, 31, 35}};
  std::vector<Size> list{{64, 64, 64}, {128, 128, 128}, {256, 256, 256}, {512, 512, 512}, {509, 511, 513}};
  if constexpr (!on_host<Exec>) list.push_back({1024, 1024, 1024});
  return list;
}

/// "cuda", "openmp", ...
template <class Exec>
std::string space_name() {
  std::string name = Exec::name();
  std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return std::tolower(c); });
  return name;
}

/// "double" or "float".
template <class T>
inline constexpr char const* precision_name = std::is_same_v<T, double> ? "double" : "float";

/// Whether `bytes` fit into what the device of `exec` has free; if not, skips the benchmark with a message.
template <class Exec>
bool fits(benchmark::State& state, Exec const& exec, double bytes) {
  DeviceInfo const device = device_info(exec);
  try {
    check_memory(bytes, device.memory_free, "this size", device.memory_name);
  } catch (InputError const& error) {
    state.SkipWithError(error.what());
    return false;
  }
  return true;
}

}  // namespace tessera::bench

#if defined(TESSERA_BENCH_PAPERS)  // in all files of that program alike
#include "papers/strategies.hpp"
#elif defined(TESSERA_BENCH_TILES)
#include "tiles/strategies.hpp"
#endif
