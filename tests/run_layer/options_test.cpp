// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tessera/run/options.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "messages.hpp"

using Catch::Matchers::ContainsSubstring;
using tessera::Options;
using tessera::Restart;

namespace {

std::optional<Options> parse(std::vector<char const*> words) {
  words.insert(words.begin(), "fake");
  return tessera::parse_options("fake", "about", static_cast<int>(words.size()), words.data());
}

}  // namespace

TEST_CASE("the command line is read", "[options]") {
  auto const options =
      parse({"--set", "a.b=[1, 2]", "case.toml", "--set", "c.d=x y", "-o", "dir", "--restart=auto",
             "--kokkos-num-threads=3", "--backend", "cuda", "--no-roof", "--dry-run", "--kokkos-print-configuration"});
  REQUIRE(options);
  CHECK(options->config == "case.toml");
  CHECK(options->overrides == std::vector<std::string>{"a.b=[1, 2]", "c.d=x y", "run.backend=cuda", "run.roof=false"});
  CHECK(options->output == "dir");
  CHECK(options->restart == Restart::automatic);
  CHECK(options->dry_run);
  CHECK_FALSE(options->print_config);
  CHECK(options->kokkos_arguments ==
        std::vector<std::string>{"--kokkos-num-threads=3", "--kokkos-print-configuration"});
}

TEST_CASE("--restart does not swallow what follows it", "[options]") {
  auto const options = parse({"--restart", "case.toml"});
  CHECK(options->restart == Restart::yes);
  CHECK(options->config == "case.toml");
  CHECK(parse({})->restart == Restart::no);
}

TEST_CASE("bad command lines are refused", "[options][bad_input]") {
  CHECK_THAT(input_error([] { parse({"--overwirte"}); }),
             ContainsSubstring("--overwirte: no such option; did you mean \"--overwrite\"?"));
  CHECK_THAT(input_error([] { parse({"--ouput=x"}); }), ContainsSubstring("did you mean \"--output\"?"));
  CHECK_THAT(input_error([] { parse({"a.toml", "b.toml"}); }), ContainsSubstring("b.toml: a second config"));
  CHECK_THAT(input_error([] { parse({"--restart=maybe"}); }), ContainsSubstring("--restart=maybe"));
  CHECK_THAT(input_error([] { parse({"--restart", "--overwrite"}); }), ContainsSubstring("exclude each other"));
  CHECK_THAT(input_error([] { parse({"--set"}); }), ContainsSubstring("--set"));
}
