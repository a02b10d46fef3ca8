// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "mirrored.hpp"
#include "reaches.hpp"
#include "tessera/numeric.hpp"
#include "tessera/program.hpp"

// Filters of pictures and volumes.

namespace tessera::bench::corpus {

namespace filters {

/// The grey value.
template <class T>
struct image : Quantity<T> {};

/// The mean of 5 x 5 values, weighted by how near they are in place and in value. Source: C. Tomasi, R. Manduchi,
/// Bilateral filtering for gray and color images (ICCV 1998).
template <class T>
struct Bilateral {
  T place = T(0.125), value = T(8);  ///< 1 / (2 sigma^2) of both
  using reach = Box<2>;
  template <class U>
  KOKKOS_FUNCTION T operator()(U const& u) const {
    T sum = 0, weights = 0;
    for (int y = -2; y <= 2; ++y) {
      for (int x = -2; x <= 2; ++x) {
        T const change = u(x, y) - u();
        T const weight = Kokkos::exp(-place * T(x * x + y * y) - value * change * change);
        sum += weight * u(x, y);
        weights += weight;
      }
    }
    return sum / weights;
  }
};

/// The median of 3 x 3 values, by a network of 19 exchanges. Source: J. L. Smith, Implementing median filters in
/// XC4000E FPGAs (Xilinx Xcell 23, 1996).
template <class T>
struct Median {
  using reach = Box<1>;
  template <class U>
  KOKKOS_FUNCTION T operator()(U const& u) const {
    T a = u(-1, -1), b = u(0, -1), c = u(1, -1), d = u(-1, 0), e = u(), f = u(1, 0), g = u(-1, 1), h = u(0, 1),
      i = u(1, 1);
    sort(b, c), sort(e, f), sort(h, i);
    sort(a, b), sort(d, e), sort(g, h);
    sort(b, c), sort(e, f), sort(h, i);
    sort(a, d), sort(f, i), sort(e, h);
    sort(d, g), sort(b, e), sort(c, f);
    sort(e, h), sort(e, c), sort(g, e);
    sort(e, c);
    return e;
  }
  KOKKOS_FUNCTION static void sort(T& low, T& high) {
    T const least = Kokkos::min(low, high);
    high = Kokkos::max(low, high);
    low = least;
  }
};

/// The mean of 7 x 7 x 7 values.
template <class T>
struct Mean7 {
  using reach = Box<3>;
  template <class U>
  KOKKOS_FUNCTION T operator()(U const& u) const {
    T sum = 0;
    for (int z = -3; z <= 3; ++z) {
      for (int y = -3; y <= 3; ++y) {
        for (int x = -3; x <= 3; ++x) sum += u(x, y, z);
      }
    }
    return sum / 343;
  }
};

/// Diffusion that stops at edges: the flux of a difference d is d / (1 + d^2 / k^2), to 6 neighbours and, weighted by
/// 1/2, to the 12 across edges. Source: P. Perona, J. Malik, Scale-space and edge detection using anisotropic diffusion
/// (IEEE Trans. Pattern Anal. Mach. Intell. 12, 1990), in space.
template <class T>
struct PeronaMalik {
  T c = T(0.05);        ///< dt / h^2
  T sharpness = T(25);  ///< 1 / k^2
  T fidelity = T(1);    ///< how little bright cells change: the step is divided by 1 + fidelity u^2
  using reach = WithoutCorners;
  template <class U>
  KOKKOS_FUNCTION T operator()(U const& u) const {
    T const faces = flux(u(1, 0, 0) - u()) + flux(u(-1, 0, 0) - u()) + flux(u(0, 1, 0) - u()) +
                    flux(u(0, -1, 0) - u()) + flux(u(0, 0, 1) - u()) + flux(u(0, 0, -1) - u());
    T const edges = flux(u(1, 1, 0) - u()) + flux(u(-1, 1, 0) - u()) + flux(u(1, -1, 0) - u()) +
                    flux(u(-1, -1, 0) - u()) + flux(u(1, 0, 1) - u()) + flux(u(-1, 0, 1) - u()) +
                    flux(u(1, 0, -1) - u()) + flux(u(-1, 0, -1) - u()) + flux(u(0, 1, 1) - u()) +
                    flux(u(0, -1, 1) - u()) + flux(u(0, 1, -1) - u()) + flux(u(0, -1, -1) - u());
    return u() + c * (faces + edges / 2) / (1 + fidelity * u() * u());
  }
  KOKKOS_FUNCTION T flux(T d) const { return d / (1 + sharpness * d * d); }
};

/// The program of a filter that is applied again and again.
template <class Filter, class T, int Rank>
auto repeated(Grid<Rank> const& grid) {
  return mirrored(Program{grid, Stage<Filter, Reads<image<T>>, Writes<image<T>>>{}});
}

}  // namespace filters

struct Bilateral {  ///< 2D, 5 x 5 points, 25 exponentials
  static constexpr char const* name = "bilateral";
  static constexpr int rank = 2;
  template <class T>
  static auto program(Grid<2> const& grid) {
    return filters::repeated<filters::Bilateral<T>, T>(grid);
  }
};
struct Median {  ///< 2D, 3 x 3 points, 38 selections
  static constexpr char const* name = "median";
  static constexpr int rank = 2;
  template <class T>
  static auto program(Grid<2> const& grid) {
    return filters::repeated<filters::Median<T>, T>(grid);
  }
};
struct Mean7 {  ///< 3D, 7 x 7 x 7 points
  static constexpr char const* name = "mean7";
  static constexpr int rank = 3;
  template <class T>
  static auto program(Grid<3> const& grid) {
    return filters::repeated<filters::Mean7<T>, T>(grid);
  }
};
struct PeronaMalik {  ///< 3D, 19 points, 19 quotients
  static constexpr char const* name = "perona_malik";
  static constexpr int rank = 3;
  template <class T>
  static auto program(Grid<3> const& grid) {
    return filters::repeated<filters::PeronaMalik<T>, T>(grid);
  }
};

}  // namespace tessera::bench::corpus
