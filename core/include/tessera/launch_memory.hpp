// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>

#include <Kokkos_Core.hpp>

namespace tessera::detail {

/// Memory that launches of a solution have for themselves, beside its fields: nothing in it outlives a launch.
template <class Exec>
class LaunchMemory {
 public:
  /// So many words, each of which is `word` when what is enqueued next begins.
  std::uint64_t* filled(Exec const& exec, std::size_t count, std::uint64_t word) {
    if (m_words.size() != count) {
      m_words = Words(Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, "tessera::launch_memory"), count);
    }
    Kokkos::deep_copy(exec, m_words, word);
    return m_words.data();
  }
  [[nodiscard]] std::size_t bytes() const { return m_words.size() * sizeof(std::uint64_t); }

 private:
  using Words = Kokkos::View<std::uint64_t*, typename Exec::memory_space>;
  Words m_words;
};

}  // namespace tessera::detail
