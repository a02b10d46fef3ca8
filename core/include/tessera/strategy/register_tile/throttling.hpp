// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "tessera/backend/message_code.hpp"

// For CUDA alone (native.hpp).

namespace tessera::detail {

/// How tiles that sweep whole columns at the same time keep pace. What two neighbours read of each other's cells comes
/// from memory once while both are at nearly the same plane; left alone, they drift apart by tens of planes, for no
/// cause that is known beforehand. So every few planes they meet. Warps that have the halo of a tile along y do that:
/// they have half as much to do as others, whose loops stay as they are, and who get no further than their rows.
///
/// Speed is all that it is for: who waits in vain too often, because others do not run, goes on.
struct Throttle {
  /// Rounds of whole columns in which blocks keep pace; in later ones each goes on alone.
  static constexpr int most_rounds = 16;

  std::uint64_t* counters = nullptr;  ///< one for each round; 0 between launches. Null: nobody keeps pace
  unsigned warps[most_rounds] = {};   ///< warps that meet in each round
};

/// A warp's meetings with those of other tiles, `Every` steps apart, from step `first` of a part to `stop`: as many for
/// all of a round.
template <int Every>
class Throttler {
 public:
  __device__ __forceinline__ Throttler(Throttle const& throttle, int round, int first, int stop)
      : m_first(first), m_stop(stop), m_polls(stop - first) {
    if (throttle.counters == nullptr || round < 0 || round >= Throttle::most_rounds) return;
    m_counter = reinterpret_cast<unsigned*>(throttle.counters + round);
    m_warps = throttle.warps[round];
  }
  /// Called before step `s`. Who comes last to the last meeting leaves the counter as it was found.
  __device__ __forceinline__ void wait(int s) {
    int const steps = s - m_first;
    if (m_counter == nullptr || steps % Every != 0) return;
    unsigned const all = m_warps * static_cast<unsigned>(steps / Every + 1);
    bool const last = s + Every >= m_stop;
    if (threadIdx.x == 0 && count_up(m_counter) + 1 == all && last) publish<0>(m_counter, 0U);
    if (last) return;
    while (m_polls > 0 && static_cast<unsigned>(uniform(static_cast<int>(look_at(m_counter)))) < all) --m_polls;
  }

 private:
  unsigned* m_counter = nullptr;
  unsigned m_warps = 0;
  int m_first, m_stop;
  int m_polls;  ///< that may still be in vain
};

}  // namespace tessera::detail
