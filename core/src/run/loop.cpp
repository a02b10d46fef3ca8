// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tessera/run/loop.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

#include "run/loop_memory.hpp"
#include "run/pacer.hpp"
#include "tessera/error.hpp"
#include "tessera/run/progress.hpp"
#include "tessera/run/signals.hpp"
#include "tessera/run/steady_state.hpp"

namespace tessera {
namespace {

using Clock = std::chrono::steady_clock;

/// Times that differ by less than this part of a step are the same one.
constexpr double same_time = 1e-6;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

double cell_count(Mesh const& mesh) {
  double count = 1;
  for (long n : mesh.cells) count *= static_cast<double>(n);
  return count;
}

}  // namespace

struct RunLoop::Impl {
  Simulation& simulation;
  LoopSettings settings;
  LoopOutput output;
  Progress& progress;
  SignalWatch& signals;

  std::optional<SteadyState> steady{};
  std::optional<long> check_step{};    ///< of the look that was begun last and not judged yet
  std::optional<Check> check_known{};  ///< its result, if it was needed before its turn
  long good_step = -1;                 ///< the last one found good
  long frame_step = -1;
  long checkpoint_step = -1;

  Pacer pacer{};
  Clock::time_point start{};
  double cells = 0;
  double seconds_aside = 0;  ///< for frames and checkpoints

  // --- looks at the numbers ---

  void require_good(Check const& check) {
    if (check.finite) {
      good_step = std::max(good_step, check.step);
      return;
    }
    std::string const good = good_step >= 0 ? "; step " + std::to_string(good_step) + " was still good" : "";
    throw NumericsError("the numbers failed: " + check.bad_place + " is not finite at step " +
                        std::to_string(check.step) + good);
  }

  /// The look that is under way, without judging it.
  Check const& known_check() {
    if (!check_known) check_known = simulation.end_check();
    require_good(*check_known);
    return *check_known;
  }

  /// Judges the look begun at the last turn.
  void judge_check() {
    if (!check_step) return;
    Check const& check = known_check();
    if (steady) steady->add(check);
    check_step.reset();
    check_known.reset();
  }

  void begin_check() {
    simulation.begin_check();
    check_step = simulation.step();
  }

  /// Looks now and waits. A look that is under way keeps its turn.
  Check look_now() {
    if (check_step) {
      Check const& check = known_check();
      if (*check_step == simulation.step()) return check;
    }
    simulation.begin_check();
    Check const check = simulation.end_check();
    require_good(check);
    return check;
  }

  // --- frames and checkpoints ---

  template <class Write>
  void aside(Write const& write) {
    look_now();
    simulation.fence();
    pacer.fenced();
    auto const begin = Clock::now();
    write();
    seconds_aside += seconds_since(begin);
    pacer.restart();
  }

  void write_frame() {
    if (!output.frame || frame_step == simulation.step()) return;
    aside([&] { output.frame(simulation.step(), simulation.time()); });
    frame_step = simulation.step();
  }

  void write_record() {
    if (output.record) aside([&] { output.record(); });
  }

  void write_checkpoint() {
    if (!output.checkpoint || checkpoint_step == simulation.step()) return;
    aside([&] {
      std::map<std::string, std::string> memory;
      if (steady) memory["steady"] = steady->save();
      if (check_known) memory["check"] = to_text(*check_known);
      output.checkpoint(simulation.save(), memory);
    });
    checkpoint_step = simulation.step();
  }

  // --- when ---

  [[nodiscard]] double slack() const { return same_time * simulation.dt(); }

  [[nodiscard]] bool is_step_of(std::optional<long> every) const { return every && simulation.step() % *every == 0; }

  /// Whether it is a time for something that is due at whole multiples of `every`.
  [[nodiscard]] bool is_time_of(std::optional<double> every) const {
    if (!every) return false;
    double const count = std::round(simulation.time() / *every);
    return count > 0 && std::abs(simulation.time() - count * *every) <= slack();
  }

