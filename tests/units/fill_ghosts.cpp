// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <catch2/catch_test_macros.hpp>

#include "host_copy.hpp"
#include "spaces.hpp"
#include "tessera/storage/storages.hpp"

using namespace tessera;

namespace units {

struct filled : Quantity<double, 2> {};

template <class R>
struct ReadAround {
  using reach = R;
  template <class U>
  KOKKOS_FUNCTION auto operator()(U const& u) const {
    return u();
  }
};

template <int Rank>
struct Slope {
  KOKKOS_FUNCTION double operator()(At<Rank> const& at) const {
    return at.x() + 3 * at.position[Rank - 1] + 7 * at.index(0) + 100 * at.t;
  }
};
template <int Rank>
struct Damped {
  KOKKOS_FUNCTION double operator()(double inner, At<Rank> const& at) const { return 0.5 * inner + at.position[0]; }
};

template <class R, int Rank>
auto reading(Grid<Rank> const& grid) {
  return Program{grid, Stage<ReadAround<R>, Reads<filled>, Writes<filled>>{}};
}

/// The ghosts that `fill(exec, target)` makes of cells that are all different.
template <class ProgramType, class Exec, class Fill>
auto ghosts(ProgramType const& program, Exec const& exec, Fill const& fill) {
  using Storages = detail::Storages<Exec, ProgramType>;
  Storages storages(exec, program, make_plan(program.info()));
  auto const& storage = storages.template of<filled>();
  std::vector<double> values(storage.version(0).size());
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = 1 + 0.37 * static_cast<double>(i);
  storage.version(0).from_host(values);
  auto const target = storage.target(storage.version(0), 0.25);
  REQUIRE(target.thick());
  fill(exec, target);
  return test::HostCopy<ProgramType::rank, double>(storage.version(0));
}

/// Each by its definition, through mirrors of mirrors; each in one step; and, on hosts, row by row.
template <class ProgramType>
void check_fillings(ProgramType const& program) {
  test::for_each_space([&]<class Exec>(Exec const& space) {
    auto const wanted = ghosts(program, space, []<class Target>(Exec const& exec, Target const& target) {
      detail::FillGhosts<Target, false> const fill(target);
      detail::launch_items("wanted", exec, fill.count(), fill);
    });
    auto const thick = ghosts(program, space, []<class Target>(Exec const& exec, Target const& target) {
      detail::FillGhosts<Target, true> const fill(target);
      detail::launch_items("thick", exec, fill.count(), fill);
    });
    auto const quick =
        ghosts(program, space, [](Exec const& exec, auto const& target) { detail::fill_ghosts<false>(exec, target); });
    Layout const& l = wanted.layout();
    long others = 0;
    for (int c = 0; c < l.components; ++c) {
      for (int k = -l.lo[2]; k < l.n[2] + l.hi[2]; ++k) {
        for (int j = -l.lo[1]; j < l.n[1] + l.hi[1]; ++j) {
          for (int i = -l.lo[0]; i < l.n[0] + l.hi[0]; ++i) {
            double const value = wanted.stored(i, j, k, c);
            others += value != thick.stored(i, j, k, c) || value != quick.stored(i, j, k, c) || value == 0;
          }
        }
      }
    }
    CHECK(others == 0);
  });
}

TEST_CASE("Ghosts are the same however they are filled", "[boundary]") {
  SECTION("numbers, functions and ghosts of one's own") {
    check_fillings(reading<Star<3>>(Grid<1>{{7}})
                       .boundary<filled>(Dirichlet{Slope<1>{}})
                       .boundary<filled>(Face::x_high, Ghost{Damped<1>{}}));
    check_fillings(reading<Box<2>>(Grid<2>{{5, 3}})
                       .boundary<filled>(Dirichlet{Slope<2>{}})
                       .boundary<filled>(Face::x_high, Ghost{Damped<2>{}})
                       .boundary<filled>(Face::y_low, Neumann{3.0})
                       .boundary<filled>(Face::y_high, Dirichlet{FaceValues{{1, 2, 3, 4, 5}}}));
    check_fillings(reading<Box<2>>(Grid<3>{{2, 5, 3}})
                       .boundary<filled>(Neumann{Slope<3>{}})
                       .boundary<filled>(Face::x_low, Dirichlet{5.0})
                       .boundary<filled>(Face::y_high, Ghost{Damped<3>{}})
                       .boundary<filled>(Face::z_low, Dirichlet{7.0, ValueAt::node}));
  }
  SECTION("around periodic axes") {
    check_fillings(reading<Box<3>>(Grid<3>{.cells = {3, 4, 5}, .periodic = {true, true, true}}));
    check_fillings(reading<Box<1>>(Grid<3>{.cells = {17, 1, 2}, .periodic = {false, true, false}})
                       .boundary<filled>(Face::x_low, Dirichlet{Slope<3>{}})
                       .boundary<filled>(Face::x_high, Neumann{0.5})
                       .boundary<filled>(Face::z_low, Dirichlet{2.0})
                       .boundary<filled>(Face::z_high, Dirichlet{Slope<3>{}}));
  }
}

}  // namespace units
