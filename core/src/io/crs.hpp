// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <vector>

#include "tessera/io/cf_writer.hpp"

// Coordinate reference systems as text. proj_object.hpp is the only door to PROJ.
namespace tessera::detail {

/// What a text says of coordinates.
struct CrsFacts {
  enum class Kind {
    lengths,  ///< projected coordinates, or those of a place
    angles,   ///< longitude and latitude
    not_read  ///< the text cannot be understood
  };
  Kind kind = Kind::not_read;
  double metres = 1;             ///< one unit of lengths in metres
  std::string height_unit = {};  ///< of heights, as UDUNITS-2 reads it; empty if the text tells none, or metres
  std::string fault = {};        ///< of what is not read: why, with the remedy
};

/// What the text of a reference system says: WKT of any flavour (OGC's, ESRI's, ISO 19162), PROJJSON or PROJ's own
/// words, by PROJ; and the lines of an old .prj of ESRI ("Projection UTM", "Units METERS"), which PROJ does not read.
[[nodiscard]] CrsFacts crs_facts(std::string const& text);

/// The same by PROJ alone. In a build without PROJ nothing is read.
[[nodiscard]] CrsFacts proj_crs_facts(std::string const& text);

/// The attributes of a variable that tells the reference system in a file: its text and, where PROJ understands it and
/// CF (1.10, appendix F) has a name for its projection, the parameters that CF wants.
[[nodiscard]] std::vector<CfAttribute> grid_mapping_attributes(std::string const& wkt);

}  // namespace tessera::detail
