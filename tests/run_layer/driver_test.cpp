// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tessera/run/driver.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <chrono>
#include <csignal>
#include <iostream>
#include <thread>

#include "fake_simulation.hpp"
#include "temporary_folder.hpp"
#include "tessera/error.hpp"
#include "tessera/io/checkpoint.hpp"
#include "tessera/io/frame.hpp"
#include "tessera/run/common_keys.hpp"

using Catch::Matchers::ContainsSubstring;
namespace fs = std::filesystem;

namespace {

tessera::Schema schema() {
  namespace key = tessera::key;
  tessera::Schema schema;
  tessera::add_grid_keys(schema, {{8}, {8.0}});
  schema.table("physics", "How it decays.")
      .add(key::number("physics.rate", 0.01, "1/s", "of decay").above(0))
      .add(key::number("physics.growth", 0, "1/s", "what a source adds"))
      .add(key::integer("physics.nan_at_step", -1, "", "step that spoils a value"))
      .add(key::integer("physics.microseconds", 0, "us", "that a step takes"));
  tessera::add_time_keys(schema, {.steps = 200});
  tessera::add_run_keys(schema, {.strategies = {"team", "naive"}});
  tessera::add_output_keys(schema);
  return schema;
}

tessera::RunPlan plan(tessera::Config const& config) {
  tessera::RunPlan plan;
  plan.mesh = tessera::read_grid(config);
  plan.dt_limit = 2;
  plan.dt = tessera::choose_dt(config, tessera::read_time(config), plan.dt_limit);
  plan.backend = "Serial";
  plan.strategy = "naive";
  plan.memory_needed = 16.0 * static_cast<double>(plan.mesh.cells[0]);
  plan.state_bytes = plan.memory_needed;
  plan.error_unit = "K";
  return plan;
}

/// The program that these tests run.
tessera::App fake_app() {
  tessera::App app;
  app.name = "fake";
  app.about = "Decays.";
  app.schema = schema();
  app.start = [](auto const&, auto const&) { return std::make_shared<int>(0); };
  app.plan = plan;
  app.make = [](tessera::Config const& config, tessera::RunPlan const& plan) {
    FakeSettings fake{.cells = plan.mesh.cells[0], .dt = plan.dt, .rate = config.number("physics.rate")};
    fake.growth = config.number("physics.growth");
    fake.nan_at_step = config.integer("physics.nan_at_step");
    fake.microseconds = static_cast<int>(config.integer("physics.microseconds"));
    return std::make_unique<FakeSimulation>(fake);
  };
  return app;
}

/// Runs of the program as processes of their own, in a folder of their own.
class Shell {
 public:
  pid_t start(std::vector<std::string> const& words) const {
    std::cout.flush();
    std::fflush(nullptr);  // else the child would write it once more
    pid_t const child = ::fork();
    if (child == 0) {
      fs::current_path(m_folder.path());
      redirect("out.txt", 1);
      redirect("err.txt", 2);
      std::vector<char const*> argv{"fake"};
      for (auto const& word : words) argv.push_back(word.c_str());
      int const code = tessera::run_program(fake_app(), static_cast<int>(argv.size()), argv.data());
      std::fflush(nullptr);
      ::_exit(code);
    }
    return child;
  }
  /// The exit code; 128 + the signal that killed it.
  int wait(pid_t child) const {
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }
  int run(std::vector<std::string> const& words) const { return wait(start(words)); }

  std::string out() const { return read_text(m_folder.path() / "out.txt"); }
  std::string err() const { return read_text(m_folder.path() / "err.txt"); }
  fs::path at(fs::path const& name) const { return m_folder.path() / name; }
  TemporaryFolder const& folder() const { return m_folder; }

