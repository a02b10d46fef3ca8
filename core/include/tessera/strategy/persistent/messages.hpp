// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <Kokkos_Core.hpp>

#include "tessera/backend/macros.hpp"
#include "tessera/backend/message_code.hpp"
#include "tessera/backend/unroll.hpp"
#include "tessera/bind/bound_stage.hpp"
#include "tessera/strategy/persistent/strategy.hpp"

// For CUDA alone (native.hpp).

namespace tessera::detail {

/// Messages: the rows that a warp sends to a warp of another block, in device memory. The lowest bit of each word is a
/// tag that shows whether the word has arrived. A message has two buffers, which states use in turn; the tag flips
/// whenever a buffer is reused. The reuse is safe: the new state depends on an answer that follows the read. The bits
/// that tags displace are the upper bits of one more word per lane, which has a tag too. No order of arrival is
/// assumed.
///
///     of each warp, in two states: 4 rows of its 4 planes along y, 4 rows of a plane along z, and for each lane the
///     displaced bits of the first half of the rows along y, of the second, and of those along z
///
/// Messages of warps are as far apart as their rows in shared memory, so one offset serves both.
template <class T>
struct PersistentMessages {
  using S = PersistentShape<T>;
  static constexpr int halves = 2, rows_of_y = S::planes / halves;
  static constexpr int z_at = S::planes * S::row_bytes, displaced_at = z_at + S::rows * S::row_bytes;
  static constexpr int state_bytes = displaced_at + S::part_bytes, block_bytes = S::warps * S::warp_bytes;
  static_assert(2 * state_bytes <= S::warp_bytes);

  /// The initial words of the memory, and the tags of the first launch.
  static constexpr std::uint64_t empty = ~std::uint64_t(0);
  static constexpr unsigned first_tags = 0;
  static constexpr std::size_t words(int blocks) { return std::size_t(blocks) * block_bytes / 8; }

  /// The tag of a state. Bit 0 of `first` is that of state 0, bit 1 that of state 1.
  static KOKKOS_FORCEINLINE_FUNCTION unsigned tag(unsigned first, int state) {
    return ((first >> (state & 1)) ^ (static_cast<unsigned>(state) >> 1)) & 1;
  }
  /// The tags of the first two states of the next launch, after one of `steps` steps (at least one).
  static constexpr unsigned next_tags(unsigned first, int steps) {
    unsigned next = 0;
    for (int state = steps - 1; state <= steps; ++state) next |= (tag(first, state) ^ 1U) << (state & 1);
    return next;
  }
};

/// The unsigned type of a value's bits.
template <class T>
using WordOf = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;

/// Sends a lane's cells of rows `0 ... Rows - 1`, given by `row(r, e)`, as a message. The bits that its tags displace
/// go `Displaced` bytes behind `to`.
template <class T, int Rows, int Displaced, class Row>
__device__ __forceinline__ void publish_rows(unsigned char* to, unsigned tag, Row const& row) {
  using S = PersistentShape<T>;
  using Word = WordOf<T>;
  unsigned displaced = 0;
  unroll<Rows * S::parts>([&](auto part) TESSERA_INLINE {
    Word words[S::part_cells];
    TESSERA_UNROLL
    for (int e = 0; e < S::part_cells; ++e) {
      words[e] = Kokkos::bit_cast<Word>(row(part.value / S::parts, part.value % S::parts * S::part_cells + e));
      displaced = displaced >> 1 | static_cast<unsigned>(words[e]) << 31;
      words[e] = (words[e] & ~Word(1)) | tag;
    }
    publish<part.value * S::part_bytes>(to, words);
  });
  publish<Displaced>(to, displaced | tag);
}

/// The receiving side of a lane for a message of `Rows` rows: its words are copied to shared memory asynchronously.
template <class T, int Rows, int Displaced>
class Awaited {
  using S = PersistentShape<T>;
  using Word = WordOf<T>;
  using Part = VectorOf<Word, S::part_cells>;
  static constexpr int parts = Rows * S::parts;

 public:
  /// Starts the copy.
  __device__ __forceinline__ void prefetch(unsigned char* to, unsigned char const* from) {
    unroll<parts>([&](auto part) TESSERA_INLINE { begin_load_published<part.value * S::part_bytes>(to, from); });
    m_displaced = load_published(reinterpret_cast<unsigned const*>(from + Displaced));
  }
  /// Waits until the message is complete, copying again as often as needed, and restores the displaced bits. Earlier
  /// copies of this lane must be done.
  __device__ __forceinline__ void await(unsigned char* to, unsigned char const* from, unsigned tag) {
    Part words[parts];
    while (true) {
      TESSERA_UNROLL
      for (int part = 0; part < parts; ++part) words[part] = *reinterpret_cast<Part const*>(to + part * S::part_bytes);
      if (!any_of_warp(is_missing(words, tag))) break;
      yield_while_polling();
      prefetch(to, from);
      close_copies();
      wait_for_copies<0>();
    }
    TESSERA_UNROLL
    for (int part = 0; part < parts; ++part) {
      TESSERA_UNROLL
      for (int e = 0; e < S::part_cells; ++e) restore(words[part].values[e], part * S::part_cells + e);
      *reinterpret_cast<Part*>(to + part * S::part_bytes) = words[part];
    }
  }

 private:
  __device__ __forceinline__ bool is_missing(Part const (&words)[parts], unsigned tag) const {
    unsigned differs = m_displaced ^ tag;
    TESSERA_UNROLL
    for (int part = 0; part < parts; ++part) {
      TESSERA_UNROLL
      for (int e = 0; e < S::part_cells; ++e) differs |= static_cast<unsigned>(words[part].values[e]) ^ tag;
    }
    return (opaque(static_cast<int>(differs)) & 1) != 0;  // else the compiler tests word by word
  }
  /// Restores the lowest bit of a word.
  __device__ __forceinline__ void restore(Word& word, int at) const {
    unsigned const own = m_displaced >> (32 - Rows * S::V + at);
    word = (word & ~Word(1)) | (own & 1U);
  }

  unsigned m_displaced = 0;
};

}  // namespace tessera::detail
