// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checkpoint_format.hpp"

#include <bit>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>

#include "tessera/error.hpp"

namespace tessera::detail {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view first_line = "tessera checkpoint 1";

std::string hexadecimal(std::uint64_t value) {
  char text[20];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(value));
  return text;
}

std::uint64_t text_checksum(std::string_view text) { return checksum(std::as_bytes(std::span(text))); }

/// LevelStorage a value on one line.
std::string escaped(std::string_view text) {
  std::string result;
  for (char const c : text) {
    if (c == '\\') {
      result += "\\\\";
    } else if (c == '\n') {
      result += "\\n";
    } else {
      result += c;
    }
  }
  return result;
}

std::string unescaped(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    bool const escape = text[i] == '\\' && i + 1 < text.size();
    if (escape) ++i;
    result += escape && text[i] == 'n' ? '\n' : text[i];
  }
  return result;
}

[[noreturn]] void damaged(fs::path const& path, std::string const& what) {
  throw InputError("checkpoint " + path.string() + " is damaged: " + what);
}

/// The header's lines before the last one, once that one's checksum is found to fit.
std::string read_header(std::ifstream& stream, fs::path const& path) {
  std::string header, line;
  if (!std::getline(stream, line)) damaged(path, "it is empty");
  if (!line.starts_with("tessera checkpoint ")) damaged(path, "it does not start as a checkpoint does");
  if (line != first_line) {
    throw InputError("checkpoint " + path.string() + " was written by another version (\"" + line +
                     "\"); this one reads \"" + std::string(first_line) + "\"");
  }
  do {
    header += line + '\n';
    if (!std::getline(stream, line) || stream.eof()) damaged(path, "its header is cut short");
  } while (!line.starts_with("end "));
  if (line != "end " + hexadecimal(text_checksum(header))) damaged(path, "its header's checksum is wrong");
  return header;
}

struct BufferEntry {
  std::size_t size = 0;
  std::string sum;
};

/// Takes one `key = value` line of a header into the checkpoint.
void take_line(std::string const& line, Checkpoint& checkpoint, std::vector<BufferEntry>& entries) {
  auto const equals = line.find(" = ");
  if (equals == line.npos) return;
  std::string const key = line.substr(0, equals), value = line.substr(equals + 3);
  if (key == "app") checkpoint.app = unescaped(value);
  if (key == "signature") checkpoint.signature = unescaped(value);
  if (key == "step") checkpoint.state.step = std::strtol(value.c_str(), nullptr, 10);
  if (key == "time") checkpoint.state.time = std::strtod(value.c_str(), nullptr);
  if (key.starts_with("extra.")) checkpoint.extra[unescaped(key.substr(6))] = unescaped(value);
  if (key == "buffer") {
    std::istringstream words(value);
    BufferEntry entry;
    words >> entry.size >> entry.sum >> std::ws;
    std::string name;
    std::getline(words, name);
    entries.push_back(entry);
    checkpoint.state.buffers.push_back({unescaped(name), {}});
  }
}

}  // namespace

std::uint64_t checksum(std::span<std::byte const> bytes) noexcept {
  constexpr std::uint64_t prime = 0x9e3779b97f4a7c15;
  std::uint64_t lanes[4] = {bytes.size(), 1, 2, 3};  // four chains, so that no multiplication waits for another
  auto const mix = [](std::uint64_t lane, std::uint64_t word) { return std::rotl(lane ^ word, 29) * prime; };
  std::size_t at = 0;
  for (; at + 32 <= bytes.size(); at += 32) {
    std::uint64_t words[4];
    std::memcpy(words, bytes.data() + at, 32);
    for (int i = 0; i < 4; ++i) lanes[i] = mix(lanes[i], words[i]);
  }
  for (; at < bytes.size(); ++at) lanes[0] = mix(lanes[0], static_cast<std::uint64_t>(bytes[at]));
  for (int i = 1; i < 4; ++i) lanes[0] = mix(lanes[0], lanes[i]);
  return lanes[0];
}

std::string checkpoint_header(Checkpoint const& checkpoint) {
  char time[40];
  std::snprintf(time, sizeof time, "%a", checkpoint.state.time);
  std::string text = std::string(first_line) + "\n";
  text += "app = " + escaped(checkpoint.app) + "\n";
  text += "signature = " + escaped(checkpoint.signature) + "\n";
  text += "step = " + std::to_string(checkpoint.state.step) + "\n";
  text += std::string("time = ") + time + "\n";
  for (auto const& [key, value] : checkpoint.extra) text += "extra." + escaped(key) + " = " + escaped(value) + "\n";
  for (StateBuffer const& buffer : checkpoint.state.buffers) {
    text += "buffer = " + std::to_string(buffer.bytes.size()) + " " + hexadecimal(checksum(buffer.bytes)) + " " +
            escaped(buffer.name) + "\n";
  }
  return text + "end " + hexadecimal(text_checksum(text)) + "\n";
}

Checkpoint parse_checkpoint(fs::path const& path) {
  std::ifstream stream(path, std::ios::binary);
  if (!stream) throw InputError("cannot open checkpoint " + path.string() + ": " + std::strerror(errno));
  Checkpoint checkpoint;
  std::vector<BufferEntry> entries;
  std::istringstream header(read_header(stream, path));
  for (std::string line; std::getline(header, line);) take_line(line, checkpoint, entries);

  std::size_t expected = static_cast<std::size_t>(stream.tellg());
  for (BufferEntry const& entry : entries) expected += entry.size;
  if (auto const size = fs::file_size(path); size != expected) {
    damaged(path, "it has " + std::to_string(size) + " bytes instead of " + std::to_string(expected));
  }
  for (std::size_t i = 0; i < entries.size(); ++i) {
    StateBuffer& buffer = checkpoint.state.buffers[i];
    buffer.bytes.resize(entries[i].size);
    stream.read(reinterpret_cast<char*>(buffer.bytes.data()), static_cast<std::streamsize>(entries[i].size));
    if (!stream || hexadecimal(checksum(buffer.bytes)) != entries[i].sum) {
      damaged(path, "the checksum of \"" + buffer.name + "\" is wrong");
    }
  }
  return checkpoint;
}

}  // namespace tessera::detail
