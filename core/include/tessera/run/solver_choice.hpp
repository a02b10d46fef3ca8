// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

namespace tessera {

/// The solver that a config asks for.
struct SolverChoice {
  std::string name;     ///< "multigrid", "cg", "bicgstab" or "chebyshev"; empty: none
  double contrast = 1;  ///< largest ratio of the operator's coefficients

  [[nodiscard]] bool solves() const { return !name.empty(); }
};

}  // namespace tessera
