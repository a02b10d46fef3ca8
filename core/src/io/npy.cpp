// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "npy.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <fstream>

#include "frame_files.hpp"
#include "tessera/error.hpp"
#include "tessera/io/files.hpp"

namespace tessera::detail {

namespace fs = std::filesystem;

namespace {

static_assert(std::endian::native == std::endian::little, "values are written and read as they are in memory");

constexpr std::size_t chunk_values = std::size_t{1} << 17;

std::string header_text(std::vector<long> const& shape, Precision precision) {
  std::string text = "{'descr': '";
  text += precision == Precision::float32 ? "<f4" : "<f8";
  text += "', 'fortran_order': False, 'shape': (";
  for (long const extent : shape) text += std::to_string(extent) + ", ";
  text += "), }";
  std::string header("\x93NUMPY\x01\x00", 8);
  std::size_t const length = npy_header_bytes - 10;
  header += static_cast<char>(length & 0xff);
  header += static_cast<char>(length >> 8);
  text.resize(length - 1, ' ');
  return header + text + '\n';
}

void write_as_float(AtomicFile& file, std::span<double const> values) {
  std::vector<float> chunk(std::min(values.size(), chunk_values));
  while (!values.empty()) {
    std::size_t const count = std::min(values.size(), chunk.size());
    std::transform(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(count), chunk.begin(),
                   [](double value) { return static_cast<float>(value); });
    file.write(chunk.data(), count * sizeof(float));
    values = values.subspan(count);
  }
}

struct Header {
  std::string type;
  bool fortran_order = false;
  std::vector<long> shape;
};

[[noreturn]] void damaged(fs::path const& path) {
  throw InputError("cannot read " + path.string() + ": not a whole .npy file (damaged, or cut short)");
}

/// The text of the header after 'key':
std::string_view value_of(std::string_view text, std::string_view key, fs::path const& path) {
  auto const at = text.find("'" + std::string(key) + "'");
  if (at == text.npos) damaged(path);
  auto const start = text.find_first_not_of(" :", at + key.size() + 2);
  if (start == text.npos) damaged(path);
  return text.substr(start);
}

Header read_header(std::ifstream& stream, fs::path const& path) {
  unsigned char start[12] = {};
  stream.read(reinterpret_cast<char*>(start), 10);
  std::size_t length = start[8] + 256u * start[9];
  if (start[6] >= 2) {  // later versions have a longer length
    stream.read(reinterpret_cast<char*>(start + 10), 2);
    length += (std::size_t{start[10]} << 16) + (std::size_t{start[11]} << 24);
  }
  if (!stream || length > 1'000'000) damaged(path);
  std::string text(length, '\0');
  if (!stream.read(text.data(), static_cast<std::streamsize>(length))) damaged(path);

  Header header;
  auto const type = value_of(text, "descr", path);
  header.type = type.starts_with('\'') ? type.substr(1, type.find('\'', 1) - 1) : "a record";
  header.fortran_order = value_of(text, "fortran_order", path).starts_with("True");
  auto shape = value_of(text, "shape", path);
  shape = shape.substr(1, shape.find(')') - 1);
  while (true) {
    auto const digit = shape.find_first_of("0123456789");
    if (digit == shape.npos) return header;
    long extent = 0;
    auto const end = std::from_chars(shape.data() + digit, shape.data() + shape.size(), extent).ptr;
    header.shape.push_back(extent);
    shape.remove_prefix(static_cast<std::size_t>(end - shape.data()));
  }
}

template <class Stored>
void read_values(std::ifstream& stream, fs::path const& path, std::span<double> values) {
  std::vector<Stored> chunk(std::min(values.size(), chunk_values));
  while (!values.empty()) {
    std::size_t const count = std::min(values.size(), chunk.size());
    auto const bytes = static_cast<std::streamsize>(count * sizeof(Stored));
    if (!stream.read(reinterpret_cast<char*>(chunk.data()), bytes)) damaged(path);
    std::transform(chunk.begin(), chunk.begin() + static_cast<std::ptrdiff_t>(count), values.begin(),
                   [](Stored value) { return static_cast<double>(value); });
    values = values.subspan(count);
  }
}

using Reader = void (*)(std::ifstream&, fs::path const&, std::span<double>);

/// How to read a NumPy type such as "<f4"; nullptr if it is not a plain little-endian number.
Reader reader_of(std::string_view type) {
  struct Entry {
    std::string_view type;
    Reader read;
  };
  static constexpr Entry entries[] = {
      {"<f8", read_values<double>},        {"<f4", read_values<float>},        {"|b1", read_values<std::uint8_t>},
      {"|i1", read_values<std::int8_t>},   {"|u1", read_values<std::uint8_t>}, {"<i2", read_values<std::int16_t>},
      {"<u2", read_values<std::uint16_t>}, {"<i4", read_values<std::int32_t>}, {"<u4", read_values<std::uint32_t>},
      {"<i8", read_values<std::int64_t>},  {"<u8", read_values<std::uint64_t>}};
  for (Entry const& entry : entries) {
    if (entry.type == type) return entry.read;
  }
  return nullptr;
}

}  // namespace

void write_npy(fs::path const& path, std::vector<long> const& shape, std::span<double const> values,
               Precision precision) {
  AtomicFile file(path);
  std::string const header = header_text(shape, precision);
  file.write(header.data(), header.size());
  if (precision == Precision::float32) {
    write_as_float(file, values);
  } else {
    file.write(values.data(), values.size_bytes());
  }
  file.commit();
}

std::vector<double> read_npy(fs::path const& path, std::string const& name, std::vector<long> const& expected_shape) {
  std::ifstream stream(path, std::ios::binary);
  Header const header = read_header(stream, path);
  Reader const read = reader_of(header.type);
  if (read == nullptr) {
    throw InputError(path.string() + " holds values of type " + header.type +
                     "; save it as little-endian floats, such as numpy.save(path, a.astype('<f8'))");
  }
  require_shape(path, name, header.shape, expected_shape);
  if (header.fortran_order && header.shape.size() > 1) {
    throw InputError(path.string() + " is in Fortran order; save it with numpy.ascontiguousarray");
  }
  std::size_t count = 1;
  for (long const extent : expected_shape) count *= static_cast<std::size_t>(extent);
  std::vector<double> values(count);
  read(stream, path, values);
  return values;
}

}  // namespace tessera::detail
