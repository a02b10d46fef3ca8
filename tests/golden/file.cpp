// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "golden/file.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "golden/space.hpp"

namespace golden {
namespace {

namespace fs = std::filesystem;

std::string environment(char const* name) {
  char const* text = std::getenv(name);
  return text == nullptr ? "" : text;
}

fs::path folder() {
  std::string const source = environment("TESSERA_SOURCE_DIR");
  return source.empty() ? fs::path(__FILE__).parent_path() : fs::path(source) / "tests" / "golden";
}

std::map<std::string, std::string> read(fs::path const& path, File::Layout layout) {
  std::map<std::string, std::string> texts;
  std::ifstream in(path);
  std::string line, section;
  while (std::getline(in, line)) {
    if (layout == File::Layout::lines) {
      auto const space = line.find(' ');
      texts[line.substr(0, space)] = line.substr(space + 1);
    } else if (line.starts_with('[')) {
      section = line.substr(1, line.size() - 2);
    } else {
      texts[section] += line + '\n';
    }
  }
  return texts;
}

/// The first line that differs, on both sides.
std::string first_difference(std::string const& expected, std::string const& actual) {
  std::size_t at = 0, line = 0;
  for (; at < std::min(expected.size(), actual.size()) && expected[at] == actual[at]; ++at) {
    if (expected[at] == '\n') line = at + 1;
  }
  auto const rest = [line](std::string const& text) { return text.substr(line, text.find('\n', line) - line); };
  return "'" + rest(actual) + "', expected '" + rest(expected) + "'";
}

}  // namespace

File::File(std::string const& name, Layout layout)
    : m_name(name), m_layout(layout), m_writes(!environment("TESSERA_GOLDEN_WRITE").empty()) {
  if (!m_writes) m_known = read(folder() / name, layout);
}

std::string File::check(std::string const& name, std::string const& text) {
  m_seen[name] = text;
  if (m_writes) return {};
  auto const known = m_known.find(name);
  if (known == m_known.end()) return name + ": not in " + m_name;
  if (known->second == text) return {};
  return name + ": " + first_difference(known->second, text);
}

std::vector<std::string> File::left(std::string const& prefix) const {
  std::vector<std::string> names;
  for (auto const& [name, text] : m_known) {
    if (name.starts_with(prefix) && !m_seen.contains(name)) names.push_back(name);
  }
  return names;
}

void File::write() const {
  if (!m_writes) return;
  fs::path const to = environment("TESSERA_GOLDEN_WRITE");
  fs::create_directories(to);
  std::ofstream out(to / m_name);
  for (auto const& [name, text] : m_seen) {
    if (m_layout == Layout::lines) {
      out << name << ' ' << text << '\n';
    } else {
      out << '[' << name << "]\n" << text;
    }
  }
  if (!out.flush()) throw std::runtime_error("cannot write " + (to / m_name).string());
}

File& fields() {
  static File file("fields.txt", File::Layout::lines);
  return file;
}

File& explanations() {
  static File file(is_host ? "explain.txt" : "explain_" + device_name(Space()) + ".txt", File::Layout::sections);
  return file;
}

}  // namespace golden
