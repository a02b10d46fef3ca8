// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "range_reader.hpp"

namespace shallow_water {

using namespace tessera;

std::vector<Form> range_forms() {
  std::vector<Key> const place = {
      key::number("from", std::nullopt, "m", "x or y along the side at which it begins; unset: the corner"),
      key::number("to", std::nullopt, "m", "and at which it ends; elsewhere is a wall"),
      key::integers("cells", 2, std::nullopt, "", "instead: its first and last cell, from 0 in the west or south")
          .at_least(0)};
  Key const concentration =
      key::number("concentration", std::nullopt, "", "of the pollutant in water that enters; unset: as inside")
          .at_least(0);
  Key const path = key::path("path", std::nullopt, "instead: a file of two columns, time and value");
  auto const with_place = [&](std::vector<Key> fields) {
    fields.insert(fields.end(), place.begin(), place.end());
    return fields;
  };
  std::vector<Key> const level = with_place(
      {key::number("value", std::nullopt, "m", "level above the datum; mean level of a tide"), path,
       key::numbers("amplitude", 0, std::nullopt, "m", "of each constituent A cos(2 pi (t - t_ref) / T - phase)"),
       key::numbers("period", 0, std::nullopt, "s", "T of each; M2 has 44714"),
       key::numbers("phase", 0, std::nullopt, "degrees", "of each; unset: 0"),
       key::duration("t_ref", 0.0, "time at which phases count from"), concentration});
  return {{"wall", "nothing passes", {}},
          {"open",
           "where water or dry ground falls towards the side at the start, it leaves at its normal depth; elsewhere it "
           "meets what was there at the start",
           with_place({concentration})},
          {"free", "water falls off the edge: critical outflow; nothing enters", with_place({})},
          {"normal_depth", "water leaves at its normal depth, by Manning; nothing enters",
           with_place({key::number("slope", std::nullopt, "",
                                   "of the ground beyond; unset: the mean fall of the ground "
                                   "over the last five cells of the range")
                           .above(0)})},
          {"level", "the water outside stands at a level: value plus constituents of a tide, or a series", level},
          {"radiation", "the same, and waves leave without an echo: the level holds far outside", level},
          {"rating", "the level of the water says what discharge leaves; nothing enters",
           with_place({key::path("path", std::nullopt,
                                 "a file of two columns, level (m) and discharge (m^3/s) over the whole range")})},
          {"discharge", "a discharge enters over the range, shared by what each place conveys",
           with_place({key::number("value", std::nullopt, "m^3/s", "inwards; negative: it is drawn off"), path,
                       concentration})},
          {"periodic", "what leaves here enters at the opposite side, which must be periodic too", {}}};
}

}  // namespace shallow_water
