// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tessera/storage/field.hpp"

#include <catch2/catch_test_macros.hpp>
#include <cstdint>
#include <numeric>

#include "host_copy.hpp"
#include "spaces.hpp"

using namespace tessera;

namespace units {

std::vector<double> counting(std::size_t count) {
  std::vector<double> values(count);
  std::iota(values.begin(), values.end(), 1.0);
  return values;
}

template <class T, class Exec>
Field<T, Exec> make_field(Exec const& exec, std::array<int, 3> const& cells, int depth, int components) {
  Hull const ghosts{{-depth, -depth, -depth}, {depth, depth, depth}};
  return Field<T, Exec>(exec, "units", make_layout(stored(Grid<3>{cells}), ghosts, components, sizeof(T)));
}

/// Values go in and come out in (c, z, y, x) order, and the ghosts around them are left alone.
template <class T, class Exec>
void round_trip(Exec const& exec) {
  for (auto const& cells : std::vector<std::array<int, 3>>{{1, 1, 1}, {5, 3, 2}, {33, 1, 7}, {1, 9, 1}, {64, 2, 2}}) {
    for (int const components : {1, 3}) {
      auto const field = make_field<T>(exec, cells, 2, components);
      field.fill(T(-1));
      auto const values = counting(field.size());
      field.from_host(values);
      CAPTURE(cells[0], cells[1], cells[2], components);
      CHECK(field.template to_host<double>() == values);
      test::HostCopy<3, T> const copy(field);
      CHECK(copy(0, 0, 0, components - 1) == T(1 + (components - 1) * cells[0] * cells[1] * cells[2]));
      CHECK(copy(cells[0] - 1, cells[1] - 1, cells[2] - 1, components - 1) == T(values.back()));
      bool const kept = copy(-1, 0, 0, 0) == T(-1) && copy(cells[0] + 1, 0, 0, 0) == T(-1) &&
                        copy(0, -2, -2, 0) == T(-1) && copy(0, 0, cells[2], components - 1) == T(-1);
      CHECK(kept);
      CHECK(reinterpret_cast<std::uintptr_t>(field.origin()) % row_alignment == 0);
    }
  }
}

/// What a user's own kernel does through a View.
template <class ViewType>
struct Number {
  ViewType view;
  KOKKOS_FUNCTION void operator()(int p) const {
    int const ni = static_cast<int>(view.extent(2)), nj = static_cast<int>(view.extent(1));
    view(p / (ni * nj), p / ni % nj, p % ni) += p;
  }
};

template <class Exec>
void views(Exec const& exec) {
  auto const field = make_field<double>(exec, {5, 3, 2}, 1, 2);
  field.from_host(std::vector<double>(60, 100.0));
  auto const view = field.view(1);
  bool const shape = view.extent(0) == 2 && view.extent(1) == 3 && view.extent(2) == 5 && view.stride(2) == 1;
  CHECK(shape);
  Kokkos::parallel_for(Kokkos::RangePolicy<Exec>(exec, 0, 30), Number<typename Field<double, Exec>::view_type>{view});
  auto const values = field.to_host();
  for (std::size_t p = 0; p < 30; ++p) {
    CHECK(values[p] == 100);
    CHECK(values[30 + p] == 100 + static_cast<double>(p));
  }
}

template <class Exec>
void storage(Exec const& exec) {
  auto const field = make_field<float>(exec, {3, 2, 1}, 1, 1);
  CHECK(field.to_host() == std::vector<float>(6, 0.0F));
  CHECK_THROWS_AS(field.from_host(std::vector<double>(5)), InputError);
  CHECK_THROWS_AS(field.from_host(std::vector<double>(7)), InputError);
  auto const shared = field;
  shared.fill(2.5F);
  CHECK(field.to_host() == std::vector<float>(6, 2.5F));
  CHECK(field.bytes() >= static_cast<std::size_t>(field.layout().size) * sizeof(float));
}

TEST_CASE("A field takes and gives back its values", "[field]") {
  test::for_each_space([](auto const& exec) {
    round_trip<double>(exec);
    round_trip<float>(exec);
  });
}

TEST_CASE("A field's view is indexed z, y, x", "[field]") {
  test::for_each_space([](auto const& exec) { views(exec); });
}

TEST_CASE("A field is zero at first, shared by copies, and refuses other sizes", "[field]") {
  test::for_each_space([](auto const& exec) { storage(exec); });
}

}  // namespace units
