// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <chrono>
#include <random>
#include <sstream>
#include <thread>

#include "support.hpp"
#include "tessera/io/checkpoint.hpp"
#include "tessera/io/dataset.hpp"
#include "tessera/io/frame.hpp"

// kill -9 at random moments while frames and checkpoints are written: what has its name is whole.

using namespace tessera;
using namespace tessera::test;

namespace {

Mesh const mesh = mesh_of(3, 41, 37, 29);

/// Every value of frame or checkpoint `step` is `step`.
HostField field_at(long step) {
  return {"u", "m", "", std::vector<double>(static_cast<std::size_t>(41 * 37 * 29), static_cast<double>(step))};
}

Checkpoint checkpoint_at(long step) {
  Checkpoint checkpoint{"test", "", {step, 0, {}}, {}};
  checkpoint.state.buffers.push_back({"u", std::vector<std::byte>(800'000, static_cast<std::byte>(step % 251))});
  return checkpoint;
}

[[noreturn]] void write_for_ever(fs::path const& directory, FrameFormat format, long step) {
  FrameWriter writer(directory, mesh, "test", step, format);
  while (true) {
    ++step;
    writer.write(step, static_cast<double>(step), {field_at(step)}, Precision::float64);
    write_checkpoint(directory, checkpoint_at(step));
  }
}

/// Every file that has a frame's name reads back and holds its own step. Returns how many frames there are.
std::size_t check_frames(fs::path const& directory, FrameFormat format) {
  for (std::string const& name : files_in(directory)) {
    bool const values = name.starts_with("fields_") && (name.ends_with(".h5") || name.ends_with(".npy"));
    if (!values) continue;
    std::vector<double> const read = read_dataset(directory / name, "u", mesh).values;
    CHECK(std::count(read.begin(), read.end(), read[0]) == std::ssize(read));
  }
  return FrameWriter(directory, mesh, "test", 1'000'000, format).frames().size();
}

/// `fields.xdmf` is whole, and every file that it names is there.
void check_list(fs::path const& directory) {
  std::string const text = text_of(directory / "fields.xdmf");
  CHECK(text.ends_with("</Xdmf>\n"));
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    auto const at = line.find(">fields_");
    if (at == line.npos) continue;
    std::string const file = line.substr(at + 1, line.find_first_of(":<", at + 1) - at - 1);
    CHECK(fs::exists(directory / file));
  }
}

void kill_while_writing(FrameFormat format) {
  Folder const folder;
  std::mt19937 random(7);  // NOLINT: the same moments in every run, as far as the machine allows
  long step = 0;
  for (int round = 0; round < 20; ++round) {
    std::cout.flush();
    pid_t const child = ::fork();
    if (child == 0) write_for_ever(folder.path(), format, step);
    while (!has_checkpoints(folder.path())) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    std::this_thread::sleep_for(std::chrono::microseconds(random() % 40'000));
    ::kill(child, SIGKILL);
    int status = 0;
    ::waitpid(child, &status, 0);
    REQUIRE(WIFSIGNALED(status));

    auto const found = read_latest_checkpoint(folder.path());
    REQUIRE(found);
    CHECK(found->notice.empty());
    CHECK(found->checkpoint.state.step >= step);
    CHECK(found->checkpoint.state.buffers[0].bytes ==
          checkpoint_at(found->checkpoint.state.step).state.buffers[0].bytes);
    CHECK(check_frames(folder.path(), format) >= static_cast<std::size_t>(found->checkpoint.state.step));
    check_list(folder.path());
    step = found->checkpoint.state.step;
  }
}

}  // namespace

TEST_CASE("kill -9 at any moment breaks no file: HDF5") {
  if (default_frame_format() != FrameFormat::hdf5) SKIP("this build has no HDF5");
  kill_while_writing(FrameFormat::hdf5);
}

TEST_CASE("kill -9 at any moment breaks no file: npy") { kill_while_writing(FrameFormat::npy); }