 private:
  static void redirect(char const* name, int stream) {
    int const file = ::open(name, O_WRONLY | O_CREAT | O_TRUNC, 0644);
    ::dup2(file, stream);
    ::close(file);
  }
  TemporaryFolder m_folder;
};

/// Waits until `there()` holds, at most ten seconds.
template <class There>
bool eventually(There const& there) {
  for (int i = 0; i < 1000; ++i) {
    if (there()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

std::vector<std::byte> final_bits(fs::path const& folder) {
  auto const found = tessera::read_latest_checkpoint(folder);
  REQUIRE(found);
  return found->checkpoint.state.buffers.at(0).bytes;
}

}  // namespace

TEST_CASE("a run leaves config, summary, frames and pictures", "[driver]") {
  Shell shell;
  shell.folder().write("cases/slow.toml", "[physics]\nrate = 0.02\n[output]\nevery = 100\n");
  REQUIRE(shell.run({"cases/slow.toml", "--set", "time.steps=250"}) == 0);
  auto const folder = shell.at("out/fake/slow");
  std::string const summary = read_text(folder / "summary.json");
  for (char const* key : {"app",
                          "version",
                          "commit",
                          "compiler",
                          "kokkos",
                          "backend",
                          "device",
                          "threads",
                          "precision",
                          "cells",
                          "steps",
                          "time",
                          "wall_seconds",
                          "updates_per_second",
                          "copy_bandwidth_share",
                          "expected_updates_per_second",
                          "strategy",
                          "schedule",
                          "norms",
                          "stopped_because"}) {
    CHECK_THAT(summary, ContainsSubstring("\"" + std::string(key) + "\": "));
  }
  CHECK_THAT(summary, ContainsSubstring("\"steps\": 250") && ContainsSubstring("\"stopped_because\": \"steps\""));
  CHECK_THAT(read_text(folder / "config.toml"), ContainsSubstring("rate = 0.02") && ContainsSubstring("steps = 250"));
  CHECK(tessera::has_frames(folder));
  CHECK_FALSE(tessera::has_checkpoints(folder));
  CHECK_THAT(shell.err(), ContainsSubstring("done: step 250") && ContainsSubstring("results: out/fake/slow"));

  // The config that it left runs again, to the same.
  REQUIRE(shell.run({"out/fake/slow/config.toml", "--output", "again"}) == 0);
  CHECK(read_text(shell.at("again/config.toml")) == read_text(folder / "config.toml"));
}

TEST_CASE("help, version, config and dry run print and touch nothing", "[driver]") {
  Shell shell;
  CHECK(shell.run({"--help"}) == 0);
  CHECK_THAT(shell.out(), ContainsSubstring("--restart") && ContainsSubstring("Exit codes"));
  CHECK(shell.run({"--version"}) == 0);
  CHECK_THAT(shell.out(), ContainsSubstring("fake 0."));
  CHECK(shell.run({"--print-config"}) == 0);
  CHECK_THAT(shell.out(), ContainsSubstring("[physics]\n# of decay; a number, above 0; unit: 1/s\nrate = 0.01"));
  shell.folder().write("all.toml", shell.out());
  CHECK(shell.run({"all.toml", "--print-config"}) == 0);
  CHECK(shell.err() == "");
  CHECK(shell.run({"--dry-run", "--set", "output.every=50"}) == 0);
  CHECK_THAT(shell.out(), ContainsSubstring("dt = 1.8 s (stability limit 2 s)") && ContainsSubstring("200 steps") &&
                              ContainsSubstring("5 frames of") && ContainsSubstring("128 B of memory"));
  CHECK_FALSE(fs::exists(shell.at("out")));
}

TEST_CASE("bad input ends with one line and exit code 2 before any step", "[driver][bad_input]") {
  Shell shell;
  shell.folder().write("case.toml", "[grid]\ncells = [8]\n\n[physics]\nrte = 1\n");
  shell.folder().write("blocked", "a file");
  struct Bad {
    std::vector<std::string> words;
    std::string message;
  };
  for (auto const& bad :
       std::vector<Bad>{{{"case.toml"}, "case.toml:5: physics.rte: no such key; did you mean \"physics.rate\"?"},
                        {{"nowhere.toml"}, "nowhere.toml: cannot read the config: No such file or directory"},
                        {{"--set", "time.dt=2.5"}, "time.dt: 2.5 s is not below the stability limit of 2 s"},
                        {{"--set", "run.strategy=best"}, "run.strategy: \"best\" is not"},
                        {{"--set", "grid.cells=[2000000000]", "--set", "output.frames=false"}, "GiB are free"},
                        {{"--output", "blocked/here"}, "blocked"},
                        {{"--frobnicate"}, "--frobnicate: no such option"},
                        {{"--restart"}, "there is no checkpoint to go on from"}}) {
    CAPTURE(bad.words);
    if (bad.message == "GiB are free" && ::sysconf(_SC_PHYS_PAGES) * ::sysconf(_SC_PAGESIZE) > (31L << 30)) continue;
    CHECK(shell.run(bad.words) == 2);
    CHECK_THAT(shell.err(), ContainsSubstring("error: ") && ContainsSubstring(bad.message));
    CHECK_FALSE(fs::exists(shell.at("out")));
  }
  ::setenv("OMPI_COMM_WORLD_SIZE", "2", 1);
  CHECK(shell.run({}) == 2);
  ::unsetenv("OMPI_COMM_WORLD_SIZE");
}

TEST_CASE("results that are there are refused, replaced or continued as asked", "[driver]") {
  Shell shell;
  REQUIRE(shell.run({"--set", "output.checkpoint_every=50"}) == 0);
  std::string const before = read_text(shell.at("out/fake/default/summary.json"));
  CHECK(shell.run({}) == 2);
  CHECK_THAT(shell.err(), ContainsSubstring("there are results already; --overwrite"));
  CHECK(read_text(shell.at("out/fake/default/summary.json")) == before);

  CHECK(shell.run({"--restart", "--set", "time.steps=300"}) == 0);
  CHECK_THAT(shell.err(), ContainsSubstring("going on from") && ContainsSubstring("done: step 300"));
  CHECK(shell.run({"--restart", "--set", "physics.rate=0.5"}) == 2);
  CHECK_THAT(shell.err(), ContainsSubstring("physics.rate"));

  CHECK(shell.run({"--overwrite"}) == 0);
  CHECK_FALSE(tessera::has_checkpoints(shell.at("out/fake/default")));
  CHECK(shell.run({"--restart=auto"}) == 2);  // a finished run without a checkpoint
  CHECK(shell.run({"--restart=auto", "--output", "fresh"}) == 0);
}

TEST_CASE("numbers that fail end the run with exit code 3 and keep the last good frame", "[driver]") {
  Shell shell;
  CHECK(shell.run({"--set", "physics.nan_at_step=130", "--set", "output.every=50", "--set",
                   "output.checkpoint_every=60"}) == 3);
  CHECK_THAT(shell.err(),
             ContainsSubstring("error: the numbers failed: temperature at cell x = 2 is not finite at step 150") &&
                 ContainsSubstring("last good frame: out/fake/default/fields_000002"));
  auto const found = tessera::read_latest_checkpoint(shell.at("out/fake/default"));
  REQUIRE(found);
  CHECK(found->checkpoint.state.step == 120);
}

TEST_CASE("without a steady state: exit code 1, the reason, what to do, and the results so far", "[driver]") {
  Shell shell;
  CHECK(shell.run({"--set", "time.until=steady", "--set", "physics.growth=0.5", "--set", "physics.rate=0.05"}) == 1);
  CHECK_THAT(shell.err(), ContainsSubstring("no steady state: step ") &&
                              ContainsSubstring("error: there is no steady state: every value changes by 0.9 K in each "
                                                "step") &&
                              ContainsSubstring("time.steps or time.end in place of time.until"));
  CHECK_THAT(read_text(shell.at("out/fake/default/summary.json")),
             ContainsSubstring("\"stopped_because\": \"linear_growth\""));
  CHECK(tessera::has_frames(shell.at("out/fake/default")));
}

TEST_CASE("a signal: checkpoint, exit code 75, and the restart ends with the same bits", "[driver][signals]") {
  Shell shell;
  std::vector<std::string> const words{"--set", "time.steps=3000",  "--set", "physics.microseconds=500",
                                       "--set", "output.every=500", "--set", "output.checkpoint_every=3000"};
  auto with = [&](std::vector<std::string> more) {
    more.insert(more.begin(), words.begin(), words.end());
    return more;
  };
  REQUIRE(shell.run(with({"--output", "whole"})) == 0);
  for (int const signal : {SIGTERM, SIGINT}) {
    std::string const name = signal == SIGTERM ? "term" : "int";
    pid_t const child = shell.start(with({"--output", name}));
    REQUIRE(eventually([&] { return tessera::has_frames(shell.at(name)); }));
    std::this_thread::sleep_for(std::chrono::milliseconds(150));
    ::kill(child, signal);
    CHECK(shell.wait(child) == 75);
    CHECK_THAT(shell.err(),
               ContainsSubstring("to go on: fake --set time.steps=3000") && ContainsSubstring("--restart"));
    CHECK_THAT(read_text(shell.at(name + "/summary.json")), ContainsSubstring("\"stopped_because\": \"SIG"));
    CHECK(shell.run(with({"--output", name, "--restart"})) == 0);
    CHECK_THAT(read_text(shell.at(name + "/summary.json")), !ContainsSubstring("\"steps_in_this_run\": 3000"));
    CHECK(final_bits(shell.at(name)) == final_bits(shell.at("whole")));
    CHECK(read_text(shell.at(name + "/fields.xdmf")) == read_text(shell.at("whole/fields.xdmf")));
  }
}

TEST_CASE("two runs do not write into one folder at once", "[driver][bad_input]") {
  Shell shell;
  pid_t const child = shell.start({"--set", "time.steps=1000000", "--set", "physics.microseconds=500", "--output",
                                   "run", "--set", "output.every=1000000"});
  REQUIRE(eventually([&] { return tessera::has_frames(shell.at("run")); }));
  CHECK(shell.run({"--output", "run", "--overwrite"}) == 2);
  CHECK_THAT(shell.err(), ContainsSubstring("run: another run is writing here"));
  CHECK(tessera::has_frames(shell.at("run")));
  ::kill(child, SIGKILL);
  shell.wait(child);
  CHECK(shell.run({"--output", "run", "--overwrite"}) == 0);
}

TEST_CASE("SIGUSR1 makes a checkpoint and the run goes on; the wall limit ends it", "[driver][signals]") {
  Shell shell;
  pid_t const child = shell.start({"--set", "time.steps=1000000", "--set", "physics.microseconds=500", "--output",
                                   "run", "--set", "output.every=1000000", "--set", "run.wall_limit=3 s"});
  REQUIRE(eventually([&] { return tessera::has_frames(shell.at("run")); }));
  ::kill(child, SIGUSR1);
  CHECK(eventually([&] { return tessera::has_checkpoints(shell.at("run")); }));
  auto const early = tessera::read_latest_checkpoint(shell.at("run"));
  CHECK(shell.wait(child) == 75);
  auto const late = tessera::read_latest_checkpoint(shell.at("run"));
  REQUIRE((early && late));
  CHECK(late->checkpoint.state.step > early->checkpoint.state.step);
  CHECK_THAT(shell.err(), ContainsSubstring("interrupted (wall_limit)"));
}

TEST_CASE("killed at any moment, what was complete is there and the run goes on to the same bits", "[driver][kill]") {
  Shell shell;
  std::vector<std::string> const words{
      "--set", "time.steps=600",    "--set", "output.every=10", "--set", "output.checkpoint_every=7",
      "--set", "grid.cells=[20000]"};
  auto with = [&](std::vector<std::string> more) {
    more.insert(more.begin(), words.begin(), words.end());
    return more;
  };
  REQUIRE(shell.run(with({"--output", "whole"})) == 0);
  int killed = 0;
  for (int attempt = 0; attempt < 20; ++attempt) {
    pid_t const child = shell.start(with({"--output", "killed", "--restart=auto"}));
    std::this_thread::sleep_for(std::chrono::milliseconds(20 + 13 * attempt));
    ::kill(child, SIGKILL);
    if (shell.wait(child) == 128 + SIGKILL) ++killed;
    if (fs::exists(shell.at("killed"))) CHECK_NOTHROW(tessera::read_latest_checkpoint(shell.at("killed")));
  }
  CHECK(killed > 0);
  REQUIRE(shell.run(with({"--output", "killed", "--restart=auto"})) == 0);
  CHECK(final_bits(shell.at("killed")) == final_bits(shell.at("whole")));
  CHECK(read_text(shell.at("killed/fields.xdmf")) == read_text(shell.at("whole/fields.xdmf")));
}
