// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

namespace tessera::detail {

/// Whether the planes of the state lie in the blocked layout (BlockedLayout) where a launch of several steps loads
/// them, and where it stores them. They do so from one launch to the next alone, not where others read them.
struct PlaneLayouts {
  bool from = false, to = false;
};

}  // namespace tessera::detail
