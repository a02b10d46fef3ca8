// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

/// An empty folder that is gone at the end of the test.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "tessera_run_XXXXXX").string();
    m_path = ::mkdtemp(name.data());
  }
  TemporaryFolder(TemporaryFolder const&) = delete;
  TemporaryFolder& operator=(TemporaryFolder const&) = delete;
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(m_path, ignored);
  }

  std::filesystem::path const& path() const { return m_path; }
  /// Writes a file, with the folders it lies in; returns its path.
  std::filesystem::path write(std::string const& name, std::string const& text) const {
    std::filesystem::create_directories((m_path / name).parent_path());
    std::ofstream(m_path / name) << text;
    return m_path / name;
  }

 private:
  std::filesystem::path m_path;
};

inline std::string read_text(std::filesystem::path const& file) {
  std::stringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}
