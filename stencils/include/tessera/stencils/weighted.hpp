// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include "tessera/numeric.hpp"
#include "tessera/operator/ahead_last.hpp"
#include "tessera/operator/partial_sums.hpp"
#include "tessera/operator/shared_sums.hpp"
#include "tessera/reach.hpp"

namespace tessera::stencils {

/// A star with one weight per distance: group d holds the 2 Rank points d cells away along an axis, for d up to `R`.
template <int R>
struct ByDistance : Star<R> {
  static constexpr int groups = R;
  static constexpr int group(int x, int y, int z) { return tessera::detail::absolute(x + y + z); }
};

/// The points one cell away along at most `Axes` axes; group a holds those offset along a axes. In space, 1: 7 points,
/// faces; 2: 19 points, with edges; 3: 27 points, with corners. In the plane, 1: 5 points; 2: 9 points.
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

/// All points of a reach.
struct Everywhere {
  static constexpr bool has(Offset const&) { return true; }
  static constexpr Offset place(Offset const& at) { return at; }
};
/// The points less than `Far` planes away.
template <int Far>
struct Below {
  static constexpr bool has(Offset const& at) { return at.z < Far; }
  static constexpr Offset place(Offset const& at) { return at; }
};
/// The points of layer `Layer`, with offsets in the layer.
template <int Rank, int Layer>
struct InLayer {
  static constexpr bool has(Offset const& at) { return (Rank == 2 ? at.y : at.z) == Layer; }
  static constexpr Offset place(Offset const& at) { return {at.x, Rank == 2 ? 0 : at.y, 0}; }
};

/// The points of a group in `Where` without a negative offset; the others are their mirror images.
template <class Groups, int Rank, int G, class Where>
struct Octant {
  template <class F>
  static constexpr void for_each(F const& f) {
    tessera::detail::for_each_offset<Groups, Rank>([&](int x, int y, int z) {
      Offset const at{x, y, z};
      if (Groups::group(x, y, z) == G && x >= 0 && y >= 0 && z >= 0 && Where::has(at)) f(Where::place(at));
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
  static constexpr int points = count();
  using indices = std::make_integer_sequence<int, points>;
  template <int Point>
  static constexpr Offset at = find(Point);
};

/// Whether each group has points on a grid of `Rank` axes.
template <class Groups, int Rank, int... Gs>
constexpr bool has_points(std::integer_sequence<int, Gs...>) {
  return (... && (Octant<Groups, Rank, Gs + 1, Everywhere>::points > 0));
}
/// Whether each group holds the mirror images of its points along each axis.
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

template <class Groups>
constexpr int find_along_z() {
  int away = Groups::radius;
  while (away > 0 && !Groups::has(0, 0, away)) --away;
  return away;
}
/// The largest offset along z; 0: none.
template <class Groups>
inline constexpr int along_z = find_along_z<Groups>();

template <int Rank, class U>
KOKKOS_FORCEINLINE_FUNCTION auto neighbour(U const& u, int x, int y, int z) {
  if constexpr (Rank == 1) return u(x);
  if constexpr (Rank == 2) return u(x, y);
  if constexpr (Rank == 3) return u(x, y, z);
}

/// A neighbour and its mirror images along `Axes`; those along the last axis are added first.
template <int Rank, int X, int Y, int Z, class U>
KOKKOS_FORCEINLINE_FUNCTION auto images(U const& u, std::integer_sequence<int>) {
  return neighbour<Rank>(u, X, Y, Z);
}
template <int Rank, int X, int Y, int Z, class U, int Axis, int... Axes>
KOKKOS_FORCEINLINE_FUNCTION auto images(U const& u, std::integer_sequence<int, Axis, Axes...>) {
  using Rest = std::integer_sequence<int, Axes...>;
  if constexpr ((Axis == 0 ? X : Axis == 1 ? Y : Z) == 0) {
    return images<Rank, X, Y, Z>(u, Rest{});
  } else {
    return images < Rank, Axis == 0 ? -X : X, Axis == 1 ? -Y : Y,
           Axis == 2 ? -Z : Z > (u, Rest{}) + images<Rank, X, Y, Z>(u, Rest{});
  }
}
/// The swept axis (z, or y in the plane) comes first, then x.
template <int Rank>
using MirrorOrder =
    std::conditional_t<Rank == 3, std::integer_sequence<int, 1, 0, 2>, std::integer_sequence<int, 0, 1>>;

/// Whether the points form a star in x and y, up to the radius of the reach, with the same groups along x and y.
template <class Groups>
constexpr bool pairs_up() {
  bool all = !is_diagonal<Groups, 2>;
  for (int d = 1; d <= Groups::radius; ++d)
    all = all && Groups::has(d, 0, 0) && Groups::has(0, d, 0) && Groups::group(d, 0, 0) == Groups::group(0, d, 0);
  return all;
}

}  // namespace detail

/// A weighted sum over the points of a reach, with one weight per group of points: weight[0] u + sum over groups g of
/// weight[g] (sum over the points of the group). `Groups` is a reach that is symmetric along each axis: ByDistance,
/// ByAxes, or the like. Mirror images are added first: an addition per point and a fused multiply-add per group.
/// Weights have no unit.
///
/// A box, or in the plane any other reach but a star, has partial sums over layers (HasPartialSums): in each layer
/// mirror images along x, then along y, then groups. Mirrored data along these axes give mirrored results, to the bit.
/// Where each layer is loaded once, 27 points take 12 operations (a thread with four rows), since the layers above and
/// below give the same. A line, and a star in space, add mirror images and are symmetric to the bit, but for the
/// farthest points of the star along z: the one below comes first, the one above last (AheadLast). A star in the plane
/// has shared sums (HasSharedSums) and is to the bit symmetric in x and y; so is one of radius 1 in space in each
/// plane. There compilers find that two cells of a thread share a pair.
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
  static constexpr bool has_shared_sums = Rank == 2 && detail::pairs_up<Groups>();
  /// Where that saves operations, planes or moves: not for stars in space, whose layers but one are a point.
  static constexpr bool has_partial_sums = !has_shared_sums && (Rank == 2 || (Rank == 3 && is_diagonal<Groups, Rank>));
  static constexpr bool ahead_last = Rank == 3 && !has_partial_sums && detail::along_z<Groups> > 0;
  template <class U>
  KOKKOS_FORCEINLINE_FUNCTION T operator()(U const& u) const {
    if constexpr (has_shared_sums) {
      return sum_pairs<T>(*this, u);
    } else if constexpr (has_partial_sums) {
      return sum_layers<Rank, T>(*this, u);
    } else if constexpr (ahead_last) {
      return with_ahead(without_ahead(u), u);
    } else {
      return add_groups<1, detail::Everywhere>(weight[0] * u(), u);
    }
  }
  KOKKOS_FORCEINLINE_FUNCTION T begin(T centre) const requires(has_shared_sums) { return weight[0] * centre; }
  KOKKOS_FORCEINLINE_FUNCTION static T pair(T beside, T ahead) requires(has_shared_sums) { return beside + ahead; }
  template <int D>
  KOKKOS_FORCEINLINE_FUNCTION T add_pair(T sum, T pair) const requires(has_shared_sums) {
    return fma(weight[group_along_x<D>], pair, sum);
  }
  template <class U>
  KOKKOS_FORCEINLINE_FUNCTION T without_ahead(U const& u) const requires(ahead_last) {
    T const sum = fma(weight[0], u(), weight[far_group] * u(0, 0, -far));
    if constexpr (pairs_in_plane) {
      return fma(weight[group_along_x<1>], (u(1, 0, 0) + u(0, 1, 0)) + (u(-1, 0, 0) + u(0, -1, 0)), sum);
    } else {
      return add_groups<1, detail::Below<far>>(sum, u);
    }
  }
  template <class U>
  KOKKOS_FORCEINLINE_FUNCTION T with_ahead(T begun, U const& u) const requires(ahead_last) {
    return fma(weight[far_group], u(0, 0, far), begun);
  }
  template <int Layer, class U>
  KOKKOS_FORCEINLINE_FUNCTION T add_layer(T sum, U const& u) const requires(has_partial_sums) {
    constexpr int away = Layer < 0 ? -Layer : Layer;
    using There = detail::InLayer<Rank, away>;
    if constexpr (Layer == 0) {
      return add_groups<1, There>(fma(weight[0], u(), sum), u);
    } else if constexpr (away == Groups::radius) {
      constexpr int first = first_of<There>;
      if constexpr (Layer > 0 && !is_diagonal<Groups, Rank>) return add_groups<first, There>(sum, u);  // a point
      T const given = add_groups<first + 1, There>(weight[first] * group<first, There>(u), u);
      return Layer < 0 ? given : sum + given;
    } else {
      return add_groups<1, There>(sum, u);
    }
  }

 private:
  template <int G, class Where>
  using Octant = detail::Octant<Groups, Rank, G, Where>;
  static_assert(detail::mirrored<Groups, Rank>(), "the groups of a weighted sum are their own mirror images");
  static_assert(detail::has_points<Groups, Rank>(std::make_integer_sequence<int, Groups::groups>{}),
                "on a grid of this rank a group of the reach has no points");

  /// The first group with points in `Where`.
  template <class Where, int G = 1>
  static constexpr int first_group() {
    if constexpr (Octant<G, Where>::points > 0) {
      return G;
    } else {
      return first_group<Where, G + 1>();
    }
  }
  template <class Where>
  static constexpr int first_of = first_group<Where>();  // a constant: nvcc warns of a nested call
  static constexpr int far = detail::along_z<Groups>, far_group = Groups::group(0, 0, far);
  static constexpr bool pairs_in_plane = ahead_last && Groups::radius == 1 && detail::pairs_up<Groups>();
  template <int X>
  static constexpr int group_along_x = Groups::group(X, 0, 0);
  /// Adds the groups from `G` on that have points in `Where`.
  template <int G, class Where, class U>
  KOKKOS_FORCEINLINE_FUNCTION T add_groups(T sum, U const& u) const {
    if constexpr (G <= Groups::groups) {
      if constexpr (Octant<G, Where>::points > 0) sum = fma(weight[G], group<G, Where>(u), sum);
      return add_groups<G + 1, Where>(sum, u);
    } else {
      return sum;
    }
  }
  template <int G, class Where, class U>
  KOKKOS_FORCEINLINE_FUNCTION static T group(U const& u) {
    return group<G, Where>(u, typename Octant<G, Where>::indices{});
  }
  template <int G, class Where, class U, int... Points>
  KOKKOS_FORCEINLINE_FUNCTION static T group(U const& u, std::integer_sequence<int, Points...>) {
    return (... + point<Octant<G, Where>::template at<Points>.x, Octant<G, Where>::template at<Points>.y,
                        Octant<G, Where>::template at<Points>.z>(u));
  }
  template <int X, int Y, int Z, class U>
  KOKKOS_FORCEINLINE_FUNCTION static T point(U const& u) {
    return detail::images<Rank, X, Y, Z>(u, detail::MirrorOrder<Rank>{});
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
