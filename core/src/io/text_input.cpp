// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "text_input.hpp"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <fstream>

#include "tessera/error.hpp"

namespace tessera::detail {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view blanks = " \t\r";

std::vector<std::string_view> split(std::string_view line, char separator) {
  std::vector<std::string_view> fields;
  while (true) {
    auto const end = line.find(separator);
    fields.push_back(trimmed(line.substr(0, end)));
    if (end == std::string_view::npos) return fields;
    line.remove_prefix(end + 1);
  }
}

std::vector<std::string_view> split_words(std::string_view line) {
  std::vector<std::string_view> words;
  while (!(line = trimmed(line)).empty()) {
    auto const end = std::min(line.find_first_of(blanks), line.size());
    words.push_back(line.substr(0, end));
    line.remove_prefix(end);
  }
  return words;
}

std::vector<std::string_view> fields_of(std::string_view line, bool spaces) {
  for (char const separator : {';', '\t', ','}) {
    if (line.find(separator) != std::string_view::npos) return split(line, separator);
  }
  return spaces ? split_words(line) : std::vector<std::string_view>{line};
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
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
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
    if (!line.empty() && line[0] != '#') lines.push_back({number, fields_of(line, spaces)});
  }
  return lines;
}

std::string_view unit_in_header(std::string_view field) {
  if (field.empty() || (field.back() != ')' && field.back() != ']')) return {};
  auto const open = field.find(field.back() == ')' ? '(' : '[');
  return open == std::string_view::npos ? std::string_view{} : trimmed(field.substr(open + 1, field.size() - open - 2));
}

}  // namespace tessera::detail
