// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "text_input.hpp"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <fstream>

#include "run/udunits.hpp"
#include "tessera/error.hpp"

namespace tessera::detail {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view blanks = " \t\r";

/// How long the part in quotes is that `text` begins with, both quotes included; 0 if it begins with none.
std::size_t quoted_size(std::string_view text) {
  if (!text.starts_with('"')) return 0;
  for (auto at = text.find('"', 1); at != text.npos; at = text.find('"', at + 2)) {
    if (at + 1 == text.size() || text[at + 1] != '"') return at + 1;
  }
  return 0;
}

/// A field without spaces around it, and without its quotes if it stands in quotes.
std::string plain_field(std::string_view field) {
  field = trimmed(field);
  auto const quoted = quoted_size(field);
  if (quoted == 0 || quoted != field.size()) return std::string(field);
  std::string plain;
  for (std::size_t at = 1; at + 1 < field.size(); ++at) {
    plain += field[at];
    if (field[at] == '"') ++at;
  }
  return std::string(trimmed(plain));
}

/// The first `separator` that is not in quotes. Quotes begin where a field begins; elsewhere they are letters.
std::size_t find_separator(std::string_view line, char separator) {
  bool begins = true;
  for (std::size_t at = 0; at < line.size(); ++at) {
    if (line[at] == separator) return at;
    if (auto const quoted = begins ? quoted_size(line.substr(at)) : 0; quoted > 0) at += quoted - 1;
    begins = std::string_view("; \t,").find(line[at]) != std::string_view::npos;
  }
  return std::string_view::npos;
}

std::vector<std::string> split(std::string_view line, char separator) {
  std::vector<std::string> fields;
  while (true) {
    auto const end = find_separator(line, separator);
    fields.push_back(plain_field(line.substr(0, end)));
    if (end == std::string_view::npos) return fields;
    line.remove_prefix(end + 1);
  }
}

std::vector<std::string> split_words(std::string_view line) {
  std::vector<std::string> words;
  while (!(line = trimmed(line)).empty()) {
    auto const quoted = quoted_size(line);
    auto const end = quoted > 0 ? quoted : std::min(line.find_first_of(blanks), line.size());
    words.push_back(plain_field(line.substr(0, end)));
    line.remove_prefix(end);
  }
  return words;
}

TableLine table_line(long number, std::string_view line, bool spaces) {
  for (char const separator : {';', '\t', ','}) {
    if (find_separator(line, separator) != std::string_view::npos) return {number, split(line, separator), false};
  }
  return {number, spaces ? split_words(line) : std::vector<std::string>{plain_field(line)}, spaces};
}

}  // namespace

std::string read_text(fs::path const& path) {
  std::error_code error;
  if (!fs::exists(path, error)) throw InputError("no such file: " + path.string());
  if (fs::is_directory(path, error)) throw InputError(path.string() + " is a folder, not a file");
  std::ifstream stream(path, std::ios::binary);
  if (!stream) throw InputError("cannot open " + path.string() + ": " + std::strerror(errno));
  std::string text(static_cast<std::size_t>(fs::file_size(path, error)), '\0');
  stream.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (stream.gcount() != static_cast<std::streamsize>(text.size())) {
    throw InputError("cannot read " + path.string() + ": " + std::strerror(errno));
  }
  if (text.starts_with("\xef\xbb\xbf")) text.erase(0, 3);  // some editors mark UTF-8 so
  if (text.find('\0') != std::string::npos) {
    bool const wide = text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff");
    throw InputError(path.string() + ": it is " +
                     (wide ? "text in UTF-16" : "no plain text: it holds bytes that are 0") +
                     "; save it as UTF-8, such as with iconv -f UTF-16 -t UTF-8 " + path.string());
  }
  return text;
}

std::string_view trimmed(std::string_view text) {
  auto const first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::string lower(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(), [](unsigned char c) { return std::tolower(c); });
  return result;
}

std::optional<double> number_in(std::string_view text) {
  if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
  double value = 0;
  auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || end != text.data() + text.size()) return std::nullopt;
  if (error == std::errc::result_out_of_range) return std::strtod(std::string(text).c_str(), nullptr);
  if (error != std::errc{}) return std::nullopt;
  return value;
}

std::string no_number_text(std::string_view word) {
  std::string shown(word.substr(0, 40));
  std::string const with_point = [&] {
    std::string text = shown;
    std::replace(text.begin(), text.end(), ',', '.');
    return text;
  }();
  bool const comma = with_point != shown && number_in(with_point);
  return "\"" + shown + "\" is not a number" + (comma ? ": write " + with_point + ", with a decimal point" : "");
}

std::string place_in(fs::path const& path, long line) { return path.string() + ":" + std::to_string(line); }

std::vector<TableLine> table_lines(std::string_view text, bool spaces) {
  std::vector<TableLine> lines;
  for (long number = 1; !text.empty(); ++number) {
    auto const end = std::min(text.find('\n'), text.size());
    std::string_view const line = trimmed(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (!line.empty() && line[0] != '#') lines.push_back(table_line(number, line, spaces));
  }
  return lines;
}

std::optional<std::string> column_name_fault(std::string_view name) {
  if (name.find_first_of(",\"\n\r") == std::string_view::npos) return std::nullopt;
  return "a name in a table can hold no comma, quote or line break";
}

std::string_view unit_in_header(std::string_view field) {
  field = trimmed(field);
  if (field.empty() || (field.back() != ')' && field.back() != ']')) return {};
  char const close = field.back(), open = close == ')' ? '(' : '[';
  int depth = 0;
  for (std::size_t at = field.size(); at-- > 0;) {
    if (field[at] == close) ++depth;
    if (field[at] == open && --depth == 0) return trimmed(field.substr(at + 1, field.size() - at - 2));
  }
  return {};
}

std::string_view bare_unit_in_header(std::string_view field) {
  field = trimmed(field);
  auto const before = field.find_last_of(" \t_");
  if (before == std::string_view::npos || !unit_in_header(field).empty()) return {};
  std::string_view const last = field.substr(before + 1);
  return !last.empty() && is_unit(last) ? last : std::string_view{};
}

std::vector<std::string> header_columns(std::vector<std::string> const& words) {
  std::vector<std::string> columns;
  int depth = 0;
  bool ended = true;
  for (std::string const& word : words) {
    bool const opens = word.starts_with('(') || word.starts_with('[');
    if (columns.empty() || (depth == 0 && ended && !opens)) {
      columns.push_back(word);
    } else {
      columns.back() += " " + word;
    }
    for (char const c : word) depth += c == '(' || c == '[' ? 1 : c == ')' || c == ']' ? -1 : 0;
    // Before brackets, words are one name: "water level (m)".
    ended = word.ends_with(')') || word.ends_with(']');
  }
  return columns;
}

}  // namespace tessera::detail
