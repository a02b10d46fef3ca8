// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tessera/run/simulation.hpp"

namespace tessera {

/// Reads one field for the cells of `expected` from an HDF5 (also NetCDF-4) or `.npy` file or a PNG picture; what the
/// file is, its first bytes say. Floats and integers of any width become doubles; a picture's brightness, from 0 to 1,
/// its lowest row first. In `.npy` and PNG files, `name` is only a label. `unit` and `long_name` are taken from the
/// dataset's attributes where it has them.
///
/// Throws `InputError` in one line: no such file, none of these formats, no such dataset (with those that are there),
/// wrong shape (with both shapes), a value that is NaN or infinite (how many, and where the first one is), a dataset
/// whose attributes or coordinates say that values do not mean what is stored (packed, missing, downwards, rows from
/// the north).
[[nodiscard]] HostField read_dataset(std::filesystem::path const& path, std::string const& name, Mesh const& expected);

/// The names of the datasets in the root of an HDF5 file, coordinates left out; for others, the file's stem.
/// Throws `InputError` as `read_dataset` does.
[[nodiscard]] std::vector<std::string> dataset_names(std::filesystem::path const& path);

/// The shape of a field of this mesh as files have it: (nz, ny, nx), (ny, nx) or (nx).
[[nodiscard]] std::vector<long> file_shape(Mesh const& mesh);

}  // namespace tessera
