// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "run/loop_memory.hpp"

#include <cstdio>

#include "tessera/error.hpp"

namespace tessera {

std::string to_text(Check const& check) {
  char text[240];
  std::snprintf(text, sizeof text, "%ld %a %a %a %a %a", check.step, check.minimum, check.maximum, check.mean, check.l2,
                check.change);
  return text;
}

Check check_from_text(std::string const& text) {
  Check check;
  int const read = std::sscanf(text.c_str(), "%ld %la %la %la %la %la", &check.step, &check.minimum, &check.maximum,
                               &check.mean, &check.l2, &check.change);
  if (read != 6) throw InputError("checkpoint: what it says of the last check cannot be read: \"" + text + "\"");
  return check;
}

}  // namespace tessera
