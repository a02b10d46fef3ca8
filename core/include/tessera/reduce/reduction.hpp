// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <type_traits>

#include <Kokkos_Core.hpp>

namespace tessera {

/// Ways to make one value of many: the least, the greatest, the sum. The least and the greatest are NaN if any value
/// is, and a zero that they find is +0; they do not depend on the order. A sum is made in double, in an order that is
/// the grid's alone (see AddCells).
struct Min {};
struct Max {};
struct Sum {};

/// What an operator returns for a quantity that is there once per program: `return pack(h, Reduce<Min>{dt});`. The
/// quantity becomes the least (`Min`), the greatest (`Max`) or the sum (`Sum`) of all cells' values. `T` is the number
/// type of the operator's formula; `Reduce<Min, float>` spares a float kernel the conversion.
template <class How, class T = double>
struct Reduce {
  static_assert(std::is_same_v<How, Min> || std::is_same_v<How, Max> || std::is_same_v<How, Sum>,
                "Reduce<How>: How is tessera::Min, tessera::Max or tessera::Sum");
  static_assert(std::is_floating_point_v<T>, "Reduce<How, T>: T is float or double");
  T value;
};

namespace detail {

/// How a result is reduced, and the type of what it is made of; void for a value that is none.
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

/// A value as an integer that is the greater, the more the value is what `How` looks for, NaN the greatest: so that
/// all threads' values meet in one atomic maximum. Of +0 and -0, which compare equal, the order of the cells decides
/// which one is met; `value_of_key` makes +0 of both.
using Key = unsigned long long;  // the one integer of 64 bits whose atomic maximum GPUs have
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

/// The least or the greatest of the values that a thread has seen; NaN once it has seen one.
template <class How, class T>
struct Extreme {
  T value = std::is_same_v<How, Min> ? Kokkos::Experimental::infinity_v<T> : -Kokkos::Experimental::infinity_v<T>;

  KOKKOS_FORCEINLINE_FUNCTION void add(T v) {
    bool const better = std::is_same_v<How, Min> ? v < value : v > value;
    value = better || v != v ? v : value;
  }
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION Key key() const { return key_of_value<How>(static_cast<double>(value)); }
};

/// Raises `*slot` to `key`. Looks first: of many threads, few have anything better than those before them.
KOKKOS_FORCEINLINE_FUNCTION void raise(Key* slot, Key key) {
  if (key > Kokkos::atomic_load(slot)) Kokkos::atomic_max(slot, key);
}

}  // namespace detail

}  // namespace tessera
