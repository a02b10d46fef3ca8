// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tessera/run/loop.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "run/loop_checks.hpp"
#include "run/loop_events.hpp"
#include "run/pacer.hpp"
#include "tessera/run/progress.hpp"
#include "tessera/run/signals.hpp"

namespace tessera {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

}  // namespace

struct RunLoop::Impl {
  Simulation& simulation;
  LoopSettings settings;
  LoopOutput output;
  Progress& progress;
  SignalWatch& signals;

  LoopEvents events{simulation, settings};
  LoopChecks checks{simulation, settings};
  long frame_step = -1;
  long checkpoint_step = -1;

  /// What a checkpoint holds.
  struct Kept {
    State state;
    std::map<std::string, std::string> memory;
  };
  std::optional<Kept>
      before_end;  ///< before the first step that is shortened for an end which is no time of the problem

  Pacer pacer{};
  Clock::time_point start{};
  double cells = 0;
  double seconds_aside = 0;  ///< for frames and checkpoints

  // --- frames and checkpoints ---

  template <class Write>
  void aside(Write const& write) {
    checks.look_now();
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

  [[nodiscard]] Kept kept_now() {
    Kept kept{simulation.save(), {}};
    checks.save(kept.memory);
    return kept;
  }

  void write_checkpoint() {
    if (!output.checkpoint || checkpoint_step == simulation.step()) return;
    aside([&] {
      Kept const kept = before_end ? *before_end : kept_now();
      output.checkpoint(kept.state, kept.memory);
    });
    checkpoint_step = simulation.step();
  }

  /// Whether the steps ahead are shortened for the end alone, and a checkpoint will be asked for.
  [[nodiscard]] bool leaves_path() const {
    return output.checkpoint && settings.checkpoint_every && !before_end && events.heads_for_end();
  }
  void keep_before_end() {
    aside([&] { before_end = kept_now(); });
  }

  // --- when ---

  [[nodiscard]] std::optional<std::string> finished() const {
    if (events.steps_done()) return "steps";
    if (events.end_reached()) return "end";
    auto const& steady = checks.steady();
    if (steady && steady->verdict() == SteadyState::Verdict::steady) return "steady";
    if (steady && steady->verdict() == SteadyState::Verdict::precision_floor) return "precision_floor";
    if (checks.grows_linearly()) return "linear_growth";
    if (events.input_ended()) return "input_end";
    return std::nullopt;
  }

  [[nodiscard]] std::optional<std::string> interrupted() const {
    if (signals.stop_signal() != 0) return signal_name(signals.stop_signal());
    bool const over = settings.wall_limit && settings.wall_used + seconds_since(start) >= *settings.wall_limit;
    return over ? std::optional<std::string>("wall_limit") : std::nullopt;
  }

  // --- stepping ---

  /// Between two batches of steps: tells how far it is, and writes a checkpoint if a signal asks for one.
  void attend() {
    if (progress.due()) progress.show(progress_state());
    if (!signals.take_checkpoint_request()) return;
    write_checkpoint();
    progress.say("checkpoint at step " + std::to_string(simulation.step()));
  }

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
      attend();
    }
    return steps == 0;
  }

  /// The same for a program that chooses its steps itself: hands it as many as it may need to get there, as far as the
  /// last step's length tells, waits, and looks again.
  void advance_own_steps() {
    double const time = events.next_time();
    long const last = simulation.step() + events.steps_ahead();
    bool goes_before = leaves_path();
    while (simulation.step() < last && simulation.time() < time && !interrupted()) {
      double const needed = std::ceil(events.steps_until(time));
      long const left = last - simulation.step();
      double const before = simulation.time();
      long const now = pacer.next(needed < static_cast<double>(left) ? std::max(1L, static_cast<long>(needed)) : left);
      goes_before ? simulation.advance_before(time, now) : simulation.advance_to(time, now);
      pacer.enqueued(now);
      simulation.fence();
      pacer.fenced();
      attend();
      if (!std::isfinite(simulation.time())) checks.look_now();  // ends the run
      if (goes_before && simulation.time() == before) {
        keep_before_end();
        goes_before = false;
      } else {
        checks.require_motion(before, time);
      }
    }
  }

  /// Goes to the next event, the last step being shortened if that is at a time; or as far as it gets.
  void advance_to_event() {
    if (simulation.chooses_steps()) return advance_own_steps();
    constexpr double same_time = LoopEvents::same_time;
    long const steps = events.steps_ahead();
    double const time = events.next_time(), ahead = events.steps_until(time);
    if (!(ahead < static_cast<double>(steps) + same_time)) {
      take(steps);
      return;
    }
    long const whole = std::max(0L, static_cast<long>(std::ceil(ahead - same_time)) - 1);
    if (!take(whole) || interrupted()) return;
    if (leaves_path()) keep_before_end();
    simulation.advance_by(time - simulation.time());
    pacer.enqueued(1);
  }

  void handle_events() {
    if (events.is_step_of(settings.check_every)) {
      checks.judge();
      checks.begin();
    }
    if (events.is_step_of(settings.frame_every) || events.is_time_of(settings.frame_every_time)) write_frame();
    if (events.is_time_of(settings.record_every_time)) write_record();
    if (events.is_step_of(settings.checkpoint_every)) write_checkpoint();
  }

  // --- reports ---

  [[nodiscard]] std::optional<double> steps_left() const {
    double const step = static_cast<double>(simulation.step());
    if (settings.steps) return static_cast<double>(*settings.steps) - step;
    if (settings.end) return events.steps_until(*settings.end);
    return checks.steady() ? checks.steady()->steps_left() : std::nullopt;
  }

  [[nodiscard]] ProgressState progress_state() const {
    ProgressState state;
    state.step = simulation.step();
    if (settings.has_time) state.time = simulation.time();
    if (auto const& steady = checks.steady()) {
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
    result.last = checks.look_now();
    simulation.fence();
    result.stopped_because = reason;
    result.seconds = seconds_since(start) - seconds_aside;
    result.steps_done = simulation.step() - first_step;
    if (checks.steady() && !checks.grows_linearly()) result.error = checks.steady()->error();
    if (result.steps_done > 0) {
      result.updates_per_second = static_cast<double>(result.steps_done) * cells / result.seconds;
    }
    return result;
  }
};

RunLoop::RunLoop(Simulation& simulation, LoopSettings settings, LoopOutput output, Progress& progress,
                 SignalWatch& signals)
    : m_impl(new Impl{simulation, std::move(settings), std::move(output), progress, signals}) {}

RunLoop::~RunLoop() = default;

void RunLoop::resume(State const& state, std::map<std::string, std::string> const& memory) {
  m_impl->simulation.restore(state);
  m_impl->checkpoint_step = state.step;
  m_impl->checks.resume(state.step, memory);
}

LoopResult RunLoop::run() {
  Impl& loop = *m_impl;
  bool const resumed = loop.checkpoint_step >= 0;
  bool const series = loop.settings.frame_every || loop.settings.frame_every_time;
  long const first_step = loop.simulation.step();
  loop.cells = loop.simulation.mesh().cell_count();
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
