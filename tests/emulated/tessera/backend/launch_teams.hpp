// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>

#include "emulated/emulator.hpp"
#include "tessera/reduce/reduction.hpp"

// In place of the header of that name: teams are blocks of the emulated device.

namespace tessera::detail {

/// What a kernel asks of its team.
class EmulatedTeam {
 public:
  EmulatedTeam(int threads, std::size_t scratch_bytes)
      : m_size(threads), m_scratch{emulated::shared_memory() + keys_bytes(threads), scratch_bytes} {}

  /// Shared memory for `scratch_bytes` of scratch beside the keys of a reduction.
  static std::size_t shared_bytes(int threads, std::size_t scratch_bytes) {
    return keys_bytes(threads) + scratch_bytes;
  }

  [[nodiscard]] int league_rank() const { return static_cast<int>(emulated::block_index().x); }
  [[nodiscard]] int team_rank() const { return static_cast<int>(emulated::self().index.x); }
  [[nodiscard]] int team_size() const { return m_size; }
  void team_barrier() const { emulated::wait_block(); }
  void team_reduce(Kokkos::Max<Key> const& mine) const {
    Key* const keys = reinterpret_cast<Key*>(emulated::shared_memory());
    keys[team_rank()] = mine.reference();
    team_barrier();
    mine.reference() = *std::max_element(keys, keys + m_size);
    team_barrier();
  }

  struct Scratch {
    unsigned char* free;
    std::size_t left;

    void* get_shmem_aligned(std::size_t bytes, std::size_t alignment) {
      std::size_t const taken = (bytes + alignment - 1) / alignment * alignment;
      if (taken > left) return nullptr;
      left -= taken;
      return std::exchange(free, free + taken);
    }
  };
  [[nodiscard]] Scratch& team_scratch(int) const { return m_scratch; }

 private:
  static std::size_t keys_bytes(int threads) { return static_cast<std::size_t>(threads) * sizeof(Key); }

  int m_size;
  mutable Scratch m_scratch;
};

template <class Bounds, class Exec, class Functor>
void launch_teams(std::string const&, Exec const&, int teams, int threads, std::size_t scratch_bytes,
                  Functor const& functor) {
  emulated::run(teams, {threads}, EmulatedTeam::shared_bytes(threads, scratch_bytes),
                [&] { functor(EmulatedTeam(threads, scratch_bytes)); });
}

}  // namespace tessera::detail
