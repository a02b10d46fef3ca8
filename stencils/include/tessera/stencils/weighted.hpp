// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include "tessera/numeric.hpp"
#include "tessera/reach.hpp"
#include "tessera/sweep/device/time_tile/strategy.hpp"

namespace tessera::stencils {

/// A star whose points share a weight where they are as far from the centre: group d holds the 2 Rank points that are d
/// cells away along an axis, for d up to `R`.
template <int R>
struct ByDistance : Star<R> {
  static constexpr int groups = R;
  static constexpr int group(int x, int y, int z) { return tessera::detail::absolute(x + y + z); }
};

/// The points one cell away along at most `Axes` axes; group a holds those that are away along a of them. In space, 1:
/// 7 points, faces; 2: 19 points, edges too; 3: 27 points, corners too. In the plane, 1: 5 points; 2: 9 points.
template <int Axes>
struct ByAxes : Box<1> {
  static constexpr int groups = Axes;
  static constexpr int group(int x, int y, int z) { return (x != 0) + (y != 0) + (z != 0); }
  static constexpr bool has(int x, int y, int z) { return Box<1>::has(x, y, z) && group(x, y, z) <= Axes; }
};

namespace detail {

struct Offset {
  int x, y, z;
};

/// The points of a group none of whose offsets is negative; the others are their mirror images.
template <class Groups, int Rank, int G>
struct Octant {
  template <class F>
  static constexpr void for_each(F const& f) {
    tessera::detail::for_each_offset<Groups, Rank>([&](int x, int y, int z) {
      if (Groups::group(x, y, z) == G && x >= 0 && y >= 0 && z >= 0) f(Offset{x, y, z});
    });
  }
  static constexpr int count() {
    int n = 0;
    for_each([&](Offset const&) { ++n; });
    return n;
  }
  static constexpr Offset find(int point) {
    Offset found{};
    int n = 0;
    for_each([&](Offset const& at) {
      if (n++ == point) found = at;
    });
    return found;
  }
  using indices = std::make_integer_sequence<int, count()>;
  template <int Point>
  static constexpr Offset at = find(Point);
};

/// Whether the mirror images of all points, along each axis, are points of the same group.
template <class Groups, int Rank>
constexpr bool mirrored() {
  bool all = true;
  tessera::detail::for_each_offset<Groups, Rank>([&](int x, int y, int z) {
    int const group = Groups::group(x, y, z);
    for (Offset const& at : {Offset{-x, y, z}, Offset{x, -y, z}, Offset{x, y, -z}})
      all = all && Groups::has(at.x, at.y, at.z) && Groups::group(at.x, at.y, at.z) == group;
  });
  return all;
}

template <int Rank, class U>
KOKKOS_FORCEINLINE_FUNCTION auto neighbour(U const& u, int x, int y, int z) {
  if constexpr (Rank == 1) return u(x);
  if constexpr (Rank == 2) return u(x, y);
  if constexpr (Rank == 3) return u(x, y, z);
}

}  // namespace detail

/// A weighted sum over the points of a reach whose points come in groups, each group with one weight:
/// weight[0] u + sum over groups g of weight[g] (sum over the group's points). `Groups` is a reach that is its own
/// mirror image along each axis: ByDistance, ByAxes, or one like them. It takes one instruction for each point (a
/// multiplication, additions, a fused multiply-add for each group), as an average of equal weights would. Mirror images
/// are added first, along the axis that is swept, then along the others: what is made of mirrored data is mirrored to
/// the bit, and of a box's sums along the sweep, and along y, a thread that makes several cells has those that they
/// share computed once (20 instead of 30 operations for a cell of 27 points, where a thread makes 2 x 2).
/// Weights have no unit.
template <int Rank, class Groups, class T>
struct Weighted {
  T weight[Groups::groups + 1];

  static constexpr int points = point_count<Groups, Rank>;

  /// The mean of all points.
  static constexpr Weighted average() {
    Weighted w{};
    for (T& each : w.weight) each = T(1) / T(points);
    return w;
  }

  using reach = Groups;
  /// Seven points in double have so few operations that a thread has registers for five rows.
  using register_tile = std::conditional_t<std::is_same_v<Groups, ByDistance<1>> && Rank == 3 && sizeof(T) == 8,
                                           RegisterTileNumbers<2, 5, 8, 4, 1, 1>, void>;
  template <class U>
  KOKKOS_FORCEINLINE_FUNCTION T operator()(U const& u) const {
    return add_groups(u, std::make_integer_sequence<int, Groups::groups>{});
  }

 private:
  template <int G>
  using Octant = detail::Octant<Groups, Rank, G>;
  static_assert(detail::mirrored<Groups, Rank>(), "the groups of a weighted sum are their own mirror images");

  template <class U, int... Gs>
  KOKKOS_FORCEINLINE_FUNCTION T add_groups(U const& u, std::integer_sequence<int, Gs...>) const {
    T sum = weight[0] * u();
    ((sum = fma(weight[Gs + 1], group<Gs + 1>(u, typename Octant<Gs + 1>::indices{}), sum)), ...);
    return sum;
  }
  template <int G, class U, int... Points>
  KOKKOS_FORCEINLINE_FUNCTION static T group(U const& u, std::integer_sequence<int, Points...>) {
    static_assert(sizeof...(Points) > 0, "on a grid of this rank a group of the reach has no points");
    return (... + images<G, Points>(u));
  }
  /// A point and its mirror images.
  template <int G, int Point, class U>
  KOKKOS_FORCEINLINE_FUNCTION static T images(U const& u) {
    constexpr detail::Offset at = Octant<G>::template at<Point>;
    return along_x<at.x, at.y, at.z>(u);
  }
  template <int X, int Y, int Z, class U>
  KOKKOS_FORCEINLINE_FUNCTION static T along_x(U const& u) {
    if constexpr (X == 0) {
      return along_y<0, Y, Z>(u);
    } else {
      return along_y<-X, Y, Z>(u) + along_y<X, Y, Z>(u);
    }
  }
  template <int X, int Y, int Z, class U>
  KOKKOS_FORCEINLINE_FUNCTION static T along_y(U const& u) {
    if constexpr (Y == 0) {
      return along_z<X, 0, Z>(u);
    } else {
      return along_z<X, -Y, Z>(u) + along_z<X, Y, Z>(u);
    }
  }
  template <int X, int Y, int Z, class U>
  KOKKOS_FORCEINLINE_FUNCTION static T along_z(U const& u) {
    if constexpr (Z == 0) {
      return detail::neighbour<Rank>(u, X, Y, 0);
    } else {
      return detail::neighbour<Rank>(u, X, Y, -Z) + detail::neighbour<Rank>(u, X, Y, Z);
    }
  }
};

/// A weighted star of radius `R`: weight[d] for the points d cells away. 2D: 5, 9, 13 points for R = 1, 2, 3; 3D: 7,
/// 13, 19, 25 points for R = 1 to 4. Such stars are the star2d and star3d benchmarks of K. Matsumura et al., AN5D:
/// automated stencil framework for high-degree temporal blocking on GPUs (CGO 2020), there with a weight per point.
template <int Rank, int R, class T>
using WeightedStar = Weighted<Rank, ByDistance<R>, T>;

/// A weighted box of radius 1: weight[a] for the points away along a axes. 2D: 9 points; 3D: 27 points (box2d1r and
/// box3d1r of the same benchmarks).
template <int Rank, class T>
using WeightedBox = Weighted<Rank, ByAxes<Rank>, T>;

}  // namespace tessera::stencils
