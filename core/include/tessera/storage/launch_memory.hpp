// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>

#include <Kokkos_Core.hpp>

namespace tessera::detail {

/// Memory that launches of a solution have for themselves, beside its fields.
template <class Exec>
class LaunchMemory {
 public:
  /// So many words, which keep what launches leave in them. Before the first launch each is `word`, and `state()`
  /// `state`.
  std::uint64_t* words(Exec const& exec, std::size_t count, std::uint64_t word, unsigned state) {
    if (m_words.size() != count) {
      m_words = Words(Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, "tessera::launch_memory"), count);
      Kokkos::deep_copy(exec, m_words, word);
      m_state = state;
    }
    return m_words.data();
  }
  /// What the last launch has left for the next to know.
  unsigned& state() { return m_state; }
  [[nodiscard]] std::size_t bytes() const { return m_words.size() * sizeof(std::uint64_t); }

 private:
  using Words = Kokkos::View<std::uint64_t*, typename Exec::memory_space>;
  Words m_words;
  unsigned m_state = 0;
};

}  // namespace tessera::detail
