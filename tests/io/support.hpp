// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <vector>

#include "tessera/error.hpp"
#include "tessera/run/simulation.hpp"

// What the tests of output share.
namespace tessera::test {

namespace fs = std::filesystem;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::EndsWith;
using Names = std::vector<std::string>;
using Values = std::vector<double>;

/// An empty folder that is gone after the test.
class Folder {
 public:
  Folder() {
    std::string name = (fs::temp_directory_path() / "tessera_io_XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) std::abort();
    m_path = name;
  }
  Folder(Folder const&) = delete;
  Folder& operator=(Folder const&) = delete;
  ~Folder() { fs::remove_all(m_path); }
  [[nodiscard]] fs::path const& path() const { return m_path; }

 private:
  fs::path m_path;
};

inline std::string text_of(fs::path const& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

inline void put_text(fs::path const& path, std::string const& text) { std::ofstream(path, std::ios::binary) << text; }

/// The names of the files in a folder, sorted.
inline std::vector<std::string> files_in(fs::path const& directory) {
  std::vector<std::string> names;
  for (auto const& entry : fs::directory_iterator(directory)) names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

/// What `action` says when it throws an `Expected`; "nothing thrown" or "another error" otherwise.
template <class Expected, class Action>
std::string message_of(Action action) {
  try {
    action();
  } catch (Expected const& error) {
    return error.what();
  } catch (std::exception const& error) {
    return std::string("another error: ") + error.what();
  }
  return "nothing thrown";
}

/// Runs `action` in a child process; returns the child's exit status as `waitpid` gives it.
template <class Action>
int in_child(Action action) {
  std::cout.flush();  // else the child writes what waits here a second time
  pid_t const child = ::fork();
  if (child == 0) {
    action();
    std::exit(0);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return status;
}

/// From now on no file of this process can grow past `bytes`: to writers that is a full disk.
inline void limit_file_size(unsigned long bytes) {
  std::signal(SIGXFSZ, SIG_IGN);
  rlimit const limit{bytes, bytes};
  ::setrlimit(RLIMIT_FSIZE, &limit);
}

struct PythonResult {
  int code;
  std::string output;
};

/// Runs a script that stands beside this file; the code is 77 if there is no such Python.
inline PythonResult run_python(std::string const& python, std::string const& script, std::string const& arguments) {
  fs::path const path = fs::path(__FILE__).parent_path() / script;
  std::string const command =
      "command -v " + python + " >/dev/null || exit 77; " + python + " " + path.string() + " " + arguments;
  std::FILE* const pipe = ::popen(command.c_str(), "r");
  PythonResult result{77, ""};
  if (pipe == nullptr) return result;
  for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) result.output += static_cast<char>(c);
  int const status = ::pclose(pipe);
  result.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return result;
}

/// The exit status of a script in the first Python that has what it needs (its exit status is 77 where it has not);
/// skips the test, saying `needs`, if there is none.
inline int run_in_any_python(std::string const& script, std::string const& arguments, std::string const& needs) {
  for (char const* const python : {"python3", "/usr/bin/python3"}) {
    int const code = run_python(python, script, arguments).code;
    if (code != 77) return code;
  }
  SKIP("no Python with " + needs);
  return 77;
}

inline Mesh mesh_of(int rank, long nx, long ny = 1, long nz = 1) {
  return {rank, {nx, ny, nz}, {0.5, 0.25, 0.125}, {10, 20, 30}};
}

/// A field whose values tell their index: index + `shift`, exact in both precisions.
inline HostField counting_field(std::string name, Mesh const& mesh, double shift = 0) {
  HostField field{std::move(name), "degC", "temperature at cell centres", {}};
  field.values.resize(static_cast<std::size_t>(mesh.cells[0] * mesh.cells[1] * mesh.cells[2]));
  for (std::size_t i = 0; i < field.values.size(); ++i) field.values[i] = static_cast<double>(i) + shift;
  return field;
}

}  // namespace tessera::test
