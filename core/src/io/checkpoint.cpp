// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tessera/io/checkpoint.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <functional>
#include <sstream>
#include <vector>

#include "checkpoint_format.hpp"
#include "tessera/error.hpp"
#include "tessera/io/files.hpp"

namespace tessera {

namespace fs = std::filesystem;

namespace {

std::string checkpoint_file(long step) {
  char text[40];
  std::snprintf(text, sizeof text, "checkpoint_%010ld.tck", step);
  return text;
}

/// The checkpoints in `directory`, newest first: their names sort as their steps do.
std::vector<fs::path> list_checkpoints(fs::path const& directory) {
  std::vector<fs::path> paths;
  std::error_code error;
  for (auto const& entry : fs::directory_iterator(directory, error)) {
    std::string const name = entry.path().filename().string();
    if (name.starts_with("checkpoint_") && name.ends_with(".tck")) paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end(), std::greater<>());
  return paths;
}

using Entries = std::map<std::string, std::string>;

/// A text of `key = value` lines as a map.
Entries entries_of(std::string const& signature) {
  Entries entries;
  std::istringstream lines(signature);
  for (std::string line; std::getline(lines, line);) {
    auto const equals = line.find('=');
    if (equals == line.npos) continue;
    auto const trimmed = [](std::string text) {
      text.erase(0, text.find_first_not_of(' '));
      text.erase(text.find_last_not_of(' ') + 1);
      return text;
    };
    entries[trimmed(line.substr(0, equals))] = trimmed(line.substr(equals + 1));
  }
  return entries;
}

/// Every key that is not the same in both, as "key: A in the checkpoint, B in the config".
std::string differences(Entries const& stored, Entries const& wanted) {
  std::string text;
  auto const value = [](Entries const& entries, std::string const& key) {
    auto const found = entries.find(key);
    return found == entries.end() ? std::string("nothing") : found->second;
  };
  Entries all = stored;
  all.insert(wanted.begin(), wanted.end());
  for (auto const& [key, unused] : all) {
    if (value(stored, key) == value(wanted, key)) continue;
    text += (text.empty() ? "" : "; ") + key + ": " + value(stored, key) + " in the checkpoint, " + value(wanted, key) +
            " in the config";
  }
  return text;
}

}  // namespace

fs::path write_checkpoint(fs::path const& directory, Checkpoint const& checkpoint) {
  remove_unfinished(directory, "checkpoint_");
  fs::path const path = directory / checkpoint_file(checkpoint.state.step);
  if (static_cast<double>(free_disk_bytes(directory)) < checkpoint_bytes(checkpoint.state)) {
    throw_write_error(path, ENOSPC);
  }
  AtomicFile file(path);
  std::string const header = detail::checkpoint_header(checkpoint);
  file.write(header.data(), header.size());
  for (StateBuffer const& buffer : checkpoint.state.buffers) file.write(buffer.bytes.data(), buffer.bytes.size());
  file.commit();

  std::error_code error;
  int earlier = 0;
  for (fs::path const& other : list_checkpoints(directory)) {
    bool const keep = other == path || (other < path && ++earlier == 1);
    if (!keep) fs::remove(other, error);
  }
  return path;
}

double checkpoint_bytes(State const& state) {
  double bytes = 4096;
  for (StateBuffer const& buffer : state.buffers) bytes += static_cast<double>(buffer.bytes.size()) + 64;
  return bytes;
}

Checkpoint read_checkpoint(fs::path const& path) { return detail::parse_checkpoint(path); }

std::optional<FoundCheckpoint> read_latest_checkpoint(fs::path const& directory) {
  std::string problems;
  for (fs::path const& path : list_checkpoints(directory)) {
    try {
      FoundCheckpoint found{read_checkpoint(path), path, {}};
      if (!problems.empty())
        found.notice = problems + "; going on from " + path.filename().string() + ", the one before";
      return found;
    } catch (InputError const& error) {
      problems += (problems.empty() ? "" : "; ") + std::string(error.what());
    }
  }
  if (problems.empty()) return std::nullopt;
  throw InputError("no usable checkpoint: " + problems + "; start anew with --overwrite");
}

bool has_checkpoints(fs::path const& directory) { return !list_checkpoints(directory).empty(); }

void remove_checkpoints(fs::path const& directory) {
  std::error_code error;
  for (fs::path const& path : list_checkpoints(directory)) fs::remove(path, error);
  remove_unfinished(directory, "checkpoint_");
}

void require_same_problem(FoundCheckpoint const& found, std::string const& app, std::string const& signature) {
  Checkpoint const& checkpoint = found.checkpoint;
  if (checkpoint.app != app) {
    throw InputError("checkpoint " + found.path.string() + " is of " + checkpoint.app + ", not of " + app);
  }
  std::string const text = differences(entries_of(checkpoint.signature), entries_of(signature));
  if (text.empty()) return;
  throw InputError("checkpoint " + found.path.string() + " is of another problem: " + text);
}

}  // namespace tessera
