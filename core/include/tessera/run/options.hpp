// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace tessera {

/// Whether a run goes on from a checkpoint.
enum class Restart {
  no,
  yes,       ///< there must be one
  automatic  ///< from one if there is one
};

/// The command line of a program.
struct Options {
  std::optional<std::filesystem::path> config;
  std::vector<std::string> overrides;  ///< "table.key=value", in order; holds --backend and --no-roof too
  std::optional<std::filesystem::path> output;
  Restart restart = Restart::no;
  bool overwrite = false;
  bool print_config = false;
  bool dry_run = false;
  std::vector<std::string> kokkos_arguments;  ///< the --kokkos-* ones, untouched
};

/// Reads the command line of the program `name`, which `about` describes in one line. Prints what --help and
/// --version ask for and returns nothing then. Throws `InputError` for what it does not know.
[[nodiscard]] std::optional<Options> parse_options(std::string const& name, std::string const& about, int argc,
                                                   char const* const* argv);

}  // namespace tessera
