// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <catch2/catch_test_macros.hpp>
#include <string>
#include <vector>

#include "graph/programs.hpp"

namespace graph {

/// Everything that a later step depends on, of every version.
struct Memory {
  long step;
  double time;
  std::vector<double> times;
  std::vector<std::vector<double>> values;
  bool operator==(Memory const&) const = default;
};

template <class Run>
Memory memory_of(Run& run) {
  Memory memory{run.step(), run.time(), {}, {}};
  run.for_each_live([&](std::string const&, auto const& field, double& time) {
    memory.times.push_back(time);
    memory.values.push_back(field.to_host());
  });
  return memory;
}

/// Begins `program` from noise, advances it in `parts`, calling `change(run, part)` before each, and tells how it ends.
/// One third as the time step: its sums are rounded, so that the order of additions shows.
template <class Exec, class ProgramType, class Change>
Memory after(Exec const& exec, ProgramType const& program, Graph graph, std::vector<long> const& parts,
             Change const& change, std::string* explained = nullptr) {
  Schedule schedule;
  schedule.graph = graph;
  Solution run{exec, program, schedule};
  run.time_step(1.0 / 3);
  set_noise(run, typename ProgramType::quantities{});
  for (std::size_t part = 0; part < parts.size(); ++part) {
    change(run, static_cast<int>(part));
    run.advance(parts[part]);
  }
  if (explained != nullptr) *explained = run.explain();
  return memory_of(run);
}

struct NoChange {
  template <class Run>
  void operator()(Run&, int) const {}
};

template <class Exec, class ProgramType>
void any_grouping(Exec const& exec, ProgramType const& program) {
  Memory const expected = after(exec, program, Graph::off, {40}, NoChange{});
  CHECK(expected.step == 40);
  CHECK(after(exec, program, Graph::automatic, std::vector<long>(40, 1), NoChange{}) == expected);
  CHECK(after(exec, program, Graph::automatic, {40}, NoChange{}) == expected);
  CHECK(after(exec, program, Graph::automatic, {1, 19, 20}, NoChange{}) == expected);
  CHECK(after(exec, program, Graph::automatic, {2, 18, 1, 19}, NoChange{}) == expected);
  if (!has_graphs<Exec>()) return;
  CHECK(after(exec, program, Graph::on, {40}, NoChange{}) == expected);
  Memory const many = after(exec, program, Graph::off, {200}, NoChange{});
  CHECK(after(exec, program, Graph::on, {23, 37, 101, 39}, NoChange{}) == many);
}

TEST_CASE("Steps in graphs give the bits of plain steps, two versions", "[graph]") {
  test::for_each_space([](auto const& exec) { any_grouping(exec, spreading()); });
}
TEST_CASE("Steps in graphs give the bits of plain steps, two and three versions", "[graph]") {
  test::for_each_space([](auto const& exec) { any_grouping(exec, leaping()); });
}

/// What a user may do between two calls of `advance`.
template <class Exec>
void any_change(Exec const& exec) {
  auto const agree = [&](std::vector<long> const& parts, auto const& change, std::string const& counts) {
    std::string explained;
    Memory const expected = after(exec, leaping(), Graph::off, parts, change);
    CHECK(after(exec, leaping(), Graph::automatic, parts, change, &explained) == expected);
    INFO(explained);
    CHECK((!has_graphs<Exec>() || explained.find(counts) != std::string::npos));
  };
  agree(
      {50, 50, 50}, [](auto& run, int part) { run.template op<0>().c = 0.1 + 0.01 * part; }, "captured 3, replayed 12");
  agree(
      {50, 1, 50}, [](auto& run, int part) { run.template op<1>().c = part == 1 ? 0.05 : 0.2; },
      "captured 1, replayed 7");
  auto const second = [&](auto const& change) {
    agree(
        {50, 50},
        [&](auto& run, int part) {
          if (part == 1) change(run);
        },
        "captured 1, replayed 8");
  };
  second([](auto& run) { run.time_step(0.1); });
  second([](auto& run) { run.set_clock(7, 0.7); });
  second([](auto& run) { run.template set<wave>(noise(run.template field<wave>().size(), 9)); });
  second([](auto& run) { run.template set<wall>(0.5); });
  second([](auto& run) {
    run.template field<warmth>().fill(0.75);
    run.touch();
  });
}

TEST_CASE("Changes between calls reach steps in graphs", "[graph]") {
  test::for_each_space([](auto const& exec) { any_change(exec); });
}

template <class Exec>
void any_schedule(Exec const& exec) {
  for (char const* strategy : {"naive", "team"}) {
    Memory const expected = after(exec, leaping(), Graph::off, {60}, NoChange{});
    auto const change = [&](auto& run, int part) {
      if (part == 1) run.schedule(Schedule{strategy, 8, 4, 5});
    };
    CHECK(after(exec, leaping(), Graph::automatic, {30, 30}, change) == expected);
  }
  Memory const expected = after(exec, leaping(), Graph::off, {60}, NoChange{});
  Solution first{exec, leaping()};
  first.time_step(1.0 / 3);
  set_noise(first, typename decltype(first)::quantities{});
  first.advance(25);
  Solution moved = std::move(first);
  moved.advance(35);
  CHECK(memory_of(moved) == expected);
}

TEST_CASE("A new schedule captures anew, and a graph moves with its solution", "[graph]") {
  test::for_each_space([](auto const& exec) { any_schedule(exec); });
}

}  // namespace graph
