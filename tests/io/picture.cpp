// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tessera/io/picture.hpp"

#include <cmath>
#include <sstream>

#include "io/picture/canvas.hpp"
#include "io/picture/ticks.hpp"
#include "support.hpp"

using namespace tessera;
using namespace tessera::test;

namespace {

/// The picture's size and the pixels asked for, as numbers.
std::vector<int> read_png(fs::path const& path, std::string const& places = "") {
  std::istringstream words(run_python("python3", "read_png.py", path.string() + " " + places).output);
  std::vector<int> numbers;
  for (int number = 0; words >> number;) numbers.push_back(number);
  return numbers;
}

double brightness(detail::Colour colour) { return 0.2126 * colour[0] + 0.7152 * colour[1] + 0.0722 * colour[2]; }

Picture small_picture(long nx, long ny) {
  Picture picture;
  picture.title = "test, t = 1 s";
  picture.label = "depth";
  picture.unit = "m^2/s";
  picture.nx = nx;
  picture.ny = ny;
  picture.values.resize(static_cast<std::size_t>(nx * ny));
  for (std::size_t i = 0; i < picture.values.size(); ++i) picture.values[i] = static_cast<double>(i);
  return picture;
}

}  // namespace

TEST_CASE("the mid-plane of an odd number of cells is the middle one, of an even number the mean of two") {
  Mesh const mesh = mesh_of(3, 3, 4, 5);
  HostField const field = counting_field("water_depth", mesh);
  auto const at = [](long i, long j, long k) { return static_cast<double>(i + 3 * j + 12 * k); };
  Picture const z = mid_plane(mesh, field, 2, "t = 3 h 20 min"), y = mid_plane(mesh, field, 1, "t = 0 s"),
                x = mid_plane(mesh, field, 0, "t = 0 s");
  REQUIRE((z.nx == 3 && z.ny == 4 && y.nx == 3 && y.ny == 5 && x.nx == 4 && x.ny == 5));
  for (long j = 0; j < 4; ++j) {
    for (long i = 0; i < 3; ++i) CHECK(z.values[static_cast<std::size_t>(i + 3 * j)] == at(i, j, 2));
  }
  for (long k = 0; k < 5; ++k) {
    for (long i = 0; i < 3; ++i)
      CHECK(y.values[static_cast<std::size_t>(i + 3 * k)] == (at(i, 1, k) + at(i, 2, k)) / 2);
    for (long j = 0; j < 4; ++j) CHECK(x.values[static_cast<std::size_t>(j + 4 * k)] == at(1, j, k));
  }
  CHECK(z.title == "water depth, z = 30.31 m, t = 3 h 20 min");
  CHECK(y.axes == std::array<std::string, 2>{"x", "z"});
  CHECK(y.origin == std::array<double, 2>{10, 30});
  CHECK(x.spacing == std::array<double, 2>{0.25, 0.125});
}

TEST_CASE("a 2D field is shown whole, and has no other plane") {
  Mesh const mesh = mesh_of(2, 3, 4);
  HostField const field = counting_field("u", mesh);
  CHECK(mid_plane(mesh, field, 2, "t = 0 s").values == field.values);
  CHECK(mid_plane(mesh, field, 2, "t = 0 s").title == "u, t = 0 s");
  CHECK_THAT(message_of<Error>([&] { (void)mid_plane(mesh, field, 1, "t = 0 s"); }), ContainsSubstring("no plane"));
  CHECK_THAT(message_of<Error>([&] { (void)mid_plane(mesh_of(1, 3), field, 2, "t = 0 s"); }),
             ContainsSubstring("no plane"));
}

