// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "crs.hpp"

#include <sstream>

#include "raster/raster_draft.hpp"
#include "text_input.hpp"

namespace tessera::detail {

namespace {

/// The second word of the line that begins with `key`, in small letters; empty if there is none.
std::string word_after(std::string const& text, std::string const& key) {
  std::istringstream lines(lower(text));
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string first, second;
    words >> first >> second;
    if (first == key) return second;
  }
  return {};
}

/// The lines of ARC/INFO's .prj: its documentation ("Projection files", ArcInfo Workstation) names these units.
CrsFacts old_esri_facts(std::string const& text) {
  using enum CrsFacts::Kind;
  std::string const projection = word_after(text, "projection"), unit = word_after(text, "units");
  if (projection == "geographic" || unit == "dd" || unit == "dm" || unit == "ds" || unit == "radians") return {angles};
  if (unit == "meters" || unit == "metres" || unit == "meter" || unit == "m") return {lengths};
  if (unit == "feet" || unit == "foot") return {lengths, 0.3048};
  if (auto const per_metre = number_in(unit); per_metre && *per_metre > 0) return {lengths, 1 / *per_metre};
  return {not_read,
          1,
          {},
          unit.empty() ? "the text of its coordinate system tells no units"
                       : "the units of its coordinate system, \"" + unit + "\", are not known"};
}

}  // namespace

CrsFacts crs_facts(std::string const& text) {
  bool const old =
      text.find('[') == text.npos && text.find('(') == text.npos && !word_after(text, "projection").empty();
  return old ? old_esri_facts(text) : proj_crs_facts(text);
}

void take_wkt(std::string const& wkt, RasterDraft& draft) {
  if (wkt.find_first_not_of(" \t\r\n") == wkt.npos) return;
  using enum RasterDraft::Coordinates;
  CrsFacts const facts = crs_facts(wkt);
  switch (facts.kind) {
    case CrsFacts::Kind::lengths: draft.coordinates = facts.metres == 1 ? metres : other; break;
    case CrsFacts::Kind::angles: draft.coordinates = degrees; break;
    case CrsFacts::Kind::not_read:
      draft.coordinates = not_read;
      draft.coordinates_fault = facts.fault;
      break;
  }
  if (draft.raster.unit.empty()) draft.raster.unit = facts.height_unit;
}

}  // namespace tessera::detail
