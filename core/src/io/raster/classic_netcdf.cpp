// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <memory>

#include "netcdf.hpp"
#include "tessera/error.hpp"

namespace tessera::detail {

namespace fs = std::filesystem;

namespace {

enum Tag : std::uint64_t { dimension_tag = 10, variable_tag = 11, attribute_tag = 12 };
enum Type : std::uint64_t {
  byte_type = 1,
  char_type,
  short_type,
  int_type,
  float_type,
  double_type,
  ubyte_type,
  ushort_type,
  uint_type,
  int64_type,
  uint64_type
};

std::size_t type_size(std::uint64_t type) {
  switch (type) {
    case byte_type:
    case char_type:
    case ubyte_type: return 1;
    case short_type:
    case ushort_type: return 2;
    case int_type:
    case uint_type:
    case float_type: return 4;
    case double_type:
    case int64_type:
    case uint64_type: return 8;
    default: return 0;
  }
}

std::uint64_t padded(std::uint64_t bytes) { return (bytes + 3) / 4 * 4; }

/// The number whose bytes, most significant first, begin at `from`.
double decoded(char const* from, std::uint64_t type) {
  std::uint64_t bits = 0;
  std::size_t const size = type_size(type);
  for (std::size_t i = 0; i < size; ++i) bits = bits << 8 | static_cast<unsigned char>(from[i]);
  switch (type) {
    case byte_type: return static_cast<std::int8_t>(bits);
    case short_type: return static_cast<std::int16_t>(bits);
    case int_type: return static_cast<std::int32_t>(bits);
    case int64_type: return static_cast<double>(static_cast<std::int64_t>(bits));
    case float_type: {
      auto const word = static_cast<std::uint32_t>(bits);
      float value = 0;
      std::memcpy(&value, &word, sizeof value);
      return value;
    }
    case double_type: {
      double value = 0;
      std::memcpy(&value, &bits, sizeof value);
      return value;
    }
    default: return static_cast<double>(bits);
  }
}

/// Where the values of a variable stand.
struct Storage {
  std::uint64_t type = 0, begin = 0, per_record = 0;  ///< bytes of the whole variable, or of one record of it
  bool records = false;
};

class ClassicFile {
 public:
  explicit ClassicFile(fs::path const& path) : m_path(path), m_stream(path, std::ios::binary) {
    char magic[4] = {};
    take(magic, 4);
    m_version = static_cast<unsigned char>(magic[3]);
    if (m_version != 1 && m_version != 2 && m_version != 5) damaged();
    m_records = count();
    if (m_records == (m_version == 5 ? ~std::uint64_t{0} : 0xffffffffu)) m_records = 0;  // a stream that was not ended
    read_dimensions();
    NetcdfVariable ignored;
    read_attributes(ignored);
    read_variables();
  }

  [[nodiscard]] std::vector<NetcdfVariable> const& variables() const { return m_variables; }

  std::vector<double> read(NetcdfVariable const& variable) {
    Storage const& storage = m_storage.at(variable.name);
    std::size_t total = 1;
    for (long const extent : variable.shape) total *= static_cast<std::size_t>(extent);
    std::size_t const size = type_size(storage.type);
    if (size == 0 || total > fs::file_size(m_path) / size) damaged();
    std::vector<double> values;
    values.reserve(total);
    std::uint64_t const pieces = storage.records ? m_records : 1;
    for (std::uint64_t piece = 0; piece < pieces; ++piece) {
      read_piece(storage.begin + piece * m_record_size, total / pieces * size, storage.type, values);
    }
    return values;
  }

 private:
  [[noreturn]] void damaged() const {
    throw InputError("cannot read " + m_path.string() + ": not a whole NetCDF file (damaged, or cut short)");
  }
  void take(char* to, std::size_t size) {
    if (!m_stream.read(to, static_cast<std::streamsize>(size))) damaged();
  }
  std::uint64_t number(int bytes) {
    char raw[8] = {};
    take(raw, static_cast<std::size_t>(bytes));
    std::uint64_t value = 0;
    for (int i = 0; i < bytes; ++i) value = value << 8 | static_cast<unsigned char>(raw[i]);
    return value;
  }
  std::uint64_t count() { return number(m_version == 5 ? 8 : 4); }

