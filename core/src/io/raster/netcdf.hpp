// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

// What a NetCDF file holds, whichever of its formats it has.
namespace tessera::detail {

/// A variable, its dimensions by name (outermost first), and its attributes.
struct NetcdfVariable {
  std::string name;
  std::vector<std::string> dimensions;
  std::vector<long> shape;
  bool floating = false;  ///< float or double
  bool text = false;      ///< no numbers
  std::map<std::string, std::string> texts;
  std::map<std::string, double> numbers;  ///< of several numbers the first
};

struct NetcdfContents {
  std::vector<NetcdfVariable> variables;
  /// All values of one of them, in C order.
  std::function<std::vector<double>(NetcdfVariable const&)> read;
};

/// Opens a file of the classic formats (CDF-1, CDF-2 with 64-bit offsets, CDF-5 with 64-bit data), as the NetCDF Users'
/// Guide, appendix "File Format Specifications", lays them out. Throws `InputError` if it is damaged or cut short.
[[nodiscard]] NetcdfContents open_classic_netcdf(std::filesystem::path const& path);

/// Opens a NetCDF-4 file, or any HDF5 file whose axes are dimension scales. Throws `InputError` if it is damaged, or if
/// this build has no HDF5.
[[nodiscard]] NetcdfContents open_hdf5_variables(std::filesystem::path const& path);

}  // namespace tessera::detail
