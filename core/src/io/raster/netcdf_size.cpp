// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "netcdf_size.hpp"

#if defined(TESSERA_HAVE_NETCDF) && TESSERA_HAVE_NETCDF

#include <netcdf.h>

#include <cmath>
#include <cstring>

namespace tessera::detail {

namespace {

double padded(double bytes) { return std::ceil(bytes / 4) * 4; }

/// The bytes of an attribute list's header in a classic file.
double attributes_size(int file, int variable, double count_size) {
  int attributes = 0;
  nc_inq_varnatts(file, variable, &attributes);
  double size = 4 + count_size;
  for (int n = 0; n < attributes; ++n) {
    char name[NC_MAX_NAME + 1] = {};
    nc_type type = 0;
    std::size_t length = 0, bytes = 0;
    nc_inq_attname(file, variable, n, name);
    nc_inq_att(file, variable, name, &type, &length);
    nc_inq_type(file, type, nullptr, &bytes);
    size += 2 * count_size + 4 + padded(static_cast<double>(std::strlen(name))) +
            padded(static_cast<double>(length * bytes));
  }
  return size;
}

}  // namespace

double classic_netcdf_size(int file) {
  int format = 0, dimensions = 0, variables = 0, unlimited = -1;
  nc_inq_format(file, &format);
  bool const wide = format == NC_FORMAT_64BIT_DATA;
  if (!wide && format != NC_FORMAT_CLASSIC && format != NC_FORMAT_64BIT_OFFSET) return 0;
  double const count_size = wide ? 8 : 4;
  nc_inq(file, &dimensions, &variables, nullptr, &unlimited);
  char name[NC_MAX_NAME + 1] = {};
  std::size_t length = 0;
  double size = 4 + count_size + 2 * (4 + count_size) + attributes_size(file, NC_GLOBAL, count_size), record = 0;
  for (int d = 0; d < dimensions; ++d) {
    nc_inq_dim(file, d, name, &length);
    size += 2 * count_size + padded(static_cast<double>(std::strlen(name)));
  }
  int with_records = 0;
  double last = 0;
  for (int v = 0; v < variables; ++v) {
    nc_type type = 0;
    int rank = 0, ids[NC_MAX_VAR_DIMS] = {};
    nc_inq_var(file, v, name, &type, &rank, ids, nullptr);
    nc_inq_type(file, type, nullptr, &length);
    auto bytes = static_cast<double>(length);
    bool const changes = rank > 0 && ids[0] == unlimited;
    for (int d = changes ? 1 : 0; d < rank; ++d) {
      nc_inq_dimlen(file, ids[d], &length);
      bytes *= static_cast<double>(length);
    }
    size += 3 * count_size + padded(static_cast<double>(std::strlen(name))) + count_size * rank +
            attributes_size(file, v, count_size) + (format == NC_FORMAT_CLASSIC ? 8 : 12);
    (changes ? record : size) += padded(bytes);
    if (changes) last = bytes;
    with_records += changes ? 1 : 0;
  }
  std::size_t records = 0;
  if (unlimited >= 0) nc_inq_dimlen(file, unlimited, &records);
  return size + static_cast<double>(records) * (with_records == 1 ? last : record);
}

}  // namespace tessera::detail

#endif
