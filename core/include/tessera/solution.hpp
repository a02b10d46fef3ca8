// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <tuple>
#include <vector>

#include "tessera/backend/graph_replay.hpp"
#include "tessera/bind/binder.hpp"
#include "tessera/plan/explain.hpp"
#include "tessera/plan/program_bytes.hpp"
#include "tessera/strategy/run_stage.hpp"

namespace tessera {

/// A program on an execution space: allocates what the program needs and advances it in time.
///
///     Solution run{exec, program};
///     run.set<temperature>(0.0);
///     run.advance(1000);
///
/// The strategy is the execution space's default unless a Schedule names another. Throws InputError at construction
/// for a program that cannot run (see make_plan) or a schedule that does not fit.
template <class Exec, class ProgramType>
class Solution;

template <class Exec, int Rank, class... Stages, class... Boundaries>
class Solution<Exec, Program<Rank, Types<Stages...>, Types<Boundaries...>>> {
 public:
  using program_type = Program<Rank, Types<Stages...>, Types<Boundaries...>>;
  using execution_space = Exec;
  using quantities = typename program_type::quantities;

  Solution(Exec const& exec, program_type const& program, Schedule const& schedule = {})
      : m_exec(exec),
        m_program(program),
        m_plan(make_plan(program.info())),
        m_stages(program.stages()),
        m_storages(exec, m_program, m_plan),
        m_spaces(Binder::make_spaces(exec, m_program)) {
    this->schedule(schedule);
  }

  Solution(Solution&&) = default;
  Solution(Solution const&) = delete;
  Solution& operator=(Solution const&) = delete;

  [[nodiscard]] Exec const& exec() const { return m_exec; }
  [[nodiscard]] program_type const& program() const { return m_program; }
  [[nodiscard]] Plan const& plan() const { return m_plan; }

  /// Steps taken, and the time that the newest versions belong to (seconds).
  [[nodiscard]] long step() const { return m_step; }
  [[nodiscard]] double time() const { return m_time; }
  /// Sets both, as a restart does.
  void set_clock(long step, double time) {
    m_step = step;
    m_time = time;
    m_storages.set_time(time);
    m_storages.touch();
  }

  /// The length of a step in seconds: what `At::t` and the boundary functions go by.
  [[nodiscard]] double time_step() const { return m_time_step; }
  void time_step(double dt) { m_time_step = dt; }

  /// The operator of stage `I`, whose coefficients may be changed between steps.
  template <std::size_t I = 0>
  [[nodiscard]] auto& op() {
    return std::get<I>(m_stages).op;
  }

  /// The newest version of quantity `Q`. Whoever writes to it calls `touch` afterwards.
  template <QuantityType Q>
  [[nodiscard]] auto const& field() const {
    return m_storages.template of<Q>().version(0);
  }
  /// The version that was the newest `age` writes ago; whoever writes to it calls `touch` afterwards.
  template <QuantityType Q>
  [[nodiscard]] auto const& field(int age) const {
    return m_storages.template of<Q>().version(age);
  }
  /// Whether `field<Q>(1)` is there: not where the program updates `Q` in place or never writes it.
  template <QuantityType Q>
  [[nodiscard]] bool has_previous() const {
    return m_storages.template of<Q>().versions() > 1;
  }
  /// The version before the newest; the newest itself where there is no previous one.
  template <QuantityType Q>
  [[nodiscard]] auto const& previous() const {
    return field<Q>(has_previous<Q>() ? 1 : 0);
  }
  /// Sets every cell of `Q`, in all its versions: to one value, or from values on the host in (c, z, y, x) order.
  template <QuantityType Q>
  void set(double value) {
    for (int age = 0; age < m_storages.template of<Q>().versions(); ++age)
      field<Q>(age).fill(static_cast<typename Q::value_type>(value));
    touch();
  }
  template <QuantityType Q, class In>
  void set(std::vector<In> const& values) {
    for (int age = 0; age < m_storages.template of<Q>().versions(); ++age) field<Q>(age).from_host(values);
    touch();
  }
  /// The cells of `Q` on the host, in (c, z, y, x) order.
  template <QuantityType Q, class Out = typename Q::value_type>
  [[nodiscard]] std::vector<Out> get() const {
    return field<Q>().template to_host<Out>();
  }
  /// Says that fields were written from outside: ghosts are filled anew before the next step.
  void touch() { m_storages.touch(); }

  /// Chooses strategy and numbers. Throws InputError for an unknown strategy, naming those that are compiled, and for
  /// graphs or several steps per launch that cannot be.
  void schedule(Schedule const& request) {
    auto reports = choose_schedules(m_exec, m_program.info(), request);
    auto steps = choose_steps(m_exec, m_program, request);
    ResolvedSchedule const& first = reports[0].resolved;
    make_ghosts_on_the_fly(steps, m_program.info(), request, first,
                           Launcher::template on_the_fly_ghosts<Exec, Binder>(first.schedule.strategy),
                           ExecTraits<Exec>::limits(m_exec));
    m_replay = detail::StepReplay<Exec>(choose_graph<Exec>(m_program, m_plan, request, steps));
    m_reports = std::move(reports);
    m_steps = std::move(steps);
  }
  /// How many steps a launch takes, and why.
  [[nodiscard]] StepsPlan const& steps_plan() const { return m_steps; }
  [[nodiscard]] std::vector<StageReport> const& reports() const { return m_reports; }
  /// What runs, and why, in a few lines: fields and buffers, stages, strategies, numbers and reasons, graphs.
  [[nodiscard]] std::string explain() const {
    return tessera::explain(m_program.info(), m_plan, m_reports, Exec::name()) + tessera::explain(m_steps) + '\n' +
           m_replay.explain();
  }

