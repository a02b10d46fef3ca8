// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string_view>
#include <vector>

// A small font of our own, drawn as strokes: it needs no font file and looks the same at every size and angle.
namespace tessera::detail {

struct Place {
  double x = 0, y = 0;
};

using Polyline = std::vector<Place>;

/// `text` as polylines, y up, with the baseline at y = 0 from x = 0 on; `height` is that of a capital letter.
/// "^2" and "^-3" become raised digits; UTF-8 is read, and what the font lacks shows as a box.
[[nodiscard]] std::vector<Polyline> text_strokes(std::string_view text, double height);

/// The width that `text_strokes` takes.
[[nodiscard]] double text_width(std::string_view text, double height);

}  // namespace tessera::detail
