// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "tessera/backend/step_graph.hpp"
#include "tessera/bind/binder.hpp"
#include "tessera/plan/execution_plan.hpp"
#include "tessera/plan/ghosts_on_the_fly.hpp"
#include "tessera/plan/program_facts.hpp"
#include "tessera/storage/launch_memory.hpp"
#include "tessera/strategy/dispatch.hpp"

namespace tessera::detail {

/// What a strategy needs of a grid for ghosts on the fly of a program's state, which its one stage has.
template <class Strategy, class Exec, class ProgramType>
OnTheFlyGhosts on_the_fly_ghosts() {
  using Bound = decltype(std::declval<Binder<Exec, ProgramType> const&>().template launched<0>());
  return OnTheFlyGhostsOf<Strategy, Bound, static_cast<std::size_t>(state_input<ProgramType>)>::facts();
}

/// The trials of one kernel in this process. A plan that is made again chooses the same, at no cost.
class KnownTrials {
 public:
  /// The trial under `key`; `make()` makes it the first time.
  template <class Make>
  Trial of(std::string const& key, Make const& make) {
    std::scoped_lock const lock(m_mutex);
    auto const found = m_trials.find(key);
    return found != m_trials.end() ? found->second : m_trials.emplace(key, make()).first->second;
  }

 private:
  std::mutex m_mutex;
  std::unordered_map<std::string, Trial> m_trials;
};

/// A copy of a program on a grid that is no larger, full of noise, on which a plan tries kernels: it times them, and
/// asks the driver what they take. Its memory is freed before a Solution allocates its own.
template <class Exec, class ProgramType>
class Trials;

template <class Exec, int Rank, class... Stages, class... Boundaries>
class Trials<Exec, Program<Rank, Types<Stages...>, Types<Boundaries...>>> {
 public:
  using program_type = Program<Rank, Types<Stages...>, Types<Boundaries...>>;

  /// `timed`: kernels are timed, on a grid large enough for that; otherwise the driver is asked alone. Throws
  /// InputError for a program that does not fit on the smaller grid, for example by its regions.
  Trials(Exec const& exec, program_type const& program, bool timed)
      : m_exec(exec),
        m_timed(timed),
        m_program(program.on_small_grid(timed ? most_trial_cells<Rank> : 16)),
        m_info(m_program.info()),
        m_plan(make_plan(m_info)) {}

  [[nodiscard]] bool timed() const { return m_timed; }
  [[nodiscard]] ProgramInfo const& info() const { return m_info; }
  /// Cells of the smaller grid.
  [[nodiscard]] double cells() const { return static_cast<double>(m_program.grid().size()); }

  /// A trial of stage `I` by `strategy`. It holds nothing if the strategy is not compiled for the stage, `request` does
  /// not fit the smaller grid, or the device has no room for it.
  template <std::size_t I, class Strategy>
  [[nodiscard]] Trial stage(Strategy strategy, Schedule const& request, TeamLimits const& limits) {
    static KnownTrials known;
    std::string const kind = makes_ghosts_on_the_fly<Strategy>(request) ? " ghosts on the fly" : "";
    return known.of(key(request) + kind, [&] { return try_stage<I>(strategy, request, limits); });
  }

  /// A trial of a step in launches of several, or of all stages, as `steps` says, a plan for the smaller grid.
  [[nodiscard]] Trial step(StepsPlan const& steps, std::vector<int> const& writes) {
    static KnownTrials known;
    Schedule const& schedule = steps.resolved.schedule;
    return known.of(key(schedule), [&] {
      Trial trial{schedule.strategy};
      try {
        trial.seconds = step_seconds(steps, writes);
      } catch (std::exception const&) {  // no room: nothing is known
      }
      return trial;
    });
  }

 private:
  using Binder = detail::Binder<Exec, program_type>;
  static constexpr int state = state_input<program_type>;

  /// What trials depend on beside types.
  [[nodiscard]] std::string key(Schedule const& schedule) const {
    std::string text = schedule.strategy + ' ' + describe(schedule) + (m_timed ? " timed" : "");
    for (std::size_t axis = 0; axis < 3; ++axis) {
      text += ' ' + std::to_string(m_info.cells[axis]) + (m_info.periodic[axis] ? "p" : "");
    }
    return text;
  }

