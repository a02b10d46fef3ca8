// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/numeric.hpp"
#include "tessera/operator/point.hpp"
#include "tessera/program.hpp"

namespace agreement {

/// Up to `R` neighbours along each axis, weighted by distance.
template <int R, class T>
struct LongStar {
  T centre;
  T weight[R];

  using reach = tessera::Star<R>;
  template <class U>
  KOKKOS_FORCEINLINE_FUNCTION T operator()(U const& u) const {
    T sum = centre * u();
    for (int d = 1; d <= R; ++d) {
      for (int axis = 0; axis < 3; ++axis) {
        sum = tessera::fma(weight[d - 1], u.along(axis, d) - T(0.5) * u.along(axis, -d), sum);
      }
    }
    return sum;
  }
};

/// A weight for each of the 27 points: another for every offset, so that no two can be mistaken.
template <class T>
struct Box27 {
  T centre, step;

  using reach = tessera::Box<1>;
  template <class U>
  KOKKOS_FORCEINLINE_FUNCTION T operator()(U const& u) const {
    T sum = centre * u();
    for (int z = -1; z <= 1; ++z) {
      for (int y = -1; y <= 1; ++y) {
        for (int x = -1; x <= 1; ++x)
          sum = tessera::fma(step * static_cast<T>(14 + x + 3 * y + 9 * z), u(x, y, z), sum);
      }
    }
    return sum;
  }
};

/// The same in the plane.
template <class T>
struct Box9 {
  T centre, step;

  using reach = tessera::Box<1>;
  template <class U>
  KOKKOS_FORCEINLINE_FUNCTION T operator()(U const& u) const {
    T sum = centre * u();
    for (int y = -1; y <= 1; ++y) {
      for (int x = -1; x <= 1; ++x) sum = tessera::fma(step * static_cast<T>(5 + x + 3 * y), u(x, y), sum);
    }
    return sum;
  }
};

/// Neither star nor box, another depth on each side, and nothing above along z.
struct LopsidedReach {
  static constexpr int radius = 3;
  static constexpr bool has(int x, int y, int z) {
    bool const line = y == 0 && z == 0 && x >= -3 && x <= 1;
    bool const corners = (x == 1 && y == 2 && z == -1) || (x == -2 && y == -1 && z == 0);
    return line || corners || (x == 0 && y == 0 && z == -2);
  }
};

template <class T>
struct Lopsided {
  T weight;

  using reach = LopsidedReach;
  template <class U>
  KOKKOS_FORCEINLINE_FUNCTION T operator()(U const& u) const {
    T const upwind = u(-3, 0, 0) - T(2) * u(-1, 0, 0) + u(1, 0, 0);
    T const far = u(1, 2, -1) - u(-2, -1, 0) + u(0, 0, -2);
    return tessera::fma(weight, upwind + T(0.5) * far, T(0.5) * u());
  }
};

/// In the plane, and nothing below along y.
struct AheadReach {
  static constexpr int radius = 2;
  static constexpr bool has(int x, int y, int) { return (x == 0 && y >= 0) || (x == 2 && y == 1); }
};

template <class T>
struct Ahead {
  T weight;

  using reach = AheadReach;
  template <class U>
  KOKKOS_FORCEINLINE_FUNCTION T operator()(U const& u) const {
    return tessera::fma(weight, u(0, 1) - u(0, 2) + u(2, 1), T(0.5) * u());
  }
};

/// A formula of place and time.
template <class T>
struct Placed {
  T weight;

  using reach = tessera::Star<1>;
  template <class U>
  KOKKOS_FORCEINLINE_FUNCTION T operator()(U const& u, tessera::At<3> const& at) const {
    double const here = 0.01 * at.x() + 0.02 * at.y() * at.t - 0.03 * at.z() + 0.001 * (at.index(0) - at.index(2));
    return tessera::fma(weight, u(1, 0, 0) + u(0, -1, 0) + u(0, 0, 1), T(0.25) * u() + static_cast<T>(here));
  }
};

}  // namespace agreement
