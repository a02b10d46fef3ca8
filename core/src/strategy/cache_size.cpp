// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "strategy/cache_size.hpp"

#include <unistd.h>

#include <fstream>
#include <string>

#include "tessera/schedule.hpp"

namespace tessera {
namespace {

namespace fs = std::filesystem;

/// Bytes from a size as the kernel writes it: "32768K"; 0 for what is none.
double size_in(fs::path const& file) {
  std::ifstream stream(file);
  double number = 0;
  if (!(stream >> number)) return 0;
  char unit = ' ';
  stream >> unit;
  return number * (unit == 'K' ? 1024.0 : unit == 'M' ? 1024.0 * 1024.0 : unit == 'G' ? 1024.0 * 1024.0 * 1024.0 : 1.0);
}

}  // namespace

double last_cache_in(fs::path const& folder) {
  constexpr int lowest_shared_level = 3;
  int last_level = lowest_shared_level - 1;
  double bytes = 0;
  std::error_code none;
  for (fs::directory_iterator entry(folder, none), end; !none && entry != end; entry.increment(none)) {
    if (!entry->path().filename().string().starts_with("index")) continue;
    int level = 0;
    std::string type;
    std::ifstream(entry->path() / "level") >> level;
    std::ifstream(entry->path() / "type") >> type;
    double const size = size_in(entry->path() / "size");
    if (level <= last_level || size <= 0 || type == "Instruction") continue;
    last_level = level;
    bytes = size;
  }
  return bytes;
}

double last_level_cache_bytes() {
  // The kernel speaks of the caches of one processor. sysconf adds up those of all sockets on some machines.
  double const known = last_cache_in("/sys/devices/system/cpu/cpu0/cache");
  if (known > 0) return known;
#if defined(_SC_LEVEL3_CACHE_SIZE)
  long const third = sysconf(_SC_LEVEL3_CACHE_SIZE);
  return third > 0 ? static_cast<double>(third) : 0;
#else
  return 0;
#endif
}

}  // namespace tessera
