// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <array>

#include "cdf.hpp"
#include "text_input.hpp"

namespace tessera::detail {

namespace {

/// The numbers that follow `PARAMETER["name",` or `SPHEROID["...",` in WKT, whatever the case of its words.
std::optional<double> number_after(std::string_view wkt, std::size_t quote_end) {
  auto const comma = wkt.find(',', quote_end);
  if (comma == std::string_view::npos) return std::nullopt;
  auto const end = wkt.find_first_of(",]", comma + 1);
  return number_in(trimmed(wkt.substr(comma + 1, end - comma - 1)));
}

void add_spheroid(std::string_view wkt, std::vector<CfAttribute>& attributes) {
  auto const start = wkt.find("spheroid[\"");
  if (start == std::string_view::npos) return;
  auto const quote = wkt.find('"', start + 10);
  auto const axis = number_after(wkt, quote);
  if (!axis) return;
  attributes.emplace_back("semi_major_axis", *axis);
  if (auto const flattening = number_after(wkt, wkt.find(',', quote) + 1)) {
    attributes.emplace_back("inverse_flattening", *flattening);
  }
}

}  // namespace

std::vector<CfAttribute> grid_mapping_attributes(std::string const& wkt) {
  // crs_wkt is CF's name for it, spatial_ref the one that older GDAL looks for.
  std::vector<CfAttribute> attributes{{"crs_wkt", wkt}, {"spatial_ref", wkt}};
  std::string const text = lower(wkt);
  if (text.find("projection[\"transverse_mercator\"") == std::string::npos) return attributes;
  attributes.emplace_back("grid_mapping_name", "transverse_mercator");
  struct Parameter {
    char const *wkt, *cf;
  };
  static constexpr std::array<Parameter, 5> parameters{{{"latitude_of_origin", "latitude_of_projection_origin"},
                                                        {"central_meridian", "longitude_of_central_meridian"},
                                                        {"scale_factor", "scale_factor_at_central_meridian"},
                                                        {"false_easting", "false_easting"},
                                                        {"false_northing", "false_northing"}}};
  for (Parameter const& parameter : parameters) {
    std::string const start = "parameter[\"" + std::string(parameter.wkt) + "\"";
    auto const at = text.find(start);
    if (at == std::string::npos) continue;
    if (auto const value = number_after(text, at + start.size())) attributes.emplace_back(parameter.cf, *value);
  }
  add_spheroid(text, attributes);
  return attributes;
}

}  // namespace tessera::detail
