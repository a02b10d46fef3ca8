// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

namespace tessera {

/// Where the input of a run that changes in time ends: after it nothing is known of what drives the run.
struct InputEnd {
  double time = 0;    ///< s
  std::string label;  ///< of the series, such as its file
};

}  // namespace tessera
