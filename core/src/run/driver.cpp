// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tessera/run/driver.hpp"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <iostream>
#include <new>

#include "run/lead.hpp"
#include "run/output_folder.hpp"
#include "run/report.hpp"
#include "tessera/error.hpp"
#include "tessera/io/files.hpp"
#include "tessera/io/picture.hpp"
#include "tessera/run/loop.hpp"
#include "tessera/run/options.hpp"
#include "tessera/run/processes.hpp"
#include "tessera/run/progress.hpp"
#include "tessera/run/resources.hpp"
#include "tessera/run/signals.hpp"
#include "tessera/version.hpp"

namespace tessera {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

/// The command line that goes on from the checkpoint.
std::string restart_command(int argc, char const* const* argv) {
  std::string command;
  for (int i = 0; i < argc; ++i) {
    std::string word = argv[i];
    if (word == "--overwrite" || word.starts_with("--restart")) continue;
    if (word.empty() || word.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                               "_-+=./:,@%") != std::string::npos) {
      std::string quoted = "'";
      for (char const letter : word) quoted += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
      word = quoted + "'";
    }
    command += word + " ";
  }
  return command + "--restart";
}

RunPlan make_plan(App const& app, Config const& config) {
  RunPlan plan = app.plan(config);
  if (plan.memory_free <= 0) {
    plan.memory_free = available_memory();
    plan.memory_needed *= static_cast<double>(launched_processes().on_host);  // they share it
  }
  return plan;
}

/// Throws `InputError` if memory or disk cannot hold what the plan needs.
void check_room(RunPlan const& plan, Config const& config, OutputFolder const& folder) {
  check_memory(plan.memory_needed, plan.memory_free, "this grid", plan.memory_name);
  double const frame = frame_bytes(plan.mesh, plan.frame_fields, plan.precision);
  double const frames = folder.found() ? 1 : planned_frames(read_time(config), read_output(config), plan);
  folder.require_space(frames * frame + plan.state_bytes, "the frames and a checkpoint");
}

LoopSettings loop_settings(Config const& config, RunPlan const& plan, double wall_used) {
  TimeConfig const time = read_time(config);
  RunConfig const run = read_run(config);
  OutputConfig const output = read_output(config);
  LoopSettings settings;
  settings.steps = time.steps;
  settings.end = time.end;
  settings.tolerance = time.tolerance;
  settings.input_end = plan.input_end;
  settings.check_every = plan.solves ? 1 : run.check_every;
  if (output.frames) {
    settings.frame_every = output.every;
    settings.frame_every_time = output.every_time;
  }
  settings.record_every_time = plan.record_every_time;
  settings.checkpoint_every = output.checkpoint_every;
  settings.wall_limit = run.wall_limit;
  settings.wall_used = wall_used;
  settings.precision = plan.precision;
  settings.copy_bandwidth = plan.copy_bandwidth;
  settings.bytes_per_update = plan.bytes_per_update;
  settings.error_unit = plan.error_unit;
  settings.solves = plan.solves;
  settings.slowest_rate = plan.slowest_rate;
  settings.has_time = plan.has_time;
  return settings;
}

LoopOutput loop_output(OutputFolder& folder, Simulation& simulation, Config const& config, RunPlan const& plan) {
  LoopOutput output;
  if (read_output(config).frames) {
    output.frame = [&](long, double) { folder.write_frame(simulation, plan.precision); };
  }
  if (plan.record_every_time) output.record = [&] { simulation.record(folder.path()); };
  output.checkpoint = [&](State const& state, std::map<std::string, std::string> const& memory) {
    folder.write_checkpoint(state, memory);
  };
  return output;
}

/// Runs the loop; to the error of numbers that failed it adds what is still good.
LoopResult run_loop(RunLoop& loop, OutputFolder const& folder) {
  try {
    return loop.run();
  } catch (NumericsError const& error) {
    std::string good;
    if (folder.last_frame()) good += "; last good frame: " + folder.last_frame()->string();
    if (folder.last_checkpoint()) good += "; last good checkpoint: " + folder.last_checkpoint()->string();
    throw NumericsError(error.what() + good);
  }
}

/// The run proper: everything is known, and the fields are in their initial state.
ExitCode carry_out(App const& app, Config const& config, RunPlan const& plan, OutputFolder& folder,
                   SignalWatch& signals, Clock::time_point start, std::string const& restart, Simulation& simulation) {
  folder.open(config, plan);
  Progress progress;  // says nothing before all input is known to be good, so that an error is the only line
  progress.say(app.name + ": " + plan_line(plan));
  for (auto const& notice : {format_notice(), picture_notice()}) {
    if (!notice.empty()) progress.say(notice);
  }

  RunLoop loop(simulation, loop_settings(config, plan, seconds_since(start)),
               loop_output(folder, simulation, config, plan), progress, signals);
  if (auto const& found = folder.found()) {
    if (!found->notice.empty()) progress.say(found->notice);
    progress.say("going on from " + found->path.string());
    loop.resume(found->checkpoint.state, found->checkpoint.extra);
  } else if (app.start_pictures && read_output(config).pictures) {
    folder.write_pictures(simulation, when_text(plan, simulation), "_start");
  }
  LoopResult const result = run_loop(loop, folder);

  folder.write_summary(summary_text(app, config, plan, result, simulation, seconds_since(start)));
  progress.say(result_line(plan, result, simulation));
  if (std::string const line = simulation.closing_line(); !line.empty()) progress.say(line);
  if (result.interrupted) {
    progress.say("to go on: " + restart);
    return ExitCode::interrupted;
  }
  if (read_output(config).pictures) folder.write_pictures(simulation, when_text(plan, simulation), "");
  progress.say("results: " + folder.path().string());
  if (result.stopped_because == "linear_growth") throw Error(growth_text(plan, result));
  if (result.stopped_because == "input_end") throw Error(input_end_text(plan, simulation.step()));
  return ExitCode::done;
}

