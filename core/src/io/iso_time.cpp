// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdio>

#include "tessera/io/series.hpp"

namespace tessera {

namespace {

/// Takes a number of exactly `digits` digits off the front of `text`.
std::optional<int> take_digits(std::string_view& text, std::size_t digits) {
  int value = 0;
  if (text.size() < digits) return std::nullopt;
  for (std::size_t i = 0; i < digits; ++i) {
    if (text[i] < '0' || text[i] > '9') return std::nullopt;
    value = 10 * value + (text[i] - '0');
  }
  text.remove_prefix(digits);
  return value;
}

bool take(std::string_view& text, char expected) {
  if (text.empty() || text[0] != expected) return false;
  text.remove_prefix(1);
  return true;
}

/// Hours and minutes, with or without a colon, as seconds.
std::optional<double> take_clock(std::string_view& text) {
  auto const hours = take_digits(text, 2);
  take(text, ':');
  auto const minutes = hours ? take_digits(text, 2) : std::nullopt;
  if (!minutes || *hours > 24 || *minutes > 59) return std::nullopt;
  return 3600.0 * *hours + 60.0 * *minutes;
}

/// Seconds with a fraction, if a colon announces them.
std::optional<double> take_seconds(std::string_view& text) {
  if (!take(text, ':')) return 0.0;
  auto const end = std::min(text.find_first_not_of(".0123456789"), text.size());
  double seconds = 0;
  auto const [last, error] = std::from_chars(text.data(), text.data() + end, seconds);
  if (error != std::errc{} || last != text.data() + end || end < 2 || seconds >= 61) return std::nullopt;
  text.remove_prefix(end);
  return seconds;
}

/// What has to be subtracted to be UTC; nothing stands for UTC, too.
std::optional<double> take_offset(std::string_view& text) {
  if (text.empty() || take(text, 'Z')) return 0.0;
  double const sign = text[0] == '-' ? -1 : 1;
  if (!take(text, '+') && !take(text, '-')) return std::nullopt;
  if (text.size() == 2) {
    auto const hours = take_digits(text, 2);
    return hours ? std::optional(sign * 3600.0 * *hours) : std::nullopt;
  }
  auto const clock = take_clock(text);
  return clock ? std::optional(sign * *clock) : std::nullopt;
}

}  // namespace

std::optional<double> parse_iso_time(std::string_view text) {
  auto const year = take_digits(text, 4);
  if (!year || !take(text, '-')) return std::nullopt;
  auto const month = take_digits(text, 2);
  if (!month || !take(text, '-')) return std::nullopt;
  auto const day = take_digits(text, 2);
  if (!day) return std::nullopt;
  std::chrono::year_month_day const date{std::chrono::year{*year}, std::chrono::month{static_cast<unsigned>(*month)},
                                         std::chrono::day{static_cast<unsigned>(*day)}};
  if (!date.ok()) return std::nullopt;
  double seconds = 86400.0 * static_cast<double>(std::chrono::sys_days{date}.time_since_epoch().count());
  if (text.empty()) return seconds;
  if (!take(text, 'T') && !take(text, ' ')) return std::nullopt;
  for (auto part : {take_clock, take_seconds}) {
    auto const added = part(text);
    if (!added) return std::nullopt;
    seconds += *added;
  }
  auto const offset = take_offset(text);
  if (!offset || !text.empty()) return std::nullopt;
  return seconds - *offset;
}

std::string iso_time_text(double seconds_since_1970) {
  auto const total = static_cast<long long>(std::llround(seconds_since_1970));
  auto const days = std::chrono::floor<std::chrono::days>(std::chrono::sys_seconds{std::chrono::seconds{total}});
  std::chrono::year_month_day const date{days};
  auto const left = static_cast<int>(total - 86400LL * days.time_since_epoch().count());
  char text[48];
  std::snprintf(text, sizeof text, "%04d-%02u-%02uT%02d:%02d:%02dZ", static_cast<int>(date.year()),
                static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()), left / 3600, left / 60 % 60,
                left % 60);
  return text;
}

}  // namespace tessera
