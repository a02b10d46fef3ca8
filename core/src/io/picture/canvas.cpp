// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "canvas.hpp"

#include <algorithm>
#include <cmath>

namespace tessera::detail {

namespace {

constexpr Colour ink{38, 38, 38};

/// Polynomials of degree 6 per channel, fitted to the colour maps of matplotlib.
using Fit = double[7][3];
constexpr Fit viridis = {{0.2777273272234177, 0.005407344544966578, 0.3340998053353061},
                         {0.1050930431085774, 1.404613529898575, 1.384590162594685},
                         {-0.3308618287255563, 0.214847559468213, 0.09509516302823659},
                         {-4.634230498983486, -5.799100973351585, -19.33244095627987},
                         {6.228269936347081, 14.17993336680509, 56.69055260068105},
                         {4.776384997670288, -13.74514537774601, -65.35303263337234},
                         {-5.435455855934631, 4.645852612178535, 26.3124352495832}};
constexpr Fit inferno = {{0.0002189403691192265, 0.001651004631001012, -0.01948089843709184},
                         {0.1065134194856116, 0.5639564367884091, 3.932712388889277},
                         {11.60249308247187, -3.972853965665698, -15.9423941062914},
                         {-41.70399613139459, 17.43639888205313, 44.35414519872813},
                         {77.162935699427, -33.40235894210092, -81.80730925738993},
                         {-71.31942824499214, 32.62606426397723, 73.20951985803202},
                         {25.13112622477341, -12.24266895238567, -23.07032500287172}};

double distance_to_segment(Place p, Place a, Place b) {
  double const dx = b.x - a.x, dy = b.y - a.y, length2 = dx * dx + dy * dy;
  double const along = length2 > 0 ? std::clamp(((p.x - a.x) * dx + (p.y - a.y) * dy) / length2, 0.0, 1.0) : 0;
  return std::hypot(p.x - a.x - along * dx, p.y - a.y - along * dy);
}

/// How much of each pixel of a box is covered: several lines cover a pixel no more than the best of them.
struct Coverage {
  int left, top, right, bottom;  // right and bottom are past the end
  std::vector<float> share;

  void add(Place a, Place b, double width) {
    double const reach = width / 2 + 1;
    int const x0 = std::max(left, static_cast<int>(std::floor(std::min(a.x, b.x) - reach)));
    int const x1 = std::min(right, static_cast<int>(std::ceil(std::max(a.x, b.x) + reach)));
    int const y0 = std::max(top, static_cast<int>(std::floor(std::min(a.y, b.y) - reach)));
    int const y1 = std::min(bottom, static_cast<int>(std::ceil(std::max(a.y, b.y) + reach)));
    for (int y = y0; y < y1; ++y) {
      for (int x = x0; x < x1; ++x) {
        double const distance = distance_to_segment({x + 0.5, y + 0.5}, a, b);
        float& pixel = share[static_cast<std::size_t>((y - top) * (right - left) + x - left)];
        pixel = std::max(pixel, static_cast<float>(std::clamp(width / 2 + 0.5 - distance, 0.0, 1.0)));
      }
    }
  }
};

Coverage empty_coverage(std::vector<Polyline> const& lines, double width, int canvas_width, int canvas_height) {
  double x0 = canvas_width, x1 = 0, y0 = canvas_height, y1 = 0;
  for (Polyline const& line : lines) {
    for (Place const& place : line) {
      x0 = std::min(x0, place.x), x1 = std::max(x1, place.x);
      y0 = std::min(y0, place.y), y1 = std::max(y1, place.y);
    }
  }
  Coverage box{std::clamp(static_cast<int>(x0 - width - 1), 0, canvas_width),
               std::clamp(static_cast<int>(y0 - width - 1), 0, canvas_height),
               std::clamp(static_cast<int>(x1 + width + 2), 0, canvas_width),
               std::clamp(static_cast<int>(y1 + width + 2), 0, canvas_height),
               {}};
  box.right = std::max(box.right, box.left);
  box.bottom = std::max(box.bottom, box.top);
  box.share.assign(static_cast<std::size_t>(box.right - box.left) * static_cast<std::size_t>(box.bottom - box.top), 0);
  return box;
}

}  // namespace

namespace {

/// From light to dark blue, linear between even steps.
Colour water_colour(double t) {
  constexpr double stops[5][3] = {{226, 241, 250}, {148, 203, 228}, {74, 152, 201}, {26, 98, 167}, {8, 48, 107}};
  auto const first = static_cast<std::size_t>(std::min(4 * t, 3.0));
  double const share = 4 * t - static_cast<double>(first);
  Colour colour{};
  for (std::size_t c = 0; c < 3; ++c) {
    colour[c] = static_cast<std::uint8_t>(std::lround((1 - share) * stops[first][c] + share * stops[first + 1][c]));
  }
  return colour;
}

}  // namespace

Colour colour_at(ColourMap map, double position) {
  if (map == ColourMap::water) return water_colour(std::clamp(position, 0.0, 1.0));
  Fit const& fit = map == ColourMap::viridis ? viridis : inferno;
  double const t = std::clamp(position, 0.0, 1.0);
  Colour colour{};
  for (std::size_t channel = 0; channel < 3; ++channel) {
    double value = 0;
    for (int power = 6; power >= 0; --power) value = value * t + fit[power][channel];
    colour[channel] = static_cast<std::uint8_t>(std::lround(255 * std::clamp(value, 0.0, 1.0)));
  }
  return colour;
}

Canvas::Canvas(int width, int height)
    : m_width(width),
      m_height(height),
      m_pixels(static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * 3, 255) {}

void Canvas::set(int x, int y, Colour colour) {
  if (x < 0 || y < 0 || x >= m_width || y >= m_height) return;
  std::copy(colour.begin(), colour.end(), m_pixels.begin() + 3 * (static_cast<std::ptrdiff_t>(y) * m_width + x));
}

void Canvas::stroke(std::vector<Polyline> const& lines, double width, Colour colour) {
  Coverage coverage = empty_coverage(lines, width, m_width, m_height);
  for (Polyline const& line : lines) {
    for (std::size_t i = 1; i < line.size(); ++i) coverage.add(line[i - 1], line[i], width);
  }
  auto share = coverage.share.begin();
  for (int y = coverage.top; y < coverage.bottom; ++y) {
    for (int x = coverage.left; x < coverage.right; ++x, ++share) {
      if (*share == 0) continue;
      auto* pixel = &m_pixels[3 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(m_width) +
                                   static_cast<std::size_t>(x))];
      for (std::size_t c = 0; c < 3; ++c) {
        pixel[c] = static_cast<std::uint8_t>(std::lround((1 - *share) * pixel[c] + *share * colour[c]));
      }
    }
  }
}

void Canvas::frame(double left, double top, double right, double bottom, Colour colour) {
  stroke({{{left, top}, {right, top}, {right, bottom}, {left, bottom}, {left, top}}}, 1, colour);
}

void Canvas::text(Place at, std::string_view text, double height, Align align, bool upward) {
  double const width = text_width(text, height);
  double const shift = align == Align::left ? 0 : align == Align::centre ? width / 2 : width;
  std::vector<Polyline> lines = text_strokes(text, height);
  for (Polyline& line : lines) {
    for (Place& place : line) {
      double const along = place.x - shift, up = place.y;
      place = upward ? Place{at.x - up, at.y - along} : Place{at.x + along, at.y - up};
    }
  }
  stroke(lines, std::max(1.2, height / 8), ink);
}

}  // namespace tessera::detail
