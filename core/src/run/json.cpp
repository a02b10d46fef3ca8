// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tessera/run/json.hpp"

#include <cmath>
#include <cstdio>

#include "tessera/run/format.hpp"

namespace tessera {
namespace {

std::string json_string(std::string_view text) {
  std::string result = "\"";
  for (unsigned char const letter : text) {
    if (letter == '"' || letter == '\\') {
      result += '\\';
      result += static_cast<char>(letter);
    } else if (letter == '\n') {
      result += "\\n";
    } else if (letter < 0x20) {
      char escaped[8];
      std::snprintf(escaped, sizeof escaped, "\\u%04x", letter);
      result += escaped;
    } else {
      result += static_cast<char>(letter);
    }
  }
  return result + '"';
}

std::string number(double value) { return std::isfinite(value) ? exact_number(value) : "null"; }

template <class T, class Text>
std::string list(std::vector<T> const& values, Text const& text) {
  std::string result = "[";
  for (auto const& value : values) result += (result.size() > 1 ? ", " : "") + text(value);
  return result + "]";
}

}  // namespace

JsonObject& JsonObject::put(std::string_view key, std::string json) {
  m_members.push_back({std::string(key), std::move(json)});
  return *this;
}

JsonObject& JsonObject::add(std::string_view key, std::string_view value) { return put(key, json_string(value)); }
JsonObject& JsonObject::add(std::string_view key, double value) { return put(key, number(value)); }
JsonObject& JsonObject::add(std::string_view key, long value) { return put(key, std::to_string(value)); }
JsonObject& JsonObject::add(std::string_view key, bool value) { return put(key, value ? "true" : "false"); }
JsonObject& JsonObject::add_null(std::string_view key) { return put(key, "null"); }

JsonObject& JsonObject::add(std::string_view key, std::vector<long> const& values) {
  return put(key, list(values, [](long value) { return std::to_string(value); }));
}

JsonObject& JsonObject::add(std::string_view key, std::vector<double> const& values) {
  return put(key, list(values, number));
}

JsonObject& JsonObject::add(std::string_view key, JsonObject const& object) {
  std::string nested = object.text();
  nested.pop_back();
  for (auto at = nested.find('\n'); at != std::string::npos; at = nested.find('\n', at + 1))
    nested.insert(at + 1, "  ");
  return put(key, nested);
}

std::string JsonObject::text() const {
  std::string result = "{";
  for (auto const& [key, json] : m_members)
    result += (result.size() > 1 ? ",\n  " : "\n  ") + json_string(key) + ": " + json;
  return result + "\n}\n";
}

}  // namespace tessera
