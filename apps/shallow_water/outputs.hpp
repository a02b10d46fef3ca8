// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "problem.hpp"
#include "tessera/io/cf_writer.hpp"

namespace shallow_water {

/// The state of the flow on the host, (y, x), x fastest.
struct FlowFields {
  double time = 0;
  std::vector<double> h, qx, qy, hc;
  std::vector<double> maxima;  ///< depth, speed, arrival, one after the other; empty if they are not kept
};

/// Water and pollutant of a run, m^3: what there was, what came, what there is.
struct Budget {
  double start = 0, entered = 0, rained = 0, seeped = 0, now = 0;

  /// What is not accounted for, as a part of the larger of start and now.
  [[nodiscard]] double missing() const;
};

/// What a run leaves besides frames and checkpoints: the NetCDF file, gauges, films, pictures.
class Outputs {
 public:
  explicit Outputs(Problem const& problem);

  /// Says that the run goes on from a checkpoint at `time`: what files hold up to there is kept.
  void resume(double time) { m_restart = time; }
  /// Appends a state to flow.nc and draws a picture of the film, where they are asked for.
  void write_state(std::filesystem::path const& folder, FlowFields const& fields);
  /// Appends a line to gauges.csv: level, depth and speed at each gauge.
  void record(std::filesystem::path const& folder, FlowFields const& fields);
  /// Draws depth, pollutant (if there is any) and maxima over the shaded ground.
  void draw(std::filesystem::path const& folder, FlowFields const& fields, std::string const& when,
            std::string const& suffix) const;
  /// The ground, m, with holes as NaN.
  [[nodiscard]] std::vector<double> const& ground() const { return m_ground; }
  /// The ground of frames, m: holes are walls, at the level that tessera::wall_level says.
  [[nodiscard]] std::vector<double> ground_with_walls() const;

 private:
  [[nodiscard]] std::vector<double> where_wet(FlowFields const& fields, std::vector<double> const& values) const;
  [[nodiscard]] std::vector<double> per_depth(FlowFields const& fields, std::vector<double> const& amount) const;
  [[nodiscard]] std::vector<double> level(FlowFields const& fields) const;
  void open_netcdf(std::filesystem::path const& path);
  void draw_one(std::filesystem::path const& path, std::string const& title, std::string const& label,
                std::string const& unit, std::vector<double> values, bool blue,
                std::optional<std::pair<double, double>> range = std::nullopt) const;

  Problem const& m_problem;
  std::vector<double> m_ground;
  std::optional<double> m_restart;
  std::unique_ptr<tessera::CfWriter> m_netcdf;
  std::unique_ptr<tessera::TableWriter> m_table;
  std::optional<tessera::GaugePlaces> m_places;
  double m_film_depth = 0;  ///< that the film's darkest blue stands for
};

}  // namespace shallow_water
