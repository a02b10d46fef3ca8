// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "run/output_folder.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "run/input_contents.hpp"
#include "tessera/error.hpp"
#include "tessera/io/files.hpp"
#include "tessera/io/picture.hpp"

namespace tessera {
namespace {

namespace fs = std::filesystem;

fs::path choose_folder(App const& app, Options const& options, Config const& config) {
  if (options.output) return *options.output;
  if (auto const directory = read_output(config).directory) return *directory;
  return fs::path("out") / app.name / (options.config ? options.config->stem() : fs::path("default"));
}

bool has_results(fs::path const& folder) {
  return fs::exists(folder / "summary.json") || fs::exists(folder / "config.toml") || has_frames(folder) ||
         has_checkpoints(folder);
}

}  // namespace

OutputFolder::OutputFolder(App const& app, Options const& options, Config const& config)
    : m_app(app.name),
      m_signature(config.signature() + input_contents(config)),
      m_path(choose_folder(app, options, config)) {
  if (options.restart != Restart::no) {
    m_found = read_latest_checkpoint(m_path);
    if (m_found) require_same_problem(*m_found, m_app, m_signature);
  }
  if (!m_found) refuse_results(options);
}

void OutputFolder::refuse_results(Options const& options) const {
  if (options.restart == Restart::yes) {
    throw InputError(m_path.string() + ": there is no checkpoint to go on from; --restart=auto would start afresh");
  }
  if (options.overwrite) return;
  // A run that was killed before its first checkpoint left no summary; --restart=auto starts that one afresh.
  bool const refused =
      options.restart == Restart::automatic ? fs::exists(m_path / "summary.json") : has_results(m_path);
  if (refused) {
    throw InputError(m_path.string() + ": there are results already; --overwrite replaces them, --restart goes on " +
                     "from a checkpoint, --output names another folder");
  }
}

void OutputFolder::require_space(double bytes, std::string const& purpose) const {
  require_free_disk(m_path, static_cast<std::uint64_t>(std::min(bytes, 1e18)), purpose);
}

OutputFolder::~OutputFolder() {
  if (m_lock >= 0) ::close(m_lock);
}

/// Where the file system has no locks, nothing is locked.
void OutputFolder::lock() {
  m_lock = ::open((m_path / ".lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (m_lock >= 0 && ::flock(m_lock, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
    throw InputError(m_path.string() + ": another run is writing here; --output names another folder");
  }
}

void OutputFolder::open(Config const& config, RunPlan const& plan) {
  ensure_output_directory(m_path);
  lock();
  remove_unfinished(m_path, "");
  if (!m_found) {
    fs::remove(m_path / "summary.json");
    remove_checkpoints(m_path);
  }
  atomic_write(m_path / "config.toml", config.toml("The config of this run of " + m_app + ", with all defaults."));
  auto const restart_step = m_found ? std::optional(m_found->checkpoint.state.step) : std::nullopt;
  m_frames = std::make_unique<FrameWriter>(m_path, plan.mesh, m_app, restart_step);
}

void OutputFolder::write_frame(Simulation& simulation, Precision precision) {
  m_last_frame = m_frames->write(simulation.step(), simulation.time(), simulation.fields(), precision);
  simulation.write_more(m_path);
}

void OutputFolder::write_checkpoint(State const& state, std::map<std::string, std::string> const& memory) {
  m_last_checkpoint = tessera::write_checkpoint(m_path, {m_app, m_signature, state, memory});
}

void OutputFolder::write_pictures(Simulation const& simulation, std::string const& when,
                                  std::string const& suffix) const {
  if (simulation.draw(m_path, when, suffix)) return;
  tessera::write_pictures(m_path, simulation.mesh(), simulation.fields().front(), when, suffix);
}

void OutputFolder::write_summary(std::string const& json) const { atomic_write(m_path / "summary.json", json); }

}  // namespace tessera
