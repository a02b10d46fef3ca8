// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tessera/io/fractal.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "raster_support.hpp"

using namespace tessera;
using namespace tessera::test;

namespace {

Mesh unit_grid(long n) {
  return grid_of(n, n, {30'000.0 / static_cast<double>(n), 30'000.0 / static_cast<double>(n)}, {0, 0});
}

/// How many pieces of land no side of the grid touches.
int islands(std::vector<double> const& ground, long n) {
  std::vector<char> seen(ground.size(), 0);
  int count = 0;
  for (long start = 0; start < n * n; ++start) {
    if (seen[static_cast<std::size_t>(start)] != 0 || ground[static_cast<std::size_t>(start)] < 0) continue;
    bool inside = true;
    std::vector<long> open{start};
    seen[static_cast<std::size_t>(start)] = 1;
    while (!open.empty()) {
      long const at = open.back(), i = at % n, j = at / n;
      open.pop_back();
      inside = inside && i > 0 && j > 0 && i < n - 1 && j < n - 1;
      for (auto const& [di, dj] : {std::pair{-1, 0}, {1, 0}, {0, -1}, {0, 1}}) {
        if (i + di < 0 || j + dj < 0 || i + di >= n || j + dj >= n) continue;
        auto const next = static_cast<std::size_t>(at + di + dj * n);
        if (seen[next] != 0 || ground[next] < 0) continue;
        seen[next] = 1;
        open.push_back(static_cast<long>(next));
      }
    }
    count += inside ? 1 : 0;
  }
  return count;
}

}  // namespace

TEST_CASE("noise is the same on every machine, bounded, of mean zero, and another one with another seed") {
  FractalNoise const noise{3, 100, 6, 0.5};
  CHECK(noise.at(12.5, -733.25) == 0.59536759966761754);
  CHECK(noise.at(1e6, 2e6) == -0.21433623080256603);
  CHECK(FractalNoise{4, 100, 6, 0.5}.at(12.5, -733.25) != noise.at(12.5, -733.25));
  double sum = 0, largest = 0;
  for (int n = 0; n < 40'000; ++n) {
    double const value = noise.at(37.0 * (n % 200), 41.0 * (n / 200));
    sum += value;
    largest = std::max(largest, std::abs(value));
  }
  CHECK(std::abs(sum / 40'000) < 0.01);
  CHECK((largest > 0.5 && largest <= 1));
  CHECK(std::abs(noise.at(100.001, 50) - noise.at(99.999, 50)) < 1e-3);  // no step where cells of the lattice meet
}

TEST_CASE("the made coast has sea in the south-west, hills, and islands, on any grid the same ground") {
  CHECK(made_terrain({}, grid_of(40, 30, {1, 1}, {0, 0}))[600] == 3.0072012469863107);
  std::vector<double> const fine = made_terrain({}, unit_grid(300)), coarse = made_terrain({}, unit_grid(100));
  for (long j = 0; j < 100; ++j) {
    for (long i = 0; i < 100; ++i) {
      double const same = fine[static_cast<std::size_t>((3 * i + 1) + 300 * (3 * j + 1))];
      REQUIRE(std::abs(coarse[static_cast<std::size_t>(i + 100 * j)] - same) < 1e-9);
    }
  }
  auto const [lowest, highest] = std::minmax_element(fine.begin(), fine.end());
  CHECK((*lowest > -150 && *lowest < -60 && *highest > 100 && *highest < 300));
  auto const wet = std::count_if(fine.begin(), fine.end(), [](double z) { return z < 0; });
  CHECK((wet > 25'000 && wet < 50'000));
  CHECK(fine[0] < -40);
  CHECK(fine[300 * 299] > 20);
  CHECK(islands(fine, 300) >= 5);
  CHECK_THROWS_AS(made_terrain({}, mesh_of(3, 2, 2, 2)), InputError);
}