  /// The fields of the smaller grid.
  struct Fields {
    Fields(Exec const& exec, program_type const& program, Plan const& plan)
        : storages(exec, program, plan), spaces(Binder::make_spaces(exec, program)) {}
    Storages<Exec, program_type> storages;
    typename Binder::spaces_type spaces;
  };
  Fields& fields() {
    if (!m_fields) {
      m_fields = std::make_unique<Fields>(m_exec, m_program, m_plan);
      if (m_timed) m_fields->storages.fill_noise(m_exec);
    }
    return *m_fields;
  }
  Binder binder() {
    Fields const& all = fields();
    return Binder(m_program, m_plan, m_program.stages(), all.storages, all.spaces, 0, 0);
  }

  template <std::size_t I, class Strategy>
  Trial try_stage(Strategy strategy, Schedule const& request, TeamLimits const& limits) {
    Trial trial{Strategy::name};
    using Bound = std::remove_const_t<decltype(std::declval<Binder const&>().template stage<I>())>;
    if constexpr (can_sweep<Exec, Strategy, Bound> && Bound::outputs + Bound::Accumulator::size > 0) {
      try {
        SweepShape shape = sweep_shape(m_info, I);
        shape.ghosts_on_the_fly = makes_ghosts_on_the_fly<Strategy>(request);
        ResolvedSchedule const resolved = resolve(strategy, request, shape, limits);
        Binder const binder = this->binder();
        try_launch(trial, [&](Exec const& exec) {
          if constexpr (sizeof...(Stages) == 1 && state >= 0) {
            if (shape.ghosts_on_the_fly) {
              return sweep_mirrored(strategy, StateInput<state>{}, exec, binder.template launched<I>(), resolved,
                                    "tessera::trial");
            }
          }
          sweep(strategy, exec, binder.template stage<I>(), resolved, "tessera::trial");
        });
      } catch (std::exception const&) {  // numbers that do not fit this grid, or no room: nothing is known
      }
    }
    return trial;
  }

  /// Whether nearly all single steps by `Strategy` make their ghosts on the fly: that is what is timed then.
  template <class Strategy>
  bool makes_ghosts_on_the_fly([[maybe_unused]] Schedule const& request) const {
    if constexpr (sizeof...(Stages) == 1 && state >= 0) {
      StepsPlan plan;
      make_ghosts_on_the_fly(plan, m_info, request, on_the_fly_ghosts<Strategy, Exec, program_type>(), state);
      return plan.ghosts_on_the_fly;
    } else {
      return false;
    }
  }
  template <class Body>
  void try_launch(Trial& trial, Body const& launch) const {
    warm_up(launch);
    trial.kernel = StepGraph<Exec>::first_kernel(m_exec, launch);
    if (m_timed) trial.seconds = seconds(launch);
  }

  double step_seconds(StepsPlan const& steps, std::vector<int> const& writes) {
    if constexpr (takes_launches<program_type>) {
      constexpr int most = 64;
      int const count = std::max(1, steps.next(std::min(steps.steps, most) + 1));
      fields().storages.begin_launch(m_exec, writes);
      StepTimes const times(0, 0, count);
      Binder const binder = this->binder();
      PlaneLayouts const layouts;
      StepsLaunch<Exec, program_type, Binder> const arguments{m_exec, binder,  m_memory,        steps,
                                                              times,  layouts, "tessera::trial"};
      auto const launch = [&](Exec const&) { launch_tiled(arguments); };
      warm_up(launch);
      return seconds(launch) / count;
    } else {
      return 0;
    }
  }

  /// The first launch of a kernel: it loads the kernel, and Kokkos allocates memory, which cannot be captured.
  template <class Body>
  void warm_up(Body const& launch) const {
    launch(m_exec);
    m_exec.fence("tessera::trial");
  }
  /// The least time of a launch, of several.
  template <class Body>
  [[nodiscard]] double seconds(Body const& launch) const {
    constexpr int rounds = 3, launches = 4;
    double least = no_cost;
    for (int round = 0; round < rounds; ++round) {
      Kokkos::Timer timer;
      for (int l = 0; l < launches; ++l) launch(m_exec);
      m_exec.fence("tessera::trial");
      least = std::min(least, timer.seconds() / launches);
    }
    return least;
  }

  Exec m_exec;
  bool m_timed;
  program_type m_program;
  ProgramInfo m_info;
  Plan m_plan;
  std::unique_ptr<Fields> m_fields;
  LaunchMemory<Exec> m_memory;
};

}  // namespace tessera::detail
