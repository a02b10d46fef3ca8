// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <catch2/matchers/catch_matchers_string.hpp>
#include <string>

#include "scalars/programs.hpp"
#include "spaces.hpp"

using Catch::Matchers::ContainsSubstring;

namespace scalars {

template <class Exec, class F>
void for_each_strategy(F const& f) {
  std::vector<std::string> names{"naive", "team"};
  if (on_host<Exec>) names.emplace_back("column");
  for (std::string const& name : names) f(Schedule{name, 8, 4, 3});
  f(Schedule{});
}

/// Everything that a run of `damping` holds.
template <class Run>
std::vector<std::vector<double>> state(Run const& run) {
  return {run.template get<u>(), run.template get<fastest>(), run.template get<dt>(), run.template get<clock>(),
          run.template get<taken>()};
}
std::vector<std::vector<double>> state(ByHand const& hand) {
  return {hand.v, {hand.fast}, {hand.step}, {hand.now}, {hand.steps}};
}

template <class Exec>
void by_hand(Exec const& exec, int nx, int ny) {
  std::vector<double> const start = agreement::noise(static_cast<std::size_t>(nx) * ny, 5);
  ByHand hand(nx, ny, 0.9, 0.75, 20.0, start);
  for (int step = 0; step < 37; ++step) hand.advance();
  for_each_strategy<Exec>([&](Schedule const& schedule) {
    Solution run{exec, damping(wrapped(nx, ny), 0.9, 0.75), schedule};
    begin(run, start, 20.0);
    run.advance(5);
    run.advance(32);
    INFO(schedule.strategy << " " << nx << " x " << ny);
    CHECK(state(run) == state(hand));
  });
}

TEST_CASE("A time step by reduction is that of a loop on the host, to the bit", "[scalars]") {
  test::for_each_space([](auto const& exec) {
    by_hand(exec, 1, 1);
    by_hand(exec, 3, 1);
    by_hand(exec, 3, 57);
    by_hand(exec, 71, 43);
  });
}

/// More steps than it takes: the last one is cut to the end, all after it change nothing.
template <class Exec>
void ends(Exec const& exec) {
  std::vector<double> const start = agreement::noise(31 * 17, 3);
  ByHand hand(31, 17, 0.3, 1.0, 7.3, start);
  while (hand.now < 7.3) hand.advance();
  REQUIRE((hand.steps > 3 && hand.steps < 60));
  for_each_strategy<Exec>([&](Schedule const& schedule) {
    Solution run{exec, damping(wrapped(31, 17), 0.3), schedule};
    begin(run, start, 7.3);
    run.advance(100);
    CHECK(run.template get<clock>() == std::vector<double>{7.3});
    CHECK(run.template get<dt>() == std::vector<double>{0});
    CHECK(run.template get<taken>() == std::vector<double>{hand.steps});
    CHECK(run.template get<u>() == hand.v);
    run.set_clock(static_cast<long>(run.template get<taken>()[0]), run.template get<clock>()[0]);
    CHECK((run.step() == static_cast<long>(hand.steps) && run.time() == 7.3));
    run.template set<finish>(9.1);  // and on
    run.advance(100);
    CHECK(run.template get<clock>() == std::vector<double>{9.1});
  });
}

TEST_CASE("A clipped clock ends at the end, however many steps are taken", "[scalars]") {
  test::for_each_space([](auto const& exec) { ends(exec); });
}

/// A run that is stopped and restarted in another solution, from what a checkpoint holds.
template <class Exec>
void restarts(Exec const& exec) {
  std::vector<double> const start = agreement::noise(23 * 9, 8);
  auto const program = damping(wrapped(23, 9));
  Solution whole{exec, program};
  begin(whole, start, 30.0);
  whole.advance(21);

  Solution first{exec, program};
  begin(first, start, 30.0);
  first.advance(8);
  std::vector<std::vector<double>> kept;
  std::vector<std::string> names;
  first.for_each_live([&](std::string const& name, auto const& field, double) {
    names.push_back(name);
    kept.push_back(field.to_host());
  });
  CHECK(names == std::vector<std::string>{"fastest/0", "clock/0", "taken/0", "u/0"});

  Solution second{exec, program};
  second.template set<finish>(30.0);
  second.set_clock(first.step(), first.time());
  std::size_t next = 0;
  second.for_each_live([&](std::string const&, auto const& field, double&) { field.from_host(kept[next++]); });
  second.advance(13);
  CHECK(state(second) == state(whole));
}

TEST_CASE("Scalars are restarted with what is live", "[scalars]") {
  test::for_each_space([](auto const& exec) { restarts(exec); });
}

/// Steps in graphs hold scalars and reductions; nothing of them comes from the host.
template <class Exec>
void replays(Exec const& exec) {
  std::vector<double> const start = agreement::noise(37 * 23, 2);
  auto const after = [&](Graph graph, std::vector<long> const& parts) {
    Schedule schedule;
    schedule.graph = graph;
    Solution run{exec, damping(wrapped(37, 23)), schedule};
    begin(run, start, 25.0);
    for (long steps : parts) run.advance(steps);
    if (graph == Graph::on) CHECK_THAT(run.explain(), ContainsSubstring("captured 1, replayed "));
    return state(run);
  };
  auto const expected = after(Graph::off, {70});
  CHECK(after(Graph::automatic, std::vector<long>(70, 1)) == expected);
  if (!detail::StepGraph<Exec>::obstacle().empty()) return;
  CHECK(after(Graph::on, {70}) == expected);
  CHECK(after(Graph::on, {3, 1, 66}) == expected);
}

TEST_CASE("Graphs of steps hold scalars and reductions", "[scalars]") {
  test::for_each_space([](auto const& exec) { replays(exec); });
}

}  // namespace scalars
