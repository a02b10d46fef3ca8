// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "raster_support.hpp"

namespace tessera::test {

inline void skip_without_netcdf() {
#ifndef TESSERA_HAVE_NETCDF
  SKIP("this build has no netCDF-C");
#endif
}

/// A folder of files that another program wrote; skips the test if there is none here.
struct Made : Folder {
  Made() {
    skip_without_netcdf();
    REQUIRE(run_in_any_python("make_netcdf.py", path().string(), "netCDF4 (Debian: python3-netcdf4)") == 0);
  }
  [[nodiscard]] Raster read(std::string const& name, std::string const& variable = "") const {
    return read_raster({path() / (name + ".nc"), variable});
  }
  [[nodiscard]] std::string error(std::string const& name, std::string const& variable = "") const {
    return message_of<InputError>([&] { (void)read(name, variable); });
  }
};

}  // namespace tessera::test
