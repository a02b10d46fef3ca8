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
#include "tessera/exchange/cut_program.hpp"
#include "tessera/operator/check_reaches.hpp"
#include "tessera/plan/explain.hpp"
#include "tessera/plan/place.hpp"
#include "tessera/plan/plan_execution.hpp"
#include "tessera/plan/program_bytes.hpp"
#include "tessera/strategy/dispatch.hpp"

namespace tessera {

/// How often `Solution::advance` looks at its numbers, in steps. A look reads each field that the program writes once.
struct CheckEvery {
  long steps = 100;
};

/// A program on an execution space: allocates its fields and advances it in time.
///
///     Solution run{exec, program};
///     run.set<temperature>(0.0);
///     run.advance(1000);
///
/// The strategy is the execution space's default unless a Schedule names another. Throws InputError at construction
/// for a program that cannot run (see make_plan), an operator that reads outside its reach (see check_reaches) or a
/// schedule that does not fit.
template <class Exec, class ProgramType>
class Solution;

/// The same, with its program taken apart.
template <class Exec, int Rank, class... Stages, class... Boundaries>
class Solution<Exec, Program<Rank, Types<Stages...>, Types<Boundaries...>>> {
 public:
  using program_type = Program<Rank, Types<Stages...>, Types<Boundaries...>>;
  using execution_space = Exec;
  using quantities = typename program_type::quantities;

  Solution(Exec const& exec, program_type const& program, Schedule const& schedule = {})
      : Solution(exec, program, schedule, nullptr) {}
  /// The same on several ranks, each with a part of the grid. All ranks make it and call its members together. Values,
  /// positions and messages are those of the whole grid; `field` is the part of this rank. Throws InputError also for a
  /// program that cannot be cut, and for more ranks than the grid can take.
  Solution(Exec const& exec, program_type const& program, Ranks const& ranks, Schedule const& schedule = {})
      : Solution(exec, program, schedule, detail::cut_program(exec, program, ranks)) {}

  Solution(Solution&&) = default;
  Solution(Solution const&) = delete;
  Solution& operator=(Solution const&) = delete;

  [[nodiscard]] Exec const& exec() const { return m_exec; }
  [[nodiscard]] program_type const& program() const { return m_program; }
  /// What is launched, in which order, and why.
  [[nodiscard]] ExecutionPlan const& plan() const { return m_plan; }

  /// Steps taken, and the time of the newest versions (seconds).
  [[nodiscard]] long step() const { return m_step; }
  [[nodiscard]] double time() const { return m_time; }
  /// Sets both, as a restart does.
  void set_clock(long step, double time) {
    m_step = step;
    m_time = time;
    m_storages.set_time(time);
    m_storages.touch();
  }

  /// The time step in seconds, which sets `At::t` and the time of boundary functions.
  [[nodiscard]] double time_step() const { return m_time_step; }
  void time_step(double dt) { m_time_step = dt; }

  /// The operator of stage `I`; its coefficients may change between steps.
  template <std::size_t I = 0>
  [[nodiscard]] auto& op() {
    return std::get<I>(m_stages).op;
  }

