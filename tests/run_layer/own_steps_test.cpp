// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <cmath>
#include <optional>

#include "tessera/error.hpp"
#include "tessera/run/loop.hpp"
#include "tessera/run/progress.hpp"
#include "tessera/run/signals.hpp"

using tessera::LoopOutput;
using tessera::LoopResult;
using tessera::LoopSettings;
using tessera::RunLoop;

namespace {

/// A program that chooses its steps: each is longer than the one before by a third, up to 1 s, and then short again.
class OwnSteps : public tessera::Simulation {
 public:
  tessera::Mesh mesh() const override { return {1, {4, 1, 1}, {1, 1, 1}, {0, 0, 0}}; }
  long step() const override { return m_seen_step; }
  double time() const override { return m_seen_time; }
  double dt() const override { return m_last; }
  void advance(long) override { FAIL("steps of a given length"); }
  void advance_by(double) override { FAIL("a step of a given length"); }
  bool chooses_steps() const override { return true; }
  void advance_to(double goal, long steps) override {
    asked += steps;
    for (long s = 0; s < steps && m_time < goal; ++s) {
      m_own = shrinks_by ? m_own * *shrinks_by : m_own > 0.75 ? 0.01 : m_own * 4 / 3;
      m_last = std::min(m_own, goal - m_time);
      m_time = m_last < m_own ? goal : m_time + m_last;
      if (++m_step == nan_at_step) m_time = NAN;
    }
  }
  void fence() override {
    m_seen_step = m_step;
    m_seen_time = m_time;
  }
  void begin_check() override {}
  tessera::Check end_check() override {
    tessera::Check check;
    check.step = step();
    check.finite = std::isfinite(time());
    check.bad_place = "the time";
    return check;
  }
  void record(std::filesystem::path const&) override {}
  std::vector<tessera::HostField> fields() const override { return {}; }
  tessera::State save() const override { return {step(), time(), {}}; }
  void restore(tessera::State const&) override {}

  long asked = 0;
  long nan_at_step = -1;
  std::optional<double> shrinks_by;  ///< from step to step

 private:
  long m_step = 0, m_seen_step = 0;
  double m_time = 0, m_seen_time = 0, m_own = 0.1, m_last = 0.1;
};

struct Trial {
  explicit Trial(LoopSettings settings) {
    LoopOutput output;
    output.frame = [this](long, double time) { frames.push_back(time); };
    output.record = [this] { records.push_back(simulation.time()); };
    output.checkpoint = [this](tessera::State const& state, auto const&) { checkpoints.push_back(state.step); };
    loop.emplace(simulation, std::move(settings), std::move(output), progress, signals);
  }
  OwnSteps simulation;
  tessera::Progress progress;
  tessera::SignalWatch signals;
  std::vector<double> frames, records;
  std::vector<long> checkpoints;
  std::optional<RunLoop> loop;
};

}  // namespace

TEST_CASE("a program's own steps hit the end, frames and records exactly", "[own_steps]") {
  Trial trial({.end = 10.0, .frame_every_time = 2.5, .record_every_time = 2.0});
  LoopResult const result = trial.loop->run();
  CHECK(result.stopped_because == "end");
  CHECK(trial.simulation.time() == 10);
  CHECK(trial.frames == std::vector<double>{0, 2.5, 5, 7.5, 10});
  CHECK(trial.records == std::vector<double>{0, 2, 4, 6, 8, 10, 10});
  CHECK(trial.simulation.asked < 6 * trial.simulation.step());  // not many are asked for in vain
}

TEST_CASE("a program's own steps are counted", "[own_steps]") {
  Trial trial({.steps = 100, .check_every = 7, .checkpoint_every = 30});
  LoopResult const result = trial.loop->run();
  CHECK(result.stopped_because == "steps");
  CHECK(trial.simulation.step() == 100);
  CHECK(trial.checkpoints == std::vector<long>{30, 60, 90, 100});
}

TEST_CASE("a program's own time that fails ends the run", "[own_steps]") {
  Trial trial({.end = 100.0});
  trial.simulation.nan_at_step = 50;
  CHECK_THROWS_AS(trial.loop->run(), tessera::NumericsError);
}

TEST_CASE("a program's own steps that shrink to nothing end the run", "[own_steps]") {
  using Catch::Matchers::ContainsSubstring, Catch::Matchers::MessageMatches;
  for (double const share : {0.5, 0.0}) {
    for (LoopSettings const& settings : {LoopSettings{.end = 100.0}, LoopSettings{.steps = 1000000000}}) {
      Trial trial(settings);
      trial.simulation.shrinks_by = share;
      CHECK_THROWS_MATCHES(
          trial.loop->run(), tessera::NumericsError,
          MessageMatches(ContainsSubstring(share > 0 ? "time stands still at 0.1 s, step " : "at 0 s") &&
                         ContainsSubstring("has shrunk to nothing")));
    }
  }
}

TEST_CASE("a short last step to a time is none that shrank to nothing", "[own_steps]") {
  Trial trial({.end = 0.1 * 4 / 3 + 1e-15});
  CHECK(trial.loop->run().stopped_because == "end");
}
