// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <string>
#include <tuple>
#include <vector>

#include "tessera/choose_steps.hpp"
#include "tessera/explain.hpp"
#include "tessera/replay.hpp"
#include "tessera/storage.hpp"
#include "tessera/sweep/device/column.hpp"
#include "tessera/sweep/overlapped/overlapped.hpp"
#include "tessera/sweep/team.hpp"

namespace tessera {

namespace detail {

/// Resolves the strategy of a list that `wish` names (the first one without a name). `Times` are those that take
/// several steps, which may be named as well.
template <class First, class... Rest, class... Times>
ResolvedSchedule resolve_named(Types<First, Rest...>, Types<Times...>, Schedule const& wish, SweepShape const& shape,
                               TeamLimits const& limits, std::string const& space) {
  std::string const name = wish.strategy.empty() ? First::name : wish.strategy;
  ResolvedSchedule resolved;
  auto const try_one = [&](auto strategy) {
    if (name != strategy.name) return false;
    resolved = resolve(strategy, wish, shape, limits);
    return true;
  };
  if ((try_one(First{}) || ... || try_one(Rest{}))) return resolved;
  std::string names = First::name;
  ((names += std::string(", ") + Rest::name), ...);
  ((names += std::string(", ") + Times::name), ...);
  throw InputError("unknown strategy '" + name + "'; compiled for " + space + ": " + names);
}

}  // namespace detail

/// Bytes that a Solution of `program` allocates, known before it does.
template <int Rank, class Stages, class Boundaries>
std::size_t program_bytes(Program<Rank, Stages, Boundaries> const& program) {
  ProgramInfo const info = program.info();
  Plan const plan = make_plan(info);
  StoredGrid const grid = stored(program.grid());
  std::size_t bytes = 0;
  for (std::size_t q = 0; q < info.quantities.size(); ++q) {
    Layout const layout =
        make_layout(grid, plan.quantities[q].ghosts, info.quantities[q].components, info.quantities[q].value_size);
    bytes += static_cast<std::size_t>(layout.size) * info.quantities[q].value_size *
             static_cast<std::size_t>(plan.quantities[q].buffers);
  }
  return bytes;
}

/// The strategy and the numbers for every stage of a program: those of `asked` where it says something, else what the
/// traits of the execution space choose. Throws InputError for an unknown strategy, naming those that are compiled, and
/// for numbers that do not fit. What it says of several steps per launch is choose_steps' affair.
template <class Exec>
std::vector<StageReport> choose_schedules(Exec const& exec, ProgramInfo const& program, Schedule const& asked) {
  using TimeStrategies = typename ExecTraits<Exec>::time_strategies;
  Schedule const wish = wish_of_single_steps(asked, detail::is_named(TimeStrategies{}, asked.strategy));
  std::vector<StageReport> reports;
  for (std::size_t s = 0; s < program.stages.size(); ++s) {
    SweepShape const shape = sweep_shape(program, s);
    ResolvedSchedule resolved = detail::resolve_named(typename ExecTraits<Exec>::strategies{}, TimeStrategies{},
                                                      ExecTraits<Exec>::prefer(wish, shape), shape,
                                                      ExecTraits<Exec>::limits(exec), Exec::name());
    if (wish.strategy.empty() && resolved.schedule.strategy == Naive::name) {
      resolved.reason = "the grid is so small that a thread per cell is done first; neighbours from memory";
    }
    reports.push_back({program.stages[s].name, resolved});
  }
  return reports;
}

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
        m_storage(make_storage(std::make_index_sequence<quantities::size>{})) {
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
    std::apply([&](auto&... s) { ((s.time(0) = time), ...); }, m_storage);
    touch();
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
    return storage<Q>().version(0);
  }
  /// The version that was the newest `age` writes ago; whoever writes to it calls `touch` afterwards.
  template <QuantityType Q>
  [[nodiscard]] auto const& field(int age) const {
    return storage<Q>().version(age);
  }
  /// Whether `field<Q>(1)` is there: not where the program updates `Q` in place or never writes it.
  template <QuantityType Q>
  [[nodiscard]] bool has_previous() const {
    return storage<Q>().versions() > 1;
  }
  /// The version before the newest; the newest itself where there is no previous one.
  template <QuantityType Q>
  [[nodiscard]] auto const& previous() const {
    return field<Q>(has_previous<Q>() ? 1 : 0);
  }
  /// Sets every cell of `Q`, in all its versions: to one value, or from values on the host in (c, z, y, x) order.
  template <QuantityType Q>
  void set(double value) {
    for (int age = 0; age < storage<Q>().versions(); ++age)
      field<Q>(age).fill(static_cast<typename Q::value_type>(value));
    touch();
  }
  template <QuantityType Q, class In>
  void set(std::vector<In> const& values) {
    for (int age = 0; age < storage<Q>().versions(); ++age) field<Q>(age).from_host(values);
    touch();
  }
  /// The cells of `Q` on the host, in (c, z, y, x) order.
  template <QuantityType Q, class Out = typename Q::value_type>
  [[nodiscard]] std::vector<Out> get() const {
    return field<Q>().template to_host<Out>();
  }
  /// Says that fields were written from outside: ghosts are filled anew before the next step.
  void touch() {
    std::apply([](auto&... s) { ((s.ghosts_stale = true), ...); }, m_storage);
  }

