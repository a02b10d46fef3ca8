// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>

#include <Kokkos_Macros.hpp>

#include "tessera/strategy/register_tile/tile_count.hpp"

namespace tessera::detail {

/// What a part of a column takes beside the planes that it stores, in steps of the sweep, and where columns may be cut:
/// at planes k for which k + cut_offset is a multiple of cut_unit.
struct PartOfColumn {
  int before = 0;  ///< planes before its first one that it takes too, where there are any
  int after = 0;   ///< steps from a plane's coming to its storing
  int begins = 0;  ///< steps that its beginning takes as long as
  int cut_unit = 1, cut_offset = 0;
  bool open = true;       ///< nothing is another at the first and the last plane (the axis is periodic)
  int low = 0, high = 0;  ///< steps of the loop for ends: after the first plane has come, and before the last is stored
  double ends = 0;        ///< how much longer one of these takes, as a multiple of others

  /// The steps that one takes as long as which goes on at plane `begin` and stores none yet.
  [[nodiscard]] double beginning(int begin) const {
    if (open) return before + after + begins;
    bool const first = begin <= before;
    return (first ? begin + ends * low : before) + after + begins;
  }
  /// The steps that one takes as long as with planes [begin, end) of `planes`.
  [[nodiscard]] double takes(int begin, int end, int planes) const {
    int const late = end - (planes - high);
    return beginning(begin) + (end - begin) + (open || late < 0 ? 0.0 : ends * late);
  }
  /// The plane up to which one may go that goes on at plane `begin` and takes as long as `steps` (takes, solved for the
  /// end).
  [[nodiscard]] double end(double steps, int begin, int planes) const {
    double const all = begin + steps - beginning(begin), late = planes - high;
    return open || all < late ? all : (all + ends * late) / (1 + ends);
  }
};

/// Which columns of tiles, and which of their planes, a block sweeps. As many whole columns as there are blocks come
/// first, so that neighbours are at the same plane at the same time and what they share comes from memory once. Of
/// the columns that are left, each is begun by one block, from its first plane on, as far as that block's share goes;
/// what is left of them, counted through all of them, goes to the blocks that have done less. So all blocks end
/// together.
struct WorkPartition {
  static constexpr int max_blocks = 1024;
  static_assert((max_blocks - 1L) * most_swept_cells <= std::numeric_limits<int>::max());  // planes that are left over
  int columns = 1;
  int planes = 1;
  int blocks = 1;
  int begun[max_blocks] = {};     ///< planes that block b takes of the b-th column that is left
  int rest[max_blocks + 1] = {};  ///< the plane that block b begins at of what is left then, and block b - 1 ends at

  struct Part {
    int column, begin, end;
    int round = -1;  ///< of whole columns, from 0 on; -1: it is none of these
  };

  WorkPartition() = default;
  /// Shares out `column_count` columns of `plane_count` planes, most_swept_cells at most, among `block_count` blocks,
  /// max_blocks at most: `cost(column)` is what a plane of it costs, above 0.
  template <class Cost>
  WorkPartition(int column_count, int plane_count, int block_count, PartOfColumn const& part, Cost const& cost)
      : columns(column_count), planes(plane_count), blocks(block_count) {
    // The least work of a block with which nothing is left, by halving: with twice that of all columns the first one
    // takes all, however sums and quotients round.
    double low = 0, high = 0;
    for (int c = 0; c < columns; ++c) high += 2 * cost(c) * part.takes(0, planes, planes);
    for (int round = 0; round < 50; ++round) {
      double const middle = (low + high) / 2;
      (deal(middle, part, cost) ? high : low) = middle;
    }
    deal(high, part, cost);
  }

  /// Whole columns of each block.
  KOKKOS_FORCEINLINE_FUNCTION int whole() const { return columns / blocks; }
  /// Columns that are left then.
  KOKKOS_FORCEINLINE_FUNCTION int left() const { return columns - whole() * blocks; }

  /// Whether column `c` is swept whole by the block that begins it.
  [[nodiscard]] bool stays_whole(int c) const { return c < whole() * blocks || begun[c - whole() * blocks] == planes; }

  /// Where a block is in its share.
  struct Walk {
    int block, round, at;
  };
  KOKKOS_FORCEINLINE_FUNCTION Walk walk(int block) const { return {block, 0, rest[block]}; }
  /// The next part of a share; false if there is none.
  KOKKOS_FORCEINLINE_FUNCTION bool next(Walk& walk, Part& part) const {
    int const round = walk.round++, rounds = whole();
    if (round < rounds) {
      part = {walk.block + round * blocks, 0, planes, round};
      return true;
    }
    if (round == rounds && walk.block < left() && begun[walk.block] > 0) {
      int const end = begun[walk.block];
      part = {walk.block + rounds * blocks, 0, end, end == planes ? rounds : -1};
      return true;
    }
    int const last = rest[walk.block + 1];
    while (walk.at < last) {
      int const column = walk.at / planes, first = walk.at - column * planes;
      int const begin = first > begun[column] ? first : begun[column];
      int const end = last - column * planes < planes ? last - column * planes : planes;
      walk.at = (column + 1) * planes;
      if (begin >= end) continue;
      part = {column + rounds * blocks, begin, end, -1};
      return true;
    }
    return false;
  }

 private:
  /// The most planes of a column from plane `from` on that take no longer than `room` planes would, after which it may
  /// be cut.
  [[nodiscard]] int cut(double room, int from, PartOfColumn const& part) const {
    double const most = part.end(room, from, planes);
    if (most >= planes) return planes - from;
    int const end = static_cast<int>(std::max<double>(most, from));
    return std::max(0, end - (end + part.cut_offset) % part.cut_unit - from);
  }
  /// Lets every block take planes until it has work of cost `each`. Whether nothing is left.
  template <class Cost>
  bool deal(double each, PartOfColumn const& part, Cost const& cost) {
    int const first = whole() * blocks;
    double room[max_blocks];
    for (int b = 0; b < blocks; ++b) {
      room[b] = each;
      for (int w = 0; w < whole(); ++w) room[b] -= cost(b + w * blocks) * part.takes(0, planes, planes);
    }
    for (int c = 0; c < left(); ++c) {
      double const plane = cost(first + c);
      begun[c] = cut(room[c] / plane, 0, part);
      if (begun[c] > 0) room[c] -= plane * part.takes(0, begun[c], planes);
    }
    int at = 0;
    auto const pass = [&] {
      while (at < left() * planes && at % planes == 0 && begun[at / planes] == planes) at += planes;
      if (at < left() * planes) at = std::max(at, at / planes * planes + begun[at / planes]);
    };
    pass();
    for (int b = 0; b < blocks; ++b) {
      rest[b] = at;
      while (at < left() * planes) {
        double const plane = cost(first + at / planes);
        int const from = at % planes;
        int const take = cut(room[b] / plane, from, part);
        if (take == 0) break;
        at += take;
        room[b] -= plane * part.takes(from, from + take, planes);
        pass();
      }
    }
    rest[blocks] = at;
    return at >= left() * planes;
  }
};

/// Shares that are kept while what they follow from, `Count` numbers, stays the same.
template <std::size_t Count>
struct KeptPartition {
  std::array<int, Count> key{};
  WorkPartition partition;

  template <class Make>
  WorkPartition const& of(std::array<int, Count> const& now, Make const& make) {
    if (key != now) {
      partition = make();
      key = now;
    }
    return partition;
  }
};

}  // namespace tessera::detail
