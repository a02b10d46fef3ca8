// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "tessera/operator/hull.hpp"

namespace tessera {

/// A sparse matrix on the host, row by row. Cells are counted in (z, y, x) order.
struct CompressedRows {
  std::vector<int> row_begin{0};  ///< one more than rows: where each begins in the others
  std::vector<int> columns;       ///< ascending in a row
  std::vector<double> values;

  [[nodiscard]] std::size_t rows() const { return row_begin.size() - 1; }
};

/// Finds the entries of the matrix of a linear map from its products with vectors of zeros and ones: cells of one
/// colour are so far apart that no row reads two of them. Ghosts mirror cells within reach, so boundary rows are those
/// that the map has.
class RowProbes {
 public:
  /// For cells `n` and a reach along storage axes. Throws InputError for more entries than an int counts.
  RowProbes(std::array<int, 3> const& n, Hull const& reach, std::array<bool, 3> const& periodic);

  [[nodiscard]] int colours() const;
  /// The vector of a colour: 1 in its cells.
  [[nodiscard]] std::vector<double> vector(int colour) const;
  /// Takes the product of the matrix with it.
  void take(int colour, std::vector<double> const& product);
  /// After all colours: the matrix, without entries of 0.
  [[nodiscard]] CompressedRows rows() const;

 private:
  struct Axis {
    int colours = 0;
    std::vector<int> colour;  ///< of each cell
    std::vector<int> column;  ///< [cell][colour]: the cell of this colour that it reads; -1: none
  };
  struct Entry {
    int column;
    double value;
  };
  static Axis make_axis(int n, int radius, bool periodic);
  [[nodiscard]] std::array<int, 3> colour_of(int colour) const;

  std::array<int, 3> m_n;
  std::array<Axis, 3> m_axes;
  std::vector<std::vector<Entry>> m_rows;
};

/// The matrix of a linear map (LinearMap), for checks and for solvers of others. It takes as many products as there are
/// cells in a cube of the operator's reach: 27 for seven points.
template <class Map>
CompressedRows compressed_rows(Map& map) {
  auto const x = map.vector("tessera::solve::probe");
  auto const& n = x.layout().n;
  RowProbes probes({n[0], n[1], n[2]}, Map::reach(), map.stored_periodic());
  for (int colour = 0; colour < probes.colours(); ++colour) {
    x.from_host(probes.vector(colour));
    map.apply(x, x);
    probes.take(colour, x.template to_host<double>());
  }
  return probes.rows();
}

}  // namespace tessera
