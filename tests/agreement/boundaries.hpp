// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/operator/point.hpp"
#include "tessera/program.hpp"

namespace agreement {

/// A value that differs along every axis, at every time and with the number type's own rounding.
struct Wave {
  template <int Rank>
  KOKKOS_FUNCTION double operator()(tessera::At<Rank> const& at) const {
    double sum = 0.5 + 0.125 * at.t;
    for (int axis = 0; axis < Rank; ++axis) sum += 0.01 * (axis + 1) * at[axis] + 0.003 * at.index(axis);
    return sum;
  }
};

/// Which axes are periodic (bit by bit), and what is said for the others' faces: rules (face + turn) % 5.
struct Boundaries {
  unsigned periodic;
  int turn;
};

template <int Rank>
tessera::Grid<Rank> grid_of(std::array<int, Rank> const& cells, Boundaries const& request) {
  tessera::Grid<Rank> grid{cells};
  for (std::size_t axis = 0; axis < Rank; ++axis) {
    grid.spacing[axis] = 1.0 + 0.25 * static_cast<double>(axis);
    grid.origin[axis] = -0.5 * static_cast<double>(axis);
    grid.periodic[axis] = ((request.periodic >> axis) & 1U) != 0;
  }
  return grid;
}

/// Gives quantity `Q` of `program` a function and plain rules, so that their mixture changes no type.
template <class Q, class ProgramType>
auto with_rules(ProgramType const& program, int turn) {
  auto next = program.template boundary<Q>(tessera::Dirichlet{Wave{}});
  auto const& grid = next.grid();
  for (int f = 0; f < 2 * ProgramType::rank; ++f) {
    auto const axis = static_cast<std::size_t>(f / 2);
    if (grid.periodic[axis]) continue;
    auto const face = static_cast<tessera::Face>(f);
    int const rule = (f + turn) % 5;
    if (rule == 1) next = next.template boundary<Q>(face, tessera::Dirichlet{0.75});
    if (rule == 2) next = next.template boundary<Q>(face, tessera::Neumann{0.125});
    if (rule == 3) next = next.template boundary<Q>(face, tessera::Dirichlet{0.25, tessera::ValueAt::node});
    if (rule == 4) {
      tessera::FaceValues map;
      auto const n = tessera::extents<Q>(grid);
      long places = 1;
      for (std::size_t a = 0; a < n.size(); ++a) places *= a == axis ? 1 : n[a];
      for (long p = 0; p < places; ++p) map.values.push_back(0.01 * static_cast<double>(p % 37));
      next = next.template boundary<Q>(face, tessera::Dirichlet{map});
    }
  }
  return next;
}

template <class ProgramType>
auto with_rules(ProgramType const& program, int, tessera::Types<>) {
  return program;
}
/// The same for a list of quantities.
template <class ProgramType, class Q, class... Rest>
auto with_rules(ProgramType const& program, int turn, tessera::Types<Q, Rest...>) {
  if constexpr (tessera::is_global_scalar<Q>) {
    return with_rules(program, turn, tessera::Types<Rest...>{});
  } else {
    return with_rules(with_rules<Q>(program, turn), turn + 1, tessera::Types<Rest...>{});
  }
}

}  // namespace agreement
