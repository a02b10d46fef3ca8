// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tessera {

/// A JSON object that is written key by key, in that order.
class JsonObject {
 public:
  JsonObject& add(std::string_view key, std::string_view value);
  JsonObject& add(std::string_view key, char const* value) { return add(key, std::string_view(value)); }
  /// NaN and infinity, which JSON does not have, become null.
  JsonObject& add(std::string_view key, double value);
  JsonObject& add(std::string_view key, long value);
  JsonObject& add(std::string_view key, int value) { return add(key, static_cast<long>(value)); }
  JsonObject& add(std::string_view key, bool value);
  JsonObject& add(std::string_view key, std::vector<long> const& values);
  JsonObject& add(std::string_view key, std::vector<double> const& values);
  JsonObject& add(std::string_view key, JsonObject const& object);
  JsonObject& add_null(std::string_view key);

  /// The object as text, one member per line, ending in a line break.
  [[nodiscard]] std::string text() const;

 private:
  JsonObject& put(std::string_view key, std::string json);

  std::vector<std::pair<std::string, std::string>> m_members;  ///< keys, and values as JSON
};

}  // namespace tessera
