// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "netcdf.hpp"
#include "netcdf_size.hpp"
#include "tessera/error.hpp"
#include "tessera/io/netcdf.hpp"

#if defined(TESSERA_HAVE_NETCDF) && TESSERA_HAVE_NETCDF

#include <netcdf.h>

#include <memory>
#include <utility>

#include "io/missing_value.hpp"

namespace tessera::detail {

namespace fs = std::filesystem;

namespace {

/// A file that is open to be read.
class OpenNetcdf {
 public:
  explicit OpenNetcdf(fs::path const& path) : m_path(path) {
    check(nc_open(path.c_str(), NC_NOWRITE, &m_id));
    if (static_cast<double>(fs::file_size(path)) + 3 >= classic_netcdf_size(m_id))
      return;  // some leave out the last padding
    nc_close(std::exchange(m_id, -1));
    check(NC_ETRUNC);
  }
  OpenNetcdf(OpenNetcdf const&) = delete;
  OpenNetcdf& operator=(OpenNetcdf const&) = delete;
  ~OpenNetcdf() {
    if (m_id >= 0) nc_close(m_id);
  }

  void check(int result) const {
    if (result == NC_NOERR) return;
    throw InputError(
        "cannot read " + m_path.string() + ": " + nc_strerror(result) +
        " (not a whole NetCDF or HDF5 file: damaged, cut short, or stored in a way that this netCDF-C does "
        "not know)");
  }

  [[nodiscard]] std::vector<NetcdfVariable> variables() const {
    int count = 0;
    check(nc_inq_nvars(m_id, &count));
    std::vector<NetcdfVariable> all;
    for (int variable = 0; variable < count; ++variable) all.push_back(description(variable));
    return all;
  }

  [[nodiscard]] std::vector<double> read(NetcdfVariable const& variable) const {
    int id = 0;
    check(nc_inq_varid(m_id, variable.name.c_str(), &id));
    std::size_t count = 1;
    for (long const extent : variable.shape) count *= static_cast<std::size_t>(extent);
    require_plausible(variable, count);
    std::vector<double> values(count);
    check(nc_get_var_double(m_id, id, values.data()));
    return values;
  }

 private:
  /// The header of a damaged file may tell of more values than the memory can hold: no compression of NetCDF-4 gives a
  /// thousandth.
  void require_plausible(NetcdfVariable const& variable, std::size_t count) const {
    auto const most = 1032 * static_cast<double>(fs::file_size(m_path));
    if (static_cast<double>(count) * variable.bytes <= most) return;
    throw InputError("cannot read " + m_path.string() + ": it is too short for the values of \"" + variable.name +
                     "\" (damaged, or cut short)");
  }

  [[nodiscard]] NetcdfVariable description(int id) const {
    NetcdfVariable variable;
    char name[NC_MAX_NAME + 1] = {};
    nc_type type = 0;
    int rank = 0, attributes = 0, dimensions[NC_MAX_VAR_DIMS] = {};
    check(nc_inq_var(m_id, id, name, &type, &rank, dimensions, &attributes));
    variable.name = name;
    for (int d = 0; d < rank; ++d) {
      std::size_t length = 0;
      check(nc_inq_dim(m_id, dimensions[d], name, &length));
      variable.dimensions.emplace_back(name);
      variable.shape.push_back(static_cast<long>(length));
    }
    take_type(variable, type);
    for (int n = 0; n < attributes; ++n) take_attribute(variable, id, n);
    return variable;
  }

  void take_type(NetcdfVariable& variable, nc_type type) const {
    std::size_t size = 0;
    check(nc_inq_type(m_id, type, nullptr, &size));
    variable.bytes = static_cast<int>(size);
    variable.floating = type == NC_FLOAT || type == NC_DOUBLE;
    variable.is_unsigned = type == NC_UBYTE || type == NC_USHORT || type == NC_UINT || type == NC_UINT64;
    variable.text = type == NC_CHAR || type > NC_UINT64;
    switch (type) {  // a byte may be any of its 256 values
      case NC_SHORT: variable.default_fill = NC_FILL_SHORT; break;
      case NC_INT: variable.default_fill = NC_FILL_INT; break;
      case NC_USHORT: variable.default_fill = NC_FILL_USHORT; break;
      case NC_UINT: variable.default_fill = NC_FILL_UINT; break;
      case NC_INT64: variable.default_fill = static_cast<double>(NC_FILL_INT64); break;
      case NC_UINT64: variable.default_fill = static_cast<double>(NC_FILL_UINT64); break;
      case NC_FLOAT:
      case NC_DOUBLE: variable.default_fill = netcdf_fill; break;
      default: break;
    }
  }

  void take_attribute(NetcdfVariable& variable, int id, int number) const {
    char name[NC_MAX_NAME + 1] = {};
    nc_type type = 0;
    std::size_t length = 0;
    check(nc_inq_attname(m_id, id, number, name));
    check(nc_inq_att(m_id, id, name, &type, &length));
    if (type == NC_CHAR) {
      std::string text(length, '\0');
      check(nc_get_att_text(m_id, id, name, text.data()));
      variable.texts[name] = text.substr(0, text.find('\0'));
    } else if (type == NC_STRING && length == 1) {
      char* text = nullptr;
      check(nc_get_att_string(m_id, id, name, &text));
      if (text != nullptr) variable.texts[name] = text;
      nc_free_string(1, &text);
    } else if (type <= NC_UINT64 && length > 0) {
      NetcdfNumbers numbers{std::vector<double>(length), type == NC_FLOAT || type == NC_DOUBLE};
      check(nc_get_att_double(m_id, id, name, numbers.values.data()));
      variable.numbers[name] = std::move(numbers);
    }
  }

  fs::path m_path;
  int m_id = -1;
};

}  // namespace

NetcdfContents open_netcdf(fs::path const& path) {
  auto const file = std::make_shared<OpenNetcdf>(path);
  return {path, file->variables(), [file](NetcdfVariable const& variable) { return file->read(variable); }};
}

}  // namespace tessera::detail

#else

namespace tessera::detail {

NetcdfContents open_netcdf(std::filesystem::path const& path) {
  throw InputError(path.string() + ": it is a NetCDF or HDF5 file, and " + netcdf_fault() +
                   ", or convert it: gdal_translate -of AAIGrid " + path.string() + " " + path.stem().string() +
                   ".asc");
}

}  // namespace tessera::detail

#endif

namespace tessera {

std::string netcdf_fault() {
#if defined(TESSERA_HAVE_NETCDF) && TESSERA_HAVE_NETCDF
  return {};
#else
  return "this build has no netCDF-C; install it (Debian: libnetcdf-dev) and build again";
#endif
}

}  // namespace tessera
