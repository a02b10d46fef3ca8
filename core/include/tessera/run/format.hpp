// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tessera {

/// A number for people, with at most `digits` significant digits and no trailing zeros: "0.3", "1.5e-07".
[[nodiscard]] std::string human_number(double value, int digits = 3);

/// A rate of updates for people: "41 G updates/s", "870 M updates/s".
[[nodiscard]] std::string human_rate(double per_second);

/// Wall time that is left, rounded as an estimate should be: "~2 min left", "~3 h left", "~10 s left".
[[nodiscard]] std::string human_time_left(double seconds);

/// The shortest decimal that gives the same double again, always with a point or an exponent: "0.1", "1.0", "1e-05".
[[nodiscard]] std::string exact_number(double value);

/// Seconds from text such as "90", "6 h", "1 h 30 min", "2.5 d", "10min". A number without a unit
/// is seconds if it stands alone. None if it is not of that kind, as "1h30" is not.
[[nodiscard]] std::optional<double> parse_duration(std::string_view text);

/// A duration as text that `parse_duration` turns into the same seconds: "6 h", "90 s".
[[nodiscard]] std::string duration_text(double seconds);

}  // namespace tessera
