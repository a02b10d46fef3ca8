// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "run/convert.hpp"

#include <algorithm>
#include <cmath>

#include "tessera/error.hpp"
#include "tessera/run/format.hpp"
#include "tessera/run/spelling.hpp"

namespace tessera {
namespace {

std::string quoted_list(std::vector<std::string> const& words) {
  std::string list;
  for (auto const& word : words) list += (list.empty() ? "\"" : " or \"") + word + "\"";
  return list;
}

/// ", at least 1, below 2.5"
std::string range_text(Key const& key) {
  bool const whole = key.type == ValueType::integer || key.type == ValueType::integers;
  auto const bound = [&](double value) {
    return whole ? std::to_string(static_cast<long>(value)) : human_number(value, 12);
  };
  std::string text;
  if (key.low) text += (key.low_excluded ? ", above " : ", at least ") + bound(*key.low);
  if (key.high) text += (key.high_excluded ? ", below " : ", at most ") + bound(*key.high);
  return text;
}

/// Converts what was written for one key.
class Conversion {
 public:
  Conversion(Key const& key, std::string const& name, RawValue const& raw, std::filesystem::path const& folder)
      : m_key(key), m_name(name), m_raw(raw), m_folder(folder) {}

  Config::Value value() const {
    if (m_key.type == ValueType::choice) return word();
    if (is_text(m_raw) && std::count(m_key.words.begin(), m_key.words.end(), m_raw.text) > 0) return m_raw.text;
    switch (m_key.type) {
      case ValueType::boolean: return boolean();
      case ValueType::integer: return integer(m_raw);
      case ValueType::number: return number(m_raw);
      case ValueType::duration: return duration();
      case ValueType::path: return (m_folder / text()).lexically_normal().string();
      case ValueType::integers: return list<long>([this](RawValue const& item) { return integer(item); });
      case ValueType::numbers: return list<double>([this](RawValue const& item) { return number(item); });
      default: return text();
    }
  }

 private:
  [[noreturn]] void refuse(RawValue const& raw, std::string const& message) const {
    throw InputError(raw.origin + ": " + m_name + ": " + message);
  }
  [[noreturn]] void refuse_kind(RawValue const& raw) const {
    std::string hint;
    if (is_text(raw) && !m_key.words.empty()) {
      auto const nearest = nearest_spelling(raw.text, m_key.words);
      if (!nearest.empty()) hint = "; did you mean \"" + nearest + "\"?";
    }
    refuse(raw, "expected " + expectation(m_key) + ", got " + kind_name(raw) + hint);
  }

  static bool is_text(RawValue const& raw) { return raw.kind == RawValue::Kind::text; }
  static bool is_scalar(RawValue const& raw) {
    return raw.kind != RawValue::Kind::array && raw.kind != RawValue::Kind::table;
  }

  bool boolean() const {
    if (m_raw.kind != RawValue::Kind::boolean) refuse_kind(m_raw);
    return m_raw.boolean;
  }

  /// A text in quotes, or whatever an override says.
  std::string text() const {
    if (!is_text(m_raw) && !(m_raw.from_override && is_scalar(m_raw))) refuse_kind(m_raw);
    return m_raw.text;
  }

  std::string word() const {
    std::string const given = text();
    if (std::count(m_key.words.begin(), m_key.words.end(), given) == 0) {
      auto const nearest = nearest_spelling(given, m_key.words);
      std::string const hint = nearest.empty() ? "" : "; did you mean \"" + nearest + "\"?";
      refuse(m_raw, "\"" + given + "\" is not " + quoted_list(m_key.words) + hint);
    }
    return given;
  }

  void check_range(RawValue const& raw, double value, std::string const& shown) const {
    std::string const fault = range_fault(m_key, value, shown);
    if (!fault.empty()) refuse(raw, fault);
  }

  long integer(RawValue const& raw) const {
    if (raw.kind != RawValue::Kind::integer) refuse_kind(raw);
    check_range(raw, static_cast<double>(raw.integer), std::to_string(raw.integer));
    return raw.integer;
  }

  double number(RawValue const& raw) const {
    if (raw.kind != RawValue::Kind::number && raw.kind != RawValue::Kind::integer) refuse_kind(raw);
    if (!std::isfinite(raw.number)) refuse(raw, exact_number(raw.number) + " is not a finite number");
    check_range(raw, raw.number, human_number(raw.number, 12));
    return raw.number;
  }

  double duration() const {
    if (!is_text(m_raw)) return number(m_raw);
    auto const seconds = parse_duration(m_raw.text);
    if (!seconds) refuse_kind(m_raw);
    check_range(m_raw, *seconds, "\"" + m_raw.text + "\"");
    return *seconds;
  }

  template <class T, class Item>
  std::vector<T> list(Item const& item) const {
    if (m_raw.kind != RawValue::Kind::array) refuse_kind(m_raw);
    auto const size = m_raw.items.size();
    if (size == 0 || (m_key.count > 0 && size != static_cast<std::size_t>(m_key.count))) {
      refuse(m_raw, "expected " + expectation(m_key) + ", got " + std::to_string(size));
    }
    std::vector<T> values;
    for (auto const& raw : m_raw.items) values.push_back(item(raw));
    return values;
  }

  Key const& m_key;
  std::string const& m_name;
  RawValue const& m_raw;
  std::filesystem::path const& m_folder;
};

}  // namespace

Config::Value convert(Key const& key, std::string const& name, RawValue const& raw,
                      std::filesystem::path const& folder) {
  return Conversion(key, name, raw, folder).value();
}

std::string range_fault(Key const& key, double value, std::string const& shown) {
  bool const too_low = key.low && (key.low_excluded ? !(value > *key.low) : !(value >= *key.low));
  bool const too_high = key.high && (key.high_excluded ? !(value < *key.high) : !(value <= *key.high));
  return too_low || too_high ? shown + " is out of range: expected " + expectation(key) : std::string();
}

std::string expectation(Key const& key) {
  auto const list = [&](std::string const& what) {
    if (key.count == 1) return "a list of 1 " + what + range_text(key);
    return (key.count > 0 ? std::to_string(key.count) + " " + what : "a list of " + what) + "s" + range_text(key);
  };
  std::string const or_words = key.words.empty() ? "" : " or " + quoted_list(key.words);
  switch (key.type) {
    case ValueType::boolean: return "true or false";
    case ValueType::integer: return "an integer" + range_text(key) + or_words;
    case ValueType::number: return "a number" + range_text(key) + or_words;
    case ValueType::text: return "a text in quotes";
    case ValueType::choice: return quoted_list(key.words);
    case ValueType::path: return "a path in quotes";
    case ValueType::duration: return "seconds or a text such as \"6 h\"" + range_text(key) + or_words;
    case ValueType::integers: return list("integer") + or_words;
    case ValueType::numbers: return list("number") + or_words;
    case ValueType::variant: break;
  }
  std::string forms;
  for (auto const& form : key.forms) forms += (forms.empty() ? "{ type = \"" : " or \"") + form.type + "\"";
  return forms + " ... }" + (key.several ? ", or a list of such" : "");
}

}  // namespace tessera
