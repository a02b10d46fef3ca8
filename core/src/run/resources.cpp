// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tessera/run/resources.hpp"

#include <sched.h>
#include <sys/resource.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <optional>
#include <sstream>

#include "tessera/error.hpp"
#include "tessera/io/files.hpp"

namespace tessera {
namespace {

namespace fs = std::filesystem;
constexpr double unlimited = std::numeric_limits<double>::infinity();

/// The number in a file that holds only one; none for "max" and where there is no such file.
std::optional<double> number_in(fs::path const& file) {
  std::ifstream stream(file);
  double value = 0;
  if (!(stream >> value)) return std::nullopt;
  return value;
}

/// The number after `label` in a file of "label number" lines.
std::optional<double> labelled_number(fs::path const& file, std::string const& label) {
  std::ifstream stream(file);
  std::string line;
  while (std::getline(stream, line)) {
    std::istringstream words(line);
    std::string word;
    double value = 0;
    if (words >> word >> value && word == label) return value;
  }
  return std::nullopt;
}

/// How the files of one version of control groups are called.
struct GroupFiles {
  char const* limit;
  char const* usage;
  char const* reclaimable;
};
constexpr GroupFiles version_1{"memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"};
constexpr GroupFiles version_2{"memory.max", "memory.current", "inactive_file"};

/// What `group` and the groups above it, up to `mount`, leave.
double left_by_groups(fs::path const& mount, fs::path group, GroupFiles const& files) {
  double left = unlimited;
  while (true) {
    fs::path const folder = mount / group;
    auto const limit = number_in(folder / files.limit);
    auto const usage = number_in(folder / files.usage);
    if (limit && usage) {
      double const reclaimable = labelled_number(folder / "memory.stat", files.reclaimable).value_or(0);
      left = std::min(left, std::max(0.0, *limit - *usage + reclaimable));
    }
    if (group.empty()) return left;
    group = group.parent_path();
  }
}

double left_by_all_groups(fs::path const& root) {
  std::ifstream stream(root / "proc/self/cgroup");
  std::string line;
  double left = unlimited;
  while (std::getline(stream, line)) {  // "0::/a/b" (version 2) or "5:memory:/a/b" (version 1)
    auto const first = line.find(':');
    auto const second = line.find(':', first + 1);
    if (first == std::string::npos || second == std::string::npos) continue;
    std::string const controllers = line.substr(first + 1, second - first - 1);
    fs::path const group = fs::path(line.substr(second + 1)).relative_path();
    if (controllers.empty()) left = std::min(left, left_by_groups(root / "sys/fs/cgroup", group, version_2));
    if (("," + controllers + ",").find(",memory,") != std::string::npos) {
      left = std::min(left, left_by_groups(root / "sys/fs/cgroup/memory", group, version_1));
    }
  }
  return left;
}

}  // namespace

double available_memory(fs::path const& root) {
  double available = labelled_number(root / "proc/meminfo", "MemAvailable:").value_or(unlimited / 1024) * 1024;
  rlimit address_space{};
  if (getrlimit(RLIMIT_AS, &address_space) == 0 && address_space.rlim_cur != RLIM_INFINITY) {
    double const used = labelled_number(root / "proc/self/status", "VmSize:").value_or(0) * 1024;
    available = std::min(available, std::max(0.0, static_cast<double>(address_space.rlim_cur) - used));
  }
  return std::min(available, left_by_all_groups(root));
}

int available_threads() {
  cpu_set_t set;
  CPU_ZERO(&set);
  int const processors = sched_getaffinity(0, sizeof set, &set) == 0 ? std::max(1, CPU_COUNT(&set)) : 1;
  char const* text = std::getenv("OMP_NUM_THREADS");
  long const asked = text ? std::strtol(text, nullptr, 10) : 0;
  return asked > 0 ? static_cast<int>(std::min<long>(asked, processors)) : processors;
}

void check_memory(double bytes_needed, double bytes_free, std::string const& what, std::string const& memory_name) {
  if (bytes_needed <= bytes_free) return;
  throw InputError(what + " needs " + human_bytes(bytes_needed) + " of " + memory_name + "; " +
                   human_bytes(bytes_free) + " are free. Take fewer cells, or precision = \"float\"");
}

}  // namespace tessera
