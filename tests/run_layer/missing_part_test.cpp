// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tessera/run/missing_part.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_all.hpp>

#include "temporary_folder.hpp"
#include "tessera/error.hpp"

using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::MessageMatches;

TEST_CASE("Missing parts: the error names the part and the remedy, and the file that apps/run reads names it",
          "[run]") {
  for (char const* const words : {"heat3d/equation_x", "'apps/run heat3d'", "-DTESSERA_PARTS=all"}) {
    CHECK_THROWS_MATCHES(tessera::missing_part("heat3d/equation_x"), tessera::InputError,
                         MessageMatches(ContainsSubstring(words)));
  }

  TemporaryFolder const folder;
  std::string const file = (folder.path() / "part").string();
  ::setenv("TESSERA_MISSING_PART", file.c_str(), 1);
  CHECK_THROWS_AS(tessera::missing_part("heat3d/equation_x"), tessera::InputError);
  ::unsetenv("TESSERA_MISSING_PART");
  CHECK(read_text(file) == "heat3d/equation_x\n");
}
