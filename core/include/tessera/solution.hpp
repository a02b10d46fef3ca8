// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <tuple>
#include <vector>

#include "tessera/choose_schedules.hpp"
#include "tessera/explain.hpp"
#include "tessera/program_bytes.hpp"
#include "tessera/replay.hpp"
#include "tessera/spared_ghosts.hpp"
#include "tessera/storage.hpp"
#include "tessera/sweep/complete_many.hpp"
#include "tessera/sweep/device/native.hpp"
#include "tessera/sweep/keep_rest.hpp"
#include "tessera/sweep/overlapped/overlapped.hpp"
#include "tessera/sweep/reductions.hpp"

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
        m_storage(make_storage(std::make_index_sequence<quantities::size>{})),
        m_spaces(make_spaces()) {
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
    spare_ghosts(steps, m_program.info(), wish, reports[0].resolved, spared_ghosts(reports[0]),
                 ExecTraits<Exec>::limits(m_exec));
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
  /// Throws InputError, before the first step, for a quantity of Once that it reads and that has no value.
  void advance(long steps) {
    if (steps > 0) check_scalars();
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
    std::apply([&](auto const&... s) { ((total += s.bytes()), ...); }, m_storage);
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

  using Completion = detail::ManyCompletion<program_type, storage_type>;

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

  /// The memory in which each stage makes its values of all cells.
  std::array<detail::ReductionSpace<Exec>, sizeof...(Stages)> make_spaces() const {
    return {make_space(detail::StageResults<Rank, Stages>{}, grid_of<Stages>())...};
  }
  template <class Results>
  detail::ReductionSpace<Exec> make_space(Results, StoredGrid const& grid) const {
    return detail::ReductionSpace<Exec>::template make<Results::counts.extremes, Results::counts.sums>(m_exec, grid.n);
  }

  /// Once in a solution's life: whether the values that the first step reads and no stage has made are there.
  void check_scalars() {
    if (m_scalars_checked) return;
    for_each_index<quantities::size>([&](auto index) {
      if constexpr (is_once<quantity_at<index.value>>) {
        for (int age = 0; age < m_plan.quantities[index.value].live; ++age) {
          for (auto const value : std::get<index.value>(m_storage).version(age).to_host()) {
            if (value != value) throw InputError(never_set(m_program.info(), static_cast<int>(index.value)));
          }
        }
      }
    });
    m_scalars_checked = true;
  }

  /// Binds stage `I` to the versions of this moment; `Launched`: to write what launches of several stages or steps do.
  template <std::size_t I, bool Launched = false, class Op, class... Rs, class... Ws, class Region>
  auto bind(Stage<Op, Reads<Rs...>, Writes<Ws...>, Region> const& stage) const {
    using StageType = Stage<Op, Reads<Rs...>, Writes<Ws...>, Region>;
    using Results = typename detail::StageResults<Rank, StageType>::types;
    auto const sources = bind_sources<Op, Types<detail::ReadOf<Rs>...>>(std::index_sequence_for<Rs...>{});
    auto const targets = bind_targets<Launched>(Results{}, Types<Ws...>{});
    StoredGrid const g = grid_of<StageType>();
    using Bound = detail::BoundStage<Rank, Op, decltype(types_of(sources)), decltype(types_of(targets)), Results>;
    Bound const bound{
        stage.op, sources, targets, frame_of(g), {g.n[0], g.n[1], g.n[2]}, m_time, m_spaces[I].extremes.data()};
    using Location = typename detail::StageLocation<StageType>::type;
    if constexpr (!std::is_same_v<Region, Whole>) {
      auto const kept = bind_all_kept(Results{}, Types<Ws...>{});
      return detail::make_part<Region::colour>(bound, m_plan.regions[I], bind_mask(stage.region), kept);
    } else if constexpr (!detail::in_cells<Location, Rank>) {  // what rules prescribe is left out
      typename detail::KeptOf<decltype(types_of(targets))>::type const nothing{};
      return detail::make_part<-1>(bound, m_plan.regions[I], detail::NoMask{}, nothing);
    } else {
      return bound;
    }
  }
  template <class Op, class ReadList, std::size_t... Is>
  auto bind_sources(std::index_sequence<Is...>) const {
    return pack(bind_source<Op, Is, typename detail::TypeAt<ReadList, Is>::type>()...);
  }
  template <class Op, std::size_t I, class Read>
  auto bind_source() const {
    using Q = typename Read::quantity;
    return storage<Q>().template source<detail::read_reach<Op, I, Q>>(Read::age);
  }
  /// The targets of the results that go to cells.
  template <bool Launched, class... Results, class... Ws>
  auto bind_targets(Types<Results...>, Types<Ws...>) const {
    return std::apply([](auto const&... targets) { return pack(targets...); },
                      std::tuple_cat(bind_target<Launched, Ws>(Results{})...));
  }
  template <bool Launched, class Q, int I>
  auto bind_target(detail::ToCells<I>) const {
    auto const& to = storage<Q>();
    return std::make_tuple(to.target(Launched ? to.launched() : to.next(), m_time + m_time_step));
  }
  template <bool Launched, class Q, class Goes>
  auto bind_target(Goes) const {
    return std::tuple<>();
  }
  /// What the cells of the targets hold that their stage does not act in; null where they are the target's own.
  template <class... Results, class... Ws>
  auto bind_all_kept(Types<Results...>, Types<Ws...>) const {
    return std::apply([](auto const*... cells) { return pack(cells...); }, std::tuple_cat(bind_kept<Ws>(Results{})...));
  }
  template <class Q, int I>
  auto bind_kept(detail::ToCells<I>) const {
    typename Q::value_type const* const cells = has_previous<Q>() ? field<Q>().origin() : nullptr;
    return std::make_tuple(cells);
  }
  template <class Q, class Goes>
  auto bind_kept(Goes) const {
    return std::tuple<>();
  }
  template <int Colour, class Mask>
  auto bind_mask(SubGrid<Colour, Mask> const&) const {
    if constexpr (std::is_void_v<Mask>) {
      return detail::NoMask{};
    } else {
      auto const source = storage<Mask>().template source<Centre>(0);
      return detail::MaskOf<std::remove_const_t<decltype(source)>>{source};
    }
  }
  /// Where the values of all cells go.
  template <class... Results, class... Ws>
  auto bind_values(Types<Results...>, Types<Ws...>) const {
    return Pack<detail::ValueOf<Results>...>{{{bind_value<Ws>(Results{})}...}};
  }
  template <class Q, class Goes>
  auto bind_value(Goes) const {
    if constexpr (std::is_empty_v<detail::ValueOf<Goes>>) {
      return detail::ValueOf<Goes>{};
    } else {
      return detail::ValueOf<Goes>{storage<Q>().next().origin()};
    }
  }
  template <class... Ts>
  static Types<Ts...> types_of(Pack<Ts...> const&);
  /// The values that a stage goes over: one, if it runs as one work item.
  template <class StageType>
  StoredGrid grid_of() const {
    StoredGrid grid = detail::located<typename detail::StageLocation<StageType>::type, Rank>(stored(m_program.grid()));
    if (detail::is_scalar_stage<StageType>) std::fill(grid.n, grid.n + 3, 1);
    return grid;
  }

  template <class Op, class... Rs, class... Ws, class Region>
  void turn(Stage<Op, Reads<Rs...>, Writes<Ws...>, Region> const&) {
    (storage<Ws>().turn(m_time + m_time_step), ...);
  }

  void refresh_ghosts() {
    if constexpr (Completion::any) {
      auto const stale = std::apply(
          [&](auto&... s) { return typename Completion::Wanted{(s.ghosts_stale || s.ghosts_move())...}; }, m_storage);
      std::apply([&](auto&... s) { (refresh_ghosts(s), ...); }, m_storage);
      complete_shared(stale);
    } else {
      std::apply([&](auto&... s) { (refresh_ghosts(s), ...); }, m_storage);
    }
  }
  /// Fills the ghosts that functions of several quantities make, in all versions of those that are `stale`.
  void complete_shared(typename Completion::Wanted const& stale) const {
    int versions = 0;
    for_each_index<quantities::size>([&](auto q) {
      auto const& s = std::get<q.value>(m_storage);
      if (stale[q.value] && s.shared()) versions = std::max(versions, s.versions());
    });
    for (int age = 0; age < versions; ++age) Completion(m_program, m_storage).complete(m_exec, stale, age);
  }
  /// Fills the ghosts of fields that were written from outside, each version's for its own time, and of fields that
  /// are never written but have functions on their faces.
  template <class S>
  void refresh_ghosts(S& s) {
    bool const each_step = s.ghosts_move();
    if (each_step) s.time(0) = m_time;
    if (!s.ghosts_stale && !s.newest_stale && !each_step) return;
    int const versions = s.ghosts_stale ? s.versions() : 1;
    for (int age = 0; age < versions; ++age) detail::fill_ghosts(m_exec, s.target(s.version(age), s.time(age)));
    s.ghosts_stale = s.newest_stale = false;
  }

  /// Takes steps in launches of several steps or stages, as many of the next `steps` as the plan says; returns how
  /// many.
  long take_launches(long steps) {
    long taken = 0;
    if constexpr (detail::takes_launches<program_type>) {
      while (int const count = m_steps.next(steps - taken)) {
        launch_steps(count);
        taken += count;
      }
    }
    return taken;
  }
  /// One launch that takes `count` steps. It reads no ghosts of what stages write, and leaves those that it writes
  /// unfilled.
  void launch_steps(int count) {
    for_each_index<quantities::size>([&](auto index) {
      auto& s = std::get<index.value>(m_storage);
      if (m_plan.quantities[index.value].written) {
        s.make_launched(m_exec);
      } else {
        refresh_ghosts(s);
      }
    });
    StepTimes const times(m_time, m_time_step, count);
    if (m_steps.spares_ghosts) {
      launch_single(typename ExecTraits<Exec>::strategies{});
    } else {
      launch_steps_with(typename ExecTraits<Exec>::time_strategies{}, times);
    }
    for_each_index<quantities::size>([&](auto index) {
      if (!m_plan.quantities[index.value].written) return;
      auto& s = std::get<index.value>(m_storage);
      s.turn_launched(times.time[count]);
      s.newest_stale = true;
    });
    m_step += count;
    m_time = times.time[count];
  }
  template <class... Strategies>
  void launch_steps_with(Types<Strategies...>, StepTimes const& times) const {
    (void)((m_steps.resolved.schedule.strategy == Strategies::name && (launch_steps_by(Strategies{}, times), true)) ||
           ...);
  }
  template <class Strategy>
  void launch_steps_by(Strategy strategy, StepTimes const& times) const {
    using Wiring = detail::WiringOf<Stages...>;
    sweep_steps(strategy, Wiring{}, m_exec, bind_all(std::index_sequence_for<Stages...>{}), m_steps, times,
                launch_label());
  }
  /// A register tile's one stage.
  void launch_steps_by(RegisterTile strategy, StepTimes const& times) const {
    if constexpr (state_input >= 0) {
      using State = detail::StateInput<static_cast<std::size_t>(state_input)>;
      sweep_steps(strategy, State{}, m_exec, bind<0, true>(std::get<0>(m_stages)), m_steps.resolved, times,
                  launch_label());
    }
  }
  /// A single step of the one stage, without ghosts of its state.
  template <class... Strategies>
  void launch_single(Types<Strategies...>) const {
    if constexpr (state_input >= 0) {
      constexpr detail::StateInput<static_cast<std::size_t>(state_input)> state;
      (void)((m_steps.resolved.schedule.strategy == Strategies::name &&
              (sweep_mirrored(Strategies{}, state, m_exec, bind<0, true>(std::get<0>(m_stages)), m_steps.resolved,
                              launch_label()),
               true)) ||
             ...);
    }
  }
  /// What the strategy that was chosen for the one stage asks of grids without ghosts.
  [[nodiscard]] SparedGhosts spared_ghosts(StageReport const& report) const {
    SparedGhosts spared;
    if constexpr (state_input >= 0) {
      using Bound = decltype(bind<0, true>(std::get<0>(m_stages)));
      [&]<class... Strategies>(Types<Strategies...>) {
        (void)((report.resolved.schedule.strategy == Strategies::name &&
                (spared = detail::SparedGhostsOf<Strategies, Bound, static_cast<std::size_t>(state_input)>::facts(),
                 true)) ||
               ...);
      }(typename ExecTraits<Exec>::strategies{});
    }
    return spared;
  }
  template <std::size_t... Is>
  auto bind_all(std::index_sequence<Is...>) const {
    return pack(bind<Is, true>(std::get<Is>(m_stages))...);
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
    auto const& stage = std::get<I>(m_stages);
    using StageType = std::tuple_element_t<I, std::tuple<Stages...>>;
    using Results = typename detail::StageResults<Rank, StageType>::types;
    launch([bound = bind<I>(stage), values = bind_values(Results{}, typename StageType::writes{}), space = m_spaces[I],
            &report = m_reports[I]](Exec const& exec) {
      if constexpr (detail::is_scalar_stage<StageType>) {
        detail::run_scalar(exec, bound, report.stage);
      } else {
        run_bound(exec, bound, values, space, report);
      }
    });
    turn(stage);
    if constexpr (Completion::any) {
      typename Completion::Wanted written{};
      [&]<class... Ws>(Types<Ws...>) {
        ((written[detail::IndexOf<Ws, quantities>::value] = true), ...);
      }(typename StageType::writes{});
      launch([&](Exec const& exec) { Completion(m_program, m_storage).complete(exec, written, 0); });
    }
  }
  /// A stage over cells: its sums, its sweep, and its least and greatest values.
  template <class Bound, class Values>
  static void run_bound(Exec const& exec, Bound const& bound, Values const& values,
                        detail::ReductionSpace<Exec> const& space, StageReport const& report) {
    if constexpr (Bound::sums > 0) detail::add_up(exec, bound, values, space, report.stage);
    if constexpr (Bound::partial) detail::keep_rest(exec, bound, report.stage);
    if constexpr (Bound::outputs + Bound::Seen::size > 0) {
      run_with(typename ExecTraits<Exec>::strategies{}, exec, bound, report);
    }
    if constexpr (Bound::Seen::size > 0) detail::put_extremes(exec, bound, values, report.stage);
  }
  template <class... Strategies, class Bound>
  static void run_with(Types<Strategies...>, Exec const& exec, Bound const& bound, StageReport const& report) {
    (void)((report.resolved.schedule.strategy == Strategies::name && run_one<Strategies>(exec, bound, report)) || ...);
  }
  template <class Strategy, class Bound>
  static bool run_one(Exec const& exec, Bound const& bound, StageReport const& report) {
    constexpr bool able = (takes_scalars<Strategy>() || !Bound::scalars) &&
                          (takes_parts<Strategy>() || !Bound::partial) &&
                          (!needs_edges<Strategy>() || (Bound::has_edges && Bound::rank == 2)) &&
                          (!short_formulas<Strategy>() ||
                           detail::formula_registers<decltype(bound.op)>() < detail::long_formula_registers);
    if constexpr (able) {  // others were refused when the strategy was chosen
      sweep(Strategy{}, exec, bound, report.resolved, report.stage);
    }
    return true;
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
  std::array<detail::ReductionSpace<Exec>, sizeof...(Stages)> m_spaces;
  bool m_scalars_checked = false;
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
