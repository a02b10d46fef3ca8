// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <concepts>
#include <type_traits>

namespace tessera {

/// What a flux edge gives to its two cells.
template <class Share>
struct EdgeSides {
  Share low, high;
};

/// What the four flux edges of a cell in the plane give to it: those to its neighbours at (-1, 0), (1, 0), (0, -1) and
/// (0, 1).
template <class Share>
struct EdgesAround {
  Share x_low, x_high, y_low, y_high;
};

/// An operator in the plane that is split into flux edges, so that a sweep can compute each edge once for its two
/// cells:
/// - `cell(points...)`: what the flux edges need to know of the cell, from its own values alone;
/// - `edge<Axis>(low, high)`: what the flux edge between two such cells gives to each, an EdgeSides; Axis 0 is x, 1 is
///   y;
/// - `gather(around, here, points...)`: the result, from the EdgesAround of a cell and its own `cell`. It may read any
///   neighbour that the operator declares.
/// `operator()` returns the same bits as these three, for plain cells if the operator has is_plain.
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
