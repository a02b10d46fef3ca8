// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tessera/run/simulation.hpp"

namespace tessera {

/// A named place where values are recorded.
struct Gauge {
  std::string name;
  double x = 0, y = 0;  ///< metres, in the grid's coordinates
};

/// Reads gauges from a text file of three columns, name, x and y, separated by a comma, semicolon or tab; lines that
/// begin with # are comments, and a header line "name, x, y" may come first; coordinates are metres unless it says
/// another unit of length: "name, x (km), y (km)". A name may stand in quotes, as spreadsheets write it (RFC 4180).
/// Throws `InputError` that names file and line: not three columns, not numbers, a name that is empty, twice there, or
/// cannot be that of a column: see `TableWriter`.
[[nodiscard]] std::vector<Gauge> read_gauges(std::filesystem::path const& path);

/// How a gauge takes its value from the cells around it.
enum class GaugeSampling {
  bilinear,  ///< between the four cell centres around it; cells that hold NaN are left out
  cell       ///< the cell that it stands in
};

/// Where gauges stand in a 2D grid.
class GaugePlaces {
 public:
  /// The cells that a gauge reads (index i + nx j) with their weights, which sum to 1; unused ones have weight 0. The
  /// first is the cell that the gauge stands in.
  struct Stencil {
    std::array<long, 4> cells{};
    std::array<double, 4> weights{};
  };

  /// Throws `InputError` with the gauge's name and the grid's extent if one stands outside of the grid.
  GaugePlaces(Mesh const& mesh, std::vector<Gauge> gauges, GaugeSampling sampling = GaugeSampling::bilinear);

  /// One value per gauge from a field of the grid (x fastest, south to north). NaN where the gauge's own cell is NaN.
  [[nodiscard]] std::vector<double> sample(std::vector<double> const& field) const;

  [[nodiscard]] std::vector<Gauge> const& gauges() const noexcept { return m_gauges; }
  /// As plain data, for sampling where the field is.
  [[nodiscard]] std::vector<Stencil> const& stencils() const noexcept { return m_stencils; }

 private:
  std::vector<Gauge> m_gauges;
  std::vector<Stencil> m_stencils;
};

/// Appends rows of numbers to a CSV file, one per time. A row is written in one piece and the file ends with a whole
/// row after a restart, whatever a killed process left.
class TableWriter {
 public:
  /// A column beside that of the time.
  struct Column {
    std::string name;  ///< such as "harbour level"
    std::string unit;  ///< such as "m"; empty without one
  };

  /// The first line is "time (s),NAME (UNIT),...". Without `restart_time` the first row replaces what stands at `path`;
  /// with it, rows up to that time (s) are kept and the others go.
  /// Throws `InputError` if the file there has other columns, or if a name holds a comma, a quote or a line break.
  TableWriter(std::filesystem::path path, std::vector<Column> columns,
              std::optional<double> restart_time = std::nullopt);

  /// Appends a row; values that are NaN are left empty. A row whose time is not above the last one is left out if it
  /// has the same time (it is there already). Throws `Error` that names path, reason and remedy.
  void write(double time, std::vector<double> const& values);

 private:
  std::filesystem::path m_path;
  std::size_t m_columns;
  std::string m_kept;  ///< what the file begins with, until the first row is written
  std::optional<double> m_last_time;
  bool m_begun = false;
};

}  // namespace tessera
