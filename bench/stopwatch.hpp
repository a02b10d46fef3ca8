// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <ctime>

#include "cases.hpp"

namespace tessera::bench {

/// Whether trials of a search are timed by the processor time of this process over its threads, with
/// TESSERA_BENCH_CLOCK=processor: on hosts whose processors other programs use at the same time.
inline bool by_processor_time() {
  char const* const value = std::getenv("TESSERA_BENCH_CLOCK");
  return value != nullptr && std::string_view(value) == "processor";
}

/// Seconds since it was made: by the wall, or by the processors (on hosts alone).
template <class Exec>
class Stopwatch {
 public:
  [[nodiscard]] double seconds() const { return m_by_processor ? (processor_seconds() - m_begin) : m_timer.seconds(); }

 private:
  static double processor_seconds() {
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec)) / Exec().concurrency();
  }

  bool m_by_processor = on_host<Exec> && by_processor_time();
  double m_begin = m_by_processor ? processor_seconds() : 0;
  Kokkos::Timer m_timer;
};

}  // namespace tessera::bench
