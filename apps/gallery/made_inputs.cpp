// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "made_inputs.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

namespace gallery {
namespace {

using namespace tessera;

/// Random numbers whose distributions are written out here, so that they are the same with every library.
class Dice {
 public:
  explicit Dice(long seed) : m_generator(static_cast<std::mt19937::result_type>(seed)) {}

  /// Above 0 and below 1.
  double uniform() { return (static_cast<double>(m_generator()) + 0.5) / 4294967296.0; }
  /// Mean 0, standard deviation 1 (G. Box, M. Muller, 1958).
  double normal() {
    double const radius = std::sqrt(-2 * std::log(uniform()));
    return radius * std::cos(2 * std::numbers::pi * uniform());
  }
  /// How many events come where `mean` are expected (D. Knuth): as many uniform numbers as can be multiplied before the
  /// product falls below exp(-mean).
  double poisson(double mean) {
    double const limit = std::exp(-mean);
    double count = -1;
    for (double product = 1; product > limit; ++count) product *= uniform();
    return count;
  }

 private:
  std::mt19937 m_generator;
};

/// The test picture at a place between 0 and 1 along each axis: a disc of two halves, a bright bar, a slope.
double picture(double u, double v, double aspect) {
  if (std::hypot(u - 0.3, (v - 0.5) * aspect) < 0.18) return u < 0.3 ? 0.9 : 0.6;
  if (u > 0.6 && u < 0.9 && v > 0.2 && v < 0.4) return 1.0;
  if (u > 0.6 && u < 0.9 && v > 0.6 && v < 0.85) return 0.3 + 0.5 * (u - 0.6) / 0.3;
  return 0.2;
}

std::vector<double> test_picture(Mesh const& mesh) {
  auto const nx = static_cast<double>(mesh.cells[0]), ny = static_cast<double>(mesh.cells[1]);
  std::vector<double> values;
  for (long k = 0; k < mesh.cells[2]; ++k) {
    for (long j = 0; j < mesh.cells[1]; ++j) {
      for (long i = 0; i < mesh.cells[0]; ++i) {
        double const v = mesh.rank == 1 ? 0.5 : (static_cast<double>(j) + 0.5) / ny;
        values.push_back(picture((static_cast<double>(i) + 0.5) / nx, v, ny / nx));
      }
    }
  }
  return values;
}

}  // namespace

std::vector<Form> made_forms() {
  return {{"picture", "a test picture of areas, edges and a slope, between 0.2 and 1", {}},
          {"noise",
           "another value in every cell",
           {key::number("low", 0.0, "", "the least value"), key::number("high", 1.0, "", "the largest value"),
            key::integer("seed", 1, "", "another one gives other values").at_least(0)}}};
}

bool is_made(std::string const& type) { return type == "picture" || type == "noise"; }

std::vector<double> made_field(Config const& config, std::string const& name, Mesh const& mesh) {
  if (config.text(name + ".type") == "picture") return test_picture(mesh);
  double const low = config.number(name + ".low"), high = config.number(name + ".high");
  if (!(low < high)) config.refuse(name + ".high", "must be above low");
  Dice dice(config.integer(name + ".seed"));
  std::vector<double> values(static_cast<std::size_t>(mesh.cells[0] * mesh.cells[1] * mesh.cells[2]));
  for (double& v : values) v = low + (high - low) * dice.uniform();
  return values;
}

std::vector<Form> noise_forms() {
  Key const seed = key::integer("seed", 1, "", "another one gives other noise").at_least(0);
  Key const sigma = key::number("sigma", 0.05, "", "standard deviation, in the field's unit").above(0);
  Key const photons =
      key::number("photons", 100.0, "", "how many are counted where the field is 1").above(0).at_most(700);
  return {{"none", "none", {}},
          {"normal", "the same normal distribution everywhere", {sigma, seed}},
          {"rician", "that of the magnitude of a complex signal with normal noise in both parts", {sigma, seed}},
          {"poisson", "that of counted photons, of which there is at least a half", {photons, seed}}};
}

void add_noise(std::vector<double>& values, Config const& config, std::string const& name) {
  std::string const& type = config.text(name + ".type");
  if (type == "none") return;
  Dice dice(config.integer(name + ".seed"));
  if (type == "poisson") {
    double const photons = config.number(name + ".photons");
    for (double& v : values) v = std::max(dice.poisson(photons * v), 0.5) / photons;
    return;
  }
  double const sigma = config.number(name + ".sigma");
  for (double& v : values) {
    v += sigma * dice.normal();
    if (type == "rician") v = std::hypot(v, sigma * dice.normal());
  }
}

}  // namespace gallery
