// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "strategy/cache_size.hpp"

#include <catch2/catch_test_macros.hpp>

#include "temporary_folder.hpp"
#include "tessera/schedule.hpp"

namespace {

void write_cache(TemporaryFolder const& folder, std::string const& name, std::string const& level,
                 std::string const& type, std::string const& size) {
  folder.write(name + "/level", level + "\n");
  folder.write(name + "/type", type + "\n");
  folder.write(name + "/size", size + "\n");
}

}  // namespace

TEST_CASE("the last cache is the one of the highest level, whatever the order", "[cache_size]") {
  TemporaryFolder folder;
  write_cache(folder, "index0", "1", "Data", "48K");
  write_cache(folder, "index1", "1", "Instruction", "32K");
  write_cache(folder, "index2", "3", "Unified", "32768K");
  write_cache(folder, "index3", "2", "Unified", "2048K");
  folder.write("uevent", "");
  CHECK(tessera::last_cache_in(folder.path()) == 32.0 * 1024 * 1024);
  write_cache(folder, "index4", "4", "Unified", "1G");
  CHECK(tessera::last_cache_in(folder.path()) == 1024.0 * 1024 * 1024);
}

TEST_CASE("caches of a core alone, and files that say nothing, are no last cache", "[cache_size]") {
  TemporaryFolder folder;
  CHECK(tessera::last_cache_in(folder.path()) == 0);
  CHECK(tessera::last_cache_in(folder.path() / "nowhere") == 0);
  write_cache(folder, "index0", "1", "Data", "48K");
  write_cache(folder, "index2", "2", "Unified", "2M");
  CHECK(tessera::last_cache_in(folder.path()) == 0);
  write_cache(folder, "index3", "3", "Unified", "");
  write_cache(folder, "index4", "", "Unified", "64M");
  write_cache(folder, "index5", "5", "Instruction", "64M");
  CHECK(tessera::last_cache_in(folder.path()) == 0);
}

TEST_CASE("the schedules take the size that the kernel tells", "[cache_size]") {
  double const told = tessera::last_cache_in("/sys/devices/system/cpu/cpu0/cache");
  double const taken = tessera::last_level_cache_bytes();
  CHECK(taken >= 0);
  if (told > 0) CHECK(taken == told);
}
