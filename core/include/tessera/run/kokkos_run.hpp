// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include <Kokkos_Core.hpp>
#if defined(_OPENMP)
#include <omp.h>
#endif

#include "tessera/backend/device_info.hpp"
#include "tessera/plan/choose.hpp"
#include "tessera/run/app.hpp"
#include "tessera/run/common_keys.hpp"
#include "tessera/run/host_threads.hpp"
#include "tessera/run/roof.hpp"

namespace tessera {

/// Throws InputError for a number that is none, at which Kokkos would end the program with a backtrace.
inline void check_kokkos_arguments(std::vector<std::string> const& arguments) {
  for (std::string const& word : arguments) {
    for (std::string const name : {"--kokkos-num-threads=", "--kokkos-device-id="}) {
      std::string const value = word.starts_with(name) ? word.substr(name.size()) : "1";
      bool const number = !value.empty() && value.find_first_not_of("0123456789") == std::string::npos;
      if (!number || (value == "0" && name == "--kokkos-num-threads=")) {
        throw InputError(word + ": expected a whole number" + (number ? ", at least 1" : ""));
      }
    }
  }
}

/// Sets OpenMP's number of threads before Kokkos looks at it: Kokkos opens a team of as many as OpenMP offers, and
/// takes no account of the length of its own pool. Throws InputError if the user asks for more than fit there.
inline void limit_host_threads(std::vector<std::string> const& arguments) {
#if defined(_OPENMP)
  if (std::string(Kokkos::DefaultHostExecutionSpace::name()) != "OpenMP") return;
  HostThreads const threads = host_threads(arguments, std::min(omp_get_max_threads(), omp_get_thread_limit()));
  if (!threads.notice.empty()) std::cerr << threads.notice << std::endl;
  omp_set_num_threads(threads.count);
#else
  (void)arguments;
#endif
}

/// Starts Kokkos for a run, after checking that the accelerator it was built for is there; what it returns ends it.
inline std::shared_ptr<void> start_kokkos(std::vector<std::string> const& arguments) {
  check_accelerator();
  check_kokkos_arguments(arguments);
  limit_host_threads(arguments);
  std::vector<std::string> words{"tessera", "--kokkos-disable-warnings"};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  int argc = static_cast<int>(argv.size());
  argv.push_back(nullptr);  // Kokkos shifts the words that it takes, up to and with the end that main's have
  return std::make_shared<Kokkos::ScopeGuard>(argc, argv.data());
}

/// The name of an execution space as configs write it: "openmp", "cuda".
template <class Exec>
std::string backend_name() {
  std::string name = Exec::name();
  for (char& c : name) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  return name;
}

/// What `[run]` offers in a program of this build: the strategies are those of the lists of its execution spaces, with
/// those that are left out, for which the plan says how to compile them.
inline RunDefaults run_defaults() {
  RunDefaults defaults;
  auto const add = [&]<class... All>(Types<All...>) {
    auto const one = [&](std::string const& name) {
      auto& names = defaults.strategies;
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    };
    (one(All::name), ...);
  };
  auto const add_traits = [&]<class Traits>(Traits) {
    add(typename Traits::strategies{});
    add(typename Traits::time_strategies{});
    add(detail::left_out<Traits>());
  };
  add_traits(ExecTraits<Kokkos::DefaultExecutionSpace>{});
  add_traits(ExecTraits<Kokkos::DefaultHostExecutionSpace>{});
  return defaults;
}

/// Calls `f(Exec{})` for the execution space that `backend` names ("auto": the fastest that is compiled) and returns
/// what it returns. Throws InputError for one that this program was not built for.
template <class F>
auto with_backend(std::string const& backend, F const& f) {
  using Device = Kokkos::DefaultExecutionSpace;
  using Host = Kokkos::DefaultHostExecutionSpace;
  if (backend == "auto" || backend == backend_name<Device>()) return f(Device{});
  if (backend == backend_name<Host>()) return f(Host{});
  throw InputError("run.backend = " + backend + ": this program was built for " + backend_name<Device>() +
                   (std::is_same_v<Device, Host> ? "" : " and " + backend_name<Host>()) +
                   "; build it anew with --backend " + backend);
}

/// Calls `f(Solver<Exec, T>{}, Exec{})` for the execution space and the precision that `[run]` names, and returns what
/// it returns. A program whose solvers are templates of both chooses among its instances so. Errors: see with_backend.
template <template <class Exec, class T> class Solver, class F>
auto with_solver(RunConfig const& run, F const& f) {
  return with_backend(run.backend, [&](auto const& exec) {
    using Exec = std::remove_cvref_t<decltype(exec)>;
    return run.precision == Precision::float64 ? f(Solver<Exec, double>{}, exec) : f(Solver<Exec, float>{}, exec);
  });
}

/// Fills in what a plan says of the machine: backend, device, threads, free memory, and the copy bandwidth if the
/// config wants it measured.
template <class Exec>
void describe_machine(RunPlan& plan, Exec const& exec, bool measure_roof) {
  DeviceInfo const device = device_info(exec);
  plan.backend = Exec::name();
  plan.device = device.name;
  plan.threads = Kokkos::DefaultHostExecutionSpace().concurrency();
  plan.memory_free = device.memory_free;
  plan.memory_name = device.memory_name;
  if (measure_roof && device.memory_free > 2e9) plan.copy_bandwidth = copy_bandwidth(exec);
}

/// The schedule that `[run]` asks for. Throws InputError for what this version cannot do.
inline Schedule read_schedule(Config const& config) {
  RunConfig const run = read_run(config);
  Schedule schedule;
  if (run.strategy != "auto") schedule.strategy = run.strategy;
  schedule.steps_per_launch = static_cast<int>(run.steps_per_launch.value_or(0));
  if (run.tile) {
    if (run.tile->size() != 2 && run.tile->size() != 3) config.refuse("run.tile", "a tile is [x, y] or [x, y, z]");
    schedule.tile_x = static_cast<int>((*run.tile)[0]);
    schedule.tile_y = static_cast<int>((*run.tile)[1]);
    if (run.tile->size() == 3) schedule.chunk_z = static_cast<int>((*run.tile)[2]);
  }
  schedule.slab_y = static_cast<int>(run.slab.value_or(0));
  schedule.graph = run.graph == "on" ? Graph::on : run.graph == "off" ? Graph::off : Graph::automatic;
  return schedule;
}

}  // namespace tessera
