// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "crs.hpp"

#if defined(TESSERA_HAVE_PROJ) && TESSERA_HAVE_PROJ

#include "proj_object.hpp"
#include "tessera/run/format.hpp"

namespace tessera::detail {

namespace {

/// The unit of the first axis.
struct AxisUnit {
  double factor = 1;  ///< in metres or radians
  std::string name;
};
AxisUnit axis_unit(PJ_CONTEXT* context, PJ const* crs) {
  Object const system(proj_crs_get_coordinate_system(context, crs));
  AxisUnit unit;
  char const* name = nullptr;
  if (system && proj_cs_get_axis_info(context, system.get(), 0, nullptr, nullptr, nullptr, &unit.factor, &name, nullptr,
                                      nullptr) != 0) {
    unit.name = name == nullptr ? "" : name;
  }
  return unit;
}

void take_heights(PJ_CONTEXT* context, PJ const* vertical, CrsFacts& facts) {
  double const metres = axis_unit(context, vertical).factor;
  if (metres != 1) facts.height_unit = exact_number(metres) + " m";
}

bool is_angular(PJ_TYPE type) {
  return type == PJ_TYPE_GEOGRAPHIC_2D_CRS || type == PJ_TYPE_GEOGRAPHIC_3D_CRS || type == PJ_TYPE_GEODETIC_CRS;
}

CrsFacts horizontal_facts(PJ_CONTEXT* context, PJ const* crs) {
  PJ_TYPE const type = proj_get_type(crs);
  if (is_angular(type)) return {CrsFacts::Kind::angles};
  if (type != PJ_TYPE_PROJECTED_CRS && type != PJ_TYPE_ENGINEERING_CRS && type != PJ_TYPE_OTHER_CRS) {
    return {CrsFacts::Kind::not_read, 1, {}, "its coordinate system is one of neither a map nor a place"};
  }
  return {CrsFacts::Kind::lengths, axis_unit(context, crs).factor};
}

}  // namespace

CrsFacts proj_crs_facts(std::string const& text) {
  Context const context = make_context();
  Object const crs = parsed(context.get(), text);
  if (!crs) {
    return {
        CrsFacts::Kind::not_read,
        1,
        {},
        "the text of its coordinate system (a .prj beside it, or in it) cannot be understood by PROJ; put it right, "
        "such as with gdalsrsinfo -o wkt1_esri EPSG:CODE, or take it away"};
  }
  if (proj_get_type(crs.get()) != PJ_TYPE_COMPOUND_CRS) return horizontal_facts(context.get(), crs.get());
  Object plane(proj_crs_get_sub_crs(context.get(), crs.get(), 0));
  Object const vertical(proj_crs_get_sub_crs(context.get(), crs.get(), 1));
  if (proj_get_type(plane.get()) == PJ_TYPE_BOUND_CRS) plane.reset(proj_get_source_crs(context.get(), plane.get()));
  CrsFacts facts = horizontal_facts(context.get(), plane.get());
  if (vertical && proj_get_type(vertical.get()) == PJ_TYPE_VERTICAL_CRS)
    take_heights(context.get(), vertical.get(), facts);
  return facts;
}

}  // namespace tessera::detail

#else

namespace tessera::detail {

CrsFacts proj_crs_facts(std::string const&) {
  return {CrsFacts::Kind::not_read,
          1,
          {},
          "it comes with the text of a coordinate system, and this build has no PROJ to understand it; install PROJ "
          "(Debian: libproj-dev) and build again"};
}

}  // namespace tessera::detail

#endif
