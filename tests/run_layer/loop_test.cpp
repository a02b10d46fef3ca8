// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tessera/run/loop.hpp"

#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <csignal>
#include <numeric>
#include <optional>

#include "fake_simulation.hpp"
#include "tessera/error.hpp"
#include "tessera/run/progress.hpp"
#include "tessera/run/signals.hpp"

using tessera::LoopOutput;
using tessera::LoopResult;
using tessera::LoopSettings;
using tessera::RunLoop;
using tessera::State;

namespace {

/// A loop over a fake simulation that remembers what it hands out.
struct Trial {
  explicit Trial(LoopSettings settings, FakeSettings fake = {}) : simulation(fake) {
    LoopOutput output;
    output.frame = [this](long step, double time) { frames.emplace_back(step, time); };
    output.checkpoint = [this](State const& state, std::map<std::string, std::string> const& memory) {
      checkpoints.push_back(state.step);
      saved = {state, memory};
    };
    loop.emplace(simulation, std::move(settings), std::move(output), progress, signals);
  }

  FakeSimulation simulation;
  tessera::Progress progress;
  tessera::SignalWatch signals;
  std::vector<std::pair<long, double>> frames;
  std::vector<long> checkpoints;
  std::pair<State, std::map<std::string, std::string>> saved;
  std::optional<RunLoop> loop;
};

std::vector<long> steps_of(std::vector<std::pair<long, double>> const& frames) {
  std::vector<long> steps;
  for (auto const& frame : frames) steps.push_back(frame.first);
  return steps;
}

std::vector<double> times_of(std::vector<std::pair<long, double>> const& frames) {
  std::vector<double> times;
  for (auto const& frame : frames) times.push_back(frame.second);
  return times;
}

bool same_bits(State const& a, State const& b) {
  return a.step == b.step && a.time == b.time && a.buffers[0].bytes == b.buffers[0].bytes;
}

}  // namespace

TEST_CASE("a run takes exactly the steps that it is asked for", "[loop]") {
  for (long const steps : {0L, 1L, 7L, 119L, 120L, 121L, 1000L}) {
    Trial trial({.steps = steps});
    LoopResult const result = trial.loop->run();
    CHECK(trial.simulation.step() == steps);
    CHECK(result.steps_done == steps);
    CHECK(result.stopped_because == "steps");
    CHECK(result.last.step == steps);
    CHECK(steps_of(trial.frames) == std::vector<long>{steps});  // the last one
    CHECK(trial.checkpoints.empty());
  }
}

TEST_CASE("frames and checkpoints come when they are due, and the last frame only once", "[loop]") {
  Trial trial({.steps = 250, .frame_every = 100, .checkpoint_every = 90});
  trial.loop->run();
  CHECK(steps_of(trial.frames) == std::vector<long>{0, 100, 200, 250});
  CHECK(trial.checkpoints == std::vector<long>{90, 180, 250});

  Trial even({.steps = 200, .frame_every = 100});
  even.loop->run();
  CHECK(steps_of(even.frames) == std::vector<long>{0, 100, 200});
}

TEST_CASE("the end and output times are hit exactly, by one short step each", "[loop]") {
  Trial trial({.end = 100.0, .frame_every_time = 17.0}, {.dt = 0.7});
  LoopResult const result = trial.loop->run();
  CHECK(result.stopped_because == "end");
  CHECK(trial.simulation.time() == 100.0);
  CHECK(times_of(trial.frames) == std::vector<double>{0, 17, 34, 51, 68, 85, 100});
  for (double const dt : trial.simulation.short_steps) CHECK((dt > 0 && dt <= 0.7 * (1 + 2e-6)));
}

TEST_CASE("output times that are multiples of the step make no extra steps", "[loop]") {
  Trial trial({.end = 100.0, .frame_every_time = 10.0}, {.dt = 0.1});
  trial.loop->run();
  CHECK(trial.simulation.step() == 1000);
  CHECK(trial.frames.size() == 11);
  CHECK(trial.frames.back().second == 100.0);
}

TEST_CASE("output times denser than steps are hit too", "[loop]") {
  Trial trial({.end = 2.0, .frame_every_time = 0.25});
  trial.loop->run();
  CHECK(times_of(trial.frames) == std::vector<double>{0, 0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75, 2});
}

