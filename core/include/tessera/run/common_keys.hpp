// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "tessera/run/config.hpp"
#include "tessera/run/simulation.hpp"

namespace tessera {

/// What `[grid]` says by default.
struct GridDefaults {
  std::vector<long> cells;     ///< as many as the rank
  std::vector<double> length;  ///< metres; empty: cells of 1 m
  bool any_rank = false;       ///< a config may have any number of axes up to three; `length` is empty then
};

/// Adds `[grid]` for as many axes as `defaults` has.
void add_grid_keys(Schema& schema, GridDefaults const& defaults);
/// The mesh that `[grid]` describes; `spacing` follows from `length` if that is given. Throws `InputError` for lists of
/// different lengths and for more than three axes.
[[nodiscard]] Mesh read_grid(Config const& config);

/// How a scalar is bounded on a face; own: by what the program sets there itself.
enum class BoundaryKind { dirichlet, neumann, periodic, own };

/// One face of `[boundary]`.
struct FaceConfig {
  BoundaryKind kind = BoundaryKind::dirichlet;
  double value = 0;                           ///< dirichlet: the value; neumann: the gradient along the outward normal
  std::optional<std::filesystem::path> file;  ///< where the value or gradient varies over the face
  std::string dataset;                        ///< its name in that file
  bool at_node = false;                       ///< dirichlet: the value stands in the ghost point, not on the cell face
};

/// The faces x_low, x_high, y_low, y_high, z_low, z_high; those past the rank are periodic and mean nothing.
using BoundaryConfig = std::array<FaceConfig, 6>;

/// "x_low", "x_high", "y_low" ... as a config names the faces, in the order of `BoundaryConfig`.
[[nodiscard]] std::string const& face_name(int face);

/// Whether one rule holds on a whole face, or several along ranges of it.
enum class FaceParts { whole, ranges };

/// What a face of `[boundary]` can be for one scalar of this unit: dirichlet, neumann, periodic. A program with rules
/// of its own puts a form "own" before them.
[[nodiscard]] std::vector<Form> scalar_boundary_forms(std::string const& unit);
/// Adds `[boundary]` with one key per face, of these forms. `defaults` are inline tables as TOML, one per face. A
/// program of rank 2 knows its faces also as west, east, south, north. With `FaceParts::ranges` a face may be a list of
/// them; Config::parts has their names.
void add_boundary_keys(Schema& schema, int rank, std::vector<Form> const& forms,
                       std::vector<std::string> const& defaults, FaceParts parts = FaceParts::whole);
/// The faces of a schema with `scalar_boundary_forms`. Throws `InputError` for an axis with only one periodic face,
/// and for a face that has neither value nor file.
[[nodiscard]] BoundaryConfig read_boundary(Config const& config, int rank);
/// Whether the whole face is periodic.
[[nodiscard]] bool is_periodic_face(Config const& config, int face);
/// Throws `InputError` if a face of an axis is periodic and the other is not, whatever the forms are.
void check_periodic_faces(Config const& config, int rank);

/// The mesh that a dataset varying over a face has: the face's own axes in x, y, z order.
[[nodiscard]] Mesh face_mesh(Mesh const& mesh, int face);

/// What `[time]` says by default; exactly one of the first three is set.
struct TimeDefaults {
  std::optional<long> steps;
  std::optional<double> end;
  bool until_steady = false;
  double tolerance = 1e-3;
};

/// How long a run goes on, and in which steps.
struct TimeConfig {
  std::optional<long> steps;
  std::optional<double> end;        ///< seconds
  std::optional<double> tolerance;  ///< set if the run goes on until steady
  std::optional<double> dt;         ///< seconds; without it: "auto"
};

/// Adds `[time]`.
void add_time_keys(Schema& schema, TimeDefaults const& defaults);
[[nodiscard]] TimeConfig read_time(Config const& config);
/// The time step: what the config says, or 0.9 of the limit. Throws `InputError` with the limit for one at or over it.
[[nodiscard]] double choose_dt(Config const& config, TimeConfig const& time, double limit);

/// What `[run]` offers and says by default.
struct RunDefaults {
  std::vector<std::string> backends{"openmp", "cuda", "hip", "serial"};  ///< besides "auto", the default
  std::vector<std::string> strategies{};  ///< besides "auto", the default: those of the program's spaces (run_defaults)
  Precision precision = Precision::float64;
};

/// How a run is carried out.
struct RunConfig {
  std::string backend;  ///< "auto" or a name
  Precision precision = Precision::float64;
  std::string strategy;  ///< "auto" or a name
  std::optional<long> steps_per_launch;
  std::optional<std::vector<long>> tile;
  std::optional<long> slab;
  std::string graph;                 ///< "auto", "on" or "off"
  std::optional<double> wall_limit;  ///< seconds
  long check_every = 100;            ///< steps between two looks at the numbers
  bool roof = true;                  ///< measure the copy bandwidth
};

/// Adds `[run]`.
void add_run_keys(Schema& schema, RunDefaults const& defaults);
[[nodiscard]] RunConfig read_run(Config const& config);

/// What a run leaves behind, and when.
struct OutputConfig {
  std::optional<std::filesystem::path> directory;
  bool frames = true;
  std::optional<long> every;         ///< steps between frames
  std::optional<double> every_time;  ///< seconds of physical time between frames
  std::optional<long> checkpoint_every;
  bool pictures = true;
};

/// Adds `[output]`.
void add_output_keys(Schema& schema);
[[nodiscard]] OutputConfig read_output(Config const& config);

}  // namespace tessera