/// Calls `f`; where memory runs out, says how much the run needs.
template <class F>
auto guard_memory(RunPlan const& plan, F const& f) {
  try {
    return f();
  } catch (std::bad_alloc const&) {
    throw Error("out of memory: the fields need about " + human_bytes(plan.memory_needed) + " of " + plan.memory_name +
                ", of which " + human_bytes(plan.memory_free) + " were free at the start");
  }
}

/// A run as far as it is known before its first step. On several processes, rank 0 alone has the folder.
struct Prepared {
  std::unique_ptr<Config> config;
  std::unique_ptr<OutputFolder> folder;
  std::unique_ptr<SignalWatch> signals;
  std::shared_ptr<void> computing;
  RunPlan plan;
  std::unique_ptr<Simulation> simulation;  ///< null: there is nothing to run
};

/// What several processes of one run must have in common.
std::string signature_of(Prepared const& run) {
  std::string const program = std::string(version()) + ' ' + std::string(commit());
  return run.simulation ? program + ' ' + run.config->signature() : program;
}

/// Reads the command line and the config, checks them, and sets up the fields; or prints what was asked for.
void prepare(Prepared& run, App const& app, int argc, char const* const* argv) {
  auto const options = parse_options(app.name, app.about, argc, argv);
  if (!options) return;
  run.config = std::make_unique<Config>(app.schema, options->config, options->overrides);
  Config const& config = *run.config;
  if (options->print_config) {
    std::cout << config.toml("Every key of " + app.name + " " + std::string(version()) +
                             ", with its value, what it may be and what it means.");
    return;
  }
  (void)read_time(config);  // refuses what the schema cannot
  if (is_first_process()) run.folder = std::make_unique<OutputFolder>(app, *options, config);
  run.signals = std::make_unique<SignalWatch>();
  run.computing = app.start(config, options->kokkos_arguments);
  run.plan = make_plan(app, config);
  if (run.folder) check_room(run.plan, config, *run.folder);
  if (options->dry_run) {
    if (run.folder) std::cout << dry_run_text(config, run.plan, *run.folder);
    return;
  }
  guard_memory(run.plan, [&] { run.simulation = app.make(config, run.plan); });
}

ExitCode run(App const& app, int argc, char const* const* argv) {
  auto const start = Clock::now();
  join_processes(app.several_processes);
  Prepared run;
  auto const prepare_this = [&] { prepare(run, app, argc, argv); };
  auto const carry_out_by = [&](Simulation& simulation) {
    return guard_memory(run.plan, [&] {
      return carry_out(app, *run.config, run.plan, *run.folder, *run.signals, start, restart_command(argc, argv),
                       simulation);
    });
  };
  if (launched_processes().count == 1) {
    prepare_this();
    return run.simulation ? carry_out_by(*run.simulation) : ExitCode::done;
  }
  Ranks const ranks = mpi_ranks();
  prepare_together(ranks, prepare_this, [&] { return signature_of(run); });
  return run.simulation ? run_together(ranks, *run.simulation, carry_out_by) : ExitCode::done;
}

/// Throws `Error` if what was printed could not be written: on a full disk, or into a pipe that nobody reads.
void require_printed() {
  if (std::cout.good()) errno = 0;  // else it tells why the last write failed
  std::cout.flush();
  bool const flushed = std::fflush(stdout) == 0;
  if (std::cout.good() && flushed && std::ferror(stdout) == 0) return;
  std::string const reason = errno != 0 ? std::strerror(errno) : "output error";
  throw Error("cannot write to the standard output: " + reason + "; free some space, or send it elsewhere");
}

int report(std::string const& message, ExitCode code) {
  if (!is_first_process()) return static_cast<int>(code);
  std::cout.clear();
  std::cout.flush();
  std::cerr << "error: " << message << std::endl;
  return static_cast<int>(code);
}

}  // namespace

int run_program(App const& app, int argc, char const* const* argv) {
  if (!is_first_process()) std::cout.rdbuf(nullptr), std::cerr.rdbuf(nullptr);  // rank 0 speaks for all
  std::signal(SIGXFSZ, SIG_IGN);  // a file that may not grow is an error of the write, which has a message
  try {
    ExitCode const code = run(app, argc, argv);
    if (is_first_process()) require_printed();
    return static_cast<int>(code);
  } catch (Error const& error) {
    return report(error.what(), error.code());
  } catch (std::bad_alloc const&) {
    return report("out of memory", ExitCode::failed);
  } catch (std::exception const& error) {
    return report(error.what(), ExitCode::failed);
  }
}

}  // namespace tessera
