// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>

#include <Kokkos_Core.hpp>

namespace tessera::detail {

/// Memory for the launches of a solution, beside its fields.
template <class Exec>
class LaunchMemory {
 public:
  /// `count` words that persist from launch to launch. Before the first launch each is `word`, and `state()` is
  /// `state`.
  std::uint64_t* words(Exec const& exec, std::size_t count, std::uint64_t word, unsigned state) {
    if (m_words.size() != count) {
      m_words = Words(Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, "tessera::launch_memory"), count);
      Kokkos::deep_copy(exec, m_words, word);
      m_state = state;
    }
    return m_words.data();
  }
  /// A number that a launch leaves for the next one.
  unsigned& state() { return m_state; }
  [[nodiscard]] std::size_t bytes() const { return m_words.size() * sizeof(std::uint64_t); }

 private:
  using Words = Kokkos::View<std::uint64_t*, typename Exec::memory_space>;
  Words m_words;
  unsigned m_state = 0;
};

}  // namespace tessera::detail
