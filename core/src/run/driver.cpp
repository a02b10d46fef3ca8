// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tessera/run/driver.hpp"

#include <chrono>
#include <iostream>
#include <new>

#include "run/output_folder.hpp"
#include "run/report.hpp"
#include "tessera/error.hpp"
#include "tessera/io/files.hpp"
#include "tessera/io/picture.hpp"
#include "tessera/run/loop.hpp"
#include "tessera/run/options.hpp"
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
  if (plan.memory_free <= 0) plan.memory_free = available_memory();
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
  settings.check_every = run.check_every;
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

/// The run proper: everything is known, and the computing has been started.
ExitCode carry_out(App const& app, Config const& config, RunPlan const& plan, OutputFolder& folder,
                   SignalWatch& signals, Clock::time_point start, std::string const& restart) {
  auto const simulation = app.make(config, plan);
  folder.open(config, plan);
  Progress progress;  // says nothing before all input is known to be good, so that an error is the only line
  progress.say(app.name + ": " + plan_line(plan));
  for (auto const& notice : {format_notice(), picture_notice()}) {
    if (!notice.empty()) progress.say(notice);
  }

  RunLoop loop(*simulation, loop_settings(config, plan, seconds_since(start)),
               loop_output(folder, *simulation, config, plan), progress, signals);
  if (auto const& found = folder.found()) {
    if (!found->notice.empty()) progress.say(found->notice);
    progress.say("going on from " + found->path.string());
    loop.resume(found->checkpoint.state, found->checkpoint.extra);
  } else if (app.start_pictures && read_output(config).pictures) {
    folder.write_pictures(*simulation, when_text(plan, *simulation), "_start");
  }
  LoopResult const result = run_loop(loop, folder);

  folder.write_summary(summary_text(app, config, plan, result, *simulation, seconds_since(start)));
  progress.say(result_line(plan, result, *simulation));
  if (std::string const line = simulation->closing_line(); !line.empty()) progress.say(line);
  if (result.interrupted) {
    progress.say("to go on: " + restart);
    return ExitCode::interrupted;
  }
  if (read_output(config).pictures) folder.write_pictures(*simulation, when_text(plan, *simulation), "");
  progress.say("results: " + folder.path().string());
  return ExitCode::done;
}

ExitCode run(App const& app, int argc, char const* const* argv) {
  auto const start = Clock::now();
  refuse_many_processes();
  auto const options = parse_options(app.name, app.about, argc, argv);
  if (!options) return ExitCode::done;
  Config const config(app.schema, options->config, options->overrides);
  if (options->print_config) {
    std::cout << config.toml("Every key of " + app.name + " " + std::string(version()) +
                             ", with its value, what it may be and what it means.");
    return ExitCode::done;
  }
  (void)read_time(config);  // refuses what the schema cannot
  OutputFolder folder(app, *options, config);
  SignalWatch signals;
  auto const computing = app.start(config, options->kokkos_arguments);
  RunPlan const plan = make_plan(app, config);
  check_room(plan, config, folder);
  if (options->dry_run) {
    std::cout << dry_run_text(config, plan, folder);
    return ExitCode::done;
  }
  try {
    return carry_out(app, config, plan, folder, signals, start, restart_command(argc, argv));
  } catch (std::bad_alloc const&) {
    throw Error("out of memory: the fields need about " + human_bytes(plan.memory_needed) + " of " + plan.memory_name +
                ", of which " + human_bytes(plan.memory_free) + " were free at the start");
  }
}

int report(std::string const& message, ExitCode code) {
  std::cout.flush();
  std::cerr << "error: " << message << std::endl;
  return static_cast<int>(code);
}

}  // namespace

int run_program(App const& app, int argc, char const* const* argv) {
  try {
    return static_cast<int>(run(app, argc, argv));
  } catch (Error const& error) {
    return report(error.what(), error.code());
  } catch (std::bad_alloc const&) {
    return report("out of memory", ExitCode::failed);
  } catch (std::exception const& error) {
    return report(error.what(), ExitCode::failed);
  }
}

}  // namespace tessera
