// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "run/input_contents.hpp"

#include <cstddef>
#include <cstdio>
#include <fstream>
#include <optional>
#include <span>
#include <vector>

#include "io/checkpoint_format.hpp"

namespace tessera {
namespace {

namespace fs = std::filesystem;

/// The checksum of a file, piece by piece: maps may be larger than the memory.
std::optional<std::string> file_checksum(fs::path const& path) {
  std::error_code error;
  std::ifstream stream(path, std::ios::binary);
  if (!stream || !fs::is_regular_file(path, error)) return std::nullopt;
  std::vector<std::byte> piece(std::size_t{1} << 22);
  std::vector<std::uint64_t> sums;
  while (stream) {
    stream.read(reinterpret_cast<char*>(piece.data()), static_cast<std::streamsize>(piece.size()));
    sums.push_back(detail::checksum(std::span(piece).first(static_cast<std::size_t>(stream.gcount()))));
  }
  if (stream.bad()) return std::nullopt;
  char text[20];
  std::snprintf(text, sizeof text, "%016llx",
                static_cast<unsigned long long>(detail::checksum(std::as_bytes(std::span(sums)))));
  return text;
}

/// The files that readers of maps look for beside one.
std::vector<fs::path> files_beside(fs::path const& path) {
  std::vector<fs::path> files;
  for (char const* const extension : {".prj", ".PRJ", ".hdr", ".HDR", ".wld", ".tfw", ".TFW"}) {
    fs::path const other = fs::path(path).replace_extension(extension);
    if (other != path) files.push_back(other);
  }
  for (char const* const ending : {".aux.xml", ".msk"}) files.push_back(fs::path(path) += ending);
  return files;
}

}  // namespace

std::string input_contents(Config const& config) {
  std::string lines;
  for (std::string const& key : config.input_files()) {
    fs::path const path = config.path(key);
    std::vector<fs::path> files{path};
    for (fs::path const& other : files_beside(path)) files.push_back(other);
    for (fs::path const& file : files) {
      std::string const name = file.filename().string();
      std::string const what = file == path ? " (content) = " + name + " " : " (" + name + " beside it) = ";
      if (auto const sum = file_checksum(file)) lines += key + what + *sum + "\n";
    }
  }
  return lines;
}

}  // namespace tessera
