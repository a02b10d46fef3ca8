// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "agreement/runs.hpp"
#include "regions/spaces_with_column.hpp"

using namespace tessera;

namespace locations {

struct depth : Quantity<double> {};
struct speed : Quantity<double, 2> {};
struct speed_x : Quantity<double> {};
struct speed_y : Quantity<double> {};
struct bed : Quantity<double> {};

/// Two cells along each axis, and the four next to the corners.
struct Spread {
  static constexpr int radius = 2;
  static constexpr bool has(int x, int y, int) { return x == 0 || y == 0 || (x * x == 1 && y * y == 1); }
};
/// No physics: every value mixed with neighbours two cells away and across corners.
struct Mix {
  using reach = Spread;
  template <class H, class U, class V, class B>
  KOKKOS_FORCEINLINE_FUNCTION auto mix(H const& h, U const& u, V const& v, B const& b) const {
    double const next_h = 0.25 * (h(1, 1) + h(-2, 0) + u(-1, 1) - v(0, 2)) + 0.125 * b(1, -1);
    double const next_u = 0.25 * (u(2, 0) + u(-1, -1) + h(1, 0) - h(-1, 0));
    double const next_v = 0.25 * (v(1, -1) + v(0, -2) + h(0, 2) - h(0, -1));
    return Kokkos::Array<double, 3>{next_h, next_u, next_v};
  }
};
struct MixVector : Mix {
  template <class H, class Q, class B>
  KOKKOS_FORCEINLINE_FUNCTION auto operator()(H const& h, Q const& q, B const& b) const {
    auto const next = mix(h, q[0], q[1], b);
    return pack(next[0], Kokkos::Array<double, 2>{next[1], next[2]});
  }
};
struct MixParts : Mix {
  template <class H, class U, class V, class B>
  KOKKOS_FORCEINLINE_FUNCTION auto operator()(H const& h, U const& u, V const& v, B const& b) const {
    auto const next = mix(h, u, v, b);
    return pack(next[0], next[1], next[2]);
  }
};

/// A wall: the speed across it turns around, all else is even.
struct Wall {
  template <class H, class V, int Rank>
  KOKKOS_FUNCTION auto operator()(H const& h, V const& v, Beyond<Rank> const& at) const {
    Kokkos::Array<double, 2> mirrored{v[0](), v[1]()};
    mirrored[at.axis] = -mirrored[at.axis];
    return pack(h(), mirrored);
  }
};

/// The first difference between what walls of one function of several quantities, and those of a rule for each, give.
template <class Exec>
std::string walls_differ(Exec const& exec, Grid<2> const& grid, std::string const& strategy) {
  using Walls = CoupledBoundary<Wall, Reads<depth, speed>, Writes<depth, speed>>;
  auto const together = Program{grid, Stage<MixVector, Reads<depth, speed, bed>, Writes<depth, speed>>{}}
                            .boundary(Walls{})
                            .template boundary<bed>(Neumann{0.5});
  auto const apart =
      Program{grid, Stage<MixParts, Reads<depth, speed_x, speed_y, bed>, Writes<depth, speed_x, speed_y>>{}}
          .template boundary<bed>(Neumann{0.5})
          .template boundary<depth>(Neumann{0.0})
          .template boundary<speed_x>(Neumann{0.0})
          .template boundary<speed_y>(Neumann{0.0});
  auto walls = apart;
  for (Face const face : {Face::x_low, Face::x_high}) {
    if (!grid.periodic[0]) walls = walls.template boundary<speed_x>(face, Dirichlet{0.0});
  }
  for (Face const face : {Face::y_low, Face::y_high}) {
    if (!grid.periodic[1]) walls = walls.template boundary<speed_y>(face, Dirichlet{0.0});
  }
  Solution one{exec, together, Schedule{strategy}};
  Solution other{exec, walls, Schedule{"naive"}};
  auto const n = static_cast<std::size_t>(grid.size());
  auto const h = agreement::noise(n, 1), v = agreement::noise(2 * n, 2), b = agreement::noise(n, 3);
  one.template set<depth>(h);
  other.template set<depth>(h);
  one.template set<speed>(v);
  other.template set<speed_x>(std::vector<double>(v.begin(), v.begin() + static_cast<long>(n)));
  other.template set<speed_y>(std::vector<double>(v.begin() + static_cast<long>(n), v.end()));
  one.template set<bed>(b);
  other.template set<bed>(b);
  one.advance(5);
  other.advance(5);
  std::string const first = agreement::difference<2>("depth", test::HostCopy<2, double>(other.template field<depth>()),
                                                     test::HostCopy<2, double>(one.template field<depth>()), true);
  auto x = other.template get<speed_x>();
  auto const y = other.template get<speed_y>();
  x.insert(x.end(), y.begin(), y.end());
  return first.empty() && x != one.template get<speed>() ? "speed" : first;
}

TEST_CASE("Walls that turn a vector are those of a rule for each of its parts", "[locations][many]") {
  test::for_each_space([](auto const& exec) {
    for (std::array<int, 2> const cells : {std::array{9, 14}, std::array{1, 3}, std::array{2, 1}, std::array{1, 1}}) {
      for (bool const periodic : {false, true}) {
        for (char const* strategy : {"naive", "team", "column", "per_cell"}) {
          CAPTURE(cells, periodic, strategy);
          CHECK(walls_differ(exec,
                             Grid<2>{.cells = cells, .spacing = {1, 1}, .origin = {}, .periodic = {false, periodic}},
                             strategy) == "");
        }
      }
    }
  });
}

struct level : Quantity<double> {};
struct flow : Quantity<float> {};
struct Keep {
  double more;
  using reach = Star<2>;
  template <class U, class F>
  KOKKOS_FORCEINLINE_FUNCTION auto operator()(U const& u, F const& f) const {
    return pack(u() + more, f());
  }
};
/// Straight on from the two values nearest to the face; and where and when the ghost stands.
struct Onwards {
  template <class U, class F>
  KOKKOS_FUNCTION auto operator()(U const& u, F const& f, Beyond<2> const& at) const {
    double const place = at.x() + 10 * at.y() + 100 * at.t + 1000 * at.axis + 4000 * at.sign + 10000 * at.depth;
    return pack(u.inside(0) + at.depth * (u.inside(0) - u.inside(1)), place + 0 * f());
  }
};

TEST_CASE("A function of several quantities sees cells, place and time of the version that it completes",
          "[locations][many]") {
  test::for_each_space([](auto const& exec) {
    Grid<2> const grid{.cells = {5, 4}, .spacing = {2, 3}, .origin = {1, -1}, .periodic = {}};
    auto const program = Program{grid, Stage<Keep, Reads<level, flow>, Writes<level, flow>>{{1.0}}}
                             .boundary(CoupledBoundary<Onwards, Reads<level, flow>, Writes<level, flow>>{})
                             .template boundary<level>(Face::y_high, Dirichlet{7.0, ValueAt::node});
    Solution run{exec, program};
    run.time_step(0.5);
    auto const plane = [](At<2> const& at) { return 3 * at.x() - 2 * at.y(); };
    run.template set<level>(sample<level>(grid, plane));
    run.advance(3);
    test::HostCopy<2, double> const u(run.template field<level>());
    test::HostCopy<2, float> const f(run.template field<flow>());
    auto const x = [](int i) { return 1 + (i + 0.5) * 2; };
    auto const y = [](int j) { return -1 + (j + 0.5) * 3; };
    for (int j = -2; j < 4; ++j) {
      for (int i = -2; i < 7; ++i) CHECK(u(i, j) == 3 * x(i) - 2 * y(j) + 3);
    }
    CHECK(u(2, 5) == 7);
    CHECK(u(-2, 4) == 7);
    CHECK(f(-2, 3) == static_cast<float>(x(-2) + 10 * y(3) + 150 - 4000 + 20000));
    CHECK(f(1, 4) == static_cast<float>(x(1) + 10 * y(4) + 150 + 1000 + 4000 + 10000));
    CHECK(f(6, -1) == static_cast<float>(x(6) + 10 * y(-1) + 150 + 1000 - 4000 + 10000));  // corners: y after x
  });
}

struct node : Quantity<double, 1, Node> {};
struct Both {
  using reach = Centre;
  template <class U, class N>
  KOKKOS_FORCEINLINE_FUNCTION double operator()(U const& u, N const&) const {
    return u();
  }
};

TEST_CASE("A function of quantities at two locations is refused", "[locations][many]") {
  Grid<2> const grid{{3, 3}};
  Program const program{grid, Stage<Both, Reads<level, node>, Writes<level>>{}};
  std::string said;
  try {
    (void)program.boundary(CoupledBoundary<Onwards, Reads<level, node>, Writes<level, node>>{});
  } catch (InputError const& error) {
    said = error.what();
  }
  CHECK(
      said ==
      "the boundary function Onwards takes level and node, whose values stand at different locations; give each a rule "
      "of its own, .boundary<node>(...)");
}

}  // namespace locations
