// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tessera/run/config.hpp"
#include "tessera/run/input_end.hpp"
#include "tessera/run/simulation.hpp"

namespace tessera {

/// What a run will be, worked out from the config before any field is allocated.
struct RunPlan {
  Mesh mesh;
  Precision precision = Precision::float64;
  double dt = 0;         ///< seconds
  bool has_time = true;  ///< false: steps have no length; `dt` is 1, and reports speak of steps alone
  bool solves = false;   ///< each step is an iteration of a solver, which is looked at; `has_time` is false
  double dt_limit = 0;   ///< what keeps the step stable; 0: nothing does so in the way of a number

  std::string backend;       ///< "OpenMP", "Cuda"
  std::string device;        ///< the processor's or GPU's name
  int threads = 1;           ///< host threads
  int processes = 1;         ///< that take the run together
  std::string process_grid;  ///< how they share the grid, "1 x 2 x 2"

  std::string strategy;     ///< "team"
  std::string schedule;     ///< its numbers: "tile 64 x 8, z-chunk 128, 1 step per launch"
  std::string explanation;  ///< which strategies were considered, and why not a faster one; may have several lines

  double memory_needed = 0;            ///< bytes, on the device that computes
  double memory_free = 0;              ///< bytes; 0: what `available_memory` says of the host
  std::string memory_name = "memory";  ///< "GPU memory"

  std::size_t frame_fields = 1;  ///< how many datasets a frame has
  double state_bytes = 0;        ///< of one checkpoint

  double bytes_per_update = 0;  ///< that must at least be moved per cell and step
  double copy_bandwidth = 0;    ///< bytes per second, measured now; 0: not measured
  double expected_rate = 0;     ///< updates per second, for the dry run's estimate; 0: unknown
  double trial_rate = 0;        ///< updates per second that trials of the plan's launches reached; 0: none were made

  std::optional<double> record_every_time;  ///< seconds between calls of Simulation::record; none: it is not called
  std::optional<InputEnd> input_end;        ///< the first end of a series that drives the run; none if there is none
  bool own_steps = false;                   ///< the program chooses the length of its steps; `dt` is the first one's

  std::string error_unit;  ///< the unit of differences of the main field: "K"

  /// A rate (1/s) that no part of the solution decays slower than, as known from the problem; 0: it is judged from the
  /// decay that is seen. Where rates differ widely, fast parts hide slow ones, and what is seen says too little.
  double slowest_rate = 0;
};

/// What a program tells the driver of itself.
struct App {
  std::string name;             ///< "heat3d"
  std::string about;            ///< one line for --help
  Schema schema;                ///< all its keys
  bool start_pictures = false;  ///< draws the initial state too, into NAME_start.png
  /// Whether several processes can take it together: `plan` and `make` then ask for their ranks (read_ranks). Of its
  /// Simulation, rank 0 calls on all what a Solution does; it neither chooses its steps nor writes files of its own.
  bool several_processes = false;

  /// Starts what the program computes with (Kokkos); what it returns lives until the run is over. Not called for
  /// --help, --version, --print-config and bad input that the schema alone can tell.
  std::function<std::shared_ptr<void>(Config const&, std::vector<std::string> const& kokkos_arguments)> start;
  /// Works out what the run will be. Throws `InputError` for what cannot be run. Allocates no fields.
  std::function<RunPlan(Config const&)> plan;
  /// Sets up the fields in their initial state; the first field that `fields()` gives is the main one.
  std::function<std::unique_ptr<Simulation>(Config const&, RunPlan const&)> make;
};

}  // namespace tessera
