// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cmath>
#include <numeric>

#include "raster_support.hpp"

using namespace tessera;
using namespace tessera::test;

namespace {

double plane(double x, double y) { return 3 * x - 7 * y + 11; }
double lopsided(double x, double y) { return std::sin(0.31 * x) * (y + 2) + 0.2 * x * x; }

double worst_error(Values const& values, Mesh const& grid, double (*exact)(double, double)) {
  double worst = 0;
  for (std::size_t n = 0; n < values.size(); ++n) {
    auto const i = static_cast<double>(n % static_cast<std::size_t>(grid.cells[0]));
    auto const j = static_cast<double>(n / static_cast<std::size_t>(grid.cells[0]));
    double const x = grid.origin[0] + (i + 0.5) * grid.spacing[0], y = grid.origin[1] + (j + 0.5) * grid.spacing[1];
    worst = std::max(worst, std::abs(values[n] - exact(x, y)));
  }
  return worst;
}

}  // namespace

TEST_CASE("a grid on the raster's own cells gets copies, bit for bit") {
  Raster const raster = raster_of(7, 5, {0.1, 0.1}, {0.3, 0.7}, lopsided);
  CHECK(resample(raster, mesh_of(raster)) == raster.values);
  Values const part = resample(raster, grid_of(3, 2, {0.1, 0.1}, {0.3 + 0.2, 0.7 + 0.1}));
  for (std::size_t j = 0; j < 2; ++j) {
    for (std::size_t i = 0; i < 3; ++i) CHECK(part[i + 3 * j] == raster.values[(i + 2) + 7 * (j + 1)]);
  }
}

TEST_CASE("between cell centres a plane stays a plane; a terrain converges to second order") {
  Mesh const grid = grid_of(13, 11, {0.37, 0.41}, {1.1, 1.2});
  CHECK(worst_error(resample(raster_of(8, 9, {1, 0.75}, {0, 0}, plane), grid), grid, plane) < 1e-12);
  double const coarse = worst_error(resample(raster_of(8, 8, {1, 1}, {0, 0}, lopsided), grid), grid, lopsided);
  double const fine = worst_error(resample(raster_of(16, 16, {0.5, 0.5}, {0, 0}, lopsided), grid), grid, lopsided);
  CHECK(coarse > 0);
  CHECK(fine < coarse / 3.3);
}

TEST_CASE("within half a cell of the rim values are those of the outermost centres") {
  Raster const raster = raster_of(2, 1, {10, 10}, {0, 0}, plane);
  Values const values = resample(raster, grid_of(4, 2, {5, 5}, {0, 0}));
  CHECK(values[0] == raster.values[0]);
  CHECK(values[3] == raster.values[1]);
  CHECK(values[1] == 0.75 * raster.values[0] + 0.25 * raster.values[1]);
  CHECK(values[5] == values[1]);
}

TEST_CASE("the integral stays where the raster is finer by two or more, at any ratio") {
  Raster const raster = raster_of(30, 24, {1, 1}, {0, 0}, lopsided);
  double const all = std::accumulate(raster.values.begin(), raster.values.end(), 0.0);
  for (auto const& cells : {std::array<long, 2>{15, 12}, {7, 5}, {3, 8}, {1, 1}}) {
    double const dx = 30.0 / static_cast<double>(cells[0]), dy = 24.0 / static_cast<double>(cells[1]);
    Values const values = resample(raster, grid_of(cells[0], cells[1], {dx, dy}, {0, 0}));
    double const sum = std::accumulate(values.begin(), values.end(), 0.0) * dx * dy;
    CHECK(std::abs(sum - all) < 1e-11 * std::abs(all));
  }
  CHECK(resample(raster, grid_of(15, 12, {2, 2}, {0, 0}))[0] ==
        0.25 * (raster.values[0] + raster.values[1] + raster.values[30] + raster.values[31]));
}

TEST_CASE("a grid that reaches outside of the raster is refused with both extents") {
  Raster const raster = raster_of(10, 5, {2, 2}, {100, 200}, plane);
  auto const error = [&](Mesh const& grid) { return message_of<InputError>([&] { (void)resample(raster, grid); }); };
  CHECK_THAT(
      error(grid_of(10, 5, {2, 2}, {99, 200})),
      ContainsSubstring("made.asc: the grid reaches outside of this raster: the grid has x = 99 to 119, y = 200 to "
                        "210 m, the raster x = 100 to 120, y = 200 to 210 m"));
  CHECK_THAT(error(grid_of(10, 6, {2, 2}, {100, 200})), ContainsSubstring("y = 200 to 212"));
  CHECK(error(grid_of(10, 5, {2 + 1e-7, 2}, {100, 200})) == "nothing thrown");  // headers round
}

TEST_CASE("missing data are refused with count and first place, counted where the grid lies") {
  Raster raster = raster_of(4, 3, {10, 10}, {0, 0}, plane);
  raster.missing.assign(12, 0);
  raster.missing[3] = raster.missing[10] = 1;  // the south-east corner; the top row, third from the west
  raster.values[3] = raster.values[10] = NAN;
  auto const error = [&](Mesh const& grid) { return message_of<InputError>([&] { (void)resample(raster, grid); }); };
  CHECK_THAT(
      error(grid_of(4, 3, {10, 10}, {0, 0})),
      ContainsSubstring("2 of its cells in the grid have no data; the first is at row 1, column 3 (x = 25, y = 25)"));
  CHECK_THAT(error(grid_of(4, 2, {10, 10}, {0, 0})), ContainsSubstring("1 of its cells in the grid has no data"));
  CHECK(error(grid_of(3, 2, {10, 10}, {0, 0})) == "nothing thrown");
  CHECK(error(grid_of(3, 2, {9, 9}, {1, 1})) == "nothing thrown");  // neighbours outside are left out
}

TEST_CASE("missing data become a wall above all ground, or a value") {
  Raster raster = raster_of(4, 4, {10, 10}, {0, 0}, [](double x, double y) { return x + 100 * y; });
  raster.missing.assign(16, 0);
  raster.missing[5] = 1;
  raster.values[5] = NAN;
  Values const wall = resample(raster, mesh_of(raster), {NoData::Rule::wall});
  CHECK(wall[5] == 3535 + wall_margin);
  CHECK(wall_level({1, NAN, 3, NAN}) == 3 + wall_margin);
  CHECK_FALSE(wall_level({NAN, NAN}));
  CHECK(resample(raster, mesh_of(raster), {NoData::Rule::value, -3})[5] == -3);
  // Three quarters of a coarse cell are known: their mean. Between centres: the cell at the centre decides.
  Values const coarse = resample(raster, grid_of(2, 2, {20, 20}, {0, 0}), {NoData::Rule::wall});
  CHECK(std::abs(coarse[0] - (505.0 + 515 + 1505) / 3) < 1e-9);
  Values const fine = resample(raster, grid_of(8, 8, {5, 5}, {0, 0}), {NoData::Rule::value, -3});
  CHECK((fine[2 + 8 * 2] == -3 && fine[3 + 8 * 3] == -3));
  CHECK(std::abs(fine[1 + 8 * 2] - (0.75 * 0.75 * 1505 + 0.75 * 0.25 * 505 + 0.25 * 0.25 * 515) / 0.8125) < 1e-9);
  raster.missing.assign(16, 1);
  CHECK_THAT(message_of<InputError>([&] { (void)resample(raster, mesh_of(raster), {NoData::Rule::wall}); }),
             ContainsSubstring("no data anywhere"));
}
