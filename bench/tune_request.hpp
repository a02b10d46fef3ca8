// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <vector>

#include "cases.hpp"

namespace tessera::bench {

/// What is to be tuned, as `--tune OPERATOR SPACE PRECISION SIZE [STEPS]` names it.
struct TuneRequest {
  std::string op;         ///< the operator's name in the benchmarks' names
  std::string space;      ///< "cuda", "hip", "openmp", "serial", or "host": the processors
  std::string precision;  ///< "double" or "float"
  std::string size;       ///< such as 4096x4096
  int most_steps = 10;    ///< per launch

  /// From the words after `--tune`. Throws InputError for too few or a number that is none.
  static TuneRequest read(std::vector<std::string> const& words);
  /// `size` as numbers. Throws InputError unless it is `rank` positive numbers with an x between them.
  [[nodiscard]] Size cells(int rank) const;
  /// The beginning of its trials' names.
  [[nodiscard]] std::string name() const { return "tune/" + op + "/" + space + "/" + precision + "/" + size; }
};

}  // namespace tessera::bench
