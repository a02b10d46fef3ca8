// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <map>
#include <string>
#include <vector>

namespace golden {

/// Named texts that a file holds, and what differs from them. With TESSERA_GOLDEN_WRITE=FOLDER in the environment
/// nothing is compared: the file is written anew, in that folder.
class File {
 public:
  /// A line for each text, "name text", or a section: "[name]", then the lines of the text.
  enum class Layout { lines, sections };

  /// A file beside this one.
  File(std::string const& name, Layout layout);

  /// Whether there is something to compare with, or to write.
  [[nodiscard]] bool usable() const { return m_writes || !m_known.empty(); }
  /// Compares a text with the file's. Returns why it is refused, or nothing.
  [[nodiscard]] std::string check(std::string const& name, std::string const& text);
  /// The names of the file that begin with `prefix` and that nobody has asked for.
  [[nodiscard]] std::vector<std::string> left(std::string const& prefix) const;
  /// Writes what `check` was given so far, if files are to be written.
  void write() const;

 private:
  std::string m_name;
  Layout m_layout;
  bool m_writes;
  std::map<std::string, std::string> m_known, m_seen;
};

/// Hashes of fields.
File& fields();
/// Texts of explain(): one file for all hosts, one for each kind of device.
File& explanations();

}  // namespace golden
