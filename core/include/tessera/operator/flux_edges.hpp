// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <concepts>
#include <type_traits>

namespace tessera {

/// What an edge between two neighbours gives to either of them.
template <class Share>
struct EdgeSides {
  Share low, high;
};

/// What the four edges of a cell of the plane give to it: those that it shares with its neighbours at (-1, 0), (1, 0),
/// (0, -1) and (0, 1).
template <class Share>
struct EdgesAround {
  Share x_low, x_high, y_low, y_high;
};

/// An operator of the plane that says how it is made of edges, so that a sweep may compute each edge, and what edges
/// need to know of a cell, once for both its sides:
/// - `cell(points...)`: what the edges of the cell need to know of it, from values of its own alone;
/// - `edge<Axis>(low, high)`: what the edge between two such cells gives to each, an EdgeSides, for Axis 0 (x), 1 (y);
/// - `gather(around, here, points...)`: the result, from the EdgesAround of a cell and its own `cell`; it may read any
///   of the neighbours that the operator declares.
/// `operator()` returns what these three do, to the bit; if the operator tells plain cells from others, for those.
template <class Op, class... Points>
concept HasFluxEdges = requires(Op const& op, Points const&... points) {
  op.cell(points...);
  op.template edge<0>(op.cell(points...), op.cell(points...));
  op.template edge<1>(op.cell(points...), op.cell(points...));
  {
    op.gather(EdgesAround<decltype(op.template edge<0>(op.cell(points...), op.cell(points...)).low)>{},
              op.cell(points...), points...)
    } -> std::same_as<std::invoke_result_t<Op const&, Points const&...>>;
};

}  // namespace tessera