  /// How many steps until something is due by its step.
  [[nodiscard]] long steps_to_event() const {
    long const step = simulation.step();
    long least = settings.check_every - step % settings.check_every;
    for (auto const& every : {settings.frame_every, settings.checkpoint_every}) {
      if (every) least = std::min(least, *every - step % *every);
    }
    if (settings.steps) least = std::min(least, *settings.steps - step);
    return least;
  }

  /// The next time that is to be hit; infinity if there is none.
  [[nodiscard]] double next_time() const {
    double next = settings.end.value_or(std::numeric_limits<double>::infinity());
    for (auto const& every : {settings.frame_every_time, settings.record_every_time}) {
      if (every) next = std::min(next, (std::floor((simulation.time() + slack()) / *every) + 1) * *every);
    }
    return next;
  }

  [[nodiscard]] std::optional<std::string> finished() const {
    if (settings.steps && simulation.step() >= *settings.steps) return "steps";
    if (settings.end && simulation.time() >= *settings.end - slack()) return "end";
    if (steady && steady->verdict() == SteadyState::Verdict::steady) return "steady";
    if (steady && steady->verdict() == SteadyState::Verdict::precision_floor) return "precision_floor";
    return std::nullopt;
  }

  [[nodiscard]] std::optional<std::string> interrupted() const {
    if (signals.stop_signal() != 0) return signal_name(signals.stop_signal());
    bool const over = settings.wall_limit && settings.wall_used + seconds_since(start) >= *settings.wall_limit;
    return over ? std::optional<std::string>("wall_limit") : std::nullopt;
  }

  // --- stepping ---

  /// Takes `steps` steps unless it is interrupted; true if all were taken.
  bool take(long steps) {
    while (steps > 0 && !interrupted()) {
      long const now = pacer.next(steps);
      simulation.advance(now);
      steps -= now;
      pacer.enqueued(now);
      if (pacer.is_full()) {
        simulation.fence();
        pacer.fenced();
      }
      if (progress.due()) progress.show(progress_state());
      if (signals.take_checkpoint_request()) {
        write_checkpoint();
        progress.say("checkpoint at step " + std::to_string(simulation.step()));
      }
    }
    return steps == 0;
  }

  /// The same for a program that chooses its steps itself: hands it as many as it may need to get there, as far as the
  /// last step's length tells, waits, and looks again.
  void advance_own_steps() {
    double const time = next_time();
    long const last = simulation.step() + steps_to_event();
    while (simulation.step() < last && simulation.time() < time && !interrupted()) {
      double const needed = std::ceil((time - simulation.time()) / simulation.dt());
      long const left = last - simulation.step();
      long const now = pacer.next(needed < static_cast<double>(left) ? std::max(1L, static_cast<long>(needed)) : left);
      simulation.advance_to(time, now);
      pacer.enqueued(now);
      simulation.fence();
      pacer.fenced();
      if (progress.due()) progress.show(progress_state());
      if (signals.take_checkpoint_request()) {
        write_checkpoint();
        progress.say("checkpoint at step " + std::to_string(simulation.step()));
      }
      if (!std::isfinite(simulation.time())) look_now();  // ends the run
    }
  }

  /// Goes to the next event, the last step being shortened if that is at a time; or as far as it gets.
  void advance_to_event() {
    if (simulation.chooses_steps()) return advance_own_steps();
    long const steps = steps_to_event();
    double const time = next_time();
    double const ahead = (time - simulation.time()) / simulation.dt();
    if (!(ahead < static_cast<double>(steps) + same_time)) {
      take(steps);
      return;
    }
    long const whole = std::max(0L, static_cast<long>(std::ceil(ahead - same_time)) - 1);
    if (!take(whole) || interrupted()) return;
    simulation.advance_by(time - simulation.time());
    pacer.enqueued(1);
  }

