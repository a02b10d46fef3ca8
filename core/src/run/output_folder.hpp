// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "tessera/io/checkpoint.hpp"
#include "tessera/io/frame.hpp"
#include "tessera/run/app.hpp"
#include "tessera/run/common_keys.hpp"
#include "tessera/run/options.hpp"

namespace tessera {

/// The folder of one run: what may be in it before, and all that is written into it.
class OutputFolder {
 public:
  /// Settles which folder it is and, for a restart, finds the checkpoint; writes nothing. Throws `InputError` if there
  /// are results that nobody allowed to touch, or no checkpoint to go on from.
  OutputFolder(App const& app, Options const& options, Config const& config);
  OutputFolder(OutputFolder const&) = delete;
  OutputFolder& operator=(OutputFolder const&) = delete;
  ~OutputFolder();

  [[nodiscard]] std::filesystem::path const& path() const noexcept { return m_path; }
  /// What a restart goes on from.
  [[nodiscard]] std::optional<FoundCheckpoint> const& found() const noexcept { return m_found; }

  /// Throws `InputError` if `bytes`, for `purpose`, do not fit on the disk.
  void require_space(double bytes, std::string const& purpose) const;
  /// Gets the folder ready: creates and locks it, clears away what a fresh run supersedes, writes config.toml.
  void open(Config const& config, RunPlan const& plan);

  void write_frame(Simulation& simulation, Precision precision);
  void write_checkpoint(State const& state, std::map<std::string, std::string> const& memory);
  /// Draws the main field as it is now; `when` goes into the title, `suffix` into the files' names.
  void write_pictures(Simulation const& simulation, std::string const& when, std::string const& suffix) const;
  void write_summary(std::string const& json) const;

  /// The file written last by `write_frame` and `write_checkpoint`.
  [[nodiscard]] std::optional<std::filesystem::path> const& last_frame() const noexcept { return m_last_frame; }
  [[nodiscard]] std::optional<std::filesystem::path> const& last_checkpoint() const noexcept {
    return m_last_checkpoint;
  }

 private:
  void refuse_results(Options const& options) const;
  void lock();

  std::string m_app;
  std::string m_signature;
  std::filesystem::path m_path;
  std::optional<FoundCheckpoint> m_found;
  std::unique_ptr<FrameWriter> m_frames;
  std::optional<std::filesystem::path> m_last_frame, m_last_checkpoint;
  int m_lock = -1;  ///< file descriptor
};

}  // namespace tessera