  /// The newest version of quantity `Q`. After writing to it, call `touch`.
  template <QuantityType Q>
  [[nodiscard]] auto const& field() const {
    return m_storages.template of<Q>().version(0);
  }
  /// The version that was current `age` writes ago. After writing to it, call `touch`.
  template <QuantityType Q>
  [[nodiscard]] auto const& field(int age) const {
    return m_storages.template of<Q>().version(age);
  }
  /// Whether `field<Q>(1)` exists: not if the program updates `Q` in place or never writes it.
  template <QuantityType Q>
  [[nodiscard]] bool has_previous() const {
    return m_storages.template of<Q>().versions() > 1;
  }
  /// The previous version, or the newest if there is none.
  template <QuantityType Q>
  [[nodiscard]] auto const& previous() const {
    return field<Q>(has_previous<Q>() ? 1 : 0);
  }
  /// Sets every cell of `Q`, in all its versions: to one value, or from values on the host in (c, z, y, x) order, those
  /// of the whole grid on every rank.
  template <QuantityType Q>
  void set(double value) {
    for (int age = 0; age < m_storages.template of<Q>().versions(); ++age)
      field<Q>(age).fill(static_cast<typename Q::value_type>(value));
    touch();
  }
  template <QuantityType Q, class In>
  void set(std::vector<In> const& values) {
    for (int age = 0; age < m_storages.template of<Q>().versions(); ++age) set_field<Q>(field<Q>(age), values);
    touch();
  }
  /// The cells of `Q` on the host, in (c, z, y, x) order. On several ranks, which call it together: on rank 0 those of
  /// the whole grid, on others none.
  template <QuantityType Q, class Out = typename Q::value_type>
  [[nodiscard]] std::vector<Out> get() const {
    return get_field<Q, Out>(field<Q>());
  }
  /// The same of a version of `Q`, and to set one, whose ghosts are to be refilled by `touch`.
  template <QuantityType Q, class Out = typename Q::value_type, class FieldType>
  [[nodiscard]] std::vector<Out> get_field(FieldType const& version) const {
    std::vector<Out> values = version.template to_host<Out>();
    return m_cut ? m_cut->gather(boxes<Q>(), values) : values;
  }
  template <QuantityType Q, class FieldType, class In>
  void set_field(FieldType const& version, std::vector<In> const& values) {
    if (!m_cut) return version.from_host(values);
    detail::ValueBoxes const all = boxes<Q>();
    if (values.size() != all.size()) {
      throw InputError("field " + quantity_name<Q>() + " holds " + std::to_string(all.size()) +
                       " values on the whole grid; " + std::to_string(values.size()) +
                       " were given: give all of them on every rank, in (c, z, y, x) order");
    }
    version.from_host(m_cut->cut(all, values));
  }
  /// What this rank has of the grid, and the ranks; null where it is all of it.
  [[nodiscard]] detail::CutProgram const* cut() const { return m_cut.get(); }
  /// Where the values of `Q` of each rank stand in the whole grid, if it is cut.
  template <QuantityType Q>
  [[nodiscard]] detail::ValueBoxes boxes() const {
    return m_cut->template boxes<Q>(m_program.grid());
  }
  /// Reports writes to fields from outside: ghosts are refilled before the next step.
  void touch() { m_storages.touch(); }

  /// Exchanges the newest version of `Q` with that of a Solution of another program, without copying, and reports the
  /// write. Returns false, and does nothing, if the two lay out their values differently.
  template <QuantityType Q, class Other>
  bool exchange_newest(Solution<Exec, Other>& other) {
    if (!m_storages.template of<Q>().exchange_newest(other.m_storages.template of<Q>())) return false;
    touch();
    other.touch();
    return true;
  }

  /// Makes another plan. Throws InputError for requests that are not possible (see plan_execution).
  void schedule(Schedule const& request) {
    m_plan = plan_execution(m_exec, m_program, request, part());
    m_replay = detail::StepReplay<Exec>(m_plan.graph);
  }
  /// The launches so far, each kind with its count; kernels of replayed graphs count.
  [[nodiscard]] std::vector<LaunchCount> const& launched() const { return m_launched; }
  /// The plan in a few lines: fields and buffers, stages, strategies, numbers and reasons, graphs; and the launches so
  /// far.
  [[nodiscard]] std::string explain() const {
    return (m_cut ? m_cut->explain() + '\n' : "") + explain_stages(m_plan) + tessera::explain(m_plan.steps) + '\n' +
           m_replay.explain() + tessera::explain(m_launched);
  }

  /// Enqueues `steps` time steps and returns; `exec().fence()` waits for them. Throws InputError, before the first
  /// step, for a global scalar without a value that it reads.
  void advance(long steps) { advance_in_launches(steps, 0); }

  /// The same for callers that need the newest versions alone: the last step, too, may be taken in a launch of several.
  /// The versions before are then no states one step earlier.
  void advance_newest(long steps) { advance_in_launches(steps, 1); }

  /// The same, and looks for NaN and infinity after every `check.steps` steps and at the end, in all that the program
  /// writes. Waits for the device. Throws NumericsError with the place and the step of the first one found.
  void advance(long steps, CheckEvery check) {
    if (check.steps < 1) throw InputError("CheckEvery: " + std::to_string(check.steps) + " steps; it takes 1 or more");
    for (long good = -1; steps > 0; good = m_step) {
      long const count = std::min(steps, check.steps);
      advance(count);
      require_finite(good, quantities{});
      steps -= count;
    }
  }

  /// Calls `f(name, field, time)` for every version that a later step may read, of every quantity that the program
  /// writes: the content of a checkpoint. `time` is a reference, for restarts.
  template <class F>
  void for_each_live(F const& f) {
    m_storages.for_each_live(m_plan.buffers, f);
  }

  /// The same with the quantity as a type first: `f(Types<Q>{}, name, field, time)`.
  template <class F>
  void for_each_live_of(F const& f) {
    m_storages.for_each_live_of(m_plan.buffers, f);
  }

  /// Bytes of all versions of all fields, and of launch memory.
  [[nodiscard]] std::size_t bytes() const { return m_storages.bytes() + m_launch_memory.bytes(); }

 private:
  template <class, class>
  friend class Solution;
  using Storages = detail::Storages<Exec, program_type>;
  using Binder = detail::Binder<Exec, program_type>;

