// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "stroke_font.hpp"
#include "tessera/io/picture.hpp"

namespace tessera::detail {

using Colour = std::array<std::uint8_t, 3>;

/// The colour for `position` in [0, 1].
[[nodiscard]] Colour colour_at(ColourMap map, double position);

enum class Align { left, centre, right };

/// An image that is drawn on: pixels from the top left corner, x to the right, y down.
class Canvas {
 public:
  Canvas(int width, int height);

  [[nodiscard]] int width() const noexcept { return m_width; }
  [[nodiscard]] int height() const noexcept { return m_height; }
  /// Red, green, blue for each pixel, row by row from the top.
  [[nodiscard]] std::vector<std::uint8_t> const& pixels() const noexcept { return m_pixels; }

  void set(int x, int y, Colour colour);
  /// Smooth lines of `width` pixels with round ends, all in one coat.
  void stroke(std::vector<Polyline> const& lines, double width, Colour colour);
  void line(Place from, Place to, double width, Colour colour) { stroke({{from, to}}, width, colour); }
  /// A rectangle's outline.
  void frame(double left, double top, double right, double bottom, Colour colour);
  /// Text whose baseline runs through `at`; `upward` turns it to read from bottom to top.
  void text(Place at, std::string_view text, double height, Align align, bool upward = false);

 private:
  int m_width, m_height;
  std::vector<std::uint8_t> m_pixels;
};

}  // namespace tessera::detail
