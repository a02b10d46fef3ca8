// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tessera/run/schema.hpp"

#include <algorithm>
#include <stdexcept>

#include "tessera/run/config.hpp"
#include "tessera/run/format.hpp"

namespace tessera {

Key Key::at_least(double bound) const {
  Key key = *this;
  key.low = bound;
  key.low_excluded = false;
  return key;
}

Key Key::above(double bound) const {
  Key key = at_least(bound);
  key.low_excluded = true;
  return key;
}

Key Key::at_most(double bound) const {
  Key key = *this;
  key.high = bound;
  key.high_excluded = false;
  return key;
}

Key Key::below(double bound) const {
  Key key = at_most(bound);
  key.high_excluded = true;
  return key;
}

Key Key::or_words(std::vector<std::string> allowed) const {
  Key key = *this;
  key.words = std::move(allowed);
  if (!key.default_text) key.default_text = to_toml(key.words.front());
  return key;
}

Key Key::or_several() const {
  Key key = *this;
  key.several = true;
  return key;
}

namespace key {
namespace {

template <class T>
Key make(std::string name, ValueType type, std::optional<T> value, std::string unit, std::string meaning) {
  Key key;
  key.name = std::move(name);
  key.type = type;
  if (value) key.default_text = to_toml(*value);
  key.unit = std::move(unit);
  key.meaning = std::move(meaning);
  return key;
}

}  // namespace

Key boolean(std::string name, bool value, std::string meaning) {
  return make(std::move(name), ValueType::boolean, std::optional(value), "", std::move(meaning));
}

Key integer(std::string name, std::optional<long> value, std::string unit, std::string meaning) {
  return make(std::move(name), ValueType::integer, value, std::move(unit), std::move(meaning));
}

Key number(std::string name, std::optional<double> value, std::string unit, std::string meaning) {
  return make(std::move(name), ValueType::number, value, std::move(unit), std::move(meaning));
}

Key text(std::string name, std::optional<std::string> value, std::string meaning) {
  return make(std::move(name), ValueType::text, value, "", std::move(meaning));
}

Key choice(std::string name, std::vector<std::string> words, std::optional<std::string> value, std::string meaning) {
  Key key = make(std::move(name), ValueType::choice, value, "", std::move(meaning));
  key.words = std::move(words);
  return key;
}

Key path(std::string name, std::optional<std::string> value, std::string meaning) {
  return make(std::move(name), ValueType::path, value, "", std::move(meaning));
}

Key duration(std::string name, std::optional<double> seconds, std::string meaning) {
  return make(std::move(name), ValueType::duration, seconds, "s", std::move(meaning));
}

Key integers(std::string name, int count, std::optional<std::vector<long>> value, std::string unit,
             std::string meaning) {
  Key key = make(std::move(name), ValueType::integers, value, std::move(unit), std::move(meaning));
  key.count = count;
  return key;
}

Key numbers(std::string name, int count, std::optional<std::vector<double>> value, std::string unit,
            std::string meaning) {
  Key key = make(std::move(name), ValueType::numbers, value, std::move(unit), std::move(meaning));
  key.count = count;
  return key;
}

Key variant(std::string name, std::vector<Form> forms, std::optional<std::string> value, std::string meaning) {
  Key key = make(std::move(name), ValueType::variant, std::optional<std::string>{}, "", std::move(meaning));
  key.forms = std::move(forms);
  key.default_text = std::move(value);
  return key;
}

}  // namespace key

Schema& Schema::table(std::string name, std::string meaning) {
  m_tables.push_back({std::move(name), std::move(meaning)});
  return *this;
}

Schema& Schema::add(Key key) {
  auto const dot = key.name.find('.');
  if (dot == std::string::npos || !has_table(key.name.substr(0, dot))) {
    throw std::logic_error("schema: there is no table for the key " + key.name);
  }
  if (find(key.name)) throw std::logic_error("schema: the key " + key.name + " is there twice");
  m_keys.push_back(std::move(key));
  return *this;
}

Schema& Schema::exclusive(std::vector<std::string> names) {
  m_exclusives.push_back(std::move(names));
  return *this;
}

Schema& Schema::alias(std::string other, std::string name) {
  m_aliases.push_back({std::move(other), std::move(name)});
  return *this;
}

Key const* Schema::find(std::string_view name) const {
  for (auto const& alias : m_aliases) {
    if (alias.other == name) return find(alias.name);
  }
  auto const found = std::find_if(m_keys.begin(), m_keys.end(), [&](Key const& key) { return key.name == name; });
  return found == m_keys.end() ? nullptr : &*found;
}

bool Schema::has_table(std::string_view name) const {
  return std::any_of(m_tables.begin(), m_tables.end(), [&](Table const& table) { return table.name == name; });
}

}  // namespace tessera
