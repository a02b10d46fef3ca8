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

/// The cost of a part of a column beyond the planes that it stores, in steps of the sweep. Columns may be cut at planes
/// k for which k + cut_offset is a multiple of cut_unit.
struct PartOfColumn {
  int before = 0;  ///< planes before its first one that it computes too, if the grid has them
  int after = 0;   ///< steps from loading a plane to storing it
  int begins = 0;  ///< cost of its beginning, in steps
  int cut_unit = 1, cut_offset = 0;
  bool open = true;       ///< the axis is periodic: first and last planes cost no more than others
  int low = 0, high = 0;  ///< steps of the loop for ends: after the first plane has come, and before the last is stored
  double ends = 0;        ///< extra cost of one of these, relative to others

  /// Cost in steps of a part that begins at plane `begin`, before it stores its first plane.
  [[nodiscard]] double begin_cost(int begin) const {
    if (open) return before + after + begins;
    bool const first = begin <= before;
    return (first ? begin + ends * low : before) + after + begins;
  }
  /// Cost in steps of a part with planes [begin, end) of `planes`.
  [[nodiscard]] double cost(int begin, int end, int planes) const {
    int const late = end - (planes - high);
    return begin_cost(begin) + (end - begin) + (open || late < 0 ? 0.0 : ends * late);
  }
  /// The last plane of a part from plane `begin` that costs `steps` (cost, solved for the end).
  [[nodiscard]] double end(double steps, int begin, int planes) const {
    double const all = begin + steps - begin_cost(begin), late = planes - high;
    return open || all < late ? all : (all + ends * late) / (1 + ends);
  }
};

/// The work partition: which columns of tiles, and which of their planes, a block sweeps. Whole columns come first, as
/// many per block as possible: neighbouring blocks are then at the same plane at the same time, and common cells come
/// from memory once. Each left-over column is begun by one block, as far as its work allows. The remaining planes,
/// counted through these columns, go to the blocks with less work. So all blocks end together.
struct WorkPartition {
  static constexpr int max_blocks = 1024;
  static_assert((max_blocks - 1L) * most_swept_cells <= std::numeric_limits<int>::max());  // left-over planes
  int columns = 1;
  int planes = 1;
  int blocks = 1;
  int begun[max_blocks] = {};     ///< planes of the b-th left-over column that block b takes
  int rest[max_blocks + 1] = {};  ///< of the remaining planes: where block b begins and block b - 1 ends

  struct Part {
    int column, begin, end;
    int round = -1;  ///< round of whole columns, from 0 on; -1: not a whole column
  };

  WorkPartition() = default;
  /// Partitions `column_count` columns of `plane_count` planes (at most most_swept_cells) among `block_count` blocks
  /// (at most max_blocks). `cost(column)`: cost of one of its planes, above 0.
  template <class Cost>
  WorkPartition(int column_count, int plane_count, int block_count, PartOfColumn const& part, Cost const& cost)
      : columns(column_count), planes(plane_count), blocks(block_count) {
    // Bisection for the least work per block that leaves nothing over. Twice the total is always enough, whatever the
    // rounding.
    double low = 0, high = 0;
    for (int c = 0; c < columns; ++c) high += 2 * cost(c) * part.cost(0, planes, planes);
    for (int round = 0; round < 50; ++round) {
      double const middle = (low + high) / 2;
      (deal(middle, part, cost) ? high : low) = middle;
    }
    deal(high, part, cost);
  }

  /// Number of whole columns of each block.
  KOKKOS_FORCEINLINE_FUNCTION int whole() const { return columns / blocks; }
  /// Number of left-over columns.
  KOKKOS_FORCEINLINE_FUNCTION int left() const { return columns - whole() * blocks; }

  /// Whether column `c` is swept whole by the block that begins it.
  [[nodiscard]] bool stays_whole(int c) const { return c < whole() * blocks || begun[c - whole() * blocks] == planes; }

  /// The position of a block in its work.
  struct Walk {
    int block, round, at;
  };
  KOKKOS_FORCEINLINE_FUNCTION Walk walk(int block) const { return {block, 0, rest[block]}; }
  /// The next part of a block's work; false if there is none.
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
  /// The most planes of a column from plane `from` on that cost no more than `room` planes, rounded to where columns
  /// may be cut.
  [[nodiscard]] int cut(double room, int from, PartOfColumn const& part) const {
    double const most = part.end(room, from, planes);
    if (most >= planes) return planes - from;
    int const end = static_cast<int>(std::max<double>(most, from));
    return std::max(0, end - (end + part.cut_offset) % part.cut_unit - from);
  }
  /// Gives every block planes up to work of cost `each`. Returns whether nothing is left.
  template <class Cost>
  bool deal(double each, PartOfColumn const& part, Cost const& cost) {
    int const first = whole() * blocks;
    double room[max_blocks];
    for (int b = 0; b < blocks; ++b) {
      room[b] = each;
      for (int w = 0; w < whole(); ++w) room[b] -= cost(b + w * blocks) * part.cost(0, planes, planes);
    }
    for (int c = 0; c < left(); ++c) {
      double const plane = cost(first + c);
      begun[c] = cut(room[c] / plane, 0, part);
      if (begun[c] > 0) room[c] -= plane * part.cost(0, begun[c], planes);
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
        room[b] -= plane * part.cost(from, from + take, planes);
        pass();
      }
    }
    rest[blocks] = at;
    return at >= left() * planes;
  }
};

/// A partition that is cached while its key, `Count` numbers, stays the same.
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
