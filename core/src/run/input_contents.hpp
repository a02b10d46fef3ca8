// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

#include "tessera/run/config.hpp"

namespace tessera {

/// What the input files of a config hold, as one line `KEY (content) = FILE CHECKSUM` for each, and lines for those
/// that readers of maps look for beside them (.prj and GDAL's). They belong to a problem as its numbers do: a
/// checkpoint of one content cannot be continued with another. Files that are not there, or cannot be read, have no
/// line; whoever needs them says so.
[[nodiscard]] std::string input_contents(Config const& config);

}  // namespace tessera
