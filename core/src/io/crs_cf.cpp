// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "crs.hpp"

#if defined(TESSERA_HAVE_PROJ) && TESSERA_HAVE_PROJ

#include <array>
#include <cmath>
#include <cstdlib>
#include <optional>

#include "proj_object.hpp"

namespace tessera::detail {

namespace {

/// A parameter of a projection: EPSG's number of it, and CF's name.
struct Parameter {
  int epsg;
  char const* cf;
};
struct Projection {
  int epsg;
  char const* cf;
  std::array<Parameter, 6> parameters;
};
constexpr std::array<Parameter, 6> conic{{{8821, "latitude_of_projection_origin"},
                                          {8822, "longitude_of_central_meridian"},
                                          {8823, "standard_parallel"},
                                          {8824, "standard_parallel"},
                                          {8826, "false_easting"},
                                          {8827, "false_northing"}}};
/// EPSG Guidance Note 7-2 numbers the methods and parameters; CF 1.10, appendix F, names them. A standard parallel that
/// is there twice makes one attribute of two numbers.
constexpr std::array<Projection, 5> projections{{
    {9807,
     "transverse_mercator",
     {{{8801, "latitude_of_projection_origin"},
       {8802, "longitude_of_central_meridian"},
       {8805, "scale_factor_at_central_meridian"},
       {8806, "false_easting"},
       {8807, "false_northing"}}}},
    {9802, "lambert_conformal_conic", conic},
    {9822, "albers_conical_equal_area", conic},
    {9820,
     "lambert_azimuthal_equal_area",
     {{{8801, "latitude_of_projection_origin"},
       {8802, "longitude_of_projection_origin"},
       {8806, "false_easting"},
       {8807, "false_northing"}}}},
    {9809,
     "oblique_stereographic",
     {{{8801, "latitude_of_projection_origin"},
       {8802, "longitude_of_projection_origin"},
       {8805, "scale_factor_at_projection_origin"},
       {8806, "false_easting"},
       {8807, "false_northing"}}}},
}};

/// The value of a parameter in metres, degrees or 1; none if the projection has none of that number.
std::optional<double> parameter_value(PJ_CONTEXT* context, PJ const* operation, int epsg) {
  for (int n = 0; n < proj_coordoperation_get_param_count(context, operation); ++n) {
    char const *code = nullptr, *category = nullptr;
    double value = 0, factor = 1;
    if (proj_coordoperation_get_param(context, operation, n, nullptr, nullptr, &code, &value, nullptr, &factor, nullptr,
                                      nullptr, nullptr, &category) == 0) {
      continue;
    }
    if (code == nullptr || std::atoi(code) != epsg) continue;
    bool const angle = category != nullptr && std::string(category) == "angular";
    double const degree = std::acos(-1.0) / 180;
    return !angle ? value * factor : std::abs(factor / degree - 1) < 1e-12 ? value : value * factor / degree;
  }
  return std::nullopt;
}

void add_ellipsoid(PJ_CONTEXT* context, PJ const* crs, std::vector<CfAttribute>& attributes) {
  Object const ellipsoid(proj_get_ellipsoid(context, crs));
  double major = 0, flattening = 0;
  if (!ellipsoid ||
      proj_ellipsoid_get_parameters(context, ellipsoid.get(), &major, nullptr, nullptr, &flattening) == 0) {
    return;
  }
  attributes.emplace_back("semi_major_axis", major);
  attributes.emplace_back("inverse_flattening", flattening);
}

/// Adds a number; one that is there already becomes a list.
void add_number(std::vector<CfAttribute>& attributes, std::string const& name, double number) {
  if (!attributes.empty() && attributes.back().first == name) {
    attributes.back().second = std::vector{std::get<double>(attributes.back().second), number};
  } else {
    attributes.emplace_back(name, number);
  }
}

void add_projection(PJ_CONTEXT* context, PJ const* crs, std::vector<CfAttribute>& attributes) {
  Object const operation(proj_crs_get_coordoperation(context, crs));
  char const* code = nullptr;
  if (!operation || proj_coordoperation_get_method_info(context, operation.get(), nullptr, nullptr, &code) == 0) return;
  for (Projection const& projection : projections) {
    if (code == nullptr || std::atoi(code) != projection.epsg) continue;
    attributes.emplace_back("grid_mapping_name", projection.cf);
    for (Parameter const& parameter : projection.parameters) {
      if (parameter.cf == nullptr) continue;
      auto const value = parameter_value(context, operation.get(), parameter.epsg);
      if (value) add_number(attributes, parameter.cf, *value);
    }
    add_ellipsoid(context, crs, attributes);
  }
}

}  // namespace

std::vector<CfAttribute> grid_mapping_attributes(std::string const& wkt) {
  Context const context = make_context();
  Object crs = parsed(context.get(), wkt);
  // crs_wkt is CF's name for it, and WKT of ISO 19162; spatial_ref, the one that older GDAL looks for, is any text.
  char const* const options[] = {"MULTILINE=NO", nullptr};
  char const* const iso = crs ? proj_as_wkt(context.get(), crs.get(), PJ_WKT2_2019, options) : nullptr;
  std::vector<CfAttribute> attributes{{"crs_wkt", iso == nullptr ? wkt : iso}, {"spatial_ref", wkt}};
  if (crs && proj_get_type(crs.get()) == PJ_TYPE_COMPOUND_CRS)
    crs.reset(proj_crs_get_sub_crs(context.get(), crs.get(), 0));
  if (crs && proj_get_type(crs.get()) == PJ_TYPE_PROJECTED_CRS) add_projection(context.get(), crs.get(), attributes);
  return attributes;
}

}  // namespace tessera::detail

#else

namespace tessera::detail {

std::vector<CfAttribute> grid_mapping_attributes(std::string const& wkt) {
  return {{"crs_wkt", wkt}, {"spatial_ref", wkt}};
}

}  // namespace tessera::detail

#endif