TEST_CASE("a run made longer is the same as one that was so long from the start", "[loop]") {
  FakeSettings const fake{.dt = 0.7, .rate = 0.05};
  LoopSettings settings{.end = 100.0, .frame_every_time = 17.0, .checkpoint_every = 1000};
  Trial whole(settings, fake);
  whole.loop->run();
  for (double const first_end : {0.3, 16.9, 17.0, 50.0, 99.9}) {
    CAPTURE(first_end);
    settings.end = first_end;
    Trial first(settings, fake);
    first.loop->run();
    CHECK(first.simulation.time() == first_end);
    CHECK((first.saved.first.time < first_end) == (first_end != 17.0));  // before the step that was shortened for it
    settings.end = 100.0;
    Trial longer(settings, fake);
    longer.loop->resume(first.saved.first, first.saved.second);
    longer.loop->run();
    CHECK(same_bits(longer.simulation.save(), whole.simulation.save()));
    CHECK(same_bits(longer.saved.first, whole.saved.first));
  }
}

TEST_CASE("where the input ends the run ends, unless it is over", "[loop]") {
  LoopSettings settings{.steps = 100, .input_end = tessera::InputEnd{25.5, "tide.csv"}, .frame_every = 10};
  Trial trial(settings);
  CHECK(trial.loop->run().stopped_because == "input_end");
  CHECK(trial.simulation.time() == 25.5);
  CHECK(steps_of(trial.frames) == std::vector<long>{0, 10, 20, 26});
  settings.steps = 25;
  CHECK(Trial(settings).loop->run().stopped_because == "steps");
  settings.steps.reset();
  settings.end = 25.5;
  CHECK(Trial(settings).loop->run().stopped_because == "end");
}

TEST_CASE("a steady run stops when its true error is within the tolerance", "[loop]") {
  Trial trial({.tolerance = 1e-3, .check_every = 20}, {.rate = 0.002});
  LoopResult const result = trial.loop->run();
  CHECK(result.stopped_because == "steady");
  double const target = 1e-3 * 2.9;  // the largest range that a check saw
  CHECK(trial.simulation.true_error() < target);
  CHECK(trial.simulation.true_error() > 0.9 * target);  // one check late at most, and not two
  double const at_judged_check = trial.simulation.true_error() / std::pow(1 - 0.002, 20);
  CHECK(*result.error == Catch::Approx(at_judged_check).epsilon(1e-4));
}

TEST_CASE("a run until steady ends where every step adds the same to every cell, also after a restart", "[loop]") {
  LoopSettings const settings{.tolerance = 1e-3, .check_every = 60, .frame_every_time = 500.3};
  FakeSettings const fake{.dt = 0.7, .rate = 0.05, .growth = 0.5};
  Trial whole(settings, fake);
  LoopResult const expected = whole.loop->run();
  CHECK(expected.stopped_because == "linear_growth");
  CHECK_FALSE(expected.interrupted);
  CHECK_FALSE(expected.error);
  CHECK(whole.simulation.step() > 1000);
  CHECK(whole.simulation.step() < 3000);

  for (long const at : {900L, 961L, 1300L}) {
    Trial interrupted(settings, fake);
    interrupted.simulation.on_step = [at](long step) {
      if (step == at) std::raise(SIGTERM);
    };
    REQUIRE(interrupted.loop->run().stopped_because == "SIGTERM");
    Trial resumed(settings, fake);
    resumed.loop->resume(interrupted.saved.first, interrupted.saved.second);
    CHECK(resumed.loop->run().stopped_because == "linear_growth");
    CHECK(resumed.simulation.step() == whole.simulation.step());
  }
}

TEST_CASE("a look at the numbers is read one interval after it was begun", "[loop]") {
  Trial trial({.steps = 1000, .check_every = 100}, {.nan_at_step = 150});
  try {
    trial.loop->run();
    FAIL("a NaN went unnoticed");
  } catch (tessera::NumericsError const& error) {
    CHECK(std::string(error.what()) ==
          "the numbers failed: temperature at cell x = 2 is not finite at step 200; step 100 was still good");
    CHECK(error.code() == tessera::ExitCode::bad_numbers);
  }
  CHECK(trial.simulation.step() == 300);
}

