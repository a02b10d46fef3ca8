// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "tessera/io/gauges.hpp"
#include "tessera/io/series.hpp"
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
  std::string label;  ///< of the file of times and values

  /// What it never exceeds.
  [[nodiscard]] double most() const;
  /// Its integral from time 0 to `time`, s.
  [[nodiscard]] double integral(double time) const;
  /// Takes a series over.
  void take(tessera::Series const& series);
};

/// What holds along one range of a side of the domain.
struct Side {
  flow::SideKind kind = flow::SideKind::wall;
  Forcing forcing;            ///< level above the datum of the computation, m; or discharge, m^3/s (flow::SideRule)
  double concentration = -1;  ///< of water that enters; negative: as inside
  std::vector<bool> holds;    ///< for each cell along the side
  std::vector<double> own;    ///< what the rule knows of each cell (flow::FlowSides)
  double lowest_bed = 0;      ///< along the range, m

  /// The largest of what the rule knows: of a discharge, the largest share of a cell.
  [[nodiscard]] double largest_share() const { return *std::max_element(own.begin(), own.end()); }
};

/// The scheme: of second order; first-order upwind; or the paper's, with its bare sign and its pollutant's row.
enum class Scheme { second_order, upwind, paper };

/// The flow that a config describes. Fields are (y, x), x fastest.
struct Problem {
  tessera::Mesh mesh;
  std::array<bool, 2> periodic{};
  tessera::Precision precision = tessera::Precision::float64;
  tessera::Schedule schedule;

  flow::FlowAlgorithm algorithm = flow::FlowAlgorithm::fused;
  Scheme scheme = Scheme::second_order;
  flow::FlowSetup numbers;  ///< what needs no pointers
  Forcing rain;             ///< m/s
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

  /// The first time, s, at which one of the series ends, and its file; none if there is no series.
  [[nodiscard]] std::optional<tessera::InputEnd> input_end() const;
  /// What all discharges bring from time 0 to `time` if no more is drawn off than asked for, m^3.
  [[nodiscard]] double discharged(double time) const;
  /// The roughness of each cell, or one number for all.
  [[nodiscard]] std::vector<double> roughness() const {
    return manning.empty() ? std::vector<double>{numbers.ground.manning} : manning;
  }
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
