// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "frame_files.hpp"

// The only door to HDF5; maps of other programs are read through netCDF-C (io/raster/netcdf.hpp). In a build without
// HDF5, every function throws an error that says so.
namespace tessera::detail {

[[nodiscard]] bool have_hdf5() noexcept;

/// Writes a frame to `path`, whole or not at all. Takes the frame's bytes once more in memory.
void write_hdf5_frame(std::filesystem::path const& path, Frame const& frame);

/// Step, time and datasets of a frame. Throws `InputError` if the file is no frame.
[[nodiscard]] FrameInfo read_hdf5_frame_info(std::filesystem::path const& path);

/// Names of the datasets in the root that are not dimension scales.
[[nodiscard]] std::vector<std::string> hdf5_dataset_names(std::filesystem::path const& path);

/// One dataset as doubles. Throws `InputError` if it is not there or has another shape.
[[nodiscard]] HostField read_hdf5_dataset(std::filesystem::path const& path, std::string const& name,
                                          std::vector<long> const& expected_shape);

}  // namespace tessera::detail
