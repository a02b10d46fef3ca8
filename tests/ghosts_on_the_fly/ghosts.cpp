// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ghosts_on_the_fly/on_the_fly.hpp"

namespace on_the_fly {

template <class T>
struct weight : Quantity<T> {};

/// The box without its corners, each point with a weight of its own.
struct NoCorners {
  static constexpr int radius = 1;
  static constexpr bool has(int x, int y, int z) { return Box<1>::has(x, y, z) && x * y * z == 0; }
};
template <class T>
struct Box19 {
  using reach = NoCorners;
  template <class U>
  KOKKOS_FORCEINLINE_FUNCTION T operator()(U const& u) const {
    T sum = T(0.1) * u();
    for (int z = -1; z <= 1; ++z) {
      for (int y = -1; y <= 1; ++y) {
        for (int x = -1; x <= 1; ++x) {
          if (x * y * z == 0) sum = tessera::fma(T(0.003) * static_cast<T>(14 + x + 3 * y + 9 * z), u(x, y, z), sum);
        }
      }
    }
    return sum;
  }
};
/// A star beside a weight that is read next to the cell, too, and stays as it is.
template <class T>
struct Weighed {
  using reach = Reaches<Star<1>, Star<1>>;
  template <class W, class U>
  KOKKOS_FORCEINLINE_FUNCTION T operator()(W const& w, U const& u) const {
    T sum = u();
    for (int axis = 0; axis < 3; ++axis) {
      sum = tessera::fma(T(0.05) * w.along(axis, 1), u.along(axis, 1) - u(), sum);
      sum = tessera::fma(T(0.04) * w.along(axis, -1), u.along(axis, -1) - u(), sum);
    }
    return sum;
  }
};

template <class T>
auto program_of(Grid<3> const& grid, Weighed<T> const& op) {
  return Program{grid, Stage<Weighed<T>, Reads<weight<T>, value<T>>, Writes<value<T>>>{op}}
      .template boundary<weight<T>>(Neumann{0.5});
}

TEST_CASE("Steps without ghosts in memory give the oracle's bits: stars", "[ghosts_on_the_fly]") {
  agrees<double>(agreement::LongStar<1, double>{0.3, {0.1}}, {"column"});
  agrees<float>(agreement::LongStar<1, float>{0.3F, {0.1F}}, {"column"});
  agrees<double>(agreement::LongStar<2, double>{0.3, {0.1, 0.05}});
  agrees<float>(agreement::LongStar<2, float>{0.3F, {0.1F, 0.05F}});
}

TEST_CASE("Steps without ghosts in memory give the oracle's bits: boxes", "[ghosts_on_the_fly]") {
  agrees<double>(agreement::Box27<double>{0.2, 0.002});
  agrees<float>(agreement::Box27<float>{0.2F, 0.002F});
  agrees<double>(Box19<double>{});
}

TEST_CASE("Steps without ghosts in memory give the oracle's bits: beside another input", "[ghosts_on_the_fly]") {
  agrees<double>(Weighed<double>{}, {"column"});
  agrees<float>(Weighed<float>{}, {"column"});
}

TEST_CASE("Ghosts stay in memory where threads cannot make them", "[ghosts_on_the_fly]") {
  test::for_each_space([](auto const& exec) {
    auto const made_on_the_fly = [&](Extents3 const& cells, unsigned periodic, auto const& op, auto const& change) {
      auto const program = program_of<double>(agreement::grid_of<3>(cells, agreement::Boundaries{periodic, 0}), op);
      Schedule const schedule{"column"};
      auto const rules = change(with_plain_rules<double>(program, 0));
      agreement::NoiseRun const run(exec, rules, schedule, 0);
      bool const says_why = run.explain().find("ghosts stay in memory, because") != std::string::npos;
      bool const may = detail::input_reach<std::decay_t<decltype(op)>, 0>::radius <= 2;
      CHECK(says_why == (may && !run.plan().steps.ghosts_on_the_fly));
      return run.plan().steps.ghosts_on_the_fly;
    };
    auto const same = [](auto const& program) { return program; };
    agreement::LongStar<1, double> const star{0.3, {0.1}};
    CHECK(made_on_the_fly({8, 8, 8}, 0, star, same));
    CHECK_FALSE(made_on_the_fly({9, 8, 8}, 0, star, same));
    CHECK_FALSE(made_on_the_fly({8, 6, 8}, 0, star, same));
    CHECK_FALSE(made_on_the_fly({8, 8, 8}, 4, star, same));
    CHECK_FALSE(made_on_the_fly({8, 8, 2}, 0, agreement::LongStar<3, double>{0.3, {0.1, 0.1, 0.1}}, same));
    CHECK_FALSE(made_on_the_fly({8, 8, 8}, 0, star, [](auto const& program) {
      return program.template boundary<value<double>>(Face::y_low, Dirichlet{agreement::Wave{}});
    }));
    CHECK_FALSE(made_on_the_fly({8, 8, 8}, 0, star, [](auto const& program) {
      return program.template boundary<value<double>>(Face::x_low, Dirichlet{FaceValues{std::vector<double>(64, 1.0)}});
    }));
  });
}

}  // namespace on_the_fly
