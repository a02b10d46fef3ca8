// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "classic/kernels.hpp"
#include "classic/models.hpp"

using namespace tessera;

namespace agreement {

/// The box without its corners.
struct Edges {
  static constexpr int radius = 1;
  static constexpr bool has(int x, int y, int z) { return Box<1>::has(x, y, z) && x * y * z == 0; }
};

/// A weight for each of its 19 points.
template <class T>
struct Edges19 {
  T centre, step;

  using reach = Edges;
  template <class U>
  KOKKOS_FORCEINLINE_FUNCTION T operator()(U const& u) const {
    T sum = centre * u();
    for (int z = -1; z <= 1; ++z) {
      for (int y = -1; y <= 1; ++y) {
        for (int x = -1; x <= 1; ++x) {
          if (x * y * z == 0) sum = tessera::fma(step * static_cast<T>(14 + x + 3 * y + 9 * z), u(x, y, z), sum);
        }
      }
    }
    return sum;
  }
};

struct EdgesModel {
  static constexpr int rank = 3;
  static auto program(Grid<3> const& grid) {
    return Program{grid, SignalStage<Edges19<double>, double>{Edges19<double>{0.2, 0.003}}};
  }
};

TEST_CASE("27 points, kernels as naive", "[classic]") { classic_agrees_with_naive<BoxModel<double>>(); }
TEST_CASE("19 points, kernels as naive", "[classic]") { classic_agrees_with_naive<EdgesModel>(); }

}  // namespace agreement