  /// Enqueues `steps` time steps and returns; `exec().fence()` waits for them.
  /// Throws InputError, before the first step, for a quantity of GlobalScalar that it reads and that has no value.
  void advance(long steps) {
    if (steps > 0) check_scalars();
    steps -= take_launches(steps);
    while (steps > 0) {
      m_storages.refresh_ghosts(m_exec, m_program, m_time);
      long const replayed = m_replay.replay(
          m_exec, steps, [&] { return detail::graph_key(m_storages.all(), m_stages); },
          [&](long count, auto const& launch) { rehearse(count, launch); });
      if (replayed == 0) take_step(detail::LaunchOn<Exec>{m_exec});
      for (long s = 0; s < replayed; ++s) take_step(detail::LaunchNothing{});
      steps -= std::max(replayed, 1L);
    }
  }

  /// Calls `f(name, field, time)` for every version that a later step may read of every quantity that the program
  /// writes: what a checkpoint has to hold. `time` is a reference through which a restart sets it.
  template <class F>
  void for_each_live(F const& f) {
    m_storages.for_each_live(m_plan, f);
  }

  /// Bytes of all versions of all fields, and of what launches have had beside them.
  [[nodiscard]] std::size_t bytes() const { return m_storages.bytes() + m_launch_memory.bytes(); }

 private:
  using Storages = detail::Storages<Exec, program_type>;
  using Binder = detail::Binder<Exec, program_type>;
  using Launcher = detail::StepLauncher<program_type>;

  /// Binds stages to the versions of this moment.
  [[nodiscard]] Binder binder() const {
    return Binder(m_program, m_plan, m_stages, m_storages, m_spaces, m_time, m_time + m_time_step);
  }

  /// Once in a solution's life: whether the values that the first step reads and no stage has made are there.
  void check_scalars() {
    if (!m_scalars_checked) m_storages.check_set(m_program, m_plan);
    m_scalars_checked = true;
  }

  /// Takes steps in launches of several steps or stages, as many of the next `steps` as the plan says; returns how
  /// many.
  long take_launches(long steps) {
    long taken = 0;
    if constexpr (detail::takes_launches<program_type>) {
      detail::PlaneLayouts blocked;
      while (int const count = m_steps.next(steps - taken)) {
        taken += count;
        launch_steps(count, m_steps.next(steps - taken) > 0, blocked);
      }
    }
    return taken;
  }
  /// One launch that takes `count` steps. It reads no ghosts of what stages write, and leaves those that it writes
  /// unfilled. If `another` one follows, it may leave the state in strips, which `blocked` tells that one.
  void launch_steps(int count, bool another, detail::PlaneLayouts& blocked) {
    m_storages.begin_launch(m_exec, m_plan, m_time);
    StepTimes const times(m_time, m_time_step, count);
    Binder const bound = binder();
    blocked.to = another && Launcher::leaves_blocked_layout(m_exec, bound, m_steps);
    Launcher::launch(m_exec, bound, m_launch_memory, m_steps, times, blocked, launch_label());
    m_storages.end_launch(m_plan, times.end, blocked);
    blocked.from = blocked.to;
    m_step += count;
    m_time = times.end;
  }
  /// The names of all stages.
  [[nodiscard]] std::string launch_label() const {
    std::string label;
    for (StageReport const& report : m_reports) label += (label.empty() ? "" : "+") + report.stage;
    return label;
  }

  /// One step: its kernels are handed to `launch`, buffers turn, and the clock moves on.
  template <class Launch>
  void take_step(Launch const& launch) {
    run_stages(launch, std::index_sequence_for<Stages...>{});
    ++m_step;
    m_time += m_time_step;
  }
  template <class Launch, std::size_t... Is>
  void run_stages(Launch const& launch, std::index_sequence<Is...>) {
    (run_stage<Is>(launch), ...);
  }
  template <std::size_t I, class Launch>
  void run_stage(Launch const& launch) {
    using StageType = std::tuple_element_t<I, std::tuple<Stages...>>;
    launch([bound = binder().template stage<I>(), values = binder().template values<I>(), space = m_spaces[I],
            &report = m_reports[I]](Exec const& exec) {
      detail::run_stage<detail::is_scalar_stage<StageType>>(exec, bound, values, space, report);
    });
    rotate(typename StageType::writes{});
    if constexpr (Storages::Completion::any) {
      launch([&](Exec const& exec) { m_storages.complete(exec, m_program, typename StageType::writes{}); });
    }
  }
  /// What a stage has made becomes the newest version.
  template <class... Ws>
  void rotate(Types<Ws...>) {
    (m_storages.template of<Ws>().rotate(m_time + m_time_step), ...);
  }

  /// Hands the kernels of the next `steps` steps to `launch` and takes none: versions and clock are put back.
  template <class Launch>
  void rehearse(long steps, Launch const& launch) {
    detail::PutBack const put_back(m_storages.all(), m_step, m_time);
    for (long s = 0; s < steps; ++s) take_step(launch);
  }

  Exec m_exec;
  program_type m_program;
  Plan m_plan;
  std::tuple<Stages...> m_stages;
  Storages m_storages;
  typename Binder::spaces_type m_spaces;
  bool m_scalars_checked = false;
  std::vector<StageReport> m_reports;
  StepsPlan m_steps;
  detail::StepReplay<Exec> m_replay;
  detail::LaunchMemory<Exec> m_launch_memory;
  long m_step = 0;
  double m_time = 0;
  double m_time_step = 0;
};

template <class Exec, class ProgramType>
Solution(Exec const&, ProgramType const&) -> Solution<Exec, ProgramType>;
template <class Exec, class ProgramType>
Solution(Exec const&, ProgramType const&, Schedule const&) -> Solution<Exec, ProgramType>;

}  // namespace tessera