TEST_CASE("low rows are at the bottom, low columns to the left, and what is not finite is grey") {
  if (!picture_notice().empty()) SKIP("this build draws no pictures");
  Folder const folder;
  Picture picture = small_picture(3, 2);
  picture.values = {0, 1, 2, 3, 4, NAN};
  write_picture(folder.path() / "a.png", picture);
  // The map begins at (92, 56) and is 640 wide and 427 high: look near its four corners.
  auto const n = read_png(folder.path() / "a.png", "100 475 720 475 100 65 720 65");
  REQUIRE(n.size() == 14);
  auto const is = [&](std::size_t first, detail::Colour c) {
    return n[first] == c[0] && n[first + 1] == c[1] && n[first + 2] == c[2];
  };
  CHECK(is(2, detail::colour_at(ColourMap::viridis, 0)));
  CHECK(is(5, detail::colour_at(ColourMap::viridis, 0.5)));
  CHECK(is(8, detail::colour_at(ColourMap::viridis, 0.75)));
  CHECK(is(11, {170, 170, 170}));
}

TEST_CASE("values lie over shaded ground, which is bare where they are not finite") {
  if (!picture_notice().empty()) SKIP("this build draws no pictures");
  Folder const folder;
  // A roof along y: its west half rises to the east, so that light from the north-west falls on it.
  Picture picture = small_picture(4, 2);
  picture.values = {NAN, NAN, NAN, NAN, 0, 1, NAN, NAN};
  picture.terrain = {0, 1, 1, 0, 0, 1, 1, 0};
  picture.colours = ColourMap::water;
  write_picture(folder.path() / "a.png", picture);
  // 640 x 320 pixels from (92, 56): the two outer cells of the low row, and the high row's first two.
  auto const n = read_png(folder.path() / "a.png", "170 300 650 300 170 100 330 100");
  REQUIRE(n.size() == 14);
  auto const at = [&](std::size_t i) {
    return detail::Colour{static_cast<std::uint8_t>(n[i]), static_cast<std::uint8_t>(n[i + 1]),
                          static_cast<std::uint8_t>(n[i + 2])};
  };
  CHECK(brightness(at(2)) > 1.5 * brightness(at(5)));
  CHECK((at(2)[0] >= at(2)[1] && at(2)[1] >= at(2)[2]));  // ground is brown
  detail::Colour const glass = detail::colour_at(ColourMap::water, 0);
  for (std::size_t c = 0; c < 3; ++c) CHECK(std::abs(at(8)[c] - (0.8 * glass[c] + 0.2 * at(2)[c])) <= 1);
  CHECK(brightness(at(11)) < brightness(at(8)));
  picture.terrain.pop_back();
  CHECK_THAT(message_of<Error>([&] { write_picture(folder.path() / "b.png", picture); }),
             ContainsSubstring("terrain does not fit"));
}

TEST_CASE("a level ground has no hills, and thin water is seen where most of a pixel is wet") {
  if (!picture_notice().empty()) SKIP("this build draws no pictures");
  Folder const folder;
  Picture picture = small_picture(1280, 1280);  // two by two cells to a pixel
  picture.terrain.assign(picture.values.size(), 3.0);
  for (std::size_t i = 0; i < picture.values.size(); ++i) picture.values[i] = i % 2 == 0 ? 1.0 : NAN;
  picture.range = {0.0, 1.0};
  write_picture(folder.path() / "a.png", picture);
  auto const n = read_png(folder.path() / "a.png", "400 400");
  REQUIRE(n.size() == 5);
  CHECK(n[2] > 200);
  CHECK(n[4] < 100);  // the yellow end of viridis, not the ground's brown
}

TEST_CASE("a film's pictures are numbered as its command expects them") {
  CHECK(film_picture("out", "depth", 12) == fs::path("out/depth_000012.png"));
  CHECK(film_command("out dir", "depth", 10) ==
        "ffmpeg -framerate 10 -i 'out dir/depth_%06d.png' -vf 'pad=ceil(iw/2)*2:ceil(ih/2)*2' -pix_fmt yuv420p "
        "'out dir/depth.mp4'");
}

TEST_CASE("pictures are about 900 pixels, with equal aspect, whatever the field's shape") {
  if (!picture_notice().empty()) SKIP("this build draws no pictures");
  Folder const folder;
  fs::path const path = folder.path() / "a.png";
  auto const size_of = [&](long nx, long ny) {
    write_picture(path, small_picture(nx, ny));
    return read_png(path);
  };
  CHECK(size_of(1, 1) == std::vector<int>{898, 770});
  CHECK(size_of(2000, 1000) == std::vector<int>{898, 450});
  CHECK(size_of(1, 1000)[0] == 620);
  CHECK(size_of(1000, 1) == std::vector<int>{898, 330});
}

