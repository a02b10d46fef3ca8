// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "tessera/io/gauges.hpp"
#include "tessera/run/app.hpp"
#include "tessera/schedule.hpp"
#include "tessera/stencils/shallow_water.hpp"

namespace shallow_water {

namespace flow = tessera::stencils;

/// A number that changes with time, on the host: flow::Signal without pointers.
struct Forcing {
  double constant = 0;
  std::vector<flow::Constituent> constituents;
  std::vector<double> times, values;

  /// What it never exceeds.
  [[nodiscard]] double most() const;
};

/// What holds along one range of a side of the domain.
struct Side {
  flow::SideKind kind = flow::SideKind::wall;
  Forcing forcing;            ///< level above the datum of the computation, m; or discharge, m^3/s
  double concentration = -1;  ///< of water that enters; negative: as inside
  std::vector<bool> holds;    ///< for each cell along the side
  std::vector<double> share;  ///< of a discharge, per metre of each cell; 0 where the range does not hold
};

/// The flow that a config describes. Fields are (y, x), x fastest.
struct Problem {
  tessera::Mesh mesh;
  std::array<bool, 2> periodic{};
  tessera::Precision precision = tessera::Precision::float64;
  tessera::Schedule schedule;

  flow::FlowAlgorithm algorithm = flow::FlowAlgorithm::fused;
  bool paper_scheme = false;  ///< the paper's bare sign and pollutant's row
  flow::FlowSetup numbers;    ///< what needs no pointers
  Forcing rain;               ///< m/s
  /// The ranges of x_low, x_high, y_low, y_high, which share no cell; where none holds is a wall.
  std::array<std::vector<Side>, 4> sides;

  double datum = 0;  ///< subtracted from all levels while computing in float, whose digits are few, m
  std::vector<double> bed, h, qx, qy, hc;
  std::vector<double> manning, rain_share, infiltration;  ///< maps; empty where one number holds

  bool maxima = false;
  bool netcdf = false;
  std::optional<double> film_every;  ///< s between pictures of the film
  std::vector<tessera::Gauge> gauges;
  std::optional<double> gauges_every;    ///< s
  std::optional<double> reference_time;  ///< when the run's time is 0: seconds since 1970
  std::string crs_wkt;

  [[nodiscard]] bool ground_map() const { return !manning.empty() || !rain_share.empty() || !infiltration.empty(); }
  [[nodiscard]] tessera::Grid<2> grid() const;
  [[nodiscard]] double cell_area() const { return mesh.spacing[0] * mesh.spacing[1]; }
  /// The rate that the first step follows from.
  [[nodiscard]] double first_rate() const;
};

/// All keys of shallow_water.
tessera::Schema schema();

/// Reads the problem, fields and all. Throws InputError for what cannot be run.
Problem read_problem(tessera::Config const& config);

}  // namespace shallow_water
