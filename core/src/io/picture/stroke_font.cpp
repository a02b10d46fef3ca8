// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "stroke_font.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numbers>

namespace tessera::detail {

namespace {

/// A glyph's strokes in a box whose capitals are 14 high: M begins a stroke at a point, L goes on to a point,
/// A goes on along an ellipse (centre, radii, first and last angle in degrees).
struct Glyph {
  char32_t character;
  double width;
  char const* strokes;
};

constexpr Glyph glyphs[] = {
    {U' ', 3, ""},
    {U'!', 0, "M0 14L0 4.5M0 0L0 .1"},
    {U'"', 3, "M0 14L0 10M3 14L3 10"},
    {U'#', 10, "M3 0L4.5 14M6.5 0L8 14M.5 4.5L10 4.5M1 9.5L10.5 9.5"},
    {U'$', 9.4, "A4.7 10.4 4.2 3.6 40 270A4.7 3.4 4.7 3.4 90 -140M4.7 16L4.7 -2"},
    {U'%', 11, "M1 0L10 14MA2.5 11 2.5 3 0 360MA8.5 3 2.5 3 0 360"},
    {U'&', 10, "M10 0L2.5 9A4.3 11 2.7 3 220 -50L1.5 6A4.2 3.6 4.2 3.6 150 345L9.5 7"},
    {U'\'', 0, "M0 14L0 10"},
    {U'(', 2, "A6 6 6 10.5 135 225"},
    {U')', 2, "A-4 6 6 10.5 45 -45"},
    {U'*', 6, "M3 14L3 7M0 12.3L6 8.7M6 12.3L0 8.7"},
    {U'+', 9, "M0 5.5L9 5.5M4.5 1L4.5 10"},
    {U',', 1, "M.8 0L-.2 -2.8"},
    {U'-', 5.5, "M0 5.5L5.5 5.5"},
    {U'.', 0, "M0 0L0 .1"},
    {U'/', 5.5, "M0 -1.5L5.5 14.5"},
    {U'0', 9, "A4.5 7 4.5 7 0 360"},
    {U'1', 9, "M1.5 11L5.3 14L5.3 0"},
    {U'2', 9, "A4.5 9.7 4.3 4.3 170 -35L.2 0L9 0"},
    {U'3', 9, "A4.4 10.6 3.8 3.4 150 -90L3.4 7.2M4.4 7.2A4.5 3.6 4.5 3.6 90 -150"},
    {U'4', 9.5, "M7 0L7 14L0 4.3L9.5 4.3"},
    {U'5', 9, "M8 14L1.6 14L1 7.2A4.3 4.6 4.6 4.6 135 -150"},
    {U'6', 9, "A4.5 4.5 4.5 4.5 0 360M0 4.5A8 4.5 8 9.5 180 105"},
    {U'7', 9, "M0 14L9 14L3.5 0"},
    {U'8', 9, "A4.5 10.6 3.8 3.4 0 360MA4.5 3.6 4.5 3.6 0 360"},
    {U'9', 9, "A4.5 9.5 4.5 4.5 0 360M9 9.5A1 9.5 8 9.5 0 -75"},
    {U':', 0, "M0 0L0 .1M0 8L0 8.1"},
    {U';', 1, "M.8 0L-.2 -2.8M.6 8L.6 8.1"},
    {U'<', 9, "M9 10L0 5.5L9 1"},
    {U'=', 9, "M0 3.5L9 3.5M0 7.5L9 7.5"},
    {U'>', 9, "M0 10L9 5.5L0 1"},
    {U'?', 8, "A4 10.2 4 3.8 165 -60L4 5.5L4 4.3M4 0L4 .1"},
    {U'@', 14, "A7 5 3 3.5 0 360M10 8.5L10 3.5A11.8 3.5 1.8 2 180 330A7 5 7 7.5 -20 320"},
    {U'A', 11, "M0 0L5.5 14L11 0M2 4.8L9 4.8"},
    {U'B', 9.5, "M0 0L0 14L5 14A5 10.6 4 3.4 90 -90L0 7.2M5 7.2A5.2 3.6 4.3 3.6 90 -90L0 0"},
    {U'C', 10.7, "A6.5 7 6.5 7 50 310"},
    {U'D', 11, "M0 0L0 14L4 14A4 7 7 7 90 -90L0 0"},
    {U'E', 8, "M8 14L0 14L0 0L8 0M0 7.2L7 7.2"},
    {U'F', 8, "M8 14L0 14L0 0M0 7L7 7"},
    {U'G', 12.5, "A6.5 7 6.5 7 50 352L12.5 6.6L7.5 6.6"},
    {U'H', 10, "M0 0L0 14M10 0L10 14M0 7.2L10 7.2"},
    {U'I', 0, "M0 0L0 14"},
    {U'J', 6, "M6 14L6 4A3 4 3 4 0 -170"},
    {U'K', 9.5, "M0 0L0 14M9 14L0 5.2M3 8.2L9.5 0"},
    {U'L', 7.5, "M0 14L0 0L7.5 0"},
    {U'M', 12, "M0 0L0 14L6 3L12 14L12 0"},
    {U'N', 10, "M0 0L0 14L10 0L10 14"},
    {U'O', 13, "A6.5 7 6.5 7 0 360"},
    {U'P', 9.2, "M0 0L0 14L5.2 14A5.2 10.2 4 3.8 90 -90L0 6.4"},
    {U'Q', 13, "A6.5 7 6.5 7 0 360M8 4L13 -1"},
    {U'R', 9.5, "M0 0L0 14L5.2 14A5.2 10.2 4 3.8 90 -90L0 6.4M5 6.4L9.5 0"},
    {U'S', 9.4, "A4.7 10.5 4.1 3.5 40 270A4.7 3.5 4.7 3.5 90 -145"},
    {U'T', 10, "M0 14L10 14M5 14L5 0"},
    {U'U', 10, "M0 14L0 5A5 5 5 5 180 360L10 14"},
    {U'V', 11, "M0 14L5.5 0L11 14"},
    {U'W', 16, "M0 14L4 0L8 14L12 0L16 14"},
    {U'X', 9.5, "M0 14L9.5 0M9.5 14L0 0"},
    {U'Y', 10, "M0 14L5 7L10 14M5 7L5 0"},
    {U'Z', 9, "M0 14L9 14L0 0L9 0"},
    {U'[', 3, "M3 15L0 15L0 -3L3 -3"},
    {U'\\', 5.5, "M0 14.5L5.5 -1.5"},
    {U']', 3, "M0 15L3 15L3 -3L0 -3"},
    {U'^', 7, "M0 9L3.5 14L7 9"},
    {U'_', 9, "M0 -2L9 -2"},
    {U'`', 2.5, "M0 14L2.5 11.5"},
    {U'a', 9, "A4.5 5 4.5 5 0 360M9 10L9 0"},
    {U'b', 9, "M0 14L0 0MA4.5 5 4.5 5 0 360"},
    {U'c', 8, "A4.7 5 4.7 5 45 315"},
    {U'd', 9, "A4.5 5 4.5 5 0 360M9 14L9 0"},
    {U'e', 9, "M0 5.2L9 5.2A4.5 5 4.5 5 2 315"},
    {U'f', 5.5, "A5 11 3 3 70 180L2 0M0 9.6L5.5 9.6"},
    {U'g', 9, "A4.5 5 4.5 5 0 360M9 10L9 -.2A4.7 -.2 4.3 3.8 0 -150"},
    {U'h', 8, "M0 14L0 0M0 6A4 6 4 4 180 0L8 0"},
    {U'i', 0, "M0 10L0 0M0 13.6L0 13.7"},
    {U'j', 2, "M2 10L2 -1.5A-.2 -1.5 2.2 2.5 0 -100M2 13.6L2 13.7"},
    {U'k', 7.5, "M0 14L0 0M7 10L0 3.8M2.7 6.2L7.5 0"},
    {U'l', 0, "M0 14L0 0"},
    {U'm', 13.6, "M0 10L0 0M0 6.6A3.4 6.6 3.4 3.4 180 0L6.8 0M6.8 6.6A10.2 6.6 3.4 3.4 180 0L13.6 0"},
    {U'n', 8, "M0 10L0 0M0 6A4 6 4 4 180 0L8 0"},
    {U'o', 9.4, "A4.7 5 4.7 5 0 360"},
    {U'p', 9, "M0 10L0 -4MA4.5 5 4.5 5 0 360"},
    {U'q', 9, "A4.5 5 4.5 5 0 360M9 10L9 -4"},
    {U'r', 4.6, "M0 10L0 0M0 6A4 6 4 4 180 82"},
    {U's', 7, "A3.5 7.5 3 2.5 35 270A3.5 2.5 3.5 2.5 90 -150"},
    {U't', 5.5, "M2 13.5L2 3A5 3 3 3 180 280M0 9.8L5.5 9.8"},
    {U'u', 8, "M0 10L0 4A4 4 4 4 180 360M8 10L8 0"},
    {U'v', 8, "M0 10L4 0L8 10"},
    {U'w', 12, "M0 10L3 0L6 10L9 0L12 10"},
    {U'x', 7.5, "M0 10L7.5 0M7.5 10L0 0"},
    {U'y', 8, "M0 10L4.2 0M8 10L2.8 -3.2L.6 -3.8"},
    {U'z', 7, "M0 10L7 10L0 0L7 0"},
    {U'{', 4, "M4 15L2.5 15L2 14L2 7.5L0 6L2 4.5L2 -2L2.5 -3L4 -3"},
    {U'|', 0, "M0 15L0 -3"},
    {U'}', 4, "M0 15L1.5 15L2 14L2 7.5L4 6L2 4.5L2 -2L1.5 -3L0 -3"},
    {U'~', 9, "M0 4.5L1.5 6.3L3 6.3L6 4.3L7.5 4.3L9 6.1"},
    {U'\u00b0', 4.4, "A2.2 11.8 2.2 2.2 0 360"},
    {U'\u00b5', 8, "M0 10L0 -4M0 4A4 4 4 4 180 360M8 10L8 0"},
    {U'\u00d7', 7, "M0 2L7 9M7 2L0 9"}};

constexpr Glyph unknown{U'\0', 8, "M0 0L0 14L8 14L8 0L0 0"};
constexpr double capital = 14, gap = 3.4, raised_scale = 0.68, raised_by = 7;

Glyph const& glyph_of(char32_t character) {
  for (Glyph const& glyph : glyphs) {
    if (glyph.character == character) return glyph;
  }
  return unknown;
}

/// Takes one UTF-8 character off the front of `text`.
char32_t next_character(std::string_view& text) {
  auto const first = static_cast<unsigned char>(text[0]);
  std::size_t length = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  if (length > text.size()) length = text.size();
  char32_t character = length == 1 ? first : first & (0xffu >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) character = (character << 6) | (static_cast<unsigned char>(text[i]) & 0x3fu);
  text.remove_prefix(length);
  return character;
}

void add_arc(Polyline& line, double const (&arc)[6]) {
  constexpr double degree = std::numbers::pi / 180;
  int const pieces = std::max(2, static_cast<int>(std::ceil(std::abs(arc[5] - arc[4]) / 9)));
  for (int i = 0; i <= pieces; ++i) {
    double const angle = (arc[4] + (arc[5] - arc[4]) * i / pieces) * degree;
    line.push_back({arc[0] + arc[2] * std::cos(angle), arc[1] + arc[3] * std::sin(angle)});
  }
}

std::vector<Polyline> glyph_strokes(Glyph const& glyph) {
  std::vector<Polyline> strokes(1);
  for (char const* at = glyph.strokes; *at != '\0';) {
    char const command = *at++;
    double numbers[6] = {};
    int count = 0;
    for (char* end = nullptr; count < 6; at = end) {
      numbers[count] = std::strtod(at, &end);
      if (end == at) break;
      ++count;
    }
    if (command == 'M') strokes.emplace_back();
    if (command == 'A') {
      add_arc(strokes.back(), numbers);
    } else if (count == 2) {
      strokes.back().push_back({numbers[0], numbers[1]});
    }
  }
  return strokes;
}

/// Calls `visit(glyph, x, raised)` for each glyph, x in the font's units, and returns the width of it all.
template <class Visit>
double lay_out(std::string_view text, Visit visit) {
  double x = 0;
  bool raised = false;
  while (!text.empty()) {
    char32_t const character = next_character(text);
    bool const digit_next = !text.empty() && (text[0] == '-' || (text[0] >= '0' && text[0] <= '9'));
    if (character == U'^' && digit_next) {
      raised = true;
      continue;
    }
    if (raised && character != U'-' && (character < U'0' || character > U'9')) raised = false;
    Glyph const& glyph = glyph_of(character);
    visit(glyph, x, raised);
    x += (glyph.width + gap) * (raised ? raised_scale : 1);
  }
  return x > 0 ? x - gap : 0;
}

}  // namespace

std::vector<Polyline> text_strokes(std::string_view text, double height) {
  std::vector<Polyline> result;
  double const unit = height / capital;
  lay_out(text, [&](Glyph const& glyph, double x, bool raised) {
    double const scale = raised ? raised_scale : 1, lift = raised ? raised_by : 0;
    for (Polyline& stroke : glyph_strokes(glyph)) {
      for (Place& place : stroke) place = {unit * (x + scale * place.x), unit * (lift + scale * place.y)};
      if (!stroke.empty()) result.push_back(std::move(stroke));
    }
  });
  return result;
}

double text_width(std::string_view text, double height) {
  return height / capital * lay_out(text, [](Glyph const&, double, bool) {});
}

}  // namespace tessera::detail
