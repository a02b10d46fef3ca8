// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <vector>

#include <catch2/catch_test_macros.hpp>

#include "agreement/compare.hpp"
#include "agreement/operators.hpp"

// The sweep with a ring of planes, which CUDA devices alone have.

namespace {

template <class T>
struct value : tessera::Quantity<T> {};
template <class T>
struct weight : tessera::Quantity<T> {};

template <class T, int R>
struct Stars {
  static constexpr int rank = 3;
  static auto program(tessera::Grid<3> const& grid) {
    using namespace tessera;
    agreement::LongStar<R, T> star{T(0.3), {}};
    for (int d = 0; d < R; ++d) star.weight[d] = T(0.2) / T(d + 1);
    return Program{grid, Stage<agreement::LongStar<R, T>, Reads<value<T>>, Writes<value<T>>>{star}};
  }
};

/// A box with a weight of its own for each point and another for each cell, and what is greatest of the result.
struct most : tessera::Quantity<double, 1, tessera::GlobalScalar> {};
template <class T>
struct WeightedCube {
  agreement::Box27<T> box;

  using reach = tessera::Reaches<tessera::Box<1>, tessera::Centre>;
  template <class U, class W>
  KOKKOS_FUNCTION auto operator()(U const& u, W const& w) const {
    T const next = box(u) * w();
    return tessera::pack(next, tessera::Reduce<tessera::Max, T>{next});
  }
};
template <class T>
struct Cubes {
  static constexpr int rank = 3;
  static auto program(tessera::Grid<3> const& grid) {
    using namespace tessera;
    return Program{grid,
                   Stage<WeightedCube<T>, Reads<value<T>, weight<T>>, Writes<value<T>, most>>{{{T(0.01), T(0.002)}}}};
  }
};

/// Sizes around the tiles of 64 or 128 x 32 cells, beside those of other sweeps.
std::vector<std::array<int, 3>> ring_sizes() {
  if (tessera::test::emulated) return {{5, 3, 4}, {65, 33, 20}, {130, 40, 7}};
  auto grids = agreement::sizes<3>();
  grids.insert(grids.end(), {{64, 32, 5}, {65, 33, 20}, {127, 31, 9}, {130, 70, 40}});
  return grids;
}

template <class Model>
void rings_agree() {
  tessera::test::for_each_space([](auto const& exec) {
    if constexpr (tessera::detail::is_native<std::decay_t<decltype(exec)>>) {
      agreement::agree_with_naive<Model>(exec, {{"column_ring"}, {"column_ring", 0, 0, 5}}, ring_sizes());
    }
  });
}

}  // namespace

TEST_CASE("Rings give the oracle's bits for stars", "[agreement][rings]") {
  if (!tessera::test::has_native) SKIP(tessera::test::native_alone);
  rings_agree<Stars<double, 2>>();
  rings_agree<Stars<float, 3>>();
  rings_agree<Stars<double, 4>>();
}

TEST_CASE("Rings give the oracle's bits for a box beside another input, and what is greatest", "[agreement][rings]") {
  if (!tessera::test::has_native) SKIP(tessera::test::native_alone);
  rings_agree<Cubes<double>>();
  rings_agree<Cubes<float>>();
}
