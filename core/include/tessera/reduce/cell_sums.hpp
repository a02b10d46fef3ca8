// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <string>
#include <utility>

#include "tessera/reduce/stage_reductions.hpp"
#include "tessera/storage/layout.hpp"

namespace tessera::detail {

/// Visits the cells of one lane (on hosts: of one group) and adds to `Cell::sums` sums.
template <class Cell, bool Simd>
struct AddLanes {
  static constexpr int lanes = SumOrder::lanes;
  static constexpr int sums = Cell::sums;

  Cell cell;
  double* out;  ///< [group][lane][sum]; on hosts [group][sum]
  SumOrder order;
  int ny;

  KOKKOS_FUNCTION void operator()(std::int64_t item) const {
    if constexpr (Simd) {
      double partial[lanes * sums] = {};
      order.for_pieces(item, [&](std::int64_t row, int begin, int end) {
        int const j = static_cast<int>(row % ny), k = static_cast<int>(row / ny);
        int i = begin;
        for (; i + lanes <= end; i += lanes) {
#pragma omp simd
          for (int lane = 0; lane < lanes; ++lane) cell(i + lane, j, k, partial + lane * sums);
        }
        for (int lane = 0; i + lane < end; ++lane) cell(i + lane, j, k, partial + lane * sums);
      });
      for (int s = 0; s < sums; ++s) out[item * sums + s] = add_in_order<sums>(partial + s, lanes);
    } else {
      double partial[sums] = {};
      order.for_pieces(item / lanes, [&](std::int64_t row, int begin, int end) {
        int const j = static_cast<int>(row % ny), k = static_cast<int>(row / ny);
        for (int i = begin + static_cast<int>(item % lanes); i < end; i += lanes) cell(i, j, k, partial);
      });
      for (int s = 0; s < sums; ++s) out[item * sums + s] = partial[s];
    }
  }
};

/// Sums over the cells of a grid, in double and in an order that depends on the grid alone (SumOrder), of what a
/// functor `cell(i, j, k, double* sums)` adds as it visits each cell once. So a pass over vectors makes its dot
/// products too.
template <class Exec>
class CellSums {
 public:
  /// For at most `most` sums at a time over the cells of `layout`.
  CellSums(Exec const& exec, Layout const& layout, int most) : m_exec(exec), m_layout(layout) {
    auto const property = Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, "tessera::sums");
    auto const count = static_cast<std::size_t>(most);
    m_space[0] = Space(property, static_cast<std::size_t>(order().items(simd)) * count);
    m_space[1] = Space(property, static_cast<std::size_t>(order().groups()) * count);
  }

  /// The sums of `cell`, whose number is `Cell::sums`. Waits for them.
  template <class Cell>
  std::array<double, Cell::sums> operator()(std::string const& label, Cell const& cell) const {
    constexpr int sums = Cell::sums;
    double *from = m_space[0].data(), *to = m_space[1].data();
    std::int64_t count = order().items(simd);
    launch_items(label, m_exec, count, AddLanes<Cell, simd>{cell, from, order(), m_layout.n[1]});
    for (int fan = simd ? SumOrder::fan : SumOrder::lanes; count > 1; fan = SumOrder::fan) {
      std::int64_t const fewer = (count + fan - 1) / fan;
      launch_items("tessera::sums", m_exec, fewer * sums, AddNeighbours<sums>{from, to, count, fan});
      std::swap(from, to);
      count = fewer;
    }
    std::array<double, sums> result;
    Kokkos::deep_copy(m_exec, Kokkos::View<double*, Kokkos::HostSpace>(result.data(), sums),
                      Kokkos::View<double const*, typename Exec::memory_space>(from, sums));
    m_exec.fence("tessera::sums");
    return result;
  }

 private:
  static constexpr bool simd = ExecTraits<Exec>::simd;
  using Space = Kokkos::View<double*, typename Exec::memory_space>;

  [[nodiscard]] SumOrder order() const {
    return {static_cast<std::int64_t>(m_layout.n[1]) * m_layout.n[2], m_layout.n[0]};
  }

  Exec m_exec;
  Layout m_layout;
  Space m_space[2];
};

}  // namespace tessera::detail
