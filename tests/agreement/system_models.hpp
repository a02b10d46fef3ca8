// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "agreement/operators.hpp"

// Programs of several quantities, stages, components or versions.

namespace agreement {

using namespace tessera;

template <class T>
struct wind : Quantity<T, 2> {};
struct prey : Quantity<double> {};
struct hunters : Quantity<float> {};
struct pressure : Quantity<double> {};
struct velocity : Quantity<double> {};
struct height : Quantity<double> {};

/// Two components that read each other.
template <class T>
struct Turn {
  T weight;
  using reach = Box<1>;
  template <class U>
  KOKKOS_FORCEINLINE_FUNCTION Kokkos::Array<T, 2> operator()(U const& u) const {
    T const x = tessera::fma(weight, u[1](1, 0, -1) - u[0](0, 1, 0), T(0.5) * u[0]());
    T const y = tessera::fma(weight, u[0](-1, 1, 1) + u[1](0, 0, -1), T(0.5) * u[1]());
    return {x, y};
  }
};

/// Two results, of two number types, from two inputs.
struct Chase {
  double rate;
  using reach = Star<1>;
  template <class P, class H>
  KOKKOS_FORCEINLINE_FUNCTION auto operator()(P const& p, H const& h) const {
    double const eaten = rate * p() * static_cast<double>(h());
    double const spread = rate * (p(1, 0) + p(-1, 0) - 2 * p());
    float const follow = static_cast<float>(rate) * (h(0, 1) + h(0, -1) - 2 * h());
    return pack(p() + spread - eaten, h() + follow + static_cast<float>(eaten));
  }
};

/// Staggered sound: two stages, each in place.
struct Push {
  double c;
  using reach = Reaches<Star<1>, Centre>;
  template <class P, class V>
  KOKKOS_FORCEINLINE_FUNCTION double operator()(P const& p, V const& v) const {
    return tessera::fma(c, p(0, -1, 0) - p() + p(0, 0, -1) - p(), v());
  }
};
struct Squeeze {
  double c;
  using reach = Reaches<Star<1>, Centre>;
  template <class V, class P>
  KOKKOS_FORCEINLINE_FUNCTION double operator()(V const& v, P const& p) const {
    return tessera::fma(c, v() - v(0, 1, 0) + v() - v(0, 0, 1), p());
  }
};

/// Damped leapfrog: neighbours of the old version too.
struct Leap {
  double c, damping;
  using reach = Star<1>;
  template <class U, class O>
  KOKKOS_FORCEINLINE_FUNCTION double operator()(U const& u, O const& old) const {
    double const lap = u(1, 0, 0) + u(-1, 0, 0) + u(0, 1, 0) + u(0, -1, 0) + u(0, 0, 1) + u(0, 0, -1) - 6 * u();
    return 2 * u() - old() + c * lap + damping * (old(0, 1, 0) + old(0, 0, -1) - 2 * old());
  }
};

template <class T>
struct WindModel {
  static constexpr int rank = 3;
  static auto program(Grid<3> const& grid) {
    return Program{grid, Stage<Turn<T>, Reads<wind<T>>, Writes<wind<T>>>{Turn<T>{T(0.2)}}};
  }
};

struct ChaseModel {
  static constexpr int rank = 2;
  static auto program(Grid<2> const& grid) {
    return Program{grid, Stage<Chase, Reads<prey, hunters>, Writes<prey, hunters>>{Chase{0.1}}};
  }
};

struct SoundModel {
  static constexpr int rank = 3;
  static auto program(Grid<3> const& grid) {
    return Program{grid, Stage<Push, Reads<pressure, velocity>, Writes<velocity>>{Push{0.3}},
                   Stage<Squeeze, Reads<velocity, pressure>, Writes<pressure>>{Squeeze{0.3}}};
  }
};

/// Three versions of one quantity in a step.
struct ThriceModel {
  static constexpr int rank = 2;
  using Smooth = Stage<Box9<double>, Reads<height>, Writes<height>>;
  static auto program(Grid<2> const& grid) {
    return Program{grid, Smooth{{0.2, 0.015}}, Smooth{{0.4, 0.01}}, Smooth{{0.1, 0.018}}};
  }
};

struct LeapModel {
  static constexpr int rank = 3;
  static auto program(Grid<3> const& grid) {
    return Program{grid, Stage<Leap, Reads<height, Old<height>>, Writes<height>>{Leap{0.1, 0.05}}};
  }
};

}  // namespace agreement