  std::string text(std::uint64_t length) {
    if (length > 1u << 26) damaged();
    std::string result(padded(length), '\0');
    take(result.data(), result.size());
    result.resize(length);
    return result;
  }

  /// Begins a list; returns how many entries it has.
  std::uint64_t list(Tag expected) {
    std::uint64_t const tag = number(4), entries = count();
    if (entries > 1u << 20 || (tag != expected && (tag != 0 || entries != 0))) damaged();
    return entries;
  }

  void read_dimensions() {
    for (std::uint64_t left = list(dimension_tag); left > 0; --left) {
      std::string name = text(count());
      std::uint64_t const length = count();
      m_dimensions.push_back({std::move(name), static_cast<long>(length == 0 ? m_records : length), length == 0});
    }
  }

  void read_attributes(NetcdfVariable& variable) {
    for (std::uint64_t left = list(attribute_tag); left > 0; --left) {
      std::string const name = text(count());
      std::uint64_t const type = number(4), entries = count(), size = type_size(type);
      if (size == 0) damaged();
      std::string const bytes = text(entries * size);
      if (type == char_type) variable.texts[name] = bytes.substr(0, bytes.find('\0'));
      if (type != char_type && entries > 0) variable.numbers[name] = decoded(bytes.data(), type);
    }
  }

  void read_variables() {
    std::size_t with_records = 0;
    std::uint64_t alone = 0;
    for (std::uint64_t left = list(variable_tag); left > 0; --left) {
      NetcdfVariable variable;
      Storage storage;
      variable.name = text(count());
      std::uint64_t bytes = 1;
      for (std::uint64_t rank = count(); rank > 0; --rank) {
        std::uint64_t const id = count();
        if (id >= m_dimensions.size()) damaged();
        Dimension const& dimension = m_dimensions[id];
        variable.dimensions.push_back(dimension.name);
        variable.shape.push_back(dimension.length);
        if (dimension.unlimited) storage.records = true;
        if (!dimension.unlimited) bytes *= static_cast<std::uint64_t>(dimension.length);
      }
      read_attributes(variable);
      storage.type = number(4);
      count();  // the size, which is not to be relied on where it is large
      storage.begin = number(m_version == 1 ? 4 : 8);
      bytes *= type_size(storage.type);
      storage.per_record = bytes;
      if (storage.records) {
        ++with_records;
        alone = bytes;
        m_record_size += padded(bytes);
      }
      variable.floating = storage.type == float_type || storage.type == double_type;
      variable.text = storage.type == char_type;
      m_variables.push_back(variable);
      m_storage[variable.name] = storage;
    }
    if (with_records == 1) m_record_size = alone;  // the format's one exception: not padded
  }

  void read_piece(std::uint64_t from, std::uint64_t bytes, std::uint64_t type, std::vector<double>& values) {
    m_stream.clear();
    m_stream.seekg(static_cast<std::streamoff>(from));
    std::vector<char> chunk(std::min<std::uint64_t>(bytes, 1u << 20));
    for (std::uint64_t left = bytes; left > 0;) {
      std::size_t const part = std::min<std::uint64_t>(left, chunk.size());
      take(chunk.data(), part);
      for (std::size_t at = 0; at < part; at += type_size(type)) values.push_back(decoded(chunk.data() + at, type));
      left -= part;
    }
  }

  struct Dimension {
    std::string name;
    long length;
    bool unlimited;
  };

  fs::path m_path;
  std::ifstream m_stream;
  int m_version = 0;
  std::uint64_t m_records = 0, m_record_size = 0;
  std::vector<Dimension> m_dimensions;
  std::vector<NetcdfVariable> m_variables;
  std::map<std::string, Storage> m_storage;
};

}  // namespace

NetcdfContents open_classic_netcdf(fs::path const& path) {
  auto const file = std::make_shared<ClassicFile>(path);
  return {file->variables(), [file](NetcdfVariable const& variable) { return file->read(variable); }};
}

}  // namespace tessera::detail
