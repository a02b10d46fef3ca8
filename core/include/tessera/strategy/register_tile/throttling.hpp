// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "tessera/backend/message_code.hpp"

// For CUDA alone (native.hpp).

namespace tessera::detail {

/// Inter-block throttling: blocks that sweep whole columns at the same time wait for each other every few planes.
/// Neighbouring tiles read common halo cells; these come from memory once while both tiles are at nearly the same
/// plane. Left alone, tiles drift apart by tens of planes. Only warps of the halo along y wait: they have half the
/// work, and the other warps cannot run ahead of their rows.
///
/// Throttling affects speed only. A warp that has polled in vain too often stops waiting.
struct Throttle {
  /// Rounds of whole columns with throttling; later ones run without.
  static constexpr int most_rounds = 16;

  std::uint64_t* counters = nullptr;  ///< one for each round; 0 between launches. Null: no throttling
  unsigned warps[most_rounds] = {};   ///< warps that wait for each other in each round
};

/// A warp's waits for those of other tiles, every `Every` steps from step `first` of a part to `stop`: as many for all
/// warps of a round.
template <int Every>
class Throttler {
 public:
  __device__ __forceinline__ Throttler(Throttle const& throttle, int round, int first, int stop)
      : m_first(first), m_stop(stop), m_polls(stop - first) {
    if (throttle.counters == nullptr || round < 0 || round >= Throttle::most_rounds) return;
    m_counter = reinterpret_cast<unsigned*>(throttle.counters + round);
    m_warps = throttle.warps[round];
  }
  /// Called before step `s`. The last warp of the last wait resets the counter.
  __device__ __forceinline__ void wait(int s) {
    int const steps = s - m_first;
    if (m_counter == nullptr || steps % Every != 0) return;
    unsigned const all = m_warps * static_cast<unsigned>(steps / Every + 1);
    bool const last = s + Every >= m_stop;
    if (threadIdx.x == 0 && increment(m_counter) + 1 == all && last) publish<0>(m_counter, 0U);
    if (last) return;
    while (m_polls > 0 && static_cast<unsigned>(uniform(static_cast<int>(load_published(m_counter)))) < all) --m_polls;
  }

 private:
  unsigned* m_counter = nullptr;
  unsigned m_warps = 0;
  int m_first, m_stop;
  int m_polls;  ///< polls left before the warp stops waiting
};

}  // namespace tessera::detail
