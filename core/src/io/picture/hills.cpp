// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "hills.hpp"

#include <algorithm>
#include <cmath>

#include "ticks.hpp"

namespace tessera::detail {

namespace {

/// How steep the ground is in each cell, along both axes.
struct Slopes {
  std::vector<double> x, y;
  double mean_square = 0;
};

Slopes slopes_of(Picture const& picture) {
  Slopes slopes;
  auto const at = [&](long i, long j) { return picture.terrain[static_cast<std::size_t>(j * picture.nx + i)]; };
  double sum = 0;
  for (long j = 0; j < picture.ny; ++j) {
    long const south = std::max(j - 1, 0L), north = std::min(j + 1, picture.ny - 1);
    for (long i = 0; i < picture.nx; ++i) {
      long const west = std::max(i - 1, 0L), east = std::min(i + 1, picture.nx - 1);
      double const dx = static_cast<double>(std::max(east - west, 1L)) * picture.spacing[0];
      double const dy = static_cast<double>(std::max(north - south, 1L)) * picture.spacing[1];
      slopes.x.push_back((at(east, j) - at(west, j)) / dx);
      slopes.y.push_back((at(i, north) - at(i, south)) / dy);
      sum += slopes.x.back() * slopes.x.back() + slopes.y.back() * slopes.y.back();
    }
  }
  slopes.mean_square = sum / static_cast<double>(slopes.x.size());
  return slopes;
}

/// How bright a slope is under light from the north-west, halfway up the sky; level ground has 1.
double shade(double slope_x, double slope_y) {
  double const facing = (slope_x - slope_y) * std::sqrt(0.5) + 1;
  return std::clamp(facing / std::sqrt(1 + slope_x * slope_x + slope_y * slope_y), 0.35, 1.2);
}

/// From low ground to high ground.
constexpr double tints[2][3] = {{176, 168, 134}, {216, 209, 196}};

}  // namespace

std::vector<Colour> ground_colours(Picture const& picture) {
  constexpr double lively = 0.4;  // the root mean square of slopes as drawn
  Slopes const slopes = slopes_of(picture);
  double const exaggeration = slopes.mean_square > 0 ? lively / std::sqrt(slopes.mean_square) : 0;
  Bounds const heights = widened(bounds_of(picture.terrain));
  std::vector<Colour> colours;
  for (std::size_t n = 0; n < picture.terrain.size(); ++n) {
    double const light = shade(exaggeration * slopes.x[n], exaggeration * slopes.y[n]);
    double const height = (picture.terrain[n] - heights.low) / (heights.high - heights.low);
    Colour colour{};
    for (std::size_t c = 0; c < 3; ++c) {
      double const tint = (1 - height) * tints[0][c] + height * tints[1][c];
      colour[c] = static_cast<std::uint8_t>(std::lround(std::clamp(light * tint, 0.0, 255.0)));
    }
    colours.push_back(colour);
  }
  return colours;
}

Colour over_ground(Colour above, Colour ground) {
  constexpr double share = 0.8;
  Colour colour{};
  for (std::size_t c = 0; c < 3; ++c) {
    colour[c] = static_cast<std::uint8_t>(std::lround(share * above[c] + (1 - share) * ground[c]));
  }
  return colour;
}

}  // namespace tessera::detail
