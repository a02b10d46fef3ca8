// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <netcdf.h>
#include <netcdf_mem.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "missing_value.hpp"
#include "raster/netcdf_size.hpp"
#include "tessera/error.hpp"
#include "tessera/io/cf_writer.hpp"

// What lays out NetCDF files: only builds that have netCDF-C see this.
namespace tessera::detail {

/// Passes on errors of a file in memory; there, only memory can run out, or a name be one that NetCDF does not allow.
inline void check(int result) {
  if (result != NC_NOERR) throw Error(std::string("netCDF-C cannot lay out a file: ") + nc_strerror(result));
}

/// A file in memory over the grid of `mesh`, with the dimensions time, y and x.
class MemoryFile {
 public:
  MemoryFile(Mesh const& mesh, Precision precision) : m_precision(precision) {
    check(nc_create_mem("state", NC_64BIT_OFFSET, 0, &m_id));
    check(nc_set_fill(m_id, NC_NOFILL, nullptr));
    check(nc_def_dim(m_id, "time", NC_UNLIMITED, &m_dimensions[0]));
    check(nc_def_dim(m_id, "y", static_cast<std::size_t>(mesh.cells[1]), &m_dimensions[1]));
    check(nc_def_dim(m_id, "x", static_cast<std::size_t>(mesh.cells[0]), &m_dimensions[2]));
  }
  MemoryFile(MemoryFile const&) = delete;
  MemoryFile& operator=(MemoryFile const&) = delete;
  ~MemoryFile() {
    if (m_id >= 0) nc_abort(m_id);
  }

  /// Defines a variable over `rank` dimensions from `first` on (0: time, 1: y, 2: x).
  int define(std::string const& name, nc_type type, int first, int rank, std::vector<CfAttribute> const& attributes) {
    int id = 0;
    check(nc_def_var(m_id, name.c_str(), type, rank, m_dimensions + first, &id));
    put_attributes(id, attributes);
    return id;
  }
  /// A variable of the file's precision, over y and x, and over time if it `changes`.
  int define_field(std::string const& name, bool changes, std::vector<CfAttribute> const& attributes) {
    nc_type const type = m_precision == Precision::float32 ? NC_FLOAT : NC_DOUBLE;
    int const id = define(name, type, changes ? 0 : 1, changes ? 3 : 2, attributes);
    if (type == NC_FLOAT) {
      auto const fill = static_cast<float>(netcdf_fill);
      check(nc_put_att_float(m_id, id, "_FillValue", NC_FLOAT, 1, &fill));
    } else {
      check(nc_put_att_double(m_id, id, "_FillValue", NC_DOUBLE, 1, &netcdf_fill));
    }
    return id;
  }
  void put_attributes(int id, std::vector<CfAttribute> const& attributes) {
    for (auto const& [name, value] : attributes) {
      if (auto const* const text = std::get_if<std::string>(&value)) {
        check(nc_put_att_text(m_id, id, name.c_str(), text->size(), text->data()));
      } else {
        auto const* const several = std::get_if<std::vector<double>>(&value);
        std::vector<double> const numbers = several != nullptr ? *several : std::vector{std::get<double>(value)};
        check(nc_put_att_double(m_id, id, name.c_str(), NC_DOUBLE, numbers.size(), numbers.data()));
      }
    }
  }
  void end_definitions() { check(nc_enddef(m_id)); }

  void put(int id, std::vector<double> const& values) {
    std::size_t const start[3] = {}, count[1] = {values.size()};
    check(nc_put_vara_double(m_id, id, start, count, values.data()));
  }
  /// A field, with NaN as the fill value.
  void put_field(int id, Mesh const& mesh, std::vector<double> const& values) {
    std::size_t const start[3] = {};
    std::size_t const extents[3] = {1, static_cast<std::size_t>(mesh.cells[1]),
                                    static_cast<std::size_t>(mesh.cells[0])};
    int rank = 0;
    check(nc_inq_varndims(m_id, id, &rank));
    std::size_t const* const count = extents + 3 - rank;
    if (m_precision == Precision::float32) {
      std::vector<float> const stored = filled<float>(values);
      check(nc_put_vara_float(m_id, id, start, count, stored.data()));
    } else {
      std::vector<double> const stored = filled<double>(values);
      check(nc_put_vara_double(m_id, id, start, count, stored.data()));
    }
  }
  void put_zero(int id) {
    int const zero = 0;
    check(nc_put_var_int(m_id, id, &zero));
  }

  /// Ends the file; its last `size` bytes, or all. What netCDF-C calls the size of the memory may be more than the
  /// file's.
  std::vector<char> bytes(std::size_t size = SIZE_MAX) {
    auto const whole = static_cast<std::size_t>(classic_netcdf_size(m_id));
    NC_memio memory{};
    check(nc_close_memio(std::exchange(m_id, -1), &memory));
    check(memory.size < whole ? NC_ETRUNC : NC_NOERR);
    auto const* const begin = static_cast<char const*>(memory.memory);
    std::vector<char> bytes(begin + whole - std::min(size, whole), begin + whole);
    std::free(memory.memory);
    return bytes;
  }

 private:
  template <class T>
  static std::vector<T> filled(std::vector<double> const& values) {
    std::vector<T> stored;
    stored.reserve(values.size());
    for (double const value : values) stored.push_back(static_cast<T>(std::isnan(value) ? netcdf_fill : value));
    return stored;
  }

  Precision m_precision;
  int m_id = -1;
  int m_dimensions[3] = {};
};

}  // namespace tessera::detail
