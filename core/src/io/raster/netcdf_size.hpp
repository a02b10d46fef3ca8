// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

namespace tessera::detail {

/// The bytes that a file of a classic format has at least, by what its header says; 0 for other formats. netCDF-C takes
/// what a file that was cut short lacks for zeros. Source: NetCDF Users' Guide, appendix B, File Format Specifications.
/// `file` is netCDF-C's number of an open file.
[[nodiscard]] double classic_netcdf_size(int file);

}  // namespace tessera::detail
