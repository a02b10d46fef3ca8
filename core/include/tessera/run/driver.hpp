// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/run/app.hpp"

namespace tessera {

/// A whole run of a program as the shell sees it: command line, config, plan, time loop, frames, checkpoints,
/// pictures and summary. Returns the exit code; all errors become one line on stderr.
///
///     int main(int argc, char** argv) { return tessera::run_program(heat3d::app(), argc, argv); }
int run_program(App const& app, int argc, char const* const* argv);

}  // namespace tessera
