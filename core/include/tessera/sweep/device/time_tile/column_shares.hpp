// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cstddef>
#include <limits>

#include <Kokkos_Macros.hpp>

#include "tessera/sweep/device/time_tile/tile_count.hpp"

namespace tessera::detail {

/// Which columns of tiles, and which of their planes, a block sweeps. As many whole columns as there are blocks come
/// first, so that neighbours are at the same plane at the same time; the planes of those that are left, counted through
/// all of them, are shared out so that all blocks end together.
struct ColumnShares {
  static constexpr int max_blocks = 2048;
  static_assert((max_blocks - 1L) * most_swept_cells <= std::numeric_limits<int>::max());  // planes that are left over
  int columns = 1;
  int planes = 1;
  int blocks = 1;
  int first[max_blocks + 1] = {};  ///< the left-over plane that each block begins at

  struct Part {
    int column, begin, end;
  };

  ColumnShares() = default;
  /// Shares out `column_count` columns of `plane_count` planes, most_swept_cells at most, among `block_count` blocks,
  /// max_blocks at most: `cost(column)` is what a plane of it costs, above 0, and a part takes `more` planes than it
  /// stores.
  template <class Cost>
  ColumnShares(int column_count, int plane_count, int block_count, int more, Cost const& cost)
      : columns(column_count), planes(plane_count), blocks(block_count) {
    // The least work of a block with which nothing is left, by halving: with twice that of all columns the first one
    // takes all, however sums and quotients round.
    double low = 0, high = 0;
    for (int c = 0; c < columns; ++c) high += 2 * cost(c) * (planes + more);
    for (int round = 0; round < 50; ++round) {
      double const middle = (low + high) / 2;
      (deal(middle, more, cost) ? high : low) = middle;
    }
    deal(high, more, cost);
  }

  /// Whole columns of each block.
  KOKKOS_FORCEINLINE_FUNCTION int whole() const { return columns / blocks; }
  /// The left-over part that begins at plane `at`, of a block that ends at `last`.
  KOKKOS_FORCEINLINE_FUNCTION Part part(int at, int last) const {
    int const column = at / planes;
    int const begin = at - column * planes;
    int const end = last - at < planes - begin ? begin + last - at : planes;
    return {whole() * blocks + column, begin, end};
  }

 private:
  /// Lets every block take left-over planes until it has work of cost `each`. Whether nothing is left.
  template <class Cost>
  bool deal(double each, int more, Cost const& cost) {
    int const left = columns % blocks * planes;
    int at = 0;
    for (int b = 0; b < blocks; ++b) {
      first[b] = at;
      double room = each;
      for (int w = 0; w < whole(); ++w) room -= cost(b + w * blocks) * (planes + more);
      while (at < left) {
        double const plane = cost(whole() * blocks + at / planes);
        int const rest = planes - at % planes;
        double const fit = room / plane - more;
        if (fit < 1) break;
        int const take = fit < rest ? static_cast<int>(fit) : rest;
        at += take;
        room -= plane * (take + more);
      }
    }
    first[blocks] = at;
    return at >= left;
  }
};

/// Shares that are kept while what they follow from, `Count` numbers, stays the same.
template <std::size_t Count>
struct KeptShares {
  std::array<int, Count> key{};
  ColumnShares shares;

  template <class Make>
  ColumnShares const& of(std::array<int, Count> const& now, Make const& make) {
    if (key != now) {
      shares = make();
      key = now;
    }
    return shares;
  }
};

}  // namespace tessera::detail