  /// Chooses strategy and numbers. Throws InputError for an unknown strategy, naming those that are compiled, and for
  /// graphs or several steps per launch that cannot be.
  void schedule(Schedule const& wish) {
    auto reports = choose_schedules(m_exec, m_program.info(), wish);
    auto steps = choose_steps(m_exec, m_program, wish);
    m_replay = detail::StepReplay<Exec>(choose_graph<Exec>(m_program, m_plan, wish, steps));
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
  void advance(long steps) {
    steps -= take_launches(steps);
    while (steps > 0) {
      refresh_ghosts();
      long const replayed = m_replay.replay(
          m_exec, steps, [&] { return detail::graph_key(m_storage, m_stages); },
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
    for_each_index<quantities::size>([&](auto index) {
      if (!m_plan.quantities[index.value].written) return;
      auto& s = std::get<index.value>(m_storage);
      int const live = m_plan.quantities[index.value].live;
      for (int age = 0; age < live; ++age)
        f(quantity_name<quantity_at<index.value>>() + "/" + std::to_string(age), s.version(age), s.time(age));
    });
  }

  /// Bytes of all versions of all fields.
  [[nodiscard]] std::size_t bytes() const {
    std::size_t total = 0;
    std::apply(
        [&](auto const&... s) { ((total += static_cast<std::size_t>(s.versions()) * s.version(0).bytes()), ...); },
        m_storage);
    return total;
  }

 private:
  /// Which input of the one stage steps can be tiled in time for; -1: they cannot.
  static constexpr int state_input = detail::state_input<program_type>;

  template <std::size_t I>
  using quantity_at = typename detail::TypeAt<quantities, I>::type;
  template <std::size_t I>
  using boundary_at = typename detail::TypeAt<Types<Boundaries...>, I>::type;

  template <class Indices>
  struct StorageTuple;
  template <std::size_t... Is>
  struct StorageTuple<std::index_sequence<Is...>> {
    using type = std::tuple<detail::Storage<Rank, Exec, quantity_at<Is>, boundary_at<Is>>...>;
  };
  using storage_type = typename StorageTuple<std::make_index_sequence<quantities::size>>::type;

  template <std::size_t... Is>
  storage_type make_storage(std::index_sequence<Is...>) const {
    StoredGrid const grid = stored(m_program.grid());
    return storage_type(std::tuple_element_t<Is, storage_type>(m_exec, grid, m_plan.quantities[Is],
                                                               std::get<Is>(m_program.boundaries()))...);
  }

  template <class Q>
  auto& storage() {
    return std::get<detail::IndexOf<Q, quantities>::value>(m_storage);
  }
  template <class Q>
  auto const& storage() const {
    return std::get<detail::IndexOf<Q, quantities>::value>(m_storage);
  }

  /// Binds stage `Op` to the versions of this moment.
  template <class Op, class... Rs, class... Ws>
  auto bind(Stage<Op, Reads<Rs...>, Writes<Ws...>> const& stage) const {
    return bind(stage, std::index_sequence_for<Rs...>{});
  }
  template <class Op, class... Rs, class... Ws, std::size_t... Is>
  auto bind(Stage<Op, Reads<Rs...>, Writes<Ws...>> const& stage, std::index_sequence<Is...>) const {
    auto const sources =
        pack(storage<typename detail::ReadOf<Rs>::quantity>().template source<detail::input_reach<Op, Is>>(
            detail::ReadOf<Rs>::age)...);
    auto const targets = pack(storage<Ws>().target(storage<Ws>().next(), m_time + m_time_step)...);
    StoredGrid const g = stored(m_program.grid());
    using Bound = detail::BoundStage<Rank, Op, decltype(types_of(sources)), decltype(types_of(targets))>;
    return Bound{stage.op,
                 sources,
                 targets,
                 Frame{{g.origin[0], g.origin[1], g.origin[2]}, {g.spacing[0], g.spacing[1], g.spacing[2]}},
                 {g.n[0], g.n[1], g.n[2]},
                 m_time};
  }
  template <class... Ts>
  static Types<Ts...> types_of(Pack<Ts...> const&);

  template <class Op, class... Rs, class... Ws>
  void turn(Stage<Op, Reads<Rs...>, Writes<Ws...>> const&) {
    (storage<Ws>().turn(m_time + m_time_step), ...);
  }

  void refresh_ghosts() {
    std::apply([&](auto&... s) { (refresh_ghosts(s), ...); }, m_storage);
  }
  /// Fills the ghosts of fields that were written from outside, each version's for its own time, and of fields that
  /// are never written but have functions on their faces.
  template <class S>
  void refresh_ghosts(S& s) {
    bool const never_written = S::has_functions && s.versions() == 1;
    if (never_written) s.time(0) = m_time;
    if (!s.ghosts_stale && !s.newest_stale && !never_written) return;
    int const versions = s.ghosts_stale ? s.versions() : 1;
    for (int age = 0; age < versions; ++age) detail::fill_ghosts(m_exec, s.target(s.version(age), s.time(age)));
    s.ghosts_stale = s.newest_stale = false;
  }

  /// Takes steps several per launch, as many of the next `steps` as the plan says; returns how many.
  long take_launches(long steps) {
    long taken = 0;
    if constexpr (state_input >= 0) {
      while (int const count = m_steps.next(steps - taken)) {
        launch_steps(count);
        taken += count;
      }
    }
    return taken;
  }
  /// One launch that takes `count` steps. It reads no ghosts of the state, and leaves those that it writes unfilled.
  void launch_steps(int count) {
    auto const& stage = std::get<0>(m_stages);
    auto& state = state_storage(stage);
    std::apply([&](auto&... s) { ((s.versions() == 1 ? refresh_ghosts(s) : void()), ...); }, m_storage);
    StepTimes const times(m_time, m_time_step, count);
    launch_steps_with(typename ExecTraits<Exec>::time_strategies{}, bind(stage), times);
    state.turn(times.time[count]);
    state.newest_stale = true;
    m_step += count;
    m_time = times.time[count];
  }
  template <class Op, class ReadsList, class W>
  auto& state_storage(Stage<Op, ReadsList, Writes<W>> const&) {
    return storage<W>();
  }
  template <class... Strategies, class Bound>
  void launch_steps_with(Types<Strategies...>, Bound const& bound, StepTimes const& times) const {
    using State = detail::StateInput<static_cast<std::size_t>(state_input)>;
    (void)((m_steps.resolved.schedule.strategy == Strategies::name &&
            (sweep_steps(Strategies{}, State{}, m_exec, bound, m_steps.resolved, times, m_reports[0].stage), true)) ||
           ...);
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
    auto const& stage = std::get<I>(m_stages);
    launch([bound = bind(stage), &report = m_reports[I]](Exec const& exec) {
      run_with(typename ExecTraits<Exec>::strategies{}, exec, bound, report);
    });
    turn(stage);
  }
  template <class... Strategies, class Bound>
  static void run_with(Types<Strategies...>, Exec const& exec, Bound const& bound, StageReport const& report) {
    (void)((report.resolved.schedule.strategy == Strategies::name &&
            (sweep(Strategies{}, exec, bound, report.resolved, report.stage), true)) ||
           ...);
  }

  /// Hands the kernels of the next `steps` steps to `launch` and takes none: versions and clock are put back.
  template <class Launch>
  void rehearse(long steps, Launch const& launch) {
    detail::PutBack const put_back(m_storage, m_step, m_time);
    for (long s = 0; s < steps; ++s) take_step(launch);
  }

  Exec m_exec;
  program_type m_program;
  Plan m_plan;
  std::tuple<Stages...> m_stages;
  storage_type m_storage;
  std::vector<StageReport> m_reports;
  StepsPlan m_steps;
  detail::StepReplay<Exec> m_replay;
  long m_step = 0;
  double m_time = 0;
  double m_time_step = 0;
};

template <class Exec, class ProgramType>
Solution(Exec const&, ProgramType const&) -> Solution<Exec, ProgramType>;
template <class Exec, class ProgramType>
Solution(Exec const&, ProgramType const&, Schedule const&) -> Solution<Exec, ProgramType>;

}  // namespace tessera
