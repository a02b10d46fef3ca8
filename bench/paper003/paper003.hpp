// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "../cases.hpp"
#include "tessera/stencils/shallow_water.hpp"

namespace tessera::bench {

/// The state of a flow on the host, (y, x), x fastest.
struct FlowFields {
  std::vector<double> h, qx, qy;
};

/// What M. Viñas et al., A multi-GPU shallow-water simulation with transport of contaminants (2012), measured, in
/// fields of `T`.
template <class Exec, class T>
struct Paper003 {
  /// Registers `paper003/SPACE/ALGORITHM/PRECISION/SIZE`, steps of the estuary on the meshes of tables I and II:
  /// `naive` and `decoupled` are the paper's algorithms, `fused` is ours. The counter `step_seconds` is the mean length
  /// of a step.
  static void add();
  /// Table V's case, a column of water that falls in a tank of 40 m, after 1 s.
  static FlowFields fallen(stencils::FlowAlgorithm algorithm, int cells);
};
template <class T>
struct Paper003<NoSpace, T> {
  static void add() {}
};

/// "naive", "decoupled" or "fused".
inline std::string algorithm_name(stencils::FlowAlgorithm algorithm) {
  using enum stencils::FlowAlgorithm;
  return algorithm == naive ? "naive" : algorithm == decoupled ? "decoupled" : "fused";
}

}  // namespace tessera::bench
