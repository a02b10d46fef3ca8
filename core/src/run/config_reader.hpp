// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "run/raw_value.hpp"
#include "tessera/run/config.hpp"

namespace tessera {

/// Fills a config: collects what the file and the overrides say, settles what excludes what, and converts the rest.
class ConfigReader {
 public:
  explicit ConfigReader(Config& config) : m_config(config) {}

  void read_file(std::filesystem::path const& file);
  void read_override(std::string const& text);
  /// To be called once, after all has been read.
  void finish();

 private:
  void take_table(std::string const& name, RawValue const& table);
  void take(Key const& key, std::string const& written_name, RawValue const& value);
  /// Remembers by which of its names a key was given, for messages.
  void note_name(Key const& key, std::string const& written);
  bool take_field(std::string const& name, RawValue const& value);
  [[noreturn]] void refuse_key(std::string const& name, std::string const& origin) const;

  void settle(std::vector<std::string> const& group);
  void enter_given(Key const& key, RawValue const& raw, bool given);
  void enter_variant(Key const& key, RawValue const& raw, bool given);
  void enter_table(Key const& key, std::string const& name, RawValue const& raw, bool given);

  Config& m_config;
  std::filesystem::path m_folder;         ///< of the file
  std::map<std::string, RawValue> m_raw;  ///< by the key's own name
  std::map<std::string, bool> m_without_default;
};

}  // namespace tessera
