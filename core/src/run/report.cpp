// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "run/report.hpp"

#include <cmath>
#include <sstream>

#include "tessera/io/files.hpp"
#include "tessera/run/format.hpp"
#include "tessera/run/json.hpp"
#include "tessera/version.hpp"

namespace tessera {
namespace {

std::string precision_name(Precision precision) { return precision == Precision::float64 ? "double" : "float"; }

std::string cells_text(Mesh const& mesh) {
  std::string text;
  for (int axis = 0; axis < mesh.rank; ++axis) {
    text += (axis > 0 ? " x " : "") + std::to_string(mesh.cells[static_cast<std::size_t>(axis)]);
  }
  return text;
}

/// Of the copy bandwidth; none if that was not measured.
std::optional<double> copy_share(RunPlan const& plan, double rate) {
  if (plan.copy_bandwidth <= 0 || rate <= 0) return std::nullopt;
  return rate * plan.bytes_per_update / plan.copy_bandwidth;
}

std::string dt_text(RunPlan const& plan) {
  std::string const limit = plan.dt_limit > 0 ? " (stability limit " + human_number(plan.dt_limit, 6) + " s)" : "";
  return human_number(plan.dt, 6) + " s" + limit + (plan.own_steps ? " at first" : "");
}

std::string expected_time(TimeConfig const& time, RunPlan const& plan) {
  auto const steps = planned_steps(time, plan);
  if (!steps) return "until steady: not known beforehand";
  std::string const count = human_number(*steps, 12) + " steps";
  if (plan.expected_rate <= 0) return count;
  return count + ", about " + human_time(*steps * plan.mesh.cell_count() / plan.expected_rate) + " at " +
         human_rate(plan.expected_rate);
}

/// What to try if the steps took more than twice the time that trials let expect; empty for runs of less than a second.
std::string slow_text(RunPlan const& plan, LoopResult const& result) {
  if (result.seconds < 1 || result.updates_per_second <= 0 || 2 * result.updates_per_second >= plan.trial_rate)
    return {};
  return "; trials of its kernels reached " + human_rate(plan.trial_rate) +
         ": output, checks and gauges at fewer steps leave longer calls, and the explanation in summary.json says what "
         "was "
         "launched";
}

/// " in each of 4 processes (1 x 2 x 2)".
std::string processes_text(RunPlan const& plan) {
  if (plan.processes == 1) return {};
  return " in each of " + std::to_string(plan.processes) + " processes (" + plan.process_grid + ")";
}

template <class T, class Array>
std::vector<T> per_axis(Mesh const& mesh, Array const& values) {
  return {values.begin(), values.begin() + mesh.rank};
}

}  // namespace

std::string plan_line(RunPlan const& plan) {
  return cells_text(plan.mesh) + " cells, " + precision_name(plan.precision) + ", " + plan.backend +
         (plan.device.empty() ? "" : " (" + plan.device + ")") + ", " + std::to_string(plan.threads) +
         (plan.threads == 1 ? " thread" : " threads") + processes_text(plan) + "; " + plan.strategy +
         (plan.schedule.empty() ? "" : " (" + plan.schedule + ")") + (plan.has_time ? "; dt = " + dt_text(plan) : "");
}

std::string when_text(RunPlan const& plan, Simulation const& simulation) {
  return plan.has_time ? "t = " + human_time(simulation.time()) : "step " + std::to_string(simulation.step());
}

std::optional<double> planned_steps(TimeConfig const& time, RunPlan const& plan) {
  if (time.steps) return static_cast<double>(*time.steps);
  if (time.end) return std::ceil(*time.end / plan.dt);
  return std::nullopt;
}

double planned_frames(TimeConfig const& time, OutputConfig const& output, RunPlan const& plan) {
  if (!output.frames) return 0;
  auto const steps = planned_steps(time, plan);
  if (!steps) return 1;
  if (output.every) return 1 + std::ceil(*steps / static_cast<double>(*output.every));
  if (output.every_time) return 1 + std::ceil(*steps * plan.dt / *output.every_time);
  return 1;
}

std::string dry_run_text(Config const& config, RunPlan const& plan, OutputFolder const& folder) {
  TimeConfig const time = read_time(config);
  OutputConfig const output = read_output(config);
  double const one_frame = frame_bytes(plan.mesh, plan.frame_fields, plan.precision);
  double const frames = planned_frames(time, output, plan);
  std::ostringstream out;
  out << "run       " << plan_line(plan) << '\n'
      << "time      " << expected_time(time, plan) << '\n'
      << "memory    " << human_bytes(plan.memory_needed) << " of " << plan.memory_name << "; "
      << human_bytes(plan.memory_free) << " are free\n"
      << "disk      " << human_number(frames, 12) << (frames == 1 ? " frame of " : " frames of ")
      << human_bytes(one_frame) << (time.tolerance && output.every ? " and one every output.every steps" : "")
      << ", checkpoints of " << human_bytes(plan.state_bytes) << "; "
      << human_bytes(static_cast<double>(free_disk_bytes(folder.path()))) << " are free\n"
      << "output    " << folder.path().string() << '\n';
  if (auto const& found = folder.found()) out << "restart   " << found->path.string() << '\n';
  if (!plan.explanation.empty()) out << plan.explanation << '\n';
  return out.str() + '\n' + config.toml("The config, with all defaults.");
}

std::string summary_text(App const& app, Config const& config, RunPlan const& plan, LoopResult const& result,
                         Simulation const& simulation, double wall_seconds) {
  TimeConfig const time = read_time(config);
  JsonObject norms;
  norms.add("minimum", result.last.minimum).add("maximum", result.last.maximum);
  norms.add("mean", result.last.mean).add("l2", result.last.l2);
  JsonObject summary;
  summary.add("app", app.name).add("version", version()).add("commit", commit()).add("compiler", compiler());
  summary.add("compile_flags", compile_flags()).add("build_type", build_type()).add("kokkos", kokkos_version());
  summary.add("backend", plan.backend).add("device", plan.device).add("threads", plan.threads);
  if (plan.processes > 1) summary.add("processes", plan.processes).add("process_grid", plan.process_grid);
  summary.add("precision", precision_name(plan.precision)).add("cells", per_axis<long>(plan.mesh, plan.mesh.cells));
  summary.add("spacing", per_axis<double>(plan.mesh, plan.mesh.spacing));
  summary.add("dt", plan.dt).add("dt_limit", plan.dt_limit);
  summary.add("steps", simulation.step()).add("time", simulation.time());
  summary.add("steps_in_this_run", result.steps_done).add("seconds_in_steps", result.seconds);
  summary.add("wall_seconds", wall_seconds).add("updates_per_second", result.updates_per_second);
  auto const share = copy_share(plan, result.updates_per_second);
  share ? summary.add("copy_bandwidth_share", *share) : summary.add_null("copy_bandwidth_share");
  share ? summary.add("copy_bandwidth", plan.copy_bandwidth) : summary.add_null("copy_bandwidth");
  summary.add("bytes_per_update", plan.bytes_per_update);
  plan.trial_rate > 0 ? summary.add("expected_updates_per_second", plan.trial_rate)
                      : summary.add_null("expected_updates_per_second");
  std::string const explained = simulation.explanation();
  summary.add("strategy", plan.strategy).add("schedule", plan.schedule);
  summary.add("explanation", explained.empty() ? plan.explanation : explained);
  summary.add("norms", norms);
  for (auto const& [name, value] : simulation.figures()) summary.add(name, value);
  result.error ? summary.add("error_estimate", *result.error) : summary.add_null("error_estimate");
  time.tolerance ? summary.add("tolerance", *time.tolerance) : summary.add_null("tolerance");
  summary.add("stopped_because", result.stopped_because);
  return summary.text();
}

std::string result_line(RunPlan const& plan, LoopResult const& result, Simulation const& simulation) {
  std::string line = result.stopped_because == "steady"            ? "steady to within the tolerance: "
                     : result.stopped_because == "precision_floor" ? "as near to steady as the precision can tell: "
                     : result.stopped_because == "linear_growth"   ? "no steady state: "
                     : result.stopped_because == "input_end"       ? "its input ends: "
                     : result.interrupted                          ? "interrupted (" + result.stopped_because + "): "
                                                                   : "done: ";
  line += "step " + std::to_string(simulation.step());
  if (plan.has_time) line += ", t = " + human_time(simulation.time());
  if (result.error) {
    line += ", error about " + human_number(*result.error) + (plan.error_unit.empty() ? "" : " " + plan.error_unit);
  }
  line += ", " + human_time(result.seconds);
  if (result.updates_per_second > 0) line += ", " + human_rate(result.updates_per_second);
  if (auto const share = copy_share(plan, result.updates_per_second)) {
    line += ", " + std::to_string(std::lround(100 * *share)) + " % of copy";
  }
  return line + slow_text(plan, result);
}

std::string growth_text(RunPlan const& plan, LoopResult const& result) {
  std::string const unit = plan.error_unit.empty() ? "" : " " + plan.error_unit;
  return "there is no steady state: every value changes by " + human_number(result.last.change) + unit +
         " in each step, and goes on to. Give a boundary a value, make what comes in go out, or say time.steps or "
         "time.end in place of time.until";
}

std::string input_end_text(RunPlan const& plan, long step) {
  std::string const time = human_number(plan.input_end->time, 12);
  return plan.input_end->label + ": the series ends at " + time + " s, and the run had to end there, at step " +
         std::to_string(step) + "; add rows to it, or say time.end = " + time;
}

}  // namespace tessera
