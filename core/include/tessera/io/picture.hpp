// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tessera/run/simulation.hpp"

namespace tessera {

/// The colours that values are shown in; all are perceptually uniform. `water` goes from light to dark blue.
enum class ColourMap { viridis, inferno, water };

/// A map of values in a plane: what it shows, and where.
struct Picture {
  std::string title;  ///< such as "temperature, z = 0.5 m, t = 3 h 20 min"
  std::string label;  ///< along the colour bar, such as "temperature"
  std::string unit;   ///< such as "degC"; empty if the values have none
  std::array<std::string, 2> axes{"x", "y"};
  long nx = 0, ny = 0;
  std::vector<double> values;                      ///< nx * ny, the first axis fastest; row 0 is the lowest
  std::array<double, 2> origin{0, 0};              ///< low corner, metres
  std::array<double, 2> spacing{1, 1};             ///< metres
  std::optional<std::pair<double, double>> range;  ///< of the colours; the values' own without it
  ColourMap colours = ColourMap::viridis;
  /// Elevations (m) of the ground, as many as `values`, or none. With them the ground is drawn as hills in the light of
  /// the north-west, the values lie over it like stained glass, and where they are not finite the ground is bare.
  std::vector<double> terrain = {};
};

/// Values along a line.
struct LinePlot {
  std::string title;
  std::string label;
  std::string unit;
  std::string axis = "x";
  std::vector<double> values;  ///< at the cell centres
  double origin = 0;           ///< low end of the first cell, metres
  double spacing = 1;          ///< metres
};

/// Empty if this build can write pictures; otherwise one line for the log that says why not and how to change that.
[[nodiscard]] std::string picture_notice();

/// Writes a PNG of about 900 pixels: equal aspect, second axis up, colour bar with unit. Values that are not finite
/// are grey. Whole or not at all. Returns false, and does nothing, if this build cannot write pictures.
/// Throws `Error` if the file cannot be written.
bool write_picture(std::filesystem::path const& path, Picture const& picture);

/// The same for values along a line.
bool write_picture(std::filesystem::path const& path, LinePlot const& plot);

/// The plane of cells through the middle of a 3D field, normal to `axis` (0, 1 or 2 for x, y, z); a 2D field whole.
/// `when` goes into the title: "t = 3 h 20 min". With an even number of cells, the mean of the two planes at the
/// middle.
[[nodiscard]] Picture mid_plane(Mesh const& mesh, HostField const& field, int axis, std::string const& when);

/// Writes the pictures that a field of this mesh gets into `directory`: 1D and 2D `NAME.png`; 3D `NAME_z_mid.png`
/// and `NAME_y_mid.png` (both in the same colours); before the dot stands `suffix`. Returns their paths; none if this
/// build cannot write pictures.
std::vector<std::filesystem::path> write_pictures(std::filesystem::path const& directory, Mesh const& mesh,
                                                  HostField const& field, std::string const& when,
                                                  std::string const& suffix = "",
                                                  ColourMap colours = ColourMap::viridis);

/// The path of one picture of a film: "DIRECTORY/NAME_000012.png".
[[nodiscard]] std::filesystem::path film_picture(std::filesystem::path const& directory, std::string const& name,
                                                 long number);

/// The command that makes a film, DIRECTORY/NAME.mp4, of the pictures that `film_picture` names: for the log.
[[nodiscard]] std::string film_command(std::filesystem::path const& directory, std::string const& name,
                                       int pictures_per_second = 12);

}  // namespace tessera
