// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "hdf5_plain.hpp"

#if defined(TESSERA_HAVE_HDF5) && TESSERA_HAVE_HDF5

#include "missing_value.hpp"
#include "tessera/run/format.hpp"

namespace tessera::detail {

namespace {

/// The first number of an attribute; none if there is none.
std::optional<double> number_attribute(hid_t owner, char const* name) {
  if (H5Aexists(owner, name) <= 0) return std::nullopt;
  Handle const attribute(H5Aopen(owner, name, H5P_DEFAULT), H5Aclose);
  Handle const type(H5Aget_type(attribute), H5Tclose), space(H5Aget_space(attribute), H5Sclose);
  if (H5Tget_class(type) != H5T_FLOAT && H5Tget_class(type) != H5T_INTEGER) return std::nullopt;
  std::vector<double> values(static_cast<std::size_t>(std::max<hssize_t>(H5Sget_simple_extent_npoints(space), 1)));
  if (H5Aread(attribute, H5T_NATIVE_DOUBLE, values.data()) < 0) return std::nullopt;
  return values[0];
}

/// Whether the coordinates along a dimension fall.
bool falls(hid_t scale) {
  std::vector<long> const shape = dataset_shape(scale);
  if (shape.size() != 1 || shape[0] < 2) return false;
  Handle const type(H5Dget_type(scale), H5Tclose);
  if (H5Tget_class(type) != H5T_FLOAT && H5Tget_class(type) != H5T_INTEGER) return false;
  std::vector<double> values(static_cast<std::size_t>(shape[0]));
  bool const read = H5Dread(scale, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()) >= 0;
  return read && values.back() < values.front();
}

/// Whether the coordinates along any dimension fall.
bool any_falls(hid_t dataset, std::size_t rank) {
  if (H5Aexists(dataset, "DIMENSION_LIST") <= 0) return false;
  Handle const attribute(H5Aopen(dataset, "DIMENSION_LIST", H5P_DEFAULT), H5Aclose);
  Handle const type(H5Aget_type(attribute), H5Tclose), space(H5Aget_space(attribute), H5Sclose);
  std::vector<hvl_t> scales(rank);
  if (H5Sget_simple_extent_npoints(space) != static_cast<hssize_t>(rank)) return false;
  if (H5Aread(attribute, type, scales.data()) < 0) return false;
  bool found = false;
  for (hvl_t const& scale : scales) {
    if (scale.len == 0) continue;
    Handle const object(H5Rdereference2(dataset, H5P_DEFAULT, H5R_OBJECT, scale.p), H5Oclose);
    found = found || (object >= 0 && H5Iget_type(object) == H5I_DATASET && falls(object));
  }
  H5Dvlen_reclaim(type, space, H5P_DEFAULT, scales.data());
  return found;
}

}  // namespace

void require_plain_dataset(hid_t dataset, std::string const& place, std::vector<double> const& values,
                           std::size_t rank) {
  auto const refuse = [&](std::string const& what) {
    throw InputError(place + " " + what +
                     "; here values are taken as they are stored, cell by cell; store them plainly (ncpdq -U unpacks, "
                     "ncpdq -a -y turns rows), or read a map with type = \"raster\", which heeds this");
  };
  for (char const* const name :
       {"scale_factor", "add_offset", "missing_value", "valid_min", "valid_max", "valid_range"}) {
    auto const value = number_attribute(dataset, name);
    double const none = std::string_view(name) == "scale_factor" ? 1 : 0;
    bool const harmless = std::string_view(name).starts_with("scale") || std::string_view(name).starts_with("add");
    if (value && !(harmless && *value == none)) refuse("has the attribute " + std::string(name));
  }
  if (read_text_attribute(dataset, "_Unsigned") == "true") refuse("has the attribute _Unsigned");
  if (read_text_attribute(dataset, "positive") == "down") refuse("counts downwards (positive = \"down\")");
  if (auto const fill = number_attribute(dataset, "_FillValue")) {
    bool const filled = std::any_of(values.begin(), values.end(), [&](double v) { return is_marker(v, *fill); });
    if (filled && !std::isnan(*fill)) refuse("has cells without data (" + human_number(*fill, 9) + ")");
  }
  if (any_falls(dataset, rank)) refuse("has coordinates that fall from row to row or from column to column");
}

}  // namespace tessera::detail

#endif
