// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tessera/io/checkpoint.hpp"

#include <cmath>
#include <cstring>
#include <limits>

#include "support.hpp"

using namespace tessera;
using namespace tessera::test;

namespace {

StateBuffer buffer_of(std::string name, std::vector<double> const& values) {
  StateBuffer buffer{std::move(name), std::vector<std::byte>(values.size() * sizeof(double))};
  if (!values.empty()) std::memcpy(buffer.bytes.data(), values.data(), buffer.bytes.size());
  return buffer;
}

Checkpoint checkpoint_at(long step) {
  double const nan = std::numeric_limits<double>::quiet_NaN();
  Checkpoint checkpoint{
      "heat3d", "grid.cells = 8 8 8\nrun.precision = double\n", {step, 0.1 * static_cast<double>(step), {}}, {}};
  checkpoint.state.buffers.push_back(buffer_of("temperature", {1.5, -0.0, nan, 1e-310, static_cast<double>(step)}));
  checkpoint.state.buffers.push_back(buffer_of("none", {}));
  checkpoint.state.buffers.push_back({"odd size", {std::byte{7}, std::byte{8}, std::byte{9}}});
  checkpoint.extra = {{"frames", "12"}, {"note", "two\nlines and a \\n"}};
  return checkpoint;
}

void check_same(Checkpoint const& a, Checkpoint const& b) {
  CHECK(a.app == b.app);
  CHECK(a.signature == b.signature);
  CHECK(a.state.step == b.state.step);
  CHECK(a.state.time == b.state.time);
  CHECK(a.extra == b.extra);
  REQUIRE(a.state.buffers.size() == b.state.buffers.size());
  for (std::size_t i = 0; i < a.state.buffers.size(); ++i) {
    CHECK(a.state.buffers[i].name == b.state.buffers[i].name);
    CHECK(a.state.buffers[i].bytes == b.state.buffers[i].bytes);
  }
}

std::string mismatch(std::string const& app, std::string const& signature) {
  FoundCheckpoint const found{checkpoint_at(1), "out/checkpoint_0000000001.tck", ""};
  return message_of<InputError>([&] { require_same_problem(found, app, signature); });
}

}  // namespace

TEST_CASE("a checkpoint comes back bit for bit") {
  Folder const folder;
  fs::path const path = write_checkpoint(folder.path(), checkpoint_at(1234));
  CHECK(path == folder.path() / "checkpoint_0000001234.tck");
  CHECK(static_cast<double>(fs::file_size(path)) <= checkpoint_bytes(checkpoint_at(1234).state));
  auto const found = read_latest_checkpoint(folder.path());
  REQUIRE(found);
  CHECK(found->path == path);
  CHECK(found->notice.empty());
  check_same(found->checkpoint, checkpoint_at(1234));
}

TEST_CASE("a large checkpoint comes back bit for bit") {
  Folder const folder;
  Checkpoint checkpoint = checkpoint_at(1);
  std::vector<double> values(3'000'001);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = std::sin(static_cast<double>(i));
  checkpoint.state.buffers.push_back(buffer_of("large", values));
  check_same(read_checkpoint(write_checkpoint(folder.path(), checkpoint)), checkpoint);
}

TEST_CASE("without checkpoints there is none to read") {
  Folder const folder;
  CHECK_FALSE(read_latest_checkpoint(folder.path()));
  CHECK_FALSE(read_latest_checkpoint(folder.path() / "no folder"));
  CHECK_FALSE(has_checkpoints(folder.path()));
}

TEST_CASE("the newest two are kept, and the ones of later steps are superseded") {
  Folder const folder;
  for (long step : {9, 10, 100, 1000}) write_checkpoint(folder.path(), checkpoint_at(step));
  CHECK(files_in(folder.path()) == Names{"checkpoint_0000000100.tck", "checkpoint_0000001000.tck"});
  write_checkpoint(folder.path(), checkpoint_at(500));
  CHECK(files_in(folder.path()) == Names{"checkpoint_0000000100.tck", "checkpoint_0000000500.tck"});
  write_checkpoint(folder.path(), checkpoint_at(500));
  CHECK(files_in(folder.path()) == Names{"checkpoint_0000000100.tck", "checkpoint_0000000500.tck"});
  remove_checkpoints(folder.path());
  CHECK(files_in(folder.path()).empty());
}

