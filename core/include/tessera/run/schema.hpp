// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tessera {

/// What a config key holds.
enum class ValueType {
  boolean,
  integer,
  number,
  text,
  choice,    ///< one of a list of words
  path,      ///< a file or folder; relative to the config, or to where the program runs if given by --set
  duration,  ///< seconds as a number, or text such as "6 h"
  integers,
  numbers,
  variant  ///< an inline table whose `type` says which other fields it has
};

struct Form;

/// One key of a config: what it may hold, what it holds by default, and what it means. Made by the functions in
/// namespace `key`, refined by the chained members.
struct Key {
  std::string name;  ///< "table.key"; only "key" for a field of a form
  ValueType type = ValueType::text;
  std::optional<std::string> default_text;  ///< as TOML; none: the key is unset unless given
  std::string unit;                         ///< "m^2/s"; empty without one
  std::string meaning;
  std::vector<std::string> words;  ///< of a choice: all of them; else words that may stand for a value
  std::vector<Form> forms;         ///< of a variant
  bool several = false;            ///< a variant that may also be a list of inline tables
  int count = 0;                   ///< how many values a list has; 0: any number but none
  std::optional<double> low, high;
  bool low_excluded = false, high_excluded = false;

  [[nodiscard]] Key at_least(double bound) const;
  [[nodiscard]] Key above(double bound) const;
  [[nodiscard]] Key at_most(double bound) const;
  [[nodiscard]] Key below(double bound) const;
  /// Lets words stand where a value is expected, as in `dt = "auto"`; the first one is the default if there is none.
  [[nodiscard]] Key or_words(std::vector<std::string> allowed) const;
  /// Lets a variant be a list of inline tables: see Config::parts.
  [[nodiscard]] Key or_several() const;
};

/// One shape of a variant: what `type` says, and the fields that go with it.
struct Form {
  std::string type;
  std::string meaning;
  std::vector<Key> fields;
};

/// Keys by type. A default of `std::nullopt` leaves the key unset.
namespace key {
[[nodiscard]] Key boolean(std::string name, bool value, std::string meaning);
[[nodiscard]] Key integer(std::string name, std::optional<long> value, std::string unit, std::string meaning);
[[nodiscard]] Key number(std::string name, std::optional<double> value, std::string unit, std::string meaning);
[[nodiscard]] Key text(std::string name, std::optional<std::string> value, std::string meaning);
[[nodiscard]] Key choice(std::string name, std::vector<std::string> words, std::optional<std::string> value,
                         std::string meaning);
[[nodiscard]] Key path(std::string name, std::optional<std::string> value, std::string meaning);
[[nodiscard]] Key duration(std::string name, std::optional<double> seconds, std::string meaning);
/// `count` values; 0: any number of them.
[[nodiscard]] Key integers(std::string name, int count, std::optional<std::vector<long>> value, std::string unit,
                           std::string meaning);
[[nodiscard]] Key numbers(std::string name, int count, std::optional<std::vector<double>> value, std::string unit,
                          std::string meaning);
/// `value` is an inline table as TOML, such as `{ type = "dirichlet", value = 100.0 }`.
[[nodiscard]] Key variant(std::string name, std::vector<Form> forms, std::optional<std::string> value,
                          std::string meaning);
}  // namespace key

/// All keys that a program knows, in the order in which they are shown.
class Schema {
 public:
  /// A table and what it is about. A table must be there before its keys.
  Schema& table(std::string name, std::string meaning);
  /// Adds a key. Throws std::logic_error if its table is missing or it is there already.
  Schema& add(Key key);
  /// At most one of these keys may be given; one that is given puts the defaults of the others out of force, and one
  /// given by --set also what the file says of the others.
  Schema& exclusive(std::vector<std::string> names);
  /// Another name for a key.
  Schema& alias(std::string other, std::string name);

  /// A table of the config: `[name]`.
  struct Table {
    std::string name;
    std::string meaning;
  };
  /// Another name of a key.
  struct Alias {
    std::string other;
    std::string name;
  };

  [[nodiscard]] std::vector<Table> const& tables() const noexcept { return m_tables; }
  [[nodiscard]] std::vector<Key> const& keys() const noexcept { return m_keys; }
  [[nodiscard]] std::vector<Alias> const& aliases() const noexcept { return m_aliases; }
  [[nodiscard]] std::vector<std::vector<std::string>> const& exclusives() const noexcept { return m_exclusives; }

  /// The key of this name or alias; nullptr if there is none.
  [[nodiscard]] Key const* find(std::string_view name) const;
  [[nodiscard]] bool has_table(std::string_view name) const;

 private:
  std::vector<Table> m_tables;
  std::vector<Key> m_keys;
  std::vector<Alias> m_aliases;
  std::vector<std::vector<std::string>> m_exclusives;
};

}  // namespace tessera
