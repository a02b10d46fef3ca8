// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Kokkos_Core.hpp>
#include <algorithm>
#include <catch2/catch_session.hpp>
#include <string_view>

namespace {

/// Lists of tests are read by programs: Kokkos is not even started for them.
bool only_lists(int argc, char** argv) {
  return std::any_of(argv + 1, argv + argc, [](std::string_view word) { return word.starts_with("--list-"); });
}

}  // namespace

int main(int argc, char** argv) {
  Catch::Session session;
  if (only_lists(argc, argv)) return session.run(argc, argv);
  Kokkos::ScopeGuard const kokkos(argc, argv);
  return session.run(argc, argv);
}
