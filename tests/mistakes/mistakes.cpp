// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Mistakes in operators. Each is answered by an error whose first line says what to write; check.py compares it with
// the words that stand after MISTAKE == N. Number 0 is no mistake.
#include <tessera/program.hpp>

using namespace tessera;

struct u : Quantity<double> {};
struct v : Quantity<double> {};

#if MISTAKE == 0
struct Op {
  using reach = Star<1>;
  template <class U>
  KOKKOS_FUNCTION double operator()(U const& a) const {
    return a(1, 0) + a(0, -1);
  }
};
using Wrong = Stage<Op, Reads<u>, Writes<u>>;

#elif MISTAKE == 1  // write `const` after the parameters of operator()
struct Op {
  using reach = Star<1>;
  template <class U>
  KOKKOS_FUNCTION double operator()(U const& a) {
    return a();
  }
};
using Wrong = Stage<Op, Reads<u>, Writes<u>>;

#elif MISTAKE == 2  // write operator() as a template over its points
struct Op {
  using reach = Star<1>;
  KOKKOS_FUNCTION double operator()(double a) const { return a; }
};
using Wrong = Stage<Op, Reads<u>, Writes<u>>;

#elif MISTAKE == 3  // write one parameter of operator() for each quantity that its stage Reads
struct Op {
  using reach = Star<1>;
  template <class U>
  KOKKOS_FUNCTION double operator()(U const& a) const {
    return a();
  }
};
using Wrong = Stage<Op, Reads<u, v>, Writes<u>>;

#elif MISTAKE == 4  // write one parameter of operator() for each quantity that its stage Reads
struct Op {
  using reach = Star<1>;
  template <class U, class V>
  KOKKOS_FUNCTION auto operator()(U const& a, V const& b) const {
    return a() + b();
  }
};
using Wrong = Stage<Op, Reads<u>, Writes<u>>;

#elif MISTAKE == 5  // return one value, not a pack(...)
struct Op {
  using reach = Star<1>;
  template <class U>
  KOKKOS_FUNCTION auto operator()(U const& a) const {
    return pack(a(), a());
  }
};
using Wrong = Stage<Op, Reads<u>, Writes<u>>;

#elif MISTAKE == 6  // return pack(...) with one value for each quantity that the stage Writes
struct Op {
  using reach = Star<1>;
  template <class U>
  KOKKOS_FUNCTION auto operator()(U const& a) const {
    return a();
  }
};
using Wrong = Stage<Op, Reads<u>, Writes<u, v>>;

#elif MISTAKE == 7  // write `return`: operator() returns the new value
struct Op {
  using reach = Star<1>;
  template <class U>
  KOKKOS_FUNCTION void operator()(U const& a) const {
    a();
  }
};
using Wrong = Stage<Op, Reads<u>, Writes<u>>;

#elif MISTAKE == 8  // write an operator as a struct that names its neighbours
auto const lambda = [](auto const& a) { return a(); };
using Wrong = Stage<decltype(lambda), Reads<u>, Writes<u>>;

#elif MISTAKE == 9  // write an operator() for the points of what its stage Reads
struct Op {
  using reach = Star<1>;
};
using Wrong = Stage<Op, Reads<u>, Writes<u>>;

#elif MISTAKE == 10  // return a number for each quantity that the stage Writes
struct Op {
  using reach = Star<1>;
  template <class U>
  KOKKOS_FUNCTION auto operator()(U const& a) const {
    return &a;
  }
};
using Wrong = Stage<Op, Reads<u>, Writes<u>>;

#elif MISTAKE == 11  // write one offset for each axis of the grid
struct Op {
  using reach = Star<1>;
  template <class U>
  KOKKOS_FUNCTION auto operator()(U const& a) const {
    return a(1, 0, 0);
  }
};
using Wrong = Stage<Op, Reads<u>, Writes<u>>;
#endif

int main() {
  Program const program{Grid<2>{.cells = {5, 4}}, Wrong{}};
  return program.grid().size() == 20 ? 0 : 1;
}
