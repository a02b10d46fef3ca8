// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstring>
#include <memory>

#include "tessera/exchange/halo_exchange.hpp"
#include "tessera/exchange/part_grid.hpp"
#include "tessera/exchange/whole_values.hpp"
#include "tessera/storage/location.hpp"

namespace tessera::detail {

/// A program that several ranks take together, as one of them sees it.
struct CutProgram {
  Ranks ranks;
  int rank;  ///< axes of the grid
  std::array<int, 3> process_grid;
  std::vector<GridPart> parts;  ///< of all ranks
  std::unique_ptr<HaloExchange> halo;

  [[nodiscard]] GridPart const& part() const { return parts[static_cast<std::size_t>(ranks.rank())]; }

  /// The values of quantity `Q` on the grid and on its parts.
  template <class Q, int Rank>
  [[nodiscard]] ValueBoxes boxes(Grid<Rank> const& grid) const {
    ValueBoxes boxes;
    boxes.components = Q::components;
    boxes.shared = is_global_scalar<Q>;
    if (boxes.shared) return boxes;
    StoredGrid const whole = stored(grid);
    auto const put = [](StoredGrid const& from, std::array<int, 3>& n) { std::copy(from.n, from.n + 3, n.begin()); };
    put(located<typename Q::location, Rank>(whole), boxes.whole);
    for (GridPart const& one : parts) {
      put(located<typename Q::location, Rank>(grid_of_part(whole, one)), boxes.parts.emplace_back().n);
      boxes.parts.back().first = one.first;
    }
    return boxes;
  }
  /// The values of all parts, on rank 0; none on others.
  template <class T>
  [[nodiscard]] std::vector<T> gather(ValueBoxes const& boxes, std::vector<T> const& part) const {
    return values<T>(gather_values(ranks, boxes, sizeof(T), std::as_bytes(std::span(part))));
  }
  /// Those of this rank, of all.
  template <class T>
  [[nodiscard]] std::vector<T> cut(ValueBoxes const& boxes, std::vector<T> const& whole) const {
    return values<T>(cut_values(boxes, ranks.rank(), sizeof(T), std::as_bytes(std::span(whole))));
  }

  /// "the grid is cut into 2 x 1 x 2 parts for 4 processes; rank 3 has x 0 to 64, ...": in one line.
  [[nodiscard]] std::string explain() const {
    return explain_part(part(), ranks.rank(), rank, process_grid) + "; halos go by " + ranks.transport().name();
  }

 private:
  template <class T>
  static std::vector<T> values(std::vector<std::byte> const& bytes) {
    std::vector<T> all(bytes.size() / sizeof(T));
    if (!all.empty()) std::memcpy(all.data(), bytes.data(), bytes.size());
    return all;
  }
};

/// Cuts `program` for `ranks`; null if there is one rank, which has the whole grid. Errors: see cuttable and
/// choose_process_grid.
template <class Exec, class ProgramType>
std::unique_ptr<CutProgram> cut_program(Exec const& exec, ProgramType const& program, Ranks const& ranks) {
  bool const free = std::all_of(ranks.process_grid().begin(), ranks.process_grid().end(), [](int n) { return n < 2; });
  if (ranks.size() == 1 && free) return nullptr;
  Cuttable const grid = cuttable(program.info());
  auto const process_grid = choose_process_grid(grid, ranks.size(), ranks.process_grid());
  CutProgram cut{ranks, ProgramType::rank, process_grid, cut_grid(grid, process_grid), nullptr};
  cut.halo = std::make_unique<HaloExchangeOn<Exec>>(exec, cut.part(), ranks);
  return std::make_unique<CutProgram>(std::move(cut));
}

}  // namespace tessera::detail
