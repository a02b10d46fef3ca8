// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdio>
#include <optional>
#include <string>

namespace tessera {

/// What a progress line shows; what is unknown is left out.
struct ProgressState {
  long step = 0;
  std::optional<double> time;        ///< seconds
  std::optional<double> error;       ///< remaining, and
  double target = 0;                 ///< what it should come down to
  std::string error_unit;            ///< of both
  double rate = 0;                   ///< updates per second
  std::optional<double> copy_share;  ///< 0.81 of the copy bandwidth
  std::optional<double> seconds_left;
};

/// "step 12000  t = 3 h 20 min  err 0.3 -> 0.001 K  41 G updates/s  81 % of copy  ~2 min left". Where that is longer
/// than `columns`, first the share and then the rate are left out.
[[nodiscard]] std::string progress_line(ProgressState const& state, std::size_t columns = std::string::npos);

/// Shows how a run gets on: on a terminal one line that is rewritten, elsewhere a plain line every 10 s at most.
class Progress {
 public:
  explicit Progress(std::FILE* stream = stderr);
  Progress(Progress const&) = delete;
  Progress& operator=(Progress const&) = delete;
  /// Ends a line that is still being rewritten.
  ~Progress();

  /// True if it is time for a new line; asking costs little.
  [[nodiscard]] bool due() const;
  void show(ProgressState const& state);
  /// Writes a line that stays.
  void say(std::string const& line);

 private:
  using Clock = std::chrono::steady_clock;
  std::FILE* m_stream;
  bool m_terminal;
  bool m_line_open = false;
  Clock::time_point m_last = Clock::now();
};

}  // namespace tessera
