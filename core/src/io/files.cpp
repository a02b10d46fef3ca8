// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tessera/io/files.hpp"

#include <fcntl.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <system_error>

#include "tessera/error.hpp"

namespace tessera {

namespace fs = std::filesystem;

namespace {

char const* remedy(int error_number) {
  switch (error_number) {
    case EFBIG:
      return "free some space, raise the limit of file sizes (ulimit -f), or choose another folder with --output";
    case ENOSPC:
    case EDQUOT: return "free some space, or choose another folder with --output";
    case EACCES:
    case EPERM:
    case EROFS: return "choose a folder that you may write to with --output";
    case ENOENT: return "the folder is gone: choose another one with --output";
    default: return "check the disk, or choose another folder with --output";
  }
}

/// Makes a rename in `directory` safe on the disk. Some file systems cannot fsync a folder; that is no failure.
void sync_directory(fs::path const& directory) {
  int const descriptor = ::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return;
  ::fsync(descriptor);
  ::close(descriptor);
}

fs::path folder_of(fs::path const& path) { return path.has_parent_path() ? path.parent_path() : fs::path("."); }

std::string format(char const* pattern, double value, char const* unit) {
  char text[64];
  std::snprintf(text, sizeof text, pattern, value, unit);
  return text;
}

}  // namespace

AtomicFile::AtomicFile(fs::path path)
    : m_path(std::move(path)), m_temporary(folder_of(m_path) / ("." + m_path.filename().string() + ".part")) {
  m_descriptor = ::open(m_temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (m_descriptor < 0) throw_write_error(m_path, errno);
}

AtomicFile::~AtomicFile() {
  if (m_descriptor < 0) return;
  ::close(m_descriptor);
  ::unlink(m_temporary.c_str());
}

void AtomicFile::write(void const* data, std::size_t size) {
  auto const* bytes = static_cast<char const*>(data);
  constexpr std::size_t most = std::size_t{1} << 30;  // Linux takes at most 2 GiB in one call
  while (size > 0) {
    ssize_t const done = ::write(m_descriptor, bytes, std::min(size, most));
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) throw_write_error(m_path, done == 0 ? ENOSPC : errno);
    bytes += done;
    size -= static_cast<std::size_t>(done);
  }
}

void AtomicFile::commit() {
  if (::fsync(m_descriptor) != 0) throw_write_error(m_path, errno);
  if (::rename(m_temporary.c_str(), m_path.c_str()) != 0) throw_write_error(m_path, errno);
  ::close(m_descriptor);
  m_descriptor = -1;
  sync_directory(folder_of(m_path));
}

void atomic_write(fs::path const& path, std::string_view text) {
  AtomicFile file(path);
  file.write(text.data(), text.size());
  file.commit();
}

void throw_write_error(fs::path const& path, int error_number) {
  throw Error("cannot write " + path.string() + ": " + std::strerror(error_number) + "; " + remedy(error_number) +
              " (what was complete before is intact)");
}

void ensure_output_directory(fs::path const& directory) {
  std::error_code error;
  for (fs::path part = directory; !part.empty(); part = part.parent_path()) {
    if (fs::exists(part, error) && !fs::is_directory(part, error)) {
      throw InputError("output folder " + directory.string() + ": " + part.string() +
                       " is a file; choose another folder with --output");
    }
    if (part == part.parent_path()) break;
  }
  fs::create_directories(directory, error);
  if (error) {
    throw InputError("cannot create output folder " + directory.string() + ": " + std::strerror(error.value()) + "; " +
                     remedy(error.value()));
  }
  try {
    char const probe[4096] = {};
    AtomicFile(directory / "probe").write(probe, sizeof probe);
  } catch (Error const& failure) {
    throw InputError("output folder " + directory.string() + " cannot be used: " + failure.what());
  }
}

std::uint64_t free_disk_bytes(fs::path const& path) {
  std::error_code error;
  fs::path existing = fs::absolute(path, error);
  while (!fs::exists(existing, error) && existing != existing.parent_path()) existing = existing.parent_path();
  struct statvfs disk {};
  if (::statvfs(existing.c_str(), &disk) != 0) throw_write_error(path, errno);
  return std::uint64_t{disk.f_bavail} * disk.f_frsize;
}

void require_free_disk(fs::path const& directory, std::uint64_t bytes, std::string_view purpose) {
  std::uint64_t const free = free_disk_bytes(directory);
  if (free >= bytes) return;
  throw InputError("output folder " + directory.string() + ": " + std::string(purpose) + " need " +
                   human_bytes(static_cast<double>(bytes)) + ", but " + human_bytes(static_cast<double>(free)) +
                   " is free; " + remedy(ENOSPC));
}

void remove_unfinished(fs::path const& directory, std::string_view prefix) {
  std::error_code error;
  std::string const start = "." + std::string(prefix);
  for (auto const& entry : fs::directory_iterator(directory, error)) {
    std::string const name = entry.path().filename().string();
    if (name.starts_with(start) && name.ends_with(".part")) fs::remove(entry.path(), error);
  }
}

std::string human_bytes(double bytes) {
  static constexpr char const* units[] = {"B", "KiB", "MiB", "GiB", "TiB", "PiB"};
  int unit = 0;
  while (unit < 5 && std::abs(bytes) >= 1023.5) {
    bytes /= 1024;
    ++unit;
  }
  return format(unit > 0 && std::abs(bytes) < 9.95 ? "%.1f %s" : "%.0f %s", bytes, units[unit]);
}

std::string human_time(double seconds) {
  if (seconds < 0) return "-" + human_time(-seconds);
  if (seconds == 0) return "0 s";
  if (seconds < 0.9995e-3) return format("%.3g %s", seconds * 1e6, "us");
  if (seconds < 0.9995) return format("%.3g %s", seconds * 1e3, "ms");
  if (seconds < 59.95) return format("%.3g %s", seconds, "s");
  if (!(seconds < 1e9 * 86400)) return format("%.3g %s", seconds, "s");
  struct Pair {
    char const* large;
    char const* small;
    long long small_seconds, ratio, most;  // most: how many of the large unit are shown
  };
  static constexpr Pair pairs[] = {
      {"min", "s", 1, 60, 60}, {"h", "min", 60, 60, 24}, {"d", "h", 3600, 24, 1'000'000'000}};
  for (Pair const& pair : pairs) {
    long long const count = std::llround(seconds / static_cast<double>(pair.small_seconds));
    if (count >= pair.ratio * pair.most) continue;
    std::string text = std::to_string(count / pair.ratio) + " " + pair.large;
    if (count % pair.ratio != 0) text += " " + std::to_string(count % pair.ratio) + " " + pair.small;
    return text;
  }
  return format("%.3g %s", seconds, "s");
}

}  // namespace tessera
