// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "run/file_values.hpp"

#include "tessera/error.hpp"
#include "tessera/run/units.hpp"

namespace tessera::detail {

std::string file_unit(Config const& config, std::string const& name) {
  if (Key const* const whole = config.schema().find(name)) return whole->unit;
  auto const dot = name.rfind('.');
  std::string const variant_name = name.substr(0, dot), field_name = name.substr(dot + 1);
  Key const* const variant = config.schema().find(variant_name.substr(0, variant_name.find('[')));
  if (variant == nullptr) return {};
  for (Form const& form : variant->forms) {
    if (form.type != config.text(variant_name + ".type")) continue;
    for (Key const& field : form.fields) {
      if (field.name == field_name) return field.unit;
    }
  }
  return {};
}

void change_units(std::vector<double>& values, std::string_view told, std::string_view wanted,
                  std::string const& place) {
  UnitChange change;
  try {
    change = unit_change(told, wanted);
  } catch (InputError const& error) {
    throw InputError(place + ": " + error.what() + "; correct the file's unit or its values");
  }
  if (!change.changes()) return;
  for (double& value : values) value = change(value);
}

}  // namespace tessera::detail
