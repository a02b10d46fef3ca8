// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "run/config_reader.hpp"

#include <algorithm>

#include "run/convert.hpp"
#include "tessera/error.hpp"
#include "tessera/run/spelling.hpp"

namespace tessera {
namespace {

Form const* find_form(Key const& key, std::string const& type) {
  auto const found = std::find_if(key.forms.begin(), key.forms.end(), [&](Form const& f) { return f.type == type; });
  return found == key.forms.end() ? nullptr : &*found;
}

std::vector<std::string> form_names(Key const& key) {
  std::vector<std::string> names;
  for (auto const& form : key.forms) names.push_back(form.type);
  return names;
}

/// Of a variant's value the table that "[1]" means, or all of it where `place` is empty.
RawValue& part_of(RawValue& whole, std::string const& name, std::string const& place, std::string const& origin) {
  bool const list = whole.kind == RawValue::Kind::array;
  if (place.empty() && !list) return whole;
  for (std::size_t k = 0; list && k < whole.items.size(); ++k) {
    if (place == place_text(k)) return whole.items[k];
  }
  throw InputError(origin + ": " + name + ": " +
                   (list ? "is a list of " + std::to_string(whole.items.size()) + " (" + whole.origin +
                               "); say which by its place, from [0]"
                         : "is no list (" + whole.origin + "); leave out " + place));
}

RawValue empty_table(RawValue const& like) {
  RawValue table;
  table.kind = RawValue::Kind::table;
  table.origin = like.origin;
  table.from_override = like.from_override;
  return table;
}

}  // namespace

void ConfigReader::read_file(std::filesystem::path const& file) {
  m_folder = std::filesystem::absolute(file).parent_path();
  RawValue const root = read_toml_file(file);
  for (std::size_t i = 0; i < root.names.size(); ++i) {
    std::string const& name = root.names[i];
    RawValue const& value = root.items[i];
    if (!m_config.schema().has_table(name)) refuse_key(name, value.origin);
    if (value.kind != RawValue::Kind::table) {
      throw InputError(value.origin + ": " + name + ": expected a table [" + name + "], got " + kind_name(value));
    }
    take_table(name, value);
  }
}

void ConfigReader::take_table(std::string const& name, RawValue const& table) {
  for (std::size_t i = 0; i < table.names.size(); ++i) {
    std::string const full = name + "." + table.names[i];
    Key const* key = m_config.schema().find(full);
    if (!key) refuse_key(full, table.items[i].origin);
    take(*key, full, table.items[i]);
  }
}

void ConfigReader::take(Key const& key, std::string const& written_name, RawValue const& value) {
  auto const there = m_raw.find(key.name);
  if (there != m_raw.end() && !value.from_override) {
    throw InputError(value.origin + ": " + written_name + ": said already at " + there->second.origin);
  }
  m_raw[key.name] = value;
  note_name(key, written_name);
}

void ConfigReader::note_name(Key const& key, std::string const& written) {
  if (written != key.name) m_config.m_written[key.name] = written;
}

void ConfigReader::read_override(std::string const& text) {
  auto const [name, value] = tessera::read_override(text);
  if (Key const* key = m_config.schema().find(name)) {
    take(*key, name, value);
  } else if (!take_field(name, value)) {
    refuse_key(name, value.origin);
  }
}

/// An override of one field of a variant, as in `boundary.x_low.value=3`. A new type starts afresh.
bool ConfigReader::take_field(std::string const& name, RawValue const& value) {
  auto const dot = name.rfind('.');
  if (dot == std::string::npos) return false;
  auto const bracket = std::min(name.find('['), dot);
  Key const* key = m_config.schema().find(name.substr(0, bracket));
  if (!key || key->type != ValueType::variant) return false;
  auto there = m_raw.find(key->name);
  if (there == m_raw.end()) {
    RawValue const start = key->default_text ? read_toml_value(*key->default_text, "default") : empty_table(value);
    there = m_raw.emplace(key->name, start).first;
    note_name(*key, name.substr(0, bracket));
  }
  RawValue& table = part_of(there->second, name.substr(0, dot), name.substr(bracket, dot - bracket), value.origin);
  if (table.kind != RawValue::Kind::table) table = empty_table(value);
  std::string const field = name.substr(dot + 1);
  RawValue const* type = table.member("type");
  if (field == "type" && !(type && type->text == value.text)) table = empty_table(value);
  table.set_member(field, value);
  return true;
}

void ConfigReader::refuse_key(std::string const& name, std::string const& origin) const {
  auto const dot = name.find('.');
  std::vector<std::string> all, near;
  for (auto const& key : m_config.schema().keys()) {
    all.push_back(key.name);
    auto const key_dot = key.name.find('.');
    bool const same_table = dot != std::string::npos && key.name.substr(0, key_dot) == name.substr(0, dot);
    bool const same_key = key.name.substr(key_dot + 1) == name.substr(dot == std::string::npos ? 0 : dot + 1);
    if (same_table || same_key) near.push_back(key.name);
    if (same_key) throw InputError(origin + ": " + name + ": no such key; did you mean \"" + key.name + "\"?");
  }
  for (auto const& alias : m_config.schema().aliases()) all.push_back(alias.other);
  if (dot == std::string::npos) {
    std::vector<std::string> tables;
    for (auto const& table : m_config.schema().tables()) tables.push_back(table.name);
    throw InputError(origin + ": " + name + ": no such table" + spelling_hint(name, tables));
  }
  bool const likely = !nearest_spelling(name, all).empty();
  throw InputError(origin + ": " + name + ": no such key" + spelling_hint(name, likely || near.empty() ? all : near));
}

void ConfigReader::settle(std::vector<std::string> const& group) {
  bool const overridden = std::any_of(group.begin(), group.end(), [&](std::string const& name) {
    return m_raw.contains(name) && m_raw.at(name).from_override;
  });
  std::string first;
  for (auto const& name : group) {
    auto const there = m_raw.find(name);
    if (there == m_raw.end()) continue;
    if (overridden && !there->second.from_override) {
      m_raw.erase(there);
    } else if (first.empty()) {
      first = name;
    } else {
      throw InputError(there->second.origin + ": " + name + ": excludes " + first + " (" + m_raw.at(first).origin +
                       "); give only one of them");
    }
  }
  for (auto const& name : group) m_without_default[name] = !first.empty();
}

void ConfigReader::finish() {
  for (auto const& group : m_config.schema().exclusives()) settle(group);
  for (auto const& key : m_config.schema().keys()) {
    auto const there = m_raw.find(key.name);
    if (there != m_raw.end()) {
      enter_given(key, there->second, true);
    } else if (key.default_text && !m_without_default[key.name]) {
      enter_given(key, read_toml_value(*key.default_text, "default"), false);
    }
  }
}

void ConfigReader::enter_given(Key const& key, RawValue const& raw, bool given) {
  if (key.type == ValueType::variant) return enter_variant(key, raw, given);
  auto const folder = raw.from_override ? std::filesystem::current_path() : m_folder;
  m_config.m_entries[key.name] = {convert(key, m_config.written(key.name), raw, folder), raw.origin, given,
                                  key.type == ValueType::path};
}

void ConfigReader::enter_variant(Key const& key, RawValue const& raw, bool given) {
  if (!key.several || raw.kind != RawValue::Kind::array) return enter_table(key, key.name, raw, given);
  if (raw.items.empty()) {
    throw InputError(raw.origin + ": " + m_config.written(key.name) + ": expected " + expectation(key) +
                     ", got an empty list");
  }
  Key one = key;
  one.several = false;
  for (std::size_t k = 0; k < raw.items.size(); ++k) enter_table(one, key.name + place_text(k), raw.items[k], given);
}

/// One inline table of a variant; `key_name` is the variant's name, with the place in its list.
void ConfigReader::enter_table(Key const& key, std::string const& key_name, RawValue const& raw, bool given) {
  std::string const shown = m_config.written(key_name);
  if (raw.kind != RawValue::Kind::table) {
    throw InputError(raw.origin + ": " + shown + ": expected " + expectation(key) + ", got " + kind_name(raw));
  }
  RawValue const* type = raw.member("type");
  if (!type) throw InputError(raw.origin + ": " + shown + ": needs a type: " + expectation(key));
  Key const type_key = key::choice("type", form_names(key), std::nullopt, "");
  std::string const type_name = key_name + ".type";
  auto const value = convert(type_key, shown + ".type", *type, {});
  m_config.m_entries[type_name] = {value, type->origin, given, false};
  Form const& form = *find_form(key, std::get<std::string>(value));

  std::vector<std::string> known{"type"};
  for (auto const& field : form.fields) {
    known.push_back(field.name);
    std::string const name = key_name + "." + field.name;
    auto const enter = [&](RawValue const& field_raw, bool field_given) {
      auto const folder = field_raw.from_override ? std::filesystem::current_path() : m_folder;
      m_config.m_entries[name] = {convert(field, shown + "." + field.name, field_raw, folder), field_raw.origin,
                                  field_given, field.type == ValueType::path};
    };
    if (RawValue const* there = raw.member(field.name)) {
      enter(*there, given);
    } else if (field.default_text) {
      enter(read_toml_value(*field.default_text, "default"), false);
    }
  }
  for (std::size_t i = 0; i < raw.names.size(); ++i) {
    if (std::count(known.begin(), known.end(), raw.names[i]) == 0) {
      throw InputError(raw.items[i].origin + ": " + shown + "." + raw.names[i] + ": no such key for type \"" +
                       form.type + "\"" + spelling_hint(raw.names[i], known));
    }
  }
}

}  // namespace tessera
