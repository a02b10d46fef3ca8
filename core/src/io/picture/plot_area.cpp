// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plot_area.hpp"

namespace tessera::detail {

void draw_x_axis(Canvas& canvas, PlotArea const& area, std::string const& name, std::string const& unit) {
  Ticks const ticks = make_ticks(area.x.low, area.x.high, ticks_for(area.right - area.left, x_tick_room));
  for (std::size_t i = 0; i < ticks.values.size(); ++i) {
    double const x = area.x_of(ticks.values[i]);
    canvas.line({x, area.bottom}, {x, area.bottom + tick_length}, 1, axis_colour);
    canvas.text({x, area.bottom + tick_length + 6 + text_height}, ticks.labels[i], text_height, Align::centre);
  }
  canvas.text({(area.left + area.right) / 2, area.bottom + 30 + 2 * text_height}, axis_label(name, unit, ticks),
              text_height, Align::centre);
}

void draw_y_axis(Canvas& canvas, PlotArea const& area, std::string const& name, std::string const& unit, Align side) {
  Ticks const ticks = make_ticks(area.y.low, area.y.high, ticks_for(area.bottom - area.top, y_tick_room));
  double const outward = side == Align::left ? -1 : 1;
  double const edge = side == Align::left ? area.left : area.right;
  Align const align = side == Align::left ? Align::right : Align::left;
  double widest = 0;
  for (std::size_t i = 0; i < ticks.values.size(); ++i) {
    double const y = area.y_of(ticks.values[i]);
    canvas.line({edge, y}, {edge + outward * tick_length, y}, 1, axis_colour);
    canvas.text({edge + outward * (tick_length + 5), y + text_height / 2}, ticks.labels[i], text_height, align);
    widest = std::max(widest, text_width(ticks.labels[i], text_height));
  }
  double const gap = tick_length + 5 + widest + 14;
  double const baseline = side == Align::left ? edge - gap : edge + gap + text_height;
  canvas.text({baseline, (area.top + area.bottom) / 2}, axis_label(name, unit, ticks), text_height, Align::centre,
              true);
}

void draw_title(Canvas& canvas, PlotArea const& area, std::string const& title) {
  constexpr double margin = 12;
  double height = title_height;
  double const room = canvas.width() - 2 * margin;
  if (double const width = text_width(title, height); width > room) height *= room / width;
  double const half = text_width(title, height) / 2;
  double const middle = std::clamp((area.left + area.right) / 2, margin + half, canvas.width() - margin - half + 1e-6);
  canvas.text({middle, area.top - 18}, title, height, Align::centre);
}

}  // namespace tessera::detail