TEST_CASE("no frame and no checkpoint is written of bad numbers", "[loop]") {
  for (bool const frames : {true, false}) {
    LoopSettings settings{.steps = 1000, .check_every = 100};
    (frames ? settings.frame_every : settings.checkpoint_every) = 30;
    Trial trial(settings, {.nan_at_step = 50});
    CHECK_THROWS_AS(trial.loop->run(), tessera::NumericsError);
    if (frames) CHECK(steps_of(trial.frames) == std::vector<long>{0, 30});
    if (!frames) CHECK(trial.checkpoints == std::vector<long>{30});
    CHECK(trial.simulation.step() == 60);
  }
}

TEST_CASE("a NaN in the last interval is found at the end", "[loop]") {
  Trial trial({.steps = 130}, {.nan_at_step = 129});
  CHECK_THROWS_AS(trial.loop->run(), tessera::NumericsError);
  CHECK(trial.frames.empty());
}

TEST_CASE("steps come in chunks that grow, and are waited for", "[loop]") {
  Trial trial({.steps = 2000}, {.microseconds = 1000});
  trial.loop->run();
  auto const& calls = trial.simulation.calls;
  CHECK(calls.front() == 1);
  CHECK(std::accumulate(calls.begin(), calls.end(), 0L) == 2000);
  CHECK(*std::max_element(calls.begin(), calls.end()) <= 120);
  CHECK(trial.simulation.fences >= 4);
  CHECK(calls.size() < 60);
}

TEST_CASE("a signal ends the run at once with a checkpoint", "[loop][signals]") {
  Trial trial({.steps = 1000000}, {.microseconds = 100});
  std::raise(SIGTERM);
  LoopResult const result = trial.loop->run();
  CHECK(result.interrupted);
  CHECK(result.stopped_because == "SIGTERM");
  CHECK(trial.checkpoints == std::vector<long>{0});
  CHECK(trial.frames.empty());
}

TEST_CASE("SIGUSR1 makes a checkpoint and the run goes on", "[loop][signals]") {
  Trial trial({.steps = 300});
  std::raise(SIGUSR1);
  LoopResult const result = trial.loop->run();
  CHECK_FALSE(result.interrupted);
  CHECK(trial.checkpoints.size() == 1);
  CHECK(trial.simulation.step() == 300);
}

TEST_CASE("the wall limit ends the run with a checkpoint", "[loop]") {
  Trial trial({.steps = 1000000, .wall_limit = 10.0, .wall_used = 9.8}, {.microseconds = 1000});
  LoopResult const result = trial.loop->run();
  CHECK(result.stopped_because == "wall_limit");
  CHECK(result.interrupted);
  CHECK(trial.checkpoints.size() == 1);
  CHECK(result.seconds < 2);
}

TEST_CASE("a run that was interrupted anywhere ends with the same bits", "[loop][restart]") {
  LoopSettings const settings{.end = 3000.0, .tolerance = 1e-3, .check_every = 50, .frame_every_time = 33.3};
  FakeSettings const fake{.dt = 0.7, .rate = 0.004, .fast_rate = 0.05};
  Trial whole(settings, fake);
  LoopResult const expected = whole.loop->run();
  REQUIRE(expected.stopped_because == "steady");
  State const expected_state = whole.simulation.save();

  for (long const at : {1L, 49L, 50L, 51L, 99L, 100L, 333L, 1000L}) {
    Trial interrupted(settings, fake);
    interrupted.simulation.on_step = [at](long step) {
      if (step == at) std::raise(SIGTERM);
    };
    LoopResult const stopped = interrupted.loop->run();
    REQUIRE(stopped.stopped_because == "SIGTERM");
    REQUIRE(interrupted.saved.first.step >= at);

    Trial resumed(settings, fake);
    resumed.loop->resume(interrupted.saved.first, interrupted.saved.second);
    LoopResult const result = resumed.loop->run();
    CHECK(same_bits(resumed.simulation.save(), expected_state));
    CHECK(result.stopped_because == "steady");
    CHECK(*result.error == *expected.error);

    auto frames = interrupted.frames;
    frames.insert(frames.end(), resumed.frames.begin(), resumed.frames.end());
    CHECK(frames == whole.frames);
  }
}
