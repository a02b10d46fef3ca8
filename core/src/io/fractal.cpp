// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tessera/io/fractal.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "tessera/error.hpp"

namespace tessera {

namespace {

/// Mixes the bits of an integer (the finalizer of SplitMix64, G. L. Steele, D. Lea, C. H. Flood, 2014).
std::uint64_t mixed(std::uint64_t bits) {
  bits = (bits ^ bits >> 30) * 0xbf58476d1ce4e5b9u;
  bits = (bits ^ bits >> 27) * 0x94d049bb133111ebu;
  return bits ^ bits >> 31;
}

/// A number between -1 and 1 for each node of a lattice.
double node_value(long seed, long octave, long i, long j) {
  std::uint64_t bits =
      mixed(static_cast<std::uint64_t>(seed) * 0x9e3779b97f4a7c15u + static_cast<std::uint64_t>(octave));
  bits = mixed(bits ^ static_cast<std::uint64_t>(i));
  bits = mixed(bits + 0x9e3779b97f4a7c15u * static_cast<std::uint64_t>(j));
  return static_cast<double>(static_cast<std::int64_t>(bits >> 11)) * 0x1p-52 - 1;
}

/// From 0 to 1 with vanishing first and second derivatives at both ends.
double smooth_step(double t) { return t * t * t * (t * (t * 6 - 15) + 10); }

/// Noise with features of one size: values at the nodes of a lattice, blended smoothly.
double one_octave(long seed, long octave, double x, double y) {
  double const x0 = std::floor(x), y0 = std::floor(y);
  double const a = smooth_step(x - x0), b = smooth_step(y - y0);
  auto const i = static_cast<long>(x0), j = static_cast<long>(y0);
  auto const at = [&](long di, long dj) { return node_value(seed, octave, i + di, j + dj); };
  double const south = (1 - a) * at(0, 0) + a * at(1, 0), north = (1 - a) * at(0, 1) + a * at(1, 1);
  return (1 - b) * south + b * north;
}

/// The coast at a place of the unit square: u to the east, v to the north. The valley runs along the diagonal from the
/// south-west, winding; it is deep and wide at its mouth and ends in the north-east.
double coast_at(MadeCoast const& coast, double u, double v) {
  FractalNoise const bends{coast.seed, 0.7, 3, 0.5}, relief{coast.seed + 1, 0.14, 9, 0.52};
  double const along = 0.5 * (u + v), across = 0.5 * (u - v) + 0.16 * bends.at(u, v);
  double const inland = std::clamp((along - 0.02) / 0.86, 0.0, 1.0);  // 0 at the mouth, 1 at the head
  double const half_width = 0.42 - 0.33 * inland;
  double const side = across / half_width, bowl = side * side / (1 + 0.35 * side * side);
  double const floor = -coast.deepest * (1 - inland) * (1 - 0.35 * inland) + 0.02 * coast.highest * inland;
  double const ground = floor + bowl * (0.28 * coast.highest * (0.35 + inland) - 0.75 * floor);
  double const roughness = 1.1 * coast.deepest + 0.3 * coast.highest * std::min(1.0, bowl) * inland;
  return ground + roughness * relief.at(u, v);
}

}  // namespace

double FractalNoise::at(double x, double y) const {
  double sum = 0, height = 1, heights = 0, scale = 1 / size;
  for (int octave = 0; octave < octaves; ++octave) {
    sum += height * one_octave(seed, octave, x * scale, y * scale);
    heights += height;
    height *= persistence;
    scale *= 2;
  }
  return heights > 0 ? sum / heights : 0;
}

std::vector<double> made_terrain(MadeCoast const& coast, Mesh const& mesh) {
  if (mesh.rank != 2) throw InputError("a made terrain is for a 2D grid");
  std::vector<double> values;
  for (long j = 0; j < mesh.cells[1]; ++j) {
    double const v = (static_cast<double>(j) + 0.5) / static_cast<double>(mesh.cells[1]);
    for (long i = 0; i < mesh.cells[0]; ++i) {
      double const u = (static_cast<double>(i) + 0.5) / static_cast<double>(mesh.cells[0]);
      values.push_back(coast_at(coast, u, v));
    }
  }
  return values;
}

}  // namespace tessera