  Solution(Exec const& exec, program_type const& program, Schedule const& schedule,
           std::unique_ptr<detail::CutProgram> cut)
      : m_exec(exec),
        m_program(program),
        m_cut(std::move(cut)),
        m_plan(plan_execution(exec, program, schedule, part())),
        m_stages(checked(program).stages()),  // after the plan, which says more of what it refuses
        m_storages(exec, m_program, m_plan.buffers, part()),
        m_spaces(Binder::make_spaces(exec, m_program)),
        m_replay(m_plan.graph) {}

  /// `beyond`: steps that the plan is to see after the last one, so that it takes that in a launch, too.
  void advance_in_launches(long steps, long beyond) {
    if (steps > 0) check_scalars();
    detail::PlaneLayouts layouts;
    while (steps > 0) {
      int const count = m_plan.next(steps + beyond);
      if (count > 0) {
        if constexpr (detail::takes_launches<program_type>) {
          layouts.to = m_plan.tiled.blocked_layout && steps > count && m_plan.next(steps - count + beyond) > 0;
          take_tiled(count, layouts);
          layouts.from = layouts.to;
        }
        steps -= count;
      } else {
        steps -= take_steps(steps);
      }
    }
  }

  /// The part of this rank; null: the whole grid.
  [[nodiscard]] GridPart const* part() const { return m_cut ? &m_cut->part() : nullptr; }

  /// A binder of stages to the current versions.
  [[nodiscard]] Binder binder() const {
    return Binder(m_program, m_plan.buffers, m_stages, m_storages, m_spaces, m_time, m_time + m_time_step);
  }

  static program_type const& checked(program_type const& program) {
    check_reaches(program);
    return program;
  }

  /// Throws NumericsError if a quantity that the program writes is not finite. `good`: the last step found good, or -1.
  template <class... Qs>
  void require_finite(long good, Types<Qs...>) const {
    std::size_t q = 0;
    ((m_plan.buffers.quantities[q++].written ? require_finite_one<Qs>(good) : void()), ...);
  }
  template <class Q>
  void require_finite_one(long good) const {
    if constexpr (std::is_floating_point_v<typename Q::value_type>) {
      std::int64_t const bad = first_bad<Q>();
      if (bad < 0) return;
      StoredGrid const whole = detail::located<typename Q::location, Rank>(stored(m_program.grid()));
      ValueGrid grid{Rank, {}, detail::in_cells<typename Q::location, Rank>, is_global_scalar<Q>};
      for (int axis = 0; axis < 3; ++axis)
        grid.extents[static_cast<std::size_t>(axis)] = axis < Rank ? whole.n[storage_axis<Rank>(axis)] : 1;
      throw NumericsError("the numbers failed: " + value_place(quantity_name<Q>(), grid, bad) +
                          " is not finite at step " + std::to_string(m_step) +
                          (good < 0 ? "" : "; step " + std::to_string(good) + " was still good"));
    }
  }

  /// The index in the whole grid of the first value of `Q` that is not finite; -1: none.
  template <class Q>
  [[nodiscard]] std::int64_t first_bad() const {
    std::int64_t const mine = norms(m_exec, field<Q>()).first_bad;
    if (!m_cut) return mine;
    constexpr long none = std::numeric_limits<long>::max();
    long const all =
        m_cut->ranks.least(mine < 0 ? none : detail::index_in_whole(boxes<Q>(), m_cut->ranks.rank(), mine));
    return all == none ? -1 : all;
  }
  /// At the first step alone: checks that global scalars that it reads have values.
  void check_scalars() {
    if (!m_scalars_checked) m_storages.check_set(m_program, m_plan.buffers);
    m_scalars_checked = true;
  }

  /// Takes `count` steps in one launch of the plan's kind.
  void take_tiled(int count, detail::PlaneLayouts const& layouts) {
    Launch const& planned = m_plan.tiled;
    m_storages.fill_needed(m_exec, m_program, planned.needs, m_time);
    m_storages.begin_launch(m_exec, planned.writes);
    StepTimes const times(m_time, m_time_step, count);
    Binder const bound = binder();
    char const* const ran = detail::launch_tiled(StepsLaunch<Exec, program_type, Binder>{
        m_exec, bound, m_launch_memory, m_plan.steps, times, layouts, planned.stage});
    note(planned, ran, count);
    m_storages.end_launch(planned.writes, times.end, layouts.to ? GhostState::lost : planned.leaves);
    m_step += count;
    m_time = times.end;
  }
  /// Takes some of the next `left` steps stage by stage, by a graph or one step; returns how many.
  long take_steps(long left) {
    m_storages.fill_needed(m_exec, m_program, m_plan.step.front().needs, m_time);
    long const replayed = m_replay.replay(
        m_exec, left, [&] { return detail::graph_key(m_storages.all(), m_stages); },
        [&](long count, auto const& launch) { rehearse(count, launch); });
    if (replayed == 0) take_step(detail::LaunchOn<Exec>{m_exec});
    for (long s = 0; s < replayed; ++s) take_step(detail::LaunchNothing{});
    return std::max(replayed, 1L);
  }
  /// Counts a launch, by the strategy that ran. Allocates nothing for a kind that was launched before.
  void note(Launch const& planned, char const* ran, int steps) {
    char const* const strategy = ran == nullptr ? "none" : ran;
    for (LaunchCount& one : m_launched) {
      if (one.steps != steps || one.strategy != strategy || one.stage != planned.stage) continue;
      ++one.count;
      return;
    }
    m_launched.push_back({planned.stage, strategy, steps, 1});
  }

