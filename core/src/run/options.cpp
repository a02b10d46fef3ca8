// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tessera/run/options.hpp"

#include <CLI/CLI.hpp>

#include <iostream>

#include "tessera/error.hpp"
#include "tessera/run/spelling.hpp"
#include "tessera/version.hpp"

namespace tessera {
namespace {

constexpr char const* footer =
    "Options that begin with --kokkos- go to Kokkos as they are.\n"
    "Host threads: --kokkos-num-threads=N, or else OMP_NUM_THREADS; at most 512.\n"
    "Paths in CONFIG are relative to its folder, those of --set and --output to the current one.\n"
    "The share of the copy bandwidth counts the bytes that one step must at least move; sweeps that take several\n"
    "steps at once move less and may pass 100 %.\n"
    "Signals: SIGTERM, Ctrl-C: checkpoint and end; SIGUSR1: checkpoint and go on.\n"
    "Exit codes: 0 done, 1 failed, 2 bad input, 3 the numbers failed, 75 interrupted with a checkpoint.";

/// What the options are written into before it is known that all of them make sense.
struct Texts {
  std::string config, output, restart, backend;
  bool no_roof = false;
};

void declare(CLI::App& app, Options& options, Texts& texts) {
  app.add_option("CONFIG", texts.config, "config to run (TOML); without one, the defaults");
  app.add_option("--set", options.overrides, "override one key, as in --set grid.cells='[64, 64, 64]'; repeatable")
      ->type_name("TABLE.KEY=VALUE")
      ->expected(1)
      ->take_all()
      ->allow_extra_args(false);
  app.add_option("-o,--output", texts.output, "where results go; default: out/PROGRAM/CASE")->type_name("DIR");
  app.add_flag("--overwrite", options.overwrite, "replace the results that are there");
  app.add_flag("--restart", texts.restart,
               "go on from the newest checkpoint there; --restart=auto: start afresh if there is none");
  app.add_option("--backend", texts.backend, "what computes; the same as --set run.backend=NAME")->type_name("NAME");
  app.add_flag("--no-roof", texts.no_roof, "do not measure the copy bandwidth; the same as --set run.roof=false");
  app.add_flag("--print-config", options.print_config, "print every key with its value, unit and meaning, as TOML");
  app.add_flag("--dry-run", options.dry_run, "say what would be run: config, time step, memory, disk, time");
}

void refuse_leftovers(CLI::App const& app) {
  for (auto const& word : app.remaining()) {
    if (!word.starts_with('-')) throw InputError(word + ": a second config; a program runs one at a time");
    std::vector<std::string> known;
    for (auto const* option : app.get_options()) {
      for (auto const& name : option->get_lnames()) known.push_back("--" + name);
    }
    throw InputError(word + ": no such option" + spelling_hint(word.substr(0, word.find('=')), known));
  }
}

Restart to_restart(std::string const& word) {
  if (word.empty()) return Restart::no;
  if (word == "true") return Restart::yes;
  if (word == "auto") return Restart::automatic;
  throw InputError("--restart=" + word + ": only --restart and --restart=auto are known");
}

void fill(Options& options, Texts const& texts) {
  if (!texts.config.empty()) options.config = texts.config;
  if (!texts.output.empty()) options.output = texts.output;
  if (!texts.backend.empty()) options.overrides.push_back("run.backend=" + texts.backend);
  if (texts.no_roof) options.overrides.push_back("run.roof=false");
  options.restart = to_restart(texts.restart);
  if (options.overwrite && options.restart != Restart::no) {
    throw InputError("--overwrite and --restart exclude each other");
  }
}

void print_version(std::string const& name) {
  std::cout << name << " " << version() << " (commit " << commit() << ", " << compiler() << ", Kokkos "
            << kokkos_version() << ")\n";
}

}  // namespace

std::optional<Options> parse_options(std::string const& name, std::string const& about, int argc,
                                     char const* const* argv) {
  Options options;
  Texts texts;
  CLI::App app(about, name);
  declare(app, options, texts);
  bool show_version = false;
  app.add_flag("--version", show_version, "print the version");
  app.footer(footer);
  app.allow_extras();

  std::vector<std::string> words;  // CLI11 takes them in reverse order
  for (int i = argc - 1; i > 0; --i) {
    std::string const word = argv[i];
    if (word.starts_with("--kokkos-")) {
      options.kokkos_arguments.insert(options.kokkos_arguments.begin(), word);
    } else {
      words.push_back(word);
    }
  }
  try {
    app.parse(words);
  } catch (CLI::CallForHelp const&) {
    std::cout << app.help();
    return std::nullopt;
  } catch (CLI::ParseError const& error) {
    throw InputError(error.what());
  }
  refuse_leftovers(app);
  if (show_version) {
    print_version(name);
    return std::nullopt;
  }
  fill(options, texts);
  return options;
}

}  // namespace tessera
