// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdint>
#include <cstring>

#include "raster_support.hpp"

// A build without GDAL refuses what a build with it reads: each test looks at the one or the other.

using namespace tessera;
using namespace tessera::test;

namespace {

/// A GeoTIFF of one strip of little-endian floats, as the TIFF 6.0 and OGC GeoTIFF 1.1 specifications lay it out.
class GeoTiff {
 public:
  GeoTiff(int nx, int ny, std::vector<float> const& from_north) {
    short_tag(256, nx), short_tag(257, ny), short_tag(258, 32), short_tag(259, 1), short_tag(262, 1);
    tag(273, 4, 1, bytes_of<std::uint32_t>({8}));
    short_tag(277, 1), short_tag(278, ny);
    tag(279, 4, 1, bytes_of<std::uint32_t>({static_cast<std::uint32_t>(4 * from_north.size())}));
    short_tag(339, 3);
    m_values = bytes_of<float>(from_north);
  }
  /// North-west corner and cell size, and the code of the reference system: kind 1 projected, 2 geographic.
  GeoTiff& place(double west, double north, double size, int kind, int code) {
    tag(33550, 12, 3, bytes_of<double>({size, size, 0}));
    tag(33922, 12, 6, bytes_of<double>({0, 0, 0, west, north, 0}));
    auto const key = static_cast<std::uint16_t>(kind == 1 ? 3072 : 2048);
    tag(34735, 3, 16,
        bytes_of<std::uint16_t>({1, 1, 0, 3, 1024, 0, 1, static_cast<std::uint16_t>(kind), 1025, 0, 1, 1, key, 0, 1,
                                 static_cast<std::uint16_t>(code)}));
    return *this;
  }
  GeoTiff& nodata(std::string const& text) {
    tag(42113, 2, static_cast<std::uint32_t>(text.size() + 1), text + '\0');
    return *this;
  }
  [[nodiscard]] std::string bytes() const {
    std::uint32_t const directory = 8 + static_cast<std::uint32_t>(m_values.size());
    std::string entries = bytes_of<std::uint16_t>({static_cast<std::uint16_t>(m_tags.size())}), beside;
    std::uint32_t const after = directory + 2 + 12 * static_cast<std::uint32_t>(m_tags.size()) + 4;
    for (Tag const& tag : m_tags) {
      entries += bytes_of<std::uint16_t>({tag.code, tag.type}) + bytes_of<std::uint32_t>({tag.count});
      if (tag.value.size() <= 4) {
        entries += tag.value + std::string(4 - tag.value.size(), '\0');
      } else {
        entries += bytes_of<std::uint32_t>({after + static_cast<std::uint32_t>(beside.size())});
        beside += tag.value + std::string(tag.value.size() % 2, '\0');
      }
    }
    return "II*" + std::string(1, '\0') + bytes_of<std::uint32_t>({directory}) + m_values + entries +
           bytes_of<std::uint32_t>({0}) + beside;
  }

 private:
  struct Tag {
    std::uint16_t code, type;
    std::uint32_t count;
    std::string value;
  };
  template <class T>
  static std::string bytes_of(std::vector<T> const& values) {
    std::string bytes(values.size() * sizeof(T), '\0');
    std::memcpy(bytes.data(), values.data(), bytes.size());
    return bytes;
  }
  void tag(int code, int type, std::uint32_t count, std::string value) {
    m_tags.push_back({static_cast<std::uint16_t>(code), static_cast<std::uint16_t>(type), count, std::move(value)});
  }
  void short_tag(int code, int value) { tag(code, 3, 1, bytes_of<std::uint16_t>({static_cast<std::uint16_t>(value)})); }

  std::vector<Tag> m_tags;
  std::string m_values;
};

bool without_gdal(std::string const& error) { return error.find("this build has no GDAL") != std::string::npos; }

}  // namespace

TEST_CASE("a GeoTIFF is read north up through GDAL, or refused with the line that converts it") {
  Folder const folder;
  fs::path const path = folder.path() / "t.tif";
  put_text(path,
           GeoTiff(3, 2, {1, 2, 3, 4, -32768, 6}).place(500'000, 4'700'020, 10, 1, 32629).nodata("-32768").bytes());
  std::string const error = message_of<InputError>([&] { (void)read_raster({path}); });
  if (without_gdal(error)) {
    CHECK_THAT(error, ContainsSubstring("convert it: gdal_translate -of AAIGrid " + path.string() + " t.asc"));
    return;
  }
  Raster const raster = read_raster({path});
  CHECK((raster.nx == 3 && raster.ny == 2));
  CHECK(raster.origin == std::array<double, 2>{500'000, 4'700'000});
  CHECK(raster.spacing == std::array<double, 2>{10, 10});
  CHECK(raster.missing == std::vector<std::uint8_t>{0, 1, 0, 0, 0, 0});
  CHECK((raster.values[0] == 4 && raster.values[2] == 6 && raster.values[3] == 1 && raster.values[5] == 3));
  CHECK_THAT(raster.crs_wkt, ContainsSubstring("UTM"));
}

TEST_CASE("a GeoTIFF in degrees, without a place, of another band or damaged is refused") {
  Folder const folder;
  fs::path const path = folder.path() / "t.tif";
  auto const error = [&](std::string const& bytes, std::string const& variable = "") {
    put_text(path, bytes);
    return message_of<InputError>([&] { (void)read_raster({path, variable}); });
  };
  GeoTiff const plain(2, 1, {1, 2});
  std::string const degrees = error(GeoTiff(plain).place(-8.9, 42.5, 0.001, 2, 4326).bytes());
  if (without_gdal(degrees)) SKIP("this build has no GDAL");
  CHECK_THAT(degrees, ContainsSubstring("its coordinates are degrees"));
  CHECK_THAT(error(plain.bytes()), ContainsSubstring("does not tell where it lies"));
  CHECK_THAT(error(GeoTiff(plain).place(0, 0, 10, 1, 32629).bytes(), "2"),
             ContainsSubstring("has 1 band; set variable"));
  CHECK_THAT(error("II*" + std::string(40, '\0')), ContainsSubstring("cannot read"));
}