TEST_CASE("every rank gets its pictures") {
  if (!picture_notice().empty()) SKIP("this build draws no pictures");
  Folder const folder;
  auto const names = [&](Mesh const& mesh) {
    Names written;
    for (auto const& path : write_pictures(folder.path(), mesh, counting_field("u", mesh), "t = 1 s")) {
      CHECK(fs::file_size(path) > 1000);
      written.push_back(path.filename().string());
    }
    return written;
  };
  CHECK(names(mesh_of(1, 7)) == Names{"u.png"});
  CHECK(names(mesh_of(1, 1)) == Names{"u.png"});
  CHECK(names(mesh_of(2, 7, 5)) == Names{"u.png"});
  CHECK(names(mesh_of(3, 7, 5, 4)) == Names{"u_z_mid.png", "u_y_mid.png"});
}

TEST_CASE("fields that are constant, huge, tiny or nowhere finite can be drawn") {
  if (!picture_notice().empty()) SKIP("this build draws no pictures");
  Folder const folder;
  for (double const value : {0.0, 20.0, -1e300, 1e-300, double{NAN}}) {
    Mesh const mesh = mesh_of(2, 3, 3), line = mesh_of(1, 3);
    HostField field{"u", "", "", std::vector<double>(9, value)};
    CHECK(write_pictures(folder.path(), mesh, field, "t = 0 s").size() == 1);
    field.values.resize(3);
    CHECK(write_pictures(folder.path(), line, field, "t = 0 s").size() == 1);
  }
}

TEST_CASE("a picture of values that do not fit, or into no folder, is an error") {
  if (!picture_notice().empty()) SKIP("this build draws no pictures");
  Folder const folder;
  Picture picture = small_picture(3, 2);
  CHECK_THAT(message_of<Error>([&] { write_picture(folder.path() / "no" / "a.png", picture); }),
             ContainsSubstring("No such file"));
  picture.nx = 4;
  CHECK_THAT(message_of<Error>([&] { write_picture(folder.path() / "a.png", picture); }),
             ContainsSubstring("4 x 2 cells"));
  CHECK(files_in(folder.path()).empty());
}

TEST_CASE("colour maps get brighter from end to end") {
  for (ColourMap const map : {ColourMap::viridis, ColourMap::inferno}) {
    for (int i = 1; i <= 100; ++i) {
      CHECK(brightness(detail::colour_at(map, i / 100.0)) >= brightness(detail::colour_at(map, (i - 1) / 100.0)) - 0.5);
    }
  }
  for (int i = 1; i <= 100; ++i) {  // deeper is darker
    CHECK(brightness(detail::colour_at(ColourMap::water, i / 100.0)) <
          brightness(detail::colour_at(ColourMap::water, (i - 1) / 100.0)));
  }
  CHECK(detail::colour_at(ColourMap::viridis, -1) == detail::colour_at(ColourMap::viridis, 0));
}

TEST_CASE("ticks are round numbers with as many digits as they need") {
  using detail::make_ticks;
  CHECK(make_ticks(0, 1, 6).labels == Names{"0.0", "0.2", "0.4", "0.6", "0.8", "1.0"});
  CHECK(make_ticks(-0.1, 100.3, 6).labels == Names{"0", "20", "40", "60", "80", "100"});
  CHECK(make_ticks(-3, 3, 3).labels == Names{"-2", "0", "2"});
  CHECK(make_ticks(430'000, 440'000, 5).labels == Names{"430", "432", "434", "436", "438", "440"});
  CHECK(make_ticks(430'000, 440'000, 5).exponent == 3);
  CHECK(make_ticks(0, 2e-5, 4).exponent == -6);
  CHECK(axis_label("x", "m", make_ticks(430'000, 440'000, 5)) == "x (10^3 m)");
  CHECK(axis_label("temperature", "degC", make_ticks(0, 1, 5)) == "temperature (\u00b0C)");
  CHECK(axis_label("ratio", "", make_ticks(0, 1, 5)) == "ratio");
}
