// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

namespace tessera::detail {

/// Whether a launch of several steps loads and stores the planes of the state in the blocked layout (BlockedLayout).
/// Planes keep this layout between such launches alone.
struct PlaneLayouts {
  bool from = false, to = false;
};

}  // namespace tessera::detail
