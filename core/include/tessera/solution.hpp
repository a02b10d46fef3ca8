// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <tuple>
#include <vector>

#include "tessera/storage.hpp"
#include "tessera/sweep/team.hpp"

namespace tessera {

/// What ran for one stage, and why.
struct StageReport {
  std::string stage;
  std::string strategy;
  ResolvedSchedule resolved;
};

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
  /// The version before the newest (the newest itself where the program updates in place).
  template <QuantityType Q>
  [[nodiscard]] auto const& previous() const {
    auto const& s = storage<Q>();
    return s.version(s.versions() > 1 ? 1 : 0);
  }
  /// Sets every cell of `Q`: to one value, or from values on the host in (c, z, y, x) order.
  template <QuantityType Q>
  void set(double value) {
    field<Q>().fill(static_cast<typename Q::value_type>(value));
    touch();
  }
  template <QuantityType Q, class In>
  void set(std::vector<In> const& values) {
    field<Q>().from_host(values);
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

  /// Chooses strategy and numbers. Throws InputError for an unknown strategy, naming those that are compiled.
  void schedule(Schedule const& wish) {
    m_reports.clear();
    choose(wish, std::index_sequence_for<Stages...>{});
  }
  [[nodiscard]] std::vector<StageReport> const& reports() const { return m_reports; }

  /// Enqueues `steps` time steps and returns; `exec().fence()` waits for them.
  void advance(long steps) {
    refresh_ghosts();
    for (long s = 0; s < steps; ++s) {
      run_stages(std::index_sequence_for<Stages...>{});
      ++m_step;
      m_time += m_time_step;
    }
  }

  /// Bytes of all versions of all fields.
  [[nodiscard]] std::size_t bytes() const {
    std::size_t total = 0;
    std::apply([&](auto const&... s) { ((total += static_cast<std::size_t>(s.versions()) * s.version(0).bytes()), ...); },
               m_storage);
    return total;
  }

 private:
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
    return Bound{stage.op, sources, targets,
                 Frame{{g.origin[0], g.origin[1], g.origin[2]}, {g.spacing[0], g.spacing[1], g.spacing[2]}},
                 {g.n[0], g.n[1], g.n[2]}, m_time};
  }
  template <class... Ts>
  static Types<Ts...> types_of(Pack<Ts...> const&);

  template <class Op, class... Rs, class... Ws>
  void turn(Stage<Op, Reads<Rs...>, Writes<Ws...>> const&) {
    (storage<Ws>().turn(), ...);
  }

  void refresh_ghosts() {
    std::apply([&](auto&... s) { (refresh_ghosts(s), ...); }, m_storage);
  }
  template <class S>
  void refresh_ghosts(S& s) {
    if (!s.ghosts_stale) return;
    for (int age = 0; age < s.versions(); ++age) detail::fill_ghosts(m_exec, s.target(s.version(age), m_time));
    s.ghosts_stale = false;
  }

  template <std::size_t... Is>
  void run_stages(std::index_sequence<Is...>) {
    (run_stage<Is>(), ...);
  }
  template <std::size_t I>
  void run_stage() {
    auto const& stage = std::get<I>(m_stages);
    auto const bound = bind(stage);
    run_with(typename ExecTraits<Exec>::strategies{}, bound, m_reports[I]);
    turn(stage);
  }
  template <class... Strategies, class Bound>
  void run_with(Types<Strategies...>, Bound const& bound, StageReport const& report) const {
    (void)((report.resolved.schedule.strategy == Strategies::name &&
            (detail::sweep(Strategies{}, m_exec, bound, report.resolved, report.stage), true)) ||
           ...);
  }

  template <std::size_t... Is>
  void choose(Schedule const& wish, std::index_sequence<Is...>) {
    (m_reports.push_back(choose_one(wish, std::get<Is>(m_stages))), ...);
  }
  template <class StageType>
  StageReport choose_one(Schedule const& wish, StageType const& stage) const {
    using Bound = decltype(bind(stage));
    std::string const name = wish.strategy.empty() ? default_name(typename ExecTraits<Exec>::strategies{}) : wish.strategy;
    StageReport report{type_name<typename StageType::operator_type>(), name, {}};
    resolve_as(typename ExecTraits<Exec>::strategies{}, name, wish, shape<Bound>(), report.resolved);
    return report;
  }
  template <class Bound>
  SweepShape shape() const {
    StoredGrid const g = stored(m_program.grid());
    return detail::shape_of(g.n, typename Bound::source_types{});
  }
  template <class First, class... Rest>
  static std::string default_name(Types<First, Rest...>) {
    return First::name;
  }
  template <class... Strategies>
  void resolve_as(Types<Strategies...>, std::string const& name, Schedule const& wish, SweepShape const& shape,
                  ResolvedSchedule& resolved) const {
    bool const known = ((name == Strategies::name &&
                         (resolved = detail::resolve(Strategies{}, wish, shape, ExecTraits<Exec>::limits(m_exec)), true)) ||
                        ...);
    if (known) return;
    std::string names;
    ((names += (names.empty() ? "" : ", ") + std::string(Strategies::name)), ...);
    throw InputError("unknown strategy '" + name + "'; compiled for " + std::string(Exec::name()) + ": " + names);
  }

  Exec m_exec;
  program_type m_program;
  Plan m_plan;
  std::tuple<Stages...> m_stages;
  storage_type m_storage;
  std::vector<StageReport> m_reports;
  long m_step = 0;
  double m_time = 0;
  double m_time_step = 0;
};

template <class Exec, class ProgramType>
Solution(Exec const&, ProgramType const&) -> Solution<Exec, ProgramType>;
template <class Exec, class ProgramType>
Solution(Exec const&, ProgramType const&, Schedule const&) -> Solution<Exec, ProgramType>;

}  // namespace tessera
