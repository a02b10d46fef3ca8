// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <toml++/toml.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <optional>
#include <regex>
#include <sstream>

#include "run/raw_value.hpp"
#include "tessera/error.hpp"

namespace tessera {
namespace {

/// Where values come from: a file, whose lines are named, or one override.
struct Source {
  std::string name;
  bool is_override = false;

  [[nodiscard]] std::string at(toml::source_region const& region) const {
    return is_override ? name : name + ":" + std::to_string(region.begin.line);
  }
};

RawValue to_raw(toml::node const& node, Source const& source);

void add_members(RawValue& raw, toml::table const& table, Source const& source) {
  raw.kind = RawValue::Kind::table;
  for (auto const& [name, member] : table) raw.set_member(std::string(name.str()), to_raw(member, source));
}

RawValue to_raw(toml::node const& node, Source const& source) {
  RawValue raw;
  raw.origin = source.at(node.source());
  raw.from_override = source.is_override;
  if (auto const* table = node.as_table()) {
    add_members(raw, *table, source);
  } else if (auto const* array = node.as_array()) {
    raw.kind = RawValue::Kind::array;
    for (auto const& item : *array) raw.items.push_back(to_raw(item, source));
  } else if (auto const* boolean = node.as_boolean()) {
    raw.kind = RawValue::Kind::boolean;
    raw.boolean = boolean->get();
  } else if (auto const* integer = node.as_integer()) {
    raw.kind = RawValue::Kind::integer;
    raw.integer = integer->get();
    raw.number = static_cast<double>(raw.integer);
  } else if (auto const* number = node.as_floating_point()) {
    raw.kind = RawValue::Kind::number;
    raw.number = number->get();
  } else if (auto const* text = node.as_string()) {
    raw.kind = RawValue::Kind::text;
    raw.text = text->get();
  }
  return raw;
}

/// The value that `toml` alone stands for; none if it is not a TOML value.
std::optional<RawValue> try_value(std::string_view toml, Source const& source) {
  try {
    auto const table = toml::parse("v = " + std::string(toml));
    if (table.size() != 1) return std::nullopt;
    return to_raw(*table.get("v"), source);
  } catch (toml::parse_error const&) {
    return std::nullopt;
  }
}

/// `{type=neumann, at=[a, 1]}` with its barewords put in quotes.
std::string quote_barewords(std::string const& text) {
  static std::regex const bareword(R"(([=\[,]\s*)([A-Za-z_./][^,=\[\]{}"']*?)(?=\s*[,\]}]))");
  std::string quoted;
  auto rest = text.cbegin();
  for (std::sregex_iterator match(text.begin(), text.end(), bareword), end; match != end; ++match) {
    std::string const word = (*match)[2];
    bool const is_value = word == "true" || word == "false" || word == "inf" || word == "nan";
    quoted.append(rest, (*match)[2].first);
    quoted += is_value ? word : '"' + word + '"';
    rest = (*match)[2].second;
  }
  return quoted.append(rest, text.cend());
}

}  // namespace

RawValue const* RawValue::member(std::string_view name) const {
  auto const found = std::find(names.begin(), names.end(), name);
  return found == names.end() ? nullptr : &items[static_cast<std::size_t>(found - names.begin())];
}
RawValue* RawValue::member(std::string_view name) {
  return const_cast<RawValue*>(static_cast<RawValue const*>(this)->member(name));
}

void RawValue::set_member(std::string const& name, RawValue value) {
  if (RawValue* there = member(name)) {
    *there = std::move(value);
  } else {
    names.push_back(name);
    items.push_back(std::move(value));
  }
}

std::string place_text(std::size_t place) { return "[" + std::to_string(place) + "]"; }

std::string kind_name(RawValue const& value) {
  switch (value.kind) {
    case RawValue::Kind::boolean: return "a boolean";
    case RawValue::Kind::integer: return "an integer";
    case RawValue::Kind::number: return "a number";
    case RawValue::Kind::text: return "the text \"" + value.text + "\"";
    case RawValue::Kind::array: return "a list";
    case RawValue::Kind::table: return "a table";
    case RawValue::Kind::other: break;
  }
  return "a date or time";
}

RawValue read_toml_file(std::filesystem::path const& file) {
  if (std::filesystem::is_directory(file)) throw InputError(file.string() + ": this is a folder, not a config");
  errno = 0;
  std::ifstream stream(file, std::ios::binary);
  if (!stream) throw InputError(file.string() + ": cannot read the config: " + std::strerror(errno ? errno : EIO));
  std::stringstream text;
  text << stream.rdbuf();
  Source const source{file.string()};
  try {
    return to_raw(toml::parse(text.str()), source);
  } catch (toml::parse_error const& error) {
    throw InputError(source.at(error.source()) + ": not valid TOML: " + std::string(error.description()));
  }
}

RawValue read_toml_value(std::string_view toml, std::string const& origin) {
  auto const value = try_value(toml, {origin, true});
  if (!value) throw std::logic_error("schema: " + std::string(toml) + " is not a TOML value");
  return *value;
}

std::pair<std::string, RawValue> read_override(std::string const& text) {
  std::string const origin = "--set " + text;
  auto const equals = text.find('=');
  if (equals == std::string::npos || equals == 0) throw InputError(origin + ": expected table.key=value");
  auto const trimmed = [](std::string const& part) {
    auto const first = part.find_first_not_of(" \t");
    return first == std::string::npos ? "" : part.substr(first, part.find_last_not_of(" \t") - first + 1);
  };
  std::string const name = trimmed(text.substr(0, equals));
  std::string const written = trimmed(text.substr(equals + 1));
  Source const source{origin, true};
  auto value = try_value(written, source);
  if (!value && (written.starts_with('{') || written.starts_with('['))) {
    value = try_value(quote_barewords(written), source);
    if (!value) throw InputError(origin + ": \"" + written + "\" is not a valid TOML value");
  }
  if (!value) {
    value.emplace();
    value->kind = RawValue::Kind::text;
    value->origin = origin;
    value->from_override = true;
    value->text = written;
  }
  bool const scalar = value->kind != RawValue::Kind::array && value->kind != RawValue::Kind::table;
  if (scalar && value->kind != RawValue::Kind::text) value->text = written;
  return {name, *value};
}

}  // namespace tessera
