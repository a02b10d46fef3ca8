// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <sstream>

#include "run/convert.hpp"
#include "tessera/run/config.hpp"
#include "tessera/run/format.hpp"

namespace tessera {
namespace {

std::string quoted(std::string const& text) {
  std::string result = "\"";
  for (unsigned char const letter : text) {
    if (letter == '"' || letter == '\\') {
      result += '\\';
      result += static_cast<char>(letter);
    } else if (letter < 0x20 || letter == 0x7f) {
      char escaped[8];
      std::snprintf(escaped, sizeof escaped, "\\u%04X", letter);
      result += escaped;
    } else {
      result += static_cast<char>(letter);
    }
  }
  return result + '"';
}

template <class T, class Text>
std::string list_text(std::vector<T> const& values, Text const& text) {
  std::string result = "[";
  for (auto const& value : values) result += (result.size() > 1 ? ", " : "") + text(value);
  return result + "]";
}

/// "value = a number (degC)"
std::string field_text(Key const& field) {
  return field.name + " = " + expectation(field) + (field.unit.empty() ? "" : " (" + field.unit + ")");
}

/// The comment lines above a key.
void write_meaning(std::ostream& out, Key const& key, Key const* above) {
  out << "# " << key.meaning;
  if (key.type != ValueType::variant) {
    out << "; " << expectation(key) << (key.unit.empty() ? "" : "; unit: " + key.unit) << '\n';
    return;
  }
  auto const same = [](Form const& a, Form const& b) { return a.type == b.type && a.meaning == b.meaning; };
  bool const repeated = above && above->forms.size() == key.forms.size() &&
                        std::equal(key.forms.begin(), key.forms.end(), above->forms.begin(), same);
  if (repeated) {
    out << "; as " << above->name.substr(above->name.find('.') + 1) << '\n';
    return;
  }
  out << "; an inline table" << (key.several ? ", or a list of them" : "") << ", one of\n";
  for (auto const& form : key.forms) {
    out << "#   type = \"" << form.type << "\": " << form.meaning << '\n';
    for (auto const& field : form.fields) out << "#     " << field_text(field) << ": " << field.meaning << '\n';
  }
}

}  // namespace

std::string to_toml(Config::Value const& value) {
  struct Writer {
    std::string operator()(bool v) const { return v ? "true" : "false"; }
    std::string operator()(long v) const { return std::to_string(v); }
    std::string operator()(double v) const { return exact_number(v); }
    std::string operator()(std::string const& v) const { return quoted(v); }
    std::string operator()(std::vector<long> const& v) const { return list_text(v, Writer{}); }
    std::string operator()(std::vector<double> const& v) const { return list_text(v, Writer{}); }
  };
  return std::visit(Writer{}, value);
}

std::string Config::table_text(Key const& key, std::string const& part) const {
  std::string line = "{ type = " + to_toml(text(part));
  for (auto const& form : key.forms) {
    if (form.type != text(part)) continue;
    for (auto const& field : form.fields) {
      if (Entry const* e = find(part + "." + field.name)) line += ", " + field.name + " = " + to_toml(e->value);
    }
  }
  return line + " }";
}

std::string Config::toml(std::string_view title) const {
  std::ostringstream out;
  out << "# " << title << '\n';
  for (auto const& table : m_schema.tables()) {
    out << "\n# " << table.meaning << "\n[" << table.name << "]\n";
    Key const* above = nullptr;
    for (auto const& key : m_schema.keys()) {
      if (!key.name.starts_with(table.name + ".")) continue;
      write_meaning(out, key, above);
      std::string const name = key.name.substr(table.name.size() + 1);
      Entry const* entry = find(key.name);
      auto const parts = key.several ? this->parts(key.name) : std::vector<std::string>{};
      if (!entry && !parts.empty()) {
        out << name << " = " << list_text(parts, [&](auto const& part) { return table_text(key, part); }) << '\n';
      } else if (!entry) {
        out << "#" << name << " =   (unset)\n";
      } else if (key.type != ValueType::variant) {
        out << name << " = " << to_toml(entry->value) << '\n';
      } else {
        out << name << " = " << table_text(key, key.name) << '\n';
      }
      above = &key;
    }
  }
  return out.str();
}

std::string Config::signature() const {
  static constexpr std::string_view left_out[]{"time.steps", "time.end", "time.until", "time.tolerance"};
  std::string lines;
  for (auto const& [name, entry] : m_entries) {
    bool const free = std::count(std::begin(left_out), std::end(left_out), name) > 0 ||
                      (name.starts_with("run.") && name != "run.precision") || name.starts_with("output.");
    if (!free) lines += name + " = " + to_toml(entry.value) + "\n";
  }
  return lines;
}

std::vector<std::string> Config::input_files() const {
  std::vector<std::string> names;
  for (auto const& [name, entry] : m_entries) {
    if (entry.is_path && name != "output.directory") names.push_back(name);
  }
  return names;
}

}  // namespace tessera
