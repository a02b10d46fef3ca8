// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "shallow_water/run.hpp"

template flow_tests::Outcome flow_tests::run_in<double>(Kokkos::DefaultExecutionSpace const&, Flow const&, How const&);
