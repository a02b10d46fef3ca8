// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <optional>

#include "tessera/exchange/ranks.hpp"
#include "tessera/run/config.hpp"

namespace tessera {

/// As how many processes mpirun, srun or the like started this program, and which one this is, as they tell it.
struct Launched {
  long count = 1;
  long number = 0;
  long on_host = 1;        ///< how many of them run on this host; all, where nobody tells
  std::string variable{};  ///< the environment variable that tells the count
};
[[nodiscard]] Launched launched_processes();
/// Whether this process is the one that speaks and writes.
[[nodiscard]] bool is_first_process();

/// Adds the key of a program that several processes can take together: run.process_grid.
void add_process_keys(Schema& schema);

/// The ranks of this run, with the process grid that the config names; none if it is one process. Throws InputError if
/// this build has no MPI, if its MPI does not know the processes that were started, and for a process grid of another
/// number of axes, or for one process alone.
[[nodiscard]] std::optional<Ranks> read_ranks(Config const& config);

/// Throws InputError if this process is one of several, and the program (`several`: false) or this build cannot be;
/// else joins them.
void join_processes(bool several);

}  // namespace tessera
