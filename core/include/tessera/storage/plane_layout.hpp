// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

namespace tessera::detail {

/// Whether the planes of the state lie in strips (BlockedLayout) where a launch of several steps loads them, and where
/// it stores them: from one launch to the next alone, not where others read them.
struct PlaneLayouts {
  bool from = false, to = false;
};

/// Whether launches of one stage can do so.
template <class Strategy, class State, class Bound>
bool takes_blocked_layout(Strategy, State, Bound const&) {
  return false;
}

}  // namespace tessera::detail
