// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace tessera {

/// A file that appears whole or not at all: bytes go to a hidden temporary beside it (`.NAME.part`), and `commit`
/// makes them safe on the disk and renames. A killed process leaves at most the temporary; the file of that name
/// from before stays as it was. Every failure throws `Error` with the path, the system's reason and a remedy.
class AtomicFile {
 public:
  /// Opens the temporary, empty. The folder must exist.
  explicit AtomicFile(std::filesystem::path path);
  AtomicFile(AtomicFile const&) = delete;
  AtomicFile& operator=(AtomicFile const&) = delete;
  /// Removes the temporary if `commit` was not reached.
  ~AtomicFile();

  /// Appends `size` bytes.
  void write(void const* data, std::size_t size);
  /// fsync, rename, fsync of the folder. The file is complete when this returns.
  void commit();

 private:
  std::filesystem::path m_path;
  std::filesystem::path m_temporary;
  int m_descriptor = -1;
};

/// Writes `text` to `path`, whole or not at all (see `AtomicFile`).
void atomic_write(std::filesystem::path const& path, std::string_view text);

/// The error for a file that could not be written: path, the system's reason for `error_number`, and a remedy.
[[noreturn]] void throw_write_error(std::filesystem::path const& path, int error_number);

/// Makes sure that files can be written into `directory`, creating it and its parents.
/// Throws `InputError` if a file stands in the way, or if it cannot be created or written to.
void ensure_output_directory(std::filesystem::path const& directory);

/// The bytes that this user may still write to the disk on which `path` (or its nearest existing parent) lies.
[[nodiscard]] std::uint64_t free_disk_bytes(std::filesystem::path const& path);

/// Throws `InputError` with the bytes needed and free if less than `bytes` is free where `directory` lies;
/// `purpose` says what needs them, such as "one frame and two checkpoints".
void require_free_disk(std::filesystem::path const& directory, std::uint64_t bytes, std::string_view purpose);

/// Removes what a killed process left of its unfinished files: `.PREFIX*.part` in `directory`.
void remove_unfinished(std::filesystem::path const& directory, std::string_view prefix);

/// A size for people: "17 B", "1.5 KiB", "12 GiB".
[[nodiscard]] std::string human_bytes(double bytes);

/// A span of physical time for people: "0 s", "1.5 ms", "42.3 s", "3 h 20 min", "12 d 4 h".
[[nodiscard]] std::string human_time(double seconds);

}  // namespace tessera