  /// Takes one step: hands its kernels to `launch`, rotates buffers, and advances the clock.
  template <class Launcher>
  void take_step(Launcher const& launch) {
    run_stages(launch, std::index_sequence_for<Stages...>{});
    ++m_step;
    m_time += m_time_step;
  }
  template <class Launcher, std::size_t... Is>
  void run_stages(Launcher const& launch, std::index_sequence<Is...>) {
    (run_stage<Is>(launch), ...);
  }
  template <std::size_t I, class Launcher>
  void run_stage(Launcher const& launch) {
    using StageType = std::tuple_element_t<I, std::tuple<Stages...>>;
    Launch const& planned = m_plan.step[I];
    if (m_cut) exchange_for(m_plan.program.stages[I]);
    launch([bound = binder().template stage<I>(), values = binder().template values<I>(), space = m_spaces[I], &planned,
            &ran = m_ran[I]](Exec const& exec) {
      ran = detail::launch_stage<detail::is_scalar_stage<StageType>>(exec, bound, values, space, planned);
    });
    if (!m_rehearsing) note(planned, m_ran[I], 1);
    rotate(typename StageType::writes{}, planned.leaves);
    if constexpr (Storages::Completion::any) {
      launch([&](Exec const& exec) { m_storages.complete(exec, m_program, typename StageType::writes{}); });
    }
  }
  /// Fills what stands beyond exchanged faces, in the versions whose neighbours a stage reads.
  void exchange_for(StageInfo const& stage) {
    std::vector<detail::HaloField> stale;
    for (ReadInfo const& read : stage.reads) {
      if (!is_centre(read.hull)) m_storages.take_stale(read.quantity, read.age, stale);
    }
    if (!stale.empty()) m_cut->halo->fill(stale);
  }
  /// Rotates the buffers that a stage wrote.
  template <class... Ws>
  void rotate(Types<Ws...>, GhostState left) {
    (m_storages.template of<Ws>().rotate(m_time + m_time_step), ...);
    ((m_storages.template of<Ws>().ghosts(0) = left), ...);
  }

  /// Hands the kernels of the next `steps` steps to `launch` without taking them: versions and clock are restored.
  template <class Launcher>
  void rehearse(long steps, Launcher const& launch) {
    detail::PutBack const put_back(m_storages.all(), m_step, m_time);
    m_rehearsing = true;
    for (long s = 0; s < steps; ++s) take_step(launch);
    m_rehearsing = false;
  }

  Exec m_exec;
  program_type m_program;
  std::unique_ptr<detail::CutProgram> m_cut;  ///< if several ranks take the program
  ExecutionPlan m_plan;
  std::tuple<Stages...> m_stages;
  Storages m_storages;
  typename Binder::spaces_type m_spaces;
  bool m_scalars_checked = false;
  detail::StepReplay<Exec> m_replay;
  std::array<char const*, sizeof...(Stages)> m_ran{};  ///< the strategy that ran each stage the last time
  std::vector<LaunchCount> m_launched;
  bool m_rehearsing = false;
  detail::LaunchMemory<Exec> m_launch_memory;
  long m_step = 0;
  double m_time = 0;
  double m_time_step = 0;
};

template <class Exec, class ProgramType>
Solution(Exec const&, ProgramType const&) -> Solution<Exec, ProgramType>;
template <class Exec, class ProgramType>
Solution(Exec const&, ProgramType const&, Schedule const&) -> Solution<Exec, ProgramType>;
template <class Exec, class ProgramType>
Solution(Exec const&, ProgramType const&, Ranks const&) -> Solution<Exec, ProgramType>;
template <class Exec, class ProgramType>
Solution(Exec const&, ProgramType const&, Ranks const&, Schedule const&) -> Solution<Exec, ProgramType>;

}  // namespace tessera