  void handle_events() {
    if (is_step_of(settings.check_every)) {
      judge_check();
      begin_check();
    }
    if (is_step_of(settings.frame_every) || is_time_of(settings.frame_every_time)) write_frame();
    if (is_time_of(settings.record_every_time)) write_record();
    if (is_step_of(settings.checkpoint_every)) write_checkpoint();
  }

  // --- reports ---

  [[nodiscard]] std::optional<double> steps_left() const {
    double const step = static_cast<double>(simulation.step());
    if (settings.steps) return static_cast<double>(*settings.steps) - step;
    if (settings.end) return (*settings.end - simulation.time()) / simulation.dt();
    return steady ? steady->steps_left() : std::nullopt;
  }

  [[nodiscard]] ProgressState progress_state() const {
    ProgressState state;
    state.step = simulation.step();
    if (settings.has_time) state.time = simulation.time();
    if (steady) {
      state.error = steady->error();
      state.target = steady->target();
      state.error_unit = settings.error_unit;
    }
    double const per_step = pacer.seconds_per_step();
    if (per_step > 0) {
      state.rate = cells / per_step;
      if (settings.copy_bandwidth > 0)
        state.copy_share = state.rate * settings.bytes_per_update / settings.copy_bandwidth;
      if (auto const left = steps_left()) state.seconds_left = *left * per_step;
    }
    return state;
  }

  [[nodiscard]] LoopResult result(std::string const& reason, long first_step) {
    LoopResult result;
    result.last = look_now();
    simulation.fence();
    result.stopped_because = reason;
    result.seconds = seconds_since(start) - seconds_aside;
    result.steps_done = simulation.step() - first_step;
    if (steady) result.error = steady->error();
    if (result.steps_done > 0) {
      result.updates_per_second = static_cast<double>(result.steps_done) * cells / result.seconds;
    }
    return result;
  }
};

RunLoop::RunLoop(Simulation& simulation, LoopSettings settings, LoopOutput output, Progress& progress,
                 SignalWatch& signals)
    : m_impl(new Impl{simulation, std::move(settings), std::move(output), progress, signals}) {
  if (m_impl->settings.tolerance) m_impl->steady.emplace(*m_impl->settings.tolerance, m_impl->settings.precision);
}

RunLoop::~RunLoop() = default;

void RunLoop::resume(State const& state, std::map<std::string, std::string> const& memory) {
  m_impl->simulation.restore(state);
  m_impl->good_step = state.step;
  m_impl->checkpoint_step = state.step;
  if (auto const found = memory.find("steady"); found != memory.end() && m_impl->steady) {
    m_impl->steady->restore(found->second);
  }
  if (auto const found = memory.find("check"); found != memory.end()) {
    m_impl->check_known = check_from_text(found->second);
    m_impl->check_step = m_impl->check_known->step;
  }
}

LoopResult RunLoop::run() {
  Impl& loop = *m_impl;
  bool const resumed = loop.checkpoint_step >= 0;
  bool const series = loop.settings.frame_every || loop.settings.frame_every_time;
  long const first_step = loop.simulation.step();
  loop.cells = cell_count(loop.simulation.mesh());
  loop.start = Clock::now();
  loop.pacer.restart();

  if (series && !resumed) loop.write_frame();
  if (!resumed) loop.write_record();
  while (true) {
    if (auto const reason = loop.finished()) {
      LoopResult result = loop.result(*reason, first_step);
      loop.write_frame();
      loop.write_record();
      if (loop.settings.checkpoint_every) loop.write_checkpoint();
      return result;
    }
    if (auto const reason = loop.interrupted()) {
      LoopResult result = loop.result(*reason, first_step);
      loop.write_checkpoint();
      result.interrupted = true;
      return result;
    }
    long const before = loop.simulation.step();
    loop.advance_to_event();
    if (loop.simulation.step() != before) loop.handle_events();
  }
}

}  // namespace tessera
