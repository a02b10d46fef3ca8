// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "tessera/run/simulation.hpp"

namespace tessera {

/// An attribute in a NetCDF file: its name, and a text, a number or several numbers.
using CfAttribute = std::pair<std::string, std::variant<std::string, double, std::vector<double>>>;

/// A variable over the grid of a CF-NetCDF file. Values that are NaN are stored as `_FillValue`.
struct CfVariable {
  std::string name;                          ///< such as "depth"; letters, digits and _
  std::string unit;                          ///< as UDUNITS writes it: "m s-1", "1"
  std::string long_name;                     ///< for people
  std::string standard_name;                 ///< of the CF table; empty if there is none
  std::vector<CfAttribute> attributes = {};  ///< more, such as {"wet_threshold", 1e-3}
  /// False: one map for the whole run, such as the bed or the largest depth; written by `CfWriter::write_map`.
  bool changes = true;
};

/// What a CF-NetCDF file tells of itself.
struct CfDescription {
  std::string title;
  std::string source;                        ///< which program made it: "shallow_water 0.1.0"
  double reference_time = 0;                 ///< when the run's time is 0: seconds since 1970 (`parse_iso_time`)
  std::string crs_wkt = {};                  ///< of the grid's coordinates; empty if it is not known
  std::vector<CfAttribute> attributes = {};  ///< more, of the whole file
  Precision precision = Precision::float32;  ///< of the variables; coordinates and time are doubles
};

/// One NetCDF file (classic format with 64-bit offsets, convention CF-1.10) to which a run appends its states: xarray,
/// QGIS, Panoply and all that knows NetCDF opens it, also while the run goes on.
///
/// The file is whole at all times: a state is written behind the last one and made safe before the count of states in
/// the header goes up, so a killed process or a full disk leaves what was there before. netCDF-C lays out what is
/// written.
class CfWriter {
 public:
  /// Without `restart_time` a run starts anew, and the first `write` replaces what stands at `path`. With it, the
  /// states there up to that time (s) are kept, those after it are dropped by the first `write`; if there is no file,
  /// or one without such states, the run starts it anew. Throws `InputError` if the grid is not 2D, if a name is bad or
  /// twice there, if a state is too large for the format (4 GiB in one variable), if the file there is of another grid
  /// or has other variables, or if this build has no netCDF-C.
  CfWriter(std::filesystem::path path, Mesh const& mesh, CfDescription const& description,
           std::vector<CfVariable> variables, std::optional<double> restart_time = std::nullopt);

  /// Appends the state at `time` (s): for each variable that changes, in their order, as many values as the grid has
  /// cells, x fastest, south to north. A state whose time is that of the last one is there already, and left out.
  /// Throws `Error` that names path, reason and remedy if it cannot be written; what was there stays.
  void write(double time, std::vector<std::vector<double>> const& values);

  /// Sets a variable that does not change. Before the first `write` it waits for it; later it is written in place.
  void write_map(std::string const& name, std::vector<double> const& values);

  /// The times (s) of the states in the file.
  [[nodiscard]] std::vector<double> const& times() const noexcept { return m_times; }
  [[nodiscard]] std::filesystem::path const& path() const noexcept { return m_path; }

 private:
  struct Place {
    std::string name;
    std::uint64_t offset;  ///< of a map, in the file
  };
  void lay_out(CfDescription const& description, std::vector<CfVariable> const& variables);
  void find_states(double restart_time);
  void append(std::vector<char> const& state);

  std::filesystem::path m_path;
  Mesh m_mesh;
  Precision m_precision;
  std::size_t m_cells, m_changing = 0;
  std::vector<char> m_head;  ///< the header and all maps, until the file is there
  std::uint64_t m_header_size = 0, m_head_size = 0, m_state_size = 0;
  std::vector<Place> m_maps;
  std::vector<double> m_times;
  std::size_t m_states_in_file = 0;
  bool m_there = false;
};

/// The bytes that one state takes on the disk.
[[nodiscard]] double cf_state_bytes(Mesh const& mesh, std::size_t changing_variables, Precision precision);

}  // namespace tessera
