// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "program.hpp"

#include <cstdio>
#include <string>
#include <vector>

#include "stopwatch.hpp"
#include "tessera/version.hpp"
#include "timing.hpp"

namespace tessera::bench {
namespace {

std::string environment(char const* name) {
  char const* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

/// Says in the output what was measured where, and how it was built. No paths: results are published.
void add_context(std::string command, std::vector<char*> const& arguments) {
  DeviceInfo const device = device_info(MainSpace{});
  char free[32];
  std::snprintf(free, sizeof free, "%.1f GB", device.memory_free * 1e-9);
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
  add("clock", by_processor_time() ? "processor" : "wall");
  add("batches", std::to_string(batches()));
  add("command", command);
}

}  // namespace

int run_benchmarks(int argc, char** argv, char const* name, std::function<void()> const& add) {
  try {
    check_accelerator();
    std::vector<char*> const arguments(argv, argv + argc);
    std::string program = name;
    argv[0] = program.data();  // what Google Benchmark calls the executable, without its folder
    Kokkos::ScopeGuard const kokkos(argc, argv);
    add_context(name, arguments);
    add();
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
    return 0;
  } catch (InputError const& error) {
    std::fprintf(stderr, "%s: %s\n", name, error.what());
    return 2;
  }
}

}  // namespace tessera::bench
