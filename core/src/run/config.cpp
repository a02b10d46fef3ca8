// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tessera/run/config.hpp"

#include <stdexcept>

#include "run/config_reader.hpp"
#include "run/raw_value.hpp"
#include "tessera/error.hpp"

namespace tessera {

Config::Config(Schema schema, std::optional<std::filesystem::path> const& file,
               std::vector<std::string> const& overrides)
    : m_schema(std::move(schema)) {
  ConfigReader reader(*this);
  if (file) reader.read_file(*file);
  for (auto const& text : overrides) reader.read_override(text);
  reader.finish();
}

std::string Config::canonical(std::string_view name) const {
  Key const* key = m_schema.find(name);
  if (key) return key->type == ValueType::variant ? key->name + ".type" : key->name;
  auto const bracket = name.find('[');
  auto const end = bracket == std::string_view::npos ? name.rfind('.') : bracket;
  Key const* variant = end == std::string_view::npos ? nullptr : m_schema.find(name.substr(0, end));
  if (!variant) throw std::logic_error("config: the schema has no key " + std::string(name));
  return variant->name + std::string(name.substr(end)) + (name.ends_with(']') ? ".type" : "");
}

Config::Entry const* Config::find(std::string_view name) const {
  auto const found = m_entries.find(canonical(name));
  return found == m_entries.end() ? nullptr : &found->second;
}

template <class T>
T const& Config::get(std::string_view name) const {
  Entry const* entry = find(name);
  if (!entry) throw InputError(std::string(name) + " is needed and neither the config nor --set says it");
  T const* value = std::get_if<T>(&entry->value);
  if (!value) throw std::logic_error("config: " + std::string(name) + " is of another type");
  return *value;
}

bool Config::has(std::string_view name) const { return find(name) != nullptr; }

bool Config::given(std::string_view name) const {
  Entry const* entry = find(name);
  return entry && entry->given;
}

bool Config::boolean(std::string_view name) const { return get<bool>(name); }
long Config::integer(std::string_view name) const { return get<long>(name); }
double Config::number(std::string_view name) const { return get<double>(name); }
std::string const& Config::text(std::string_view name) const { return get<std::string>(name); }
std::filesystem::path Config::path(std::string_view name) const { return get<std::string>(name); }
std::vector<long> const& Config::integers(std::string_view name) const { return get<std::vector<long>>(name); }
std::vector<double> const& Config::numbers(std::string_view name) const { return get<std::vector<double>>(name); }

std::vector<std::string> Config::parts(std::string_view name) const {
  std::string const key(name);
  if (has(key)) return {key};
  std::vector<std::string> names;
  while (has(key + place_text(names.size()))) names.push_back(key + place_text(names.size()));
  return names;
}

bool Config::is_word(std::string_view name) const {
  Entry const* entry = find(name);
  return entry && std::holds_alternative<std::string>(entry->value);
}

std::string Config::where(std::string_view name) const {
  Entry const* entry = find(name);
  return entry ? entry->origin : "unset";
}

std::string Config::written(std::string_view name) const {
  for (auto const& [key, alias] : m_written) {
    bool const whole = name.size() == key.size();
    if (name.starts_with(key) && (whole || name[key.size()] == '.' || name[key.size()] == '[')) {
      return alias + std::string(name.substr(key.size()));
    }
  }
  return std::string(name);
}

void Config::refuse(std::string_view name, std::string const& message) const {
  std::string const origin = where(name);
  bool const placed = origin != "default" && origin != "unset";
  throw InputError((placed ? origin + ": " : "") + written(name) + ": " + message);
}

}  // namespace tessera
