// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "tessera/run/simulation.hpp"

namespace tessera {

/// All that a run needs to go on to the same bits.
struct Checkpoint {
  std::string app;        ///< which program wrote it
  std::string signature;  ///< what must match to go on: one `key = value` per line (grid, precision, physics ...)
  State state;
  std::map<std::string, std::string> extra;  ///< whatever else the run loop wants to find again
};

/// A checkpoint that was found and is intact.
struct FoundCheckpoint {
  Checkpoint checkpoint;
  std::filesystem::path path;
  std::string notice;  ///< not empty if a newer one was damaged: one line for the log
};

/// Writes `checkpoint_NNNNNNNNNN.tck` (ten digits of the step) into `directory`, whole or not at all, and then
/// removes all but it and the newest before it. Checkpoints of later steps are superseded and go too. Returns the path.
/// Throws `Error` that names path, reason and remedy; the earlier checkpoints stay intact.
std::filesystem::path write_checkpoint(std::filesystem::path const& directory, Checkpoint const& checkpoint);

/// The bytes that `write_checkpoint` writes for this state, to within a few KiB.
[[nodiscard]] double checkpoint_bytes(State const& state);

/// Reads one checkpoint and verifies its checksums. Throws `InputError` that says what is damaged.
[[nodiscard]] Checkpoint read_checkpoint(std::filesystem::path const& path);

/// The newest intact checkpoint in `directory`; none if there is no checkpoint. If the newest is damaged, the one
/// before it, with a notice. Throws `InputError` if there are checkpoints and all are damaged.
[[nodiscard]] std::optional<FoundCheckpoint> read_latest_checkpoint(std::filesystem::path const& directory);

/// True if `directory` holds checkpoints.
[[nodiscard]] bool has_checkpoints(std::filesystem::path const& directory);

/// Removes all checkpoints in `directory`: for a run that starts anew where another one was.
void remove_checkpoints(std::filesystem::path const& directory);

/// Throws `InputError` if the checkpoint is of another program or problem; the message lists every key that differs
/// as "grid.cells: 64 64 64 in the checkpoint, 128 128 128 in the config".
void require_same_problem(FoundCheckpoint const& found, std::string const& app, std::string const& signature);

}  // namespace tessera
