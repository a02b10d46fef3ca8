// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tessera {

/// A value as it was written, before a schema says what it should be.
struct RawValue {
  enum class Kind { boolean, integer, number, text, array, table, other };

  Kind kind = Kind::other;
  bool boolean = false;
  long integer = 0;
  double number = 0;
  std::string text;                ///< of a text; of an override also how any other value was written
  std::vector<std::string> names;  ///< of the members of a table
  std::vector<RawValue> items;     ///< of an array or a table
  std::string origin;              ///< "case.toml:12"
  bool from_override = false;

  /// The member of a table; nullptr if there is none.
  [[nodiscard]] RawValue* member(std::string_view name);
  [[nodiscard]] RawValue const* member(std::string_view name) const;
  /// Sets or adds a member of a table.
  void set_member(std::string const& name, RawValue value);
};

/// "an integer", "a text" and the like.
[[nodiscard]] std::string kind_name(RawValue const& value);

/// "[2]", the place of a value in a list as names of keys have it.
[[nodiscard]] std::string place_text(std::size_t place);

/// The root table of a TOML file. Throws `InputError` with the line if it is not TOML.
[[nodiscard]] RawValue read_toml_file(std::filesystem::path const& file);

/// A value written as TOML, as a schema's defaults are.
[[nodiscard]] RawValue read_toml_value(std::string_view toml, std::string const& origin);

/// The name and value of an override "table.key=value"; what is not TOML is taken as a text.
[[nodiscard]] std::pair<std::string, RawValue> read_override(std::string const& text);

}  // namespace tessera
