// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <type_traits>

#include <Kokkos_Core.hpp>

namespace tessera {

/// Kinds of reductions. A minimum or maximum is NaN if any value is, and a zero is +0; it does not depend on the order.
/// A sum is made in double, in an order that depends on the grid alone (see AddCells).
struct Min {};
struct Max {};
struct Sum {};

/// The result of an operator for a global scalar: `return pack(h, Reduce<Min>{dt});`. The quantity becomes the minimum
/// (`Min`), the maximum (`Max`) or the sum (`Sum`) over all cells. `T` is the number type of the formula; `Reduce<Min,
/// float>` saves a float kernel the conversion.
template <class How, class T = double>
struct Reduce {
  static_assert(std::is_same_v<How, Min> || std::is_same_v<How, Max> || std::is_same_v<How, Sum>,
                "Reduce<How>: How is tessera::Min, tessera::Max or tessera::Sum");
  static_assert(std::is_floating_point_v<T>, "Reduce<How, T>: T is float or double");
  T value;
};

namespace detail {

/// The reduction of a result, and its number type; void for a plain value.
template <class Result>
struct ReducedBy {
  using type = void;
  using number = void;
};
template <class How, class T>
struct ReducedBy<Reduce<How, T>> {
  using type = How;
  using number = T;
};
template <class Result>
using reduced_by = typename ReducedBy<std::remove_cvref_t<Result>>::type;
template <class Result>
using reduced_number = typename ReducedBy<std::remove_cvref_t<Result>>::number;

/// A value as an integer that grows as the value gets closer to what `How` looks for, with NaN the greatest: all
/// threads reduce by one atomic maximum. +0 and -0 compare equal, so the order of cells decides between them;
/// `value_of_key` makes both +0.
using Key = unsigned long long;  // the 64-bit integer with an atomic maximum on GPUs
inline constexpr Key key_of_nothing = 0;
inline constexpr Key key_of_nan = ~Key(0);
inline constexpr Key key_sign = Key(1) << 63;

template <class How>
KOKKOS_FORCEINLINE_FUNCTION Key key_of_value(double value) {
  if (value != value) return key_of_nan;
  Key const bits = Kokkos::bit_cast<Key>(value);
  Key const ascending = (bits & key_sign) != 0 ? ~bits : bits | key_sign;
  return std::is_same_v<How, Min> ? ~ascending : ascending;
}
template <class How>
KOKKOS_FORCEINLINE_FUNCTION double value_of_key(Key key) {
  if (key == key_of_nan) return Kokkos::Experimental::quiet_NaN_v<double>;
  Key const ascending = std::is_same_v<How, Min> ? ~key : key;
  return Kokkos::bit_cast<double>((ascending & key_sign) != 0 ? ascending ^ key_sign : ~ascending) + 0.0;
}

/// The minimum or maximum of the values of a thread; NaN if any value is.
template <class How, class T>
struct Extreme {
  T value = std::is_same_v<How, Min> ? Kokkos::Experimental::infinity_v<T> : -Kokkos::Experimental::infinity_v<T>;

  KOKKOS_FORCEINLINE_FUNCTION void add(T v) {
    bool const better = std::is_same_v<How, Min> ? v < value : v > value;
    value = better || v != v ? v : value;
  }
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION Key key() const { return key_of_value<How>(static_cast<double>(value)); }
};

/// Raises `*slot` to `key`. Loads it first: few threads have a better value.
KOKKOS_FORCEINLINE_FUNCTION void raise(Key* slot, Key key) {
  if (key > Kokkos::atomic_load(slot)) Kokkos::atomic_max(slot, key);
}

}  // namespace detail

}  // namespace tessera
