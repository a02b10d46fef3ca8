// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "tessera/run/schema.hpp"

namespace tessera {

/// A config that was read and checked against a schema: every key has a value of its type, or is unset. The fields of
/// a variant are keys of their own: `boundary.x_low.type`, `boundary.x_low.value`; those of one in a list have its
/// place in their names, from 0: `boundary.x_low[1].value`.
class Config {
 public:
  using Value = std::variant<bool, long, double, std::string, std::vector<long>, std::vector<double>>;

  /// Reads `file` (without one, only defaults hold) and then `overrides`, each as "table.key=value".
  /// Throws `InputError`, which names the key, its place and the nearest valid spelling, for a missing file, what is
  /// not TOML, unknown keys and words, wrong types, values out of range and lists of the wrong length.
  Config(Schema schema, std::optional<std::filesystem::path> const& file = std::nullopt,
         std::vector<std::string> const& overrides = {});

  /// True if the key has a value, given or by default.
  [[nodiscard]] bool has(std::string_view name) const;
  /// True if the file or an override says it.
  [[nodiscard]] bool given(std::string_view name) const;

  [[nodiscard]] bool boolean(std::string_view name) const;
  [[nodiscard]] long integer(std::string_view name) const;
  /// A number, or a duration in seconds.
  [[nodiscard]] double number(std::string_view name) const;
  /// A text, or a choice.
  [[nodiscard]] std::string const& text(std::string_view name) const;
  /// An absolute path.
  [[nodiscard]] std::filesystem::path path(std::string_view name) const;
  [[nodiscard]] std::vector<long> const& integers(std::string_view name) const;
  [[nodiscard]] std::vector<double> const& numbers(std::string_view name) const;
  /// The names of the inline tables of a variant: its own if it is one, `name[0]`, `name[1]` ... if it is a list of
  /// them, none if it is unset.
  [[nodiscard]] std::vector<std::string> parts(std::string_view name) const;
  /// True if a word stands where a value could, as in `dt = "auto"`.
  [[nodiscard]] bool is_word(std::string_view name) const;

  /// Where the value comes from: "case.toml:12", "--set grid.cells=[8, 8, 8]" or "default".
  [[nodiscard]] std::string where(std::string_view name) const;
  /// A key's name, or a field's of it, as the file or an override wrote it: by an alias, perhaps.
  [[nodiscard]] std::string written(std::string_view name) const;
  /// Throws the `InputError` for a value that the schema lets pass and the program cannot use:
  /// "case.toml:12: time.dt: MESSAGE".
  [[noreturn]] void refuse(std::string_view name, std::string const& message) const;

  /// The whole config as TOML that gives the same config again; every key with its unit and meaning, unset ones as
  /// comments. `title` is its first comment.
  [[nodiscard]] std::string toml(std::string_view title) const;
  /// What defines the problem, as one `key = value` per line: all but `run`, `output` and how long `time` goes on.
  /// A checkpoint of one signature cannot be continued by another.
  [[nodiscard]] std::string signature() const;
  /// The keys, and fields of keys, whose values are paths of files that are read.
  [[nodiscard]] std::vector<std::string> input_files() const;

  [[nodiscard]] Schema const& schema() const noexcept { return m_schema; }

 private:
  struct Entry {
    Value value;
    std::string origin;  ///< as `where` says it
    bool given = false;
    bool is_path = false;  ///< of a file or a folder
  };
  friend class ConfigReader;

  template <class T>
  T const& get(std::string_view name) const;
  [[nodiscard]] Entry const* find(std::string_view name) const;
  /// An inline table of a variant as TOML.
  [[nodiscard]] std::string table_text(Key const& key, std::string const& part) const;
  [[nodiscard]] std::string canonical(std::string_view name) const;

  Schema m_schema;
  std::map<std::string, Entry, std::less<>> m_entries;
  std::map<std::string, std::string, std::less<>> m_written;  ///< keys that were given by an alias, and by which
};

/// A config value as TOML.
[[nodiscard]] std::string to_toml(Config::Value const& value);

}  // namespace tessera
