// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tessera/run/processes.hpp"

#include <cstdlib>

#include "tessera/error.hpp"
#include "tessera/run/common_keys.hpp"

namespace tessera {
namespace {

/// What an environment variable says; `otherwise` if it is not set.
long environment_number(char const* variable, long otherwise) {
  char const* text = std::getenv(variable);
  return text ? std::strtol(text, nullptr, 10) : otherwise;
}

std::string started_as(Launched const& launched) {
  return "started as " + std::to_string(launched.count) + " processes (" + launched.variable + "), but ";
}

}  // namespace

Launched launched_processes() {
  // What mpirun, mpiexec and srun tell each process. SLURM_NTASKS is not among them: a batch script, which is one
  // process, sees it too.
  struct Names {
    char const *count, *number;
  };
  for (Names const& names :
       {Names{"OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK"}, Names{"PMI_SIZE", "PMI_RANK"},
        Names{"MPI_LOCALNRANKS", "MPI_LOCALRANKID"}, Names{"MV2_COMM_WORLD_SIZE", "MV2_COMM_WORLD_RANK"},
        Names{"PALS_NRANKS", "PALS_RANKID"}, Names{"SLURM_STEP_NUM_TASKS", "SLURM_PROCID"}}) {
    long const count = environment_number(names.count, 1);
    if (count > 1)
      return {count, environment_number(names.number, 0), environment_number("OMPI_COMM_WORLD_LOCAL_SIZE", count),
              names.count};
  }
  return {};
}

bool is_first_process() { return launched_processes().number == 0; }

void add_process_keys(Schema& schema) {
  schema.add(key::integers("run.process_grid", 0, std::nullopt, "",
                           "how many processes share the grid along x, y, z, when mpirun starts several")
                 .at_least(1)
                 .or_words({"auto"}));
}

std::optional<Ranks> read_ranks(Config const& config) {
  std::array<int, 3> grid{};
  long parts = 1;
  if (!config.is_word("run.process_grid")) {
    auto const& wanted = config.integers("run.process_grid");
    std::size_t const axes = config.integers("grid.cells").size();
    if (wanted.size() != axes) {
      config.refuse("run.process_grid", "expected " + std::to_string(axes) + " numbers, one for each axis, got " +
                                            std::to_string(wanted.size()));
    }
    for (std::size_t a = 0; a < axes; ++a) {
      grid[a] = static_cast<int>(wanted[a]);
      parts *= wanted[a];
    }
  }
  long const count = launched_processes().count;
  if (!config.is_word("run.process_grid") && parts != count) {
    config.refuse("run.process_grid",
                  "the numbers multiply to " + std::to_string(parts) + ", but there " +
                      (count == 1 ? "is 1 process" : "are " + std::to_string(count) + " processes") +
                      "; start as many by mpirun -np " + std::to_string(parts));
  }
  if (count == 1) return std::nullopt;
  return mpi_ranks().in(grid);
}

void join_processes(bool several) {
  Launched const launched = launched_processes();
  if (launched.count == 1) return;
  if (!several) {
    throw InputError(started_as(launched) + "this program runs as one; start it without mpirun, or by srun --ntasks=1");
  }
  if (!has_mpi()) {
    throw InputError(started_as(launched) +
                     "this build has no MPI; install it (Debian: libopenmpi-dev openmpi-bin) and build again, or start "
                     "it without mpirun");
  }
  int const joined = mpi_ranks().size();
  if (joined != launched.count) {
    throw InputError(started_as(launched) + "MPI joins " + std::to_string(joined) +
                     " of them; start it by the mpirun of the MPI that it was built with, or without mpirun");
  }
}

}  // namespace tessera
