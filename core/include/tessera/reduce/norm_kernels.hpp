// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>

#include <Kokkos_Core.hpp>

#include "tessera/backend/macros.hpp"
#include "tessera/reduce/partial_norms.hpp"
#include "tessera/reduce/sum_order.hpp"
#include "tessera/storage/layout.hpp"

namespace tessera::detail {

/// The cells whose norms are computed, in the order of norms.
template <class T>
struct NormCells {
  T const* field;
  T const* other;
  Layout layout;
  SumOrder order;

  /// Calls `f` for each piece of a group, with its values in the two fields, the index of its first cell in the group,
  /// and its length. Divides once per group: a division costs a device as much as a piece.
  template <class F>
  KOKKOS_FORCEINLINE_FUNCTION void for_pieces(int group, F const& f) const {
    std::int64_t const row = order.first_row(group);
    int j = static_cast<int>(row % layout.n[1]);
    int k = static_cast<int>(row / layout.n[1] % layout.n[2]);
    int c = static_cast<int>(row / layout.n[1] / layout.n[2]);
    int number = 0;
    order.for_pieces(group, [&](std::int64_t, int begin, int end) {
      std::ptrdiff_t const at = layout.at(begin, j, k, c);
      f(field + at, other + at, number, end - begin);
      number += end - begin;
      if (end == layout.n[0] && ++j == layout.n[1]) {
        j = 0;
        if (++k == layout.n[2]) k = 0, ++c;
      }
    });
  }

  /// The norms of a group, with the index of the first bad value in the whole field, in (c, z, y, x) order.
  template <class Index>
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION PartialNorms among_all(int group,
                                                                   PartialNormsOf<Index> const& accumulator) const {
    PartialNorms norms{accumulator.sum,     accumulator.squares, accumulator.minimum,
                       accumulator.maximum, accumulator.change,  PartialNorms::none};
    if (accumulator.bad != accumulator.none) {
      norms.bad = order.first_row(group) * layout.n[0] + order.first_of_row(group) + accumulator.bad;
    }
    return norms;
  }
};

/// Norms on hosts: a work item is a group, whose lanes are a SIMD loop.
template <class T>
struct GroupNorms {
  NormCells<T> cells;
  PartialNorms* out;  ///< of groups

  KOKKOS_FUNCTION void operator()(int group) const {
    constexpr int lanes = SumOrder::lanes;
    LaneTable<1> table;
    for (int lane = 0; lane < lanes; ++lane) table.put(0, lane, PartialNorms::nothing());
    cells.for_pieces(group, [&](T const* a, T const* b, int first, int count) {
      int i = 0;
      for (; i + lanes <= count; i += lanes) {
#pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) table.add(0, lane, a[i + lane], b[i + lane], first + i + lane);
      }
      for (int lane = 0; i + lane < count; ++lane) table.add(0, lane, a[i + lane], b[i + lane], first + i + lane);
    });
    for (int quarter = 0; quarter < table.quarters; ++quarter) table.add_quarter(0, quarter);
    out[group] = cells.among_all(group, table.of_group(0));
  }
};

/// A lane's part of a piece, in registers.
template <class T>
struct LanePiece {
  static constexpr int most = SumOrder::most_cells / SumOrder::lanes;

  T a[most] = {}, b[most] = {};
  int first = 0;  ///< index of the first cell in the group
  int left = 0;   ///< of the piece, from the first cell on

  KOKKOS_FORCEINLINE_FUNCTION void load(T const* from_a, T const* from_b) {
    TESSERA_UNROLL
    for (int n = 0; n < most; ++n) {
      if (n * SumOrder::lanes >= left) continue;
      a[n] = from_a[n * SumOrder::lanes];
      b[n] = from_b[n * SumOrder::lanes];
    }
  }
  KOKKOS_FORCEINLINE_FUNCTION void show(PartialNormsOf<int>& norms) const {
    TESSERA_UNROLL
    for (int n = 0; n < most; ++n) {
      if (n * SumOrder::lanes < left) norms.add(a[n], b[n], first + n * SumOrder::lanes);
    }
  }
};

/// Norms on devices: a team adds up a fan of groups, a thread is a lane of a group. Teams may have any number of
/// threads.
template <class T>
struct FanNorms {
  static constexpr int lanes = SumOrder::lanes;
  static constexpr int fan = NormOrder::fan;
  using Table = LaneTable<fan>;

  NormCells<T> cells;
  PartialNorms* out;  ///< of fans

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    Table& table = *static_cast<Table*>(member.team_scratch(0).get_shmem_aligned(sizeof(Table), alignof(Table)));
    int const rank = member.team_rank(), size = member.team_size();
    TESSERA_NO_UNROLL
    for (int t = rank; t < fan * lanes; t += size) {
      table.put(t / lanes, t % lanes, of_lane(member.league_rank() * fan + t / lanes, t % lanes));
    }
    member.team_barrier();
    for (int t = rank; t < fan * Table::quarters; t += size) {
      table.add_quarter(t / Table::quarters, t % Table::quarters);
    }
    member.team_barrier();
    for (int group = rank; group < fan; group += size) table.put(group, 0, table.of_group(group));
    member.team_barrier();
    if (rank != 0) return;
    PartialNorms norms = table.get(0, 0);
    for (int group = 1; group < fan; ++group) norms.add(table.get(group, 0));
    out[member.league_rank()] = norms;
  }

 private:
  /// Whether a piece is loaded while the one before is added. For 8-byte values, two pieces do not fit into the
  /// registers of two teams.
  static constexpr bool ahead = sizeof(T) < 8;

  KOKKOS_FORCEINLINE_FUNCTION PartialNorms of_lane(int group, int lane) const {
    PartialNormsOf<int> norms = PartialNormsOf<int>::nothing();
    [[maybe_unused]] LanePiece<T> before;
    cells.for_pieces(group, [&](T const* a, T const* b, int first, int count) {
      LanePiece<T> piece;
      piece.first = first + lane;
      piece.left = count - lane;
      piece.load(a + lane, b + lane);
      if constexpr (ahead) {
        before.show(norms);
        before = piece;
      } else {
        piece.show(norms);
      }
    });
    if constexpr (ahead) before.show(norms);
    return cells.among_all(group, norms);
  }
};

}  // namespace tessera::detail
