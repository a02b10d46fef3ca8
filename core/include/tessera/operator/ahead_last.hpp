// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

namespace tessera {

/// An operator that adds the point farthest ahead along the swept axis last: it has
///
///     static constexpr bool ahead_last = true;
///     template <class U>
///     auto without_ahead(U const& u) const;
///     template <class U>
///     T with_ahead(Begun const& begun, U const& u) const;
///
/// `without_ahead` returns what it makes of all points but that one, and `with_ahead` its value: of that, and of what
/// is farthest ahead, such as u(0, 0, 1), alone. The operator's own value is `with_ahead(without_ahead(u), u)`, so the
/// bits are the same everywhere. It reads one input, and neither place nor time.
///
/// A sweep that meets planes one after another can then begin with a plane before the next one comes, and drop the
/// oldest one before it takes the place of that: register tiles move no planes (docs/register_tiles.md).
template <class Op>
concept AheadLast = requires {
  requires Op::ahead_last;
};

}  // namespace tessera