TEST_CASE("what a killed process left unfinished is swept away") {
  Folder const folder;
  put_text(folder.path() / ".checkpoint_0000000007.tck.part", "half");
  CHECK_FALSE(read_latest_checkpoint(folder.path()));
  write_checkpoint(folder.path(), checkpoint_at(8));
  CHECK(files_in(folder.path()) == Names{"checkpoint_0000000008.tck"});
}

TEST_CASE("a byte changed anywhere, or an end cut off anywhere, is found") {
  Folder const folder;
  fs::path const path = write_checkpoint(folder.path(), checkpoint_at(3));
  std::string const whole = text_of(path);
  auto const message = [&] { return message_of<InputError>([&] { (void)read_checkpoint(path); }); };
  auto const is_refused = [&] {
    std::string const text = message();
    return text.find("is damaged") != text.npos || text.find("another version") != text.npos;
  };
  for (std::size_t at = 0; at < whole.size(); ++at) {
    std::string changed = whole;
    changed[at] = static_cast<char>(changed[at] ^ 0x10);
    put_text(path, changed);
    REQUIRE(is_refused());
    put_text(path, whole.substr(0, at));
    REQUIRE(is_refused());
  }
  put_text(path, whole + "x");
  CHECK_THAT(message(), ContainsSubstring("is damaged"));
  put_text(path, whole);
  CHECK(message() == "nothing thrown");
}

TEST_CASE("a damaged checkpoint gives way to the one before, with a notice") {
  Folder const folder;
  fs::path const older = write_checkpoint(folder.path(), checkpoint_at(1));
  fs::path const newer = write_checkpoint(folder.path(), checkpoint_at(2));
  fs::resize_file(newer, fs::file_size(newer) - 1);
  auto const found = read_latest_checkpoint(folder.path());
  REQUIRE(found);
  CHECK(found->checkpoint.state.step == 1);
  CHECK_THAT(found->notice, ContainsSubstring(newer.string() + " is damaged") &&
                                EndsWith("going on from checkpoint_0000000001.tck, the one before"));
  put_text(older, "");
  CHECK_THAT(message_of<InputError>([&] { (void)read_latest_checkpoint(folder.path()); }),
             ContainsSubstring("no usable checkpoint") && ContainsSubstring("--overwrite"));
}

TEST_CASE("a full disk costs no checkpoint from before") {
  Folder const folder;
  write_checkpoint(folder.path(), checkpoint_at(1));
  int const status = in_child([&] {
    limit_file_size(200);
    std::string const message = message_of<Error>([&] { write_checkpoint(folder.path(), checkpoint_at(2)); });
    std::_Exit(message.find("checkpoint_0000000002.tck: File too large; free some space") != message.npos ? 0 : 1);
  });
  CHECK(status == 0);
  CHECK(files_in(folder.path()) == Names{"checkpoint_0000000001.tck"});
  CHECK(read_latest_checkpoint(folder.path())->checkpoint.state.step == 1);
}

TEST_CASE("a checkpoint of another program or problem is refused with all that differs") {
  CHECK(mismatch("heat3d", "run.precision = double\ngrid.cells = 8 8 8\n") == "nothing thrown");
  CHECK(mismatch("shallow_water", "") == "checkpoint out/checkpoint_0000000001.tck is of heat3d, not of shallow_water");
  CHECK(mismatch("heat3d", "grid.cells = 16 8 8\nrun.precision = double\nphysics.gravity = 9.81") ==
        "checkpoint out/checkpoint_0000000001.tck is of another problem: "
        "grid.cells: 8 8 8 in the checkpoint, 16 8 8 in the config; "
        "physics.gravity: nothing in the checkpoint, 9.81 in the config");
}
