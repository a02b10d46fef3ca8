// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cmath>

#include "../cases.hpp"
#include "tessera/storage/field.hpp"

namespace tessera::bench {

/// Whether peers are compared with the library before they are timed: not with TESSERA_BENCH_CHECK=0, as in the later
/// passes of bench/run.
inline bool checks_peers() {
  char const* const value = std::getenv("TESSERA_BENCH_CHECK");
  return value == nullptr || std::string_view(value) != "0";
}

/// Cells in which a peer, whose cell (0, 0, 0) is `cells` in a layout like the library's, and the library differ by
/// more than one unit in the last place.
template <class T>
long differences(T const* cells, Field<T, HostSpace> const& expected) {
  Layout const layout = expected.layout();
  T const* const a = cells - layout.origin;
  T const* const b = expected.data();
  long count = 0;
#pragma omp parallel for reduction(+ : count)
  for (int k = 0; k < layout.n[2]; ++k) {
    for (int j = 0; j < layout.n[1]; ++j) {
      for (int i = 0; i < layout.n[0]; ++i) {
        T const x = a[layout.at(i, j, k)];
        T const y = b[layout.at(i, j, k)];
        bool const same = x == y || std::nextafter(x, y) == y;
        count += same ? 0 : 1;
      }
    }
  }
  return count;
}

}  // namespace tessera::bench
