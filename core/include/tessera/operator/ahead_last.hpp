// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

namespace tessera {

/// An operator that adds the point farthest ahead along the swept axis last. It has
///
///     static constexpr bool ahead_last = true;
///     template <class U>
///     auto without_ahead(U const& u) const;
///     template <class U>
///     T with_ahead(Begun const& begun, U const& u) const;
///
/// `without_ahead` returns the partial result of all other points. `with_ahead` completes it with the point farthest
/// ahead, such as u(0, 0, 1). The value of the operator is `with_ahead(without_ahead(u), u)`, so all strategies give
/// the same bits. It reads one input, and neither position nor time.
///
/// A sweep over planes can begin a plane before the next one is loaded, and overwrite the oldest plane with the next:
/// register tiles then move no planes (docs/register_tiles.md).
template <class Op>
concept AheadLast = requires {
  requires Op::ahead_last;
};

}  // namespace tessera
