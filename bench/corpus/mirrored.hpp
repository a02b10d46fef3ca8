// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/boundary.hpp"
#include "tessera/program.hpp"

namespace tessera::bench::corpus {

/// `program` with a gradient of 0 as the rule of quantities `Qs` on all faces.
template <class ProgramType, class... Qs>
ProgramType mirrored(ProgramType program, Types<Qs...>) {
  ((program = program.template boundary<Qs>(Neumann{0.0})), ...);
  return program;
}

/// The same for all quantities: a program without rules is refused, and no model here asks for others.
template <class ProgramType>
ProgramType mirrored(ProgramType const& program) {
  return mirrored(program, typename ProgramType::quantities{});
}

}  // namespace tessera::bench::corpus
