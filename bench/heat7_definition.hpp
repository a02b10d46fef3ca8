// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "heat7.hpp"
#include "tune.hpp"

namespace tessera::bench {

template <class Exec, class T>
void heat7(benchmark::State& state, Size const& size, Schedule const& schedule) {
  measure_sweep(state, Exec{}, heat7_program<T>(size), schedule);
}

template <class Exec, class T>
void Heat7<Exec, T>::add(Size const& size) {
  for (auto const& [strategy, schedule] : schedules()) {
    std::string const name =
        "heat7/" + space_name<Exec>() + "/" + strategy + "/" + precision_name<T> + "/" + size.name();
    set_timing(benchmark::RegisterBenchmark(name.c_str(), heat7<Exec, T>, size, schedule));
  }
}

template <class Exec, class T>
void Heat7<Exec, T>::tune(TuneRequest const& request) {
  add_trials<Exec>(request.name(), heat7_program<T>(request.cells(3)), request.most_steps);
}

template <class Exec, class T>
Field<T, Exec> Heat7<Exec, T>::result(Size const& size, long steps) {
  Exec const exec;
  Solution run{exec, heat7_program<T>(size)};
  set_initial(run);
  run.advance(steps);
  exec.fence("tessera::bench");
  return run.template field<temperature<T>>();
}

}  // namespace tessera::bench
