// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tessera/io/files.hpp"

#include "support.hpp"

using namespace tessera;
using namespace tessera::test;

TEST_CASE("atomic_write replaces a file and leaves nothing else behind") {
  Folder const folder;
  atomic_write(folder.path() / "a.txt", "one");
  atomic_write(folder.path() / "a.txt", "two");
  CHECK(text_of(folder.path() / "a.txt") == "two");
  CHECK(files_in(folder.path()) == std::vector<std::string>{"a.txt"});
}

TEST_CASE("a file that is not committed never shows, and the old one stays") {
  Folder const folder;
  atomic_write(folder.path() / "a.txt", "old");
  {
    AtomicFile file(folder.path() / "a.txt");
    file.write("new", 3);
    CHECK(text_of(folder.path() / "a.txt") == "old");
  }
  CHECK(text_of(folder.path() / "a.txt") == "old");
  CHECK(files_in(folder.path()) == std::vector<std::string>{"a.txt"});
}

TEST_CASE("a full disk is an error with path, reason and remedy; the old file stays") {
  Folder const folder;
  fs::path const path = folder.path() / "a.txt";
  atomic_write(path, "old");
  int const status = in_child([&] {
    limit_file_size(1000);
    std::string const message = message_of<Error>([&] { atomic_write(path, std::string(5000, 'x')); });
    bool const good = message.find(path.string()) != message.npos && message.find("too large") != message.npos &&
                      message.find("--output") != message.npos;
    std::_Exit(good ? 0 : 1);
  });
  CHECK(status == 0);
  CHECK(text_of(path) == "old");
  CHECK(files_in(folder.path()) == std::vector<std::string>{"a.txt"});
}

TEST_CASE("a folder that is gone is an error with its path") {
  Folder const folder;
  CHECK_THAT(message_of<Error>([&] { atomic_write(folder.path() / "no" / "a.txt", "x"); }),
             ContainsSubstring((folder.path() / "no" / "a.txt").string()) && ContainsSubstring("No such file"));
}

TEST_CASE("an output folder is created with its parents") {
  Folder const folder;
  ensure_output_directory(folder.path() / "a" / "b");
  CHECK(fs::is_directory(folder.path() / "a" / "b"));
  CHECK(files_in(folder.path() / "a" / "b").empty());
  ensure_output_directory(folder.path() / "a" / "b");
}

TEST_CASE("an output folder that cannot be used is bad input, in one line") {
  Folder const folder;
  put_text(folder.path() / "file", "x");
  auto const message = [](fs::path const& path) {
    return message_of<InputError>([&] { ensure_output_directory(path); });
  };
  CHECK_THAT(message(folder.path() / "file"), ContainsSubstring("file is a file"));
  CHECK_THAT(message(folder.path() / "file" / "sub"), ContainsSubstring("file is a file"));
  CHECK_THAT(message("/proc/tessera"), ContainsSubstring("cannot create output folder /proc/tessera"));
  CHECK_THAT(message("/proc"), ContainsSubstring("output folder /proc cannot be used"));
  CHECK(message("/proc").find('\n') == std::string::npos);
}

TEST_CASE("an output folder of someone else is bad input") {
  if (::geteuid() != 0) SKIP("only root can become someone else");
  Folder const folder;
  int const status = in_child([&] {
    if (::seteuid(65534) != 0) std::_Exit(2);
    std::string const message = message_of<InputError>([&] { ensure_output_directory(folder.path()); });
    std::_Exit(message.find("Permission denied; choose a folder that you may write to") != message.npos ? 0 : 1);
  });
  CHECK(status == 0);
}

TEST_CASE("too little disk space is told with what is needed and what is free") {
  Folder const folder;
  require_free_disk(folder.path(), 1, "one frame");
  CHECK_THAT(message_of<InputError>([&] { require_free_disk(folder.path() / "new", 1ull << 62, "two checkpoints"); }),
             ContainsSubstring("two checkpoints need 4096 PiB, but ") && ContainsSubstring(" is free"));
}

TEST_CASE("sizes and times for people") {
  CHECK(human_bytes(0) == "0 B");
  CHECK(human_bytes(1023) == "1023 B");
  CHECK(human_bytes(1024) == "1.0 KiB");
  CHECK(human_bytes(1.5 * 1024 * 1024) == "1.5 MiB");
  CHECK(human_bytes(17.0 * 1024 * 1024 * 1024) == "17 GiB");
  CHECK(human_time(0) == "0 s");
  CHECK(human_time(1.5e-6) == "1.5 us");
  CHECK(human_time(2.15e-3) == "2.15 ms");
  CHECK(human_time(42.34) == "42.3 s");
  CHECK(human_time(59.97) == "1 min");
  CHECK(human_time(61) == "1 min 1 s");
  CHECK(human_time(3599.7) == "1 h");
  CHECK(human_time(12000) == "3 h 20 min");
  CHECK(human_time(86399) == "1 d");
  CHECK(human_time(12.2 * 86400) == "12 d 5 h");
  CHECK(human_time(-90) == "-1 min 30 s");
}
