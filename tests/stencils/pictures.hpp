// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cmath>
#include <random>
#include <vector>

#include "stencils/support.hpp"

namespace stencil_tests {

using Values = std::vector<double>;

/// An image between 0 and 1 with areas, a bar, sharp edges, a slope and round shapes.
inline Values phantom(tessera::Grid<2> const& grid) {
  double const width = grid.cells[0], height = grid.cells[1];
  return sample(grid, [&](double x, double y, double) {
    double const u = x / width, v = y / height;
    if (std::hypot(u - 0.3, (v - 0.5) * height / width) < 0.18) return u < 0.3 ? 0.9 : 0.6;
    if (u > 0.6 && u < 0.9 && v > 0.2 && v < 0.4) return 1.0;
    if (u > 0.6 && u < 0.9 && v > 0.6 && v < 0.85) return 0.3 + 0.5 * (u - 0.6) / 0.3;
    return 0.2;
  });
}

/// The peak signal-to-noise ratio of an image between 0 and 1 in dB, -10 log10 of the mean square error: how the
/// literature on denoising measures.
inline double psnr(Values const& image, Values const& exact) {
  double sum = 0;
  for (std::size_t p = 0; p < image.size(); ++p) sum += (image[p] - exact[p]) * (image[p] - exact[p]);
  return -10 * std::log10(sum / static_cast<double>(image.size()));
}

/// Noise with a normal distribution of width 1, the same in every run (Box and Muller).
class NormalNoise {
 public:
  double operator()() {
    double const a = uniform(), b = uniform();
    return std::sqrt(-2 * std::log(a)) * std::cos(6.283185307179586 * b);
  }

 private:
  double uniform() { return (m_generator() + 0.5) / 4294967296.0; }
  std::mt19937 m_generator{2012};
};

inline Values with_normal_noise(Values image, double sigma) {
  NormalNoise noise;
  for (double& v : image) v += sigma * noise();
  return image;
}

/// The magnitude of a complex signal with normal noise in both parts, as magnetic resonance measures it.
inline Values with_rician_noise(Values image, double sigma) {
  NormalNoise noise;
  for (double& v : image) {
    double const real = v + sigma * noise();
    v = std::hypot(real, sigma * noise());
  }
  return image;
}

/// Counts of `photons` at full brightness, as a part of that; at least half a count.
inline Values with_poisson_noise(Values image, double photons) {
  std::mt19937 generator{2012};
  for (double& v : image) {
    // Knuth: as many events as uniform numbers until their product falls below exp(-mean).
    double const limit = std::exp(-photons * v);
    int count = -1;
    for (double p = 1; p > limit; ++count) p *= (generator() + 0.5) / 4294967296.0;
    v = std::max(static_cast<double>(count), 0.5) / photons;
  }
  return image;
}

}  // namespace stencil_tests
