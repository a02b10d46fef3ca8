// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

// What a NetCDF file holds, whichever of its formats it has.
namespace tessera::detail {

/// The numbers of an attribute.
struct NetcdfNumbers {
  std::vector<double> values;
  bool floating = false;  ///< float or double
};

/// A variable, its dimensions by name (outermost first), and its attributes.
struct NetcdfVariable {
  std::string name;
  std::vector<std::string> dimensions;
  std::vector<long> shape;
  bool floating = false;                    ///< float or double
  bool text = false;                        ///< no numbers
  bool is_unsigned = false;                 ///< an integer without a sign
  int bytes = 0;                            ///< of one value
  std::optional<double> default_fill = {};  ///< what stands where nothing was written, if the file does not say it
  std::map<std::string, std::string> texts = {};
  std::map<std::string, NetcdfNumbers> numbers = {};
};

struct NetcdfContents {
  std::filesystem::path path;
  std::vector<NetcdfVariable> variables;
  /// All values of one of them as they are stored, in C order.
  std::function<std::vector<double>(NetcdfVariable const&)> read;
};

/// Opens a file of any format that netCDF-C reads: the classic ones (CDF-1, 2, 5), NetCDF-4, HDF5. Variables in groups
/// are left out. Throws `InputError` if it is damaged or cut short, or if this build has no netCDF-C.
[[nodiscard]] NetcdfContents open_netcdf(std::filesystem::path const& path);

/// What the values of a variable mean.
struct NetcdfValues {
  std::vector<double> values;         ///< NaN where missing
  std::vector<std::uint8_t> missing;  ///< 1 where there is none; empty if all are there
};

/// The values of a variable by the conventions of NetCDF and CF: `_Unsigned`; `_FillValue` (or NetCDF's own),
/// `missing_value`, `valid_min`, `valid_max` and `valid_range` say which are missing; `scale_factor` and `add_offset`.
/// Source: NetCDF Users' Guide, appendix A, Attribute Conventions; CF 1.10, sections 2.5.1 and 8.1. Throws `InputError`
/// if one of these attributes makes no sense.
[[nodiscard]] NetcdfValues netcdf_values(NetcdfContents const& contents, NetcdfVariable const& variable);

/// The text of an attribute; empty if there is none.
[[nodiscard]] std::string text_of(NetcdfVariable const& variable, char const* attribute);

/// Whether the values count downwards: `positive` = "down", or without `positive` a standard name of a depth.
[[nodiscard]] bool counts_downwards(NetcdfVariable const& variable);

}  // namespace tessera::detail
