// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tessera/run/missing_part.hpp"

#include <cstdlib>
#include <fstream>

#include "tessera/error.hpp"

namespace tessera {

void missing_part(std::string const& part) {
  if (char const* file = std::getenv("TESSERA_MISSING_PART")) std::ofstream(file) << part << '\n';
  std::string const program = part.substr(0, part.find('/'));
  throw InputError(
      "this case needs " + part + ", a part of the program that was not compiled. 'apps/run " + program +
      "' compiles what a case needs; 'cmake -DTESSERA_PARTS=all' in the build folder, and a build, all parts");
}

}  // namespace tessera
