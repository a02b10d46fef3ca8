// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

namespace tessera {

/// Empty if this build has netCDF-C; else that it reads and writes no NetCDF, and what to install.
[[nodiscard]] std::string netcdf_fault();

}  // namespace tessera
