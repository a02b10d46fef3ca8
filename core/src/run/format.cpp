// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tessera/run/format.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <utility>

namespace tessera {
namespace {

struct Unit {
  std::string_view name;
  double seconds;
};
constexpr std::array<Unit, 11> units{{{"s", 1},
                                      {"min", 60},
                                      {"h", 3600},
                                      {"d", 86400},
                                      {"ms", 1e-3},
                                      {"us", 1e-6},
                                      {"ns", 1e-9},
                                      {"sec", 1},
                                      {"hours", 3600},
                                      {"days", 86400},
                                      {"w", 604800}}};

std::string_view skip_spaces(std::string_view text) {
  auto const first = text.find_first_not_of(' ');
  return first == std::string_view::npos ? std::string_view{} : text.substr(first);
}

/// The seconds of the unit that `text` begins with, which is taken off; none if it is not known.
std::optional<double> take_unit(std::string_view& text) {
  auto const end = std::min(text.find_first_of(" 0123456789.+-"), text.size());
  std::string_view const name = text.substr(0, end);
  text.remove_prefix(end);
  for (auto const& unit : units) {
    if (unit.name == name) return unit.seconds;
  }
  return std::nullopt;
}

}  // namespace

std::string human_number(double value, int digits) {
  char text[40];
  std::snprintf(text, sizeof text, "%.*g", digits, value);
  return text;
}

std::string human_rate(double per_second) {
  constexpr std::array<std::pair<double, char const*>, 4> scales{{{1e12, "T "}, {1e9, "G "}, {1e6, "M "}, {1e3, "k "}}};
  for (auto const& [scale, letter] : scales) {
    if (per_second >= 0.9995 * scale) return human_number(per_second / scale) + " " + letter + "updates/s";
  }
  return human_number(per_second) + " updates/s";
}

std::string human_time_left(double seconds) {
  auto const rounded = [](double value) { return std::to_string(std::lround(value)); };
  if (!(seconds < 1e9)) return "years left";
  if (seconds < 1.5) return "~1 s left";
  if (seconds < 10) return "~" + rounded(seconds) + " s left";
  if (seconds < 95) return "~" + rounded(seconds / 10) + "0 s left";
  if (seconds < 95 * 60) return "~" + rounded(seconds / 60) + " min left";
  if (seconds < 48 * 3600) return "~" + rounded(seconds / 3600) + " h left";
  return "~" + rounded(seconds / 86400) + " d left";
}

std::string exact_number(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  char text[40];
  auto const end = std::to_chars(text, text + sizeof text, value).ptr;
  std::string shortest(text, end);
  if (shortest.find_first_of(".e") == std::string::npos) shortest += ".0";
  return shortest;
}

std::optional<double> parse_duration(std::string_view text) {
  text = skip_spaces(text);
  if (text.empty()) return std::nullopt;
  double sum = 0;
  bool first = true;
  while (!text.empty()) {
    double value = 0;
    auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || !std::isfinite(value)) return std::nullopt;
    text = skip_spaces(text.substr(static_cast<std::size_t>(end - text.data())));
    double unit = 1;
    if (text.empty() && !first) return std::nullopt;  // "1 h 30": of what?
    first = false;
    if (!text.empty()) {
      auto const named = take_unit(text);
      if (!named) return std::nullopt;
      unit = *named;
    }
    sum += value * unit;
    text = skip_spaces(text);
  }
  return sum;
}

std::string duration_text(double seconds) {
  for (auto const& [name, length] : {std::pair{"d", 86400.0}, {"h", 3600.0}, {"min", 60.0}}) {
    double const count = seconds / length;
    if (count >= 1 && count == std::floor(count) && count < 1e6) return human_number(count, 7) + " " + name;
  }
  std::string text = exact_number(seconds);
  if (text.ends_with(".0")) text.resize(text.size() - 2);
  return text + " s";
}

}  // namespace tessera
