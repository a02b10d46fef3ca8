// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cmath>

#include "hills.hpp"
#include "plot_area.hpp"
#include "png.hpp"
#include "tessera/error.hpp"
#include "tessera/io/picture.hpp"

namespace tessera {

namespace {

using namespace detail;

constexpr double longest_side = 640, shortest_side = 48, bar_width = 22, shortest_bar = 200;
constexpr double left_margin = 92, top_margin = 56, bottom_margin = 74, bar_gap = 26, right_margin = 118;
constexpr double least_width = 620;
constexpr Colour no_value{170, 170, 170};

/// The cells along one axis whose values make up pixel `pixel` of `pixels`: one when magnified, else a few.
struct CellRange {
  long first, last;
};
CellRange cells_of_pixel(int pixel, int pixels, long cells) {
  long const first = static_cast<long>(static_cast<double>(pixel) * static_cast<double>(cells) / pixels);
  long const next = static_cast<long>(static_cast<double>(pixel + 1) * static_cast<double>(cells) / pixels);
  return {std::min(first, cells - 1), std::clamp(next - 1, std::min(first, cells - 1), cells - 1)};
}

/// Calls `visit` with the index of every cell of a block.
template <class Visit>
void for_block(Picture const& picture, CellRange across, CellRange up, Visit visit) {
  for (long j = up.first; j <= up.last; ++j) {
    for (long i = across.first; i <= across.last; ++i) visit(static_cast<std::size_t>(j * picture.nx + i));
  }
}

/// The mean over a block of cells; NaN if one of them is or, over terrain, if most of them are.
double block_mean(Picture const& picture, CellRange across, CellRange up) {
  double sum = 0, finite = 0;
  for_block(picture, across, up, [&](std::size_t n) {
    bool const counts = picture.terrain.empty() || std::isfinite(picture.values[n]);
    sum += counts ? picture.values[n] : 0;
    finite += counts ? 1 : 0;
  });
  auto const cells = static_cast<double>((up.last - up.first + 1) * (across.last - across.first + 1));
  return 2 * finite >= cells ? sum / finite : NAN;
}

Colour mean_colour(Picture const& picture, std::vector<Colour> const& colours, CellRange across, CellRange up) {
  std::array<long, 3> sums{};
  for_block(picture, across, up, [&](std::size_t n) {
    for (std::size_t c = 0; c < 3; ++c) sums[c] += colours[n][c];
  });
  long const cells = (up.last - up.first + 1) * (across.last - across.first + 1);
  Colour mean{};
  for (std::size_t c = 0; c < 3; ++c) mean[c] = static_cast<std::uint8_t>(sums[c] / cells);
  return mean;
}

void draw_values(Canvas& canvas, PlotArea const& area, Picture const& picture, Bounds range) {
  int const width = static_cast<int>(area.right - area.left), height = static_cast<int>(area.bottom - area.top);
  bool const hills = !picture.terrain.empty();
  std::vector<Colour> const grounds = hills ? ground_colours(picture) : std::vector<Colour>{};
  for (int row = 0; row < height; ++row) {
    CellRange const up = cells_of_pixel(height - 1 - row, height, picture.ny);
    for (int column = 0; column < width; ++column) {
      CellRange const across = cells_of_pixel(column, width, picture.nx);
      double const value = block_mean(picture, across, up);
      Colour const ground = hills ? mean_colour(picture, grounds, across, up) : no_value;
      Colour colour = ground;
      if (std::isfinite(value)) {
        colour = colour_at(picture.colours, (value - range.low) / (range.high - range.low));
        if (hills) colour = over_ground(colour, ground);
      }
      canvas.set(static_cast<int>(area.left) + column, static_cast<int>(area.top) + row, colour);
    }
  }
}

void draw_colour_bar(Canvas& canvas, PlotArea const& bar, Picture const& picture) {
  for (int y = static_cast<int>(bar.top); y < static_cast<int>(bar.bottom); ++y) {
    Colour const colour = colour_at(picture.colours, (bar.bottom - y - 0.5) / (bar.bottom - bar.top));
    for (int x = static_cast<int>(bar.left); x < static_cast<int>(bar.right); ++x) canvas.set(x, y, colour);
  }
  canvas.frame(bar.left, bar.top, bar.right, bar.bottom, axis_colour);
  draw_y_axis(canvas, bar, picture.label, picture.unit, Align::right);
}

/// The plot's size in pixels: equal aspect, but never so flat that nothing could be seen.
struct Extent {
  double width, height;
  bool stretched;
};
Extent plot_extent(double across, double up) {
  double const scale = longest_side / std::max(across, up);
  double const width = std::round(across * scale), height = std::round(up * scale);
  return {std::max(width, shortest_side), std::max(height, shortest_side), std::min(width, height) < shortest_side};
}

}  // namespace

std::string picture_notice() {
  if (have_png()) return {};
  return "this build draws no pictures: stb_image_write.h was not found; install it (Debian: libstb-dev) and build "
         "again";
}

bool write_picture(std::filesystem::path const& path, Picture const& picture) {
  if (!have_png()) return false;
  if (picture.nx < 1 || picture.ny < 1 || picture.values.size() != static_cast<std::size_t>(picture.nx * picture.ny)) {
    throw Error("picture " + path.string() + ": its values do not fit " + std::to_string(picture.nx) + " x " +
                std::to_string(picture.ny) + " cells");
  }
  if (!picture.terrain.empty() && picture.terrain.size() != picture.values.size()) {
    throw Error("picture " + path.string() + ": its terrain does not fit its values");
  }
  Bounds const x{picture.origin[0], picture.origin[0] + static_cast<double>(picture.nx) * picture.spacing[0]};
  Bounds const y{picture.origin[1], picture.origin[1] + static_cast<double>(picture.ny) * picture.spacing[1]};
  Extent const extent = plot_extent(x.high - x.low, y.high - y.low);
  double const bar_height = std::max(extent.height, shortest_bar), middle = top_margin + bar_height / 2;
  double const needed = left_margin + extent.width + bar_gap + bar_width + right_margin;
  double const spare = std::floor(std::max(0.0, least_width - needed) / 2);  // narrow maps stand in the middle
  double const left = left_margin + spare, top = std::floor(middle - extent.height / 2);
  PlotArea const area{left, top, left + extent.width, top + extent.height, x, y};
  Bounds const range =
      widened(picture.range ? Bounds{picture.range->first, picture.range->second} : bounds_of(picture.values));
  PlotArea const bar{area.right + bar_gap,    top_margin, area.right + bar_gap + bar_width,
                     top_margin + bar_height, {0, 1},     range};

  Canvas canvas(static_cast<int>(needed + 2 * spare), static_cast<int>(bar.bottom + bottom_margin));
  draw_values(canvas, area, picture, range);
  canvas.frame(area.left, area.top, area.right, area.bottom, axis_colour);
  draw_x_axis(canvas, area, picture.axes[0], "m");
  draw_y_axis(canvas, area, picture.axes[1], "m", Align::left);
  draw_colour_bar(canvas, bar, picture);
  draw_title(canvas, area, picture.title + (extent.stretched ? " (axes not to scale)" : ""));
  write_png(path, canvas.width(), canvas.height(), canvas.pixels());
  return true;
}

bool write_picture(std::filesystem::path const& path, LinePlot const& plot) {
  if (!have_png()) return false;
  if (plot.values.empty()) throw Error("picture " + path.string() + ": no values");
  constexpr Colour line_colour{31, 105, 165};
  Bounds y = widened(bounds_of(plot.values));
  double const room = 0.05 * (y.high - y.low);
  y = {y.low - room, y.high + room};
  Bounds const x{plot.origin, plot.origin + static_cast<double>(plot.values.size()) * plot.spacing};
  PlotArea const area{left_margin, top_margin, left_margin + 760, top_margin + 430, x, y};

  Canvas canvas(static_cast<int>(area.right + 40), static_cast<int>(area.bottom + bottom_margin));
  for (double const value : make_ticks(y.low, y.high, ticks_for(area.bottom - area.top, y_tick_room)).values) {
    canvas.line({area.left, area.y_of(value)}, {area.right, area.y_of(value)}, 1, grid_colour);
  }
  std::vector<Polyline> curve(1);
  for (std::size_t i = 0; i < plot.values.size(); ++i) {
    if (std::isfinite(plot.values[i])) {
      double const centre = plot.origin + (static_cast<double>(i) + 0.5) * plot.spacing;
      curve.back().push_back({area.x_of(centre), area.y_of(plot.values[i])});
    } else {
      curve.emplace_back();
    }
  }
  if (plot.values.size() == 1) curve.front().push_back(curve.front().front());
  canvas.stroke(curve, 2, line_colour);
  canvas.frame(area.left, area.top, area.right, area.bottom, axis_colour);
  draw_x_axis(canvas, area, plot.axis, "m");
  draw_y_axis(canvas, area, plot.label, plot.unit, Align::left);
  draw_title(canvas, area, plot.title);
  write_png(path, canvas.width(), canvas.height(), canvas.pixels());
  return true;
}

}  // namespace tessera
