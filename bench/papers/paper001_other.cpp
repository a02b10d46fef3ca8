// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "paper001.hpp"

template struct tessera::bench::Paper001<tessera::bench::OtherSpace>;
