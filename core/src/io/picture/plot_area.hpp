// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <string>

#include "canvas.hpp"
#include "ticks.hpp"

namespace tessera::detail {

/// Sizes of a picture's parts, pixels.
inline constexpr double text_height = 11, title_height = 13, tick_length = 6;
inline constexpr double x_tick_room = 90, y_tick_room = 48;
inline constexpr Colour axis_colour{90, 90, 90}, grid_colour{222, 222, 222};

/// A rectangle of the canvas in which data are shown, with the data's bounds.
struct PlotArea {
  double left, top, right, bottom;
  Bounds x, y;

  [[nodiscard]] double x_of(double value) const { return left + (value - x.low) / (x.high - x.low) * (right - left); }
  [[nodiscard]] double y_of(double value) const { return bottom - (value - y.low) / (y.high - y.low) * (bottom - top); }
};

/// Ticks that fit into `pixels` if each needs `each`.
[[nodiscard]] inline int ticks_for(double pixels, double each) { return std::max(2, static_cast<int>(pixels / each)); }

/// The x axis below the area, with its label.
void draw_x_axis(Canvas& canvas, PlotArea const& area, std::string const& name, std::string const& unit);

/// The y axis to the left of the area (or, for a colour bar, to the right of it), with its label.
void draw_y_axis(Canvas& canvas, PlotArea const& area, std::string const& name, std::string const& unit, Align side);

/// The title, centred above the area as far as the canvas allows.
void draw_title(Canvas& canvas, PlotArea const& area, std::string const& title);

}  // namespace tessera::detail
