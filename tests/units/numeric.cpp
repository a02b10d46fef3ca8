// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tessera/numeric.hpp"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <limits>
#include <vector>

#include "spaces.hpp"

using namespace tessera;

namespace {

/// What numeric.hpp makes of a number, and of it and another one (Evaluate::other): columns of a table.
enum Column { root, ratio, smaller, larger, columns };

template <class T, class Space>
struct Evaluate {
  Kokkos::View<T const*, Space> numbers;
  Kokkos::View<T* [columns], Space> results;

  KOKKOS_FUNCTION T other(int n) const { return numbers((n * 7 + 3) % static_cast<int>(numbers.extent(0))); }
  KOKKOS_FUNCTION void operator()(int n) const {
    results(n, root) = inverse_root(numbers(n));
    results(n, ratio) = quotient(numbers(n), other(n));
    results(n, smaller) = least(numbers(n), other(n));
    results(n, larger) = largest(numbers(n), other(n));
  }
};

/// Its table for some numbers, where `exec` runs.
template <class T, class Exec>
auto evaluated(Exec const& exec, std::vector<T> const& numbers) {
  using Space = typename Exec::memory_space;
  using Given = Kokkos::View<T const*, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  Kokkos::View<T*, Space> const asked("asked", numbers.size());
  Kokkos::deep_copy(asked, Given(numbers.data(), numbers.size()));
  Evaluate<T, Space> const evaluate{asked, Kokkos::View<T* [columns], Space>("results", numbers.size())};
  Kokkos::parallel_for(Kokkos::RangePolicy<Exec>(exec, 0, static_cast<int>(numbers.size())), evaluate);
  return Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, evaluate.results);
}

/// Numbers from 2^-most to 2^most, some for every power of two.
template <class T>
std::vector<T> ordinary(int most) {
  std::vector<T> numbers;
  for (int power = -most; power < most; ++power) {
    for (double const digits : {1.0, 1 + 1e-7, 1.1, 1.25, 4.0 / 3, 1.41421356237, 1.75, 1.9999999}) {
      numbers.push_back(static_cast<T>(std::ldexp(digits, power)));
    }
  }
  return numbers;
}

/// How many units in the last place `a` is off `exact`.
template <class T>
double units(T a, long double exact) {
  int exponent = 0;
  std::frexp(static_cast<T>(exact), &exponent);
  return static_cast<double>(std::abs(a - exact) / std::ldexp(1.0L, exponent - std::numeric_limits<T>::digits));
}

template <class T>
void check_ordinary(int most) {
  std::vector<T> const numbers = ordinary<T>(most);
  test::for_each_space([&](auto const& exec) {
    auto const results = evaluated(exec, numbers);
    double root_off = 0;
    int wrong = 0;
    for (std::size_t n = 0; n < numbers.size(); ++n) {
      T const a = numbers[n], b = numbers[(n * 7 + 3) % numbers.size()];
      root_off = std::max(root_off, units(results(n, root), 1 / std::sqrt(static_cast<long double>(a))));
      wrong += results(n, ratio) == a / b ? 0 : 1;
      wrong += results(n, smaller) == std::min(a, b) && results(n, larger) == std::max(a, b) ? 0 : 1;
    }
    CHECK((root_off > 0.1 && root_off < 2));
    CHECK(wrong == 0);
  });
}

template <class T>
void check_special() {
  T const nan = std::numeric_limits<T>::quiet_NaN();
  test::for_each_space([&](auto const& exec) {
    CHECK(evaluated<T>(exec, {0, 1, 1, 3})(0, ratio) == 0);  // 0 / 3
    auto const none = evaluated<T>(exec, {nan, 1, 1, 3});
    CHECK((std::isnan(none(0, root)) && std::isnan(none(0, ratio))));
    CHECK((std::isnan(none(0, smaller)) && std::isnan(none(0, larger))));
  });
}

}  // namespace

TEST_CASE("Roots and quotients without branches are as near as others", "[numeric]") {
  check_ordinary<double>(464);
  check_ordinary<float>(49);
}

TEST_CASE("Nothing divided is nothing, and what is no number stays none", "[numeric]") {
  check_special<double>();
  check_special<float>();
}
