// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tessera/solve/compressed_rows.hpp"

#include <algorithm>
#include <limits>
#include <string>

#include "tessera/error.hpp"

namespace tessera {

/// Colours repeat every 2 radius + 1 cells. Around a periodic axis that need not fit: the cells that are left over have
/// colours of their own.
RowProbes::Axis RowProbes::make_axis(int n, int radius, bool periodic) {
  int const width = 2 * radius + 1;
  int const own = periodic ? n % width : 0;
  Axis axis;
  for (int cell = 0; cell < n; ++cell) {
    axis.colour.push_back(cell < n - own ? cell % width : width + cell - (n - own));
    axis.colours = std::max(axis.colours, axis.colour.back() + 1);
  }
  axis.column.assign(static_cast<std::size_t>(n) * axis.colours, -1);
  for (int cell = 0; cell < n; ++cell) {
    for (int d = -radius; d <= radius; ++d) {
      int const other = periodic ? ((cell + d) % n + n) % n : cell + d;
      if (other < 0 || other >= n) continue;
      axis.column[static_cast<std::size_t>(cell * axis.colours + axis.colour[static_cast<std::size_t>(other)])] = other;
    }
  }
  return axis;
}

RowProbes::RowProbes(std::array<int, 3> const& n, Hull const& reach, std::array<bool, 3> const& periodic) : m_n(n) {
  double entries = 1;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    int const radius = std::max(-reach.lo[axis], reach.hi[axis]);
    m_axes[axis] = make_axis(n[axis], radius, periodic[axis]);
    entries *= static_cast<double>(n[axis]) * (2 * radius + 1);
  }
  if (entries > std::numeric_limits<int>::max()) {
    throw InputError("a matrix of up to " + std::to_string(static_cast<long long>(entries)) +
                     " entries was asked for; at most 2147483647 are possible: take a smaller grid, or a solver that "
                     "needs no matrix");
  }
  m_rows.resize(static_cast<std::size_t>(n[0]) * n[1] * n[2]);
}

int RowProbes::colours() const { return m_axes[0].colours * m_axes[1].colours * m_axes[2].colours; }

std::array<int, 3> RowProbes::colour_of(int colour) const {
  int const nx = m_axes[0].colours, ny = m_axes[1].colours;
  return {colour % nx, colour / nx % ny, colour / nx / ny};
}

std::vector<double> RowProbes::vector(int colour) const {
  std::array<int, 3> const wanted = colour_of(colour);
  std::vector<double> values;
  values.reserve(m_rows.size());
  auto const is = [&](std::size_t axis, int cell) {
    return m_axes[axis].colour[static_cast<std::size_t>(cell)] == wanted[axis];
  };
  for (int k = 0; k < m_n[2]; ++k) {
    for (int j = 0; j < m_n[1]; ++j) {
      for (int i = 0; i < m_n[0]; ++i) values.push_back(is(0, i) && is(1, j) && is(2, k) ? 1 : 0);
    }
  }
  return values;
}

void RowProbes::take(int colour, std::vector<double> const& product) {
  std::array<int, 3> const wanted = colour_of(colour);
  auto const column = [&](std::size_t axis, int cell) {
    return m_axes[axis].column[static_cast<std::size_t>(cell * m_axes[axis].colours + wanted[axis])];
  };
  std::size_t row = 0;
  for (int k = 0; k < m_n[2]; ++k) {
    for (int j = 0; j < m_n[1]; ++j) {
      for (int i = 0; i < m_n[0]; ++i, ++row) {
        int const x = column(0, i), y = column(1, j), z = column(2, k);
        if (product[row] == 0 || x < 0 || y < 0 || z < 0) continue;
        m_rows[row].push_back({x + m_n[0] * (y + m_n[1] * z), product[row]});
      }
    }
  }
}

CompressedRows RowProbes::rows() const {
  CompressedRows matrix;
  for (std::vector<Entry> entries : m_rows) {
    std::sort(entries.begin(), entries.end(), [](Entry const& a, Entry const& b) { return a.column < b.column; });
    for (Entry const& entry : entries) {
      matrix.columns.push_back(entry.column);
      matrix.values.push_back(entry.value);
    }
    matrix.row_begin.push_back(static_cast<int>(matrix.columns.size()));
  }
  return matrix;
}

}  // namespace tessera
