// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdio>
#include <filesystem>
#include <vector>

#include "heat7.hpp"
#include "peers/openmp_heat7.hpp"
#include "roof.hpp"
#include "tessera/version.hpp"

namespace tessera::bench {
namespace {

/// Registers all that runs on `Exec`: by size, so that what is compared is measured side by side.
template <class Exec>
void add_all() {
  if constexpr (!std::is_same_v<Exec, NoSpace>) {
    for (Size const& size : sizes<Exec>()) {
      Roof<Exec>::add(size);
      Heat7<Exec, double>::add(size);
      if constexpr (std::is_same_v<Exec, HostSpace>) add_openmp_peer<double>(size);
      Heat7<Exec, float>::add(size);
      if constexpr (std::is_same_v<Exec, HostSpace>) add_openmp_peer<float>(size);
    }
  }
}

std::string environment(char const* name) {
  char const* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

/// Says in the output what was measured where, and how it was built. No paths: results are published.
void add_context(std::vector<char*> const& arguments) {
  DeviceInfo const device = device_info(MainSpace{});
  char free[32];
  std::snprintf(free, sizeof free, "%.1f GB", device.memory_free * 1e-9);
  std::string command = "tessera-bench";
  for (std::size_t a = 1; a < arguments.size(); ++a) {
    std::string const argument = arguments[a];
    if (!argument.starts_with("--benchmark_out")) command += " " + argument;
  }
  auto const add = [](char const* key, auto const& value) { benchmark::AddCustomContext(key, std::string(value)); };
  add("device", device.name);
  add("device_memory_free", free);
  add("device_space", space_name<MainSpace>());
  add("host", processor_name());
  add("host_space", space_name<HostSpace>());
  add("threads", std::to_string(HostSpace().concurrency()));
  add("omp_proc_bind", environment("OMP_PROC_BIND"));
  add("omp_places", environment("OMP_PLACES"));
  add("tessera", version());
  add("commit", commit());
  add("kokkos", kokkos_version());
  add("compiler", compiler());
  add("compile_flags", compile_flags());
  add("build_type", build_type());
  add("command", command);
}

int run(int argc, char** argv) {
  check_accelerator();
  std::vector<char*> arguments(argv, argv + argc);
  std::string name = std::filesystem::path(argv[0]).filename().string();
  arguments[0] = name.data();
  Kokkos::ScopeGuard const kokkos(argc, argv);
  add_context(arguments);
  add_all<MainSpace>();
  add_all<OtherSpace>();
  argv[0] = name.data();
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}

}  // namespace
}  // namespace tessera::bench

/// tessera-bench [--benchmark_filter=REGEX ...]: the options are Google Benchmark's and Kokkos'.
int main(int argc, char** argv) {
  try {
    return tessera::bench::run(argc, argv);
  } catch (tessera::InputError const& error) {
    std::fprintf(stderr, "tessera-bench: %s\n", error.what());
    return 2;
  }
}
