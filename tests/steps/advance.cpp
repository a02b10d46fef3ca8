// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "steps/models.hpp"
#include "tessera/run/solution_simulation.hpp"

namespace steps {

using Plain = StarModel<3, 1>;

auto plain_program() { return agreement::program_of<Plain>({11, 9, 8}, Boundaries{2U, 1}); }

Schedule taking(int steps, std::string const& strategy = "overlapped") {
  Schedule schedule{strategy};
  schedule.steps_per_launch = steps;
  return schedule;
}

/// In parts, with other schedules, after changes from outside: the bits of single steps taken in the same way.
template <class Exec>
void any_way_of_stepping(Exec const& exec) {
  auto const program = plain_program();
  auto const both = [&](auto const& change, std::vector<int> const& parts) {
    agreement::NoiseRun expected(exec, program, Schedule{"naive"}, 0), actual(exec, program, taking(4), 0);
    for (std::size_t part = 0; part < parts.size(); ++part) {
      change(expected, part, "naive");
      change(actual, part, "overlapped");
      expected.advance(parts[part]);
      actual.advance(parts[part]);
      CHECK(any_difference<3, warmth>(expected, actual) == "");
    }
  };
  both([](auto&, std::size_t, char const*) {}, {1, 2, 3, 4, 5, 6, 9, 13, 40});
  both([](auto& run, std::size_t part, char const*) { run.time_step(0.1 * static_cast<double>(part + 1)); }, {9, 9, 2});
  both([](auto& run, std::size_t part, char const*) { run.template field<warmth>().fill(0.5 + part), run.touch(); },
       {9, 10});
  both([](auto& run, std::size_t part, char const*) { run.set_clock(7, 0.7 + static_cast<double>(part)); }, {6, 6});
  both([](auto& run, std::size_t part,
          char const* name) { run.schedule(part == 1 ? Schedule{name} : Schedule{"naive"}); },
       {6, 12, 3});
}
TEST_CASE("Steps in launches of several go on from any state", "[steps]") {
  test::for_each_space([](auto const& exec) { any_way_of_stepping(exec); });
}

/// The newest state alone: the last step, too, is taken in a launch of several.
template <class Exec>
void newest_alone(Exec const& exec) {
  auto const program = plain_program();
  for (int const steps : {1, 3, 4, 5, 8, 11}) {
    CAPTURE(steps);
    agreement::NoiseRun expected(exec, program, Schedule{"naive"}, 0), actual(exec, program, taking(4), 0);
    expected.advance(steps);
    actual.advance_newest(steps);
    CHECK(actual.step() == steps);
    CHECK(expected.template get<warmth>() == actual.template get<warmth>());
    bool single = false;
    for (LaunchCount const& launch : actual.launched()) single = single || launch.steps == 1;
    if (steps % 4 == 0) CHECK_FALSE(single);
    expected.advance(2);
    actual.advance(2);
    CHECK(expected.template get<warmth>() == actual.template get<warmth>());
  }
}
TEST_CASE("Steps of which the newest state alone is needed", "[steps]") {
  test::for_each_space([](auto const& exec) { newest_alone(exec); });
}

/// A run that was saved between two calls goes on as if it had not been.
template <class Exec>
void restart(Exec const& exec) {
  using Run = agreement::NoiseRun<Exec, decltype(plain_program())>;
  auto const set_step = [](Run&, double) {};
  using Restarted = SolutionSimulation<Run, warmth, decltype(set_step)>;
  auto const make = [&] {
    return Restarted(std::make_unique<Run>(exec, plain_program(), taking(3), 0), Mesh{}, FieldLabel{}, 1.0 / 3,
                     set_step);
  };
  Restarted whole = make(), first = make(), second = make();
  whole.advance(24);
  first.advance(11);
  State const state = first.save();
  CHECK(state.step == 11);
  second.advance(2);
  second.restore(state);
  second.advance(13);
  CHECK(second.step() == 24);
  CHECK(second.time() == whole.time());
  CHECK(second.fields()[0].values == whole.fields()[0].values);
  whole.begin_check();
  second.begin_check();
  Check const a = whole.end_check(), b = second.end_check();
  CHECK(a.change > 0);
  CHECK((a.change == b.change && a.l2 == b.l2));
}
TEST_CASE("A checkpoint between launches of several steps", "[steps]") {
  test::for_each_space([](auto const& exec) { restart(exec); });
}

/// The steps of a call that no launch takes.
long taken_alone(StepsPlan const& plan, long steps) {
  while (int const count = plan.next(steps)) {
    CHECK((count % plan.unit == 0 || count % plan.other_unit == 0));
    CHECK((count <= plan.steps && count < steps));
    steps -= count;
  }
  return steps;
}

TEST_CASE("Launches of two sizes leave one step alone", "[steps]") {
  for (int const unit : {3, 4}) {
    for (int const groups : {1, 4}) {
      StepsPlan plan;
      plan.unit = unit;
      plan.other_unit = unit - 1;
      plan.steps = unit * groups;
      for (long steps = 1; steps < 300; ++steps) {
        CAPTURE(unit, groups, steps);
        long const left = steps - 1;  // 1, 2 and 5 are no sums of 3s and 4s, 1 is none of 2s and 3s
        CHECK(taken_alone(plan, steps) == 1 + (left == 1 ? 1 : unit == 3 ? 0 : left == 2 ? 2 : left == 5 ? 1 : 0));
      }
    }
  }
}

TEST_CASE("Launches take what they are told, and leave one step", "[steps]") {
  StepsPlan four, any, single;
  four.steps = any.steps = 4;
  any.fewer_steps = true;
  CHECK((four.next(5) == 4 && four.next(4) == 0 && four.next(1) == 0));
  CHECK((any.next(9) == 4 && any.next(4) == 3 && any.next(3) == 2 && any.next(2) == 0));
  CHECK(single.next(100) == 0);
  StepsPlan tile;  // launches of 4 and of 3
  tile.steps = tile.unit = 4;
  tile.other_unit = 3;
  CHECK((tile.next(9) == 4 && tile.next(8) == 4 && tile.next(7) == 3 && tile.next(6) == 4 && tile.next(2) == 0));
  StepTimes const times(0.5, 1.0 / 3, 3);
  CHECK(times.time[3] == ((0.5 + 1.0 / 3) + 1.0 / 3) + 1.0 / 3);
}

}  // namespace steps
