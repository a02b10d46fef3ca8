// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>

#include <Kokkos_Core.hpp>

#include "tessera/bound_stage.hpp"
#include "tessera/macros.hpp"
#include "tessera/sweep/device/message_code.hpp"
#include "tessera/sweep/device/resident/strategy.hpp"
#include "tessera/sweep/device/time_tile/unroll.hpp"

// For CUDA alone (native.hpp).

namespace tessera::detail {

/// Rows of a warp on their way to a warp of another block, in memory of the device. Each word says by its lowest bit, a
/// tag, whether it has come: there are two places for the messages from one warp to another, states take turns, and the
/// tag changes whenever a place is used again. It is used again no sooner than what stood there has been read, because
/// the state that goes there depends on an answer. The bits that tags displace follow in the upper part of a word for
/// each lane, which has a tag, too. Nothing depends on the order in which words come.
///
///     place of a state: blocks x ( 8 messages along y: 2 sides x 2 warps x 2 halves of their planes, of 2 rows
///                                + 8 messages along z: 2 sides x 4 warps, of 4 rows )
struct ResidentMessages {
  using S = ResidentShape;
  static constexpr int halves = 2, half_rows = S::planes / halves;
  static constexpr int words_of_row = S::extent_x, displaced_words = S::lanes / 2;
  static constexpr int words_y = half_rows * words_of_row + displaced_words;
  static constexpr int words_z = S::rows * words_of_row + displaced_words;
  static constexpr int z_at = 2 * S::warps_z * halves * words_y;
  static constexpr int words_of_block = z_at + 2 * S::warps_y * words_z;

  /// What the memory is filled with before a launch: tags of a turn that does not come first.
  static constexpr std::uint64_t nothing = ~std::uint64_t(0);
  static constexpr std::size_t words(int blocks) { return std::size_t(2) * blocks * words_of_block; }

  /// The tag of a state.
  static KOKKOS_FORCEINLINE_FUNCTION unsigned tag(int state) { return static_cast<unsigned>(state >> 1 & 1); }
  /// Where the messages to a block stand.
  static KOKKOS_FORCEINLINE_FUNCTION std::uint64_t* to_block(std::uint64_t* all, int blocks, int block, int state) {
    return all + (std::ptrdiff_t(state & 1) * blocks + block) * words_of_block;
  }
  /// In these, those that come from its low (`side` 0) or high side.
  static KOKKOS_FORCEINLINE_FUNCTION int along_y(int side, int warp_z, int half) {
    return ((side * S::warps_z + warp_z) * halves + half) * words_y;
  }
  static KOKKOS_FORCEINLINE_FUNCTION int along_z(int side, int warp_y) {
    return z_at + (side * S::warps_y + warp_y) * words_z;
  }
};

/// Where a lane's cells of a row stand, in a message as in shared memory: the first half of them, and 512 bytes behind
/// it the other, so that what lanes move at once follows one another.
inline constexpr int lane_words = 2, other_half_words = ResidentShape::extent_x / 2;

/// Publishes a lane's cells of the rows `0 ... Rows - 1` that `row(r)` gives, as a message.
template <int Rows, class Row>
__device__ __forceinline__ void publish_rows(std::uint64_t* to, int lane, unsigned tag, Row const& row) {
  using S = ResidentShape;
  constexpr int half = other_half_words * 8;
  unsigned displaced = 0;
  std::uint64_t* const mine = to + lane * lane_words;
  unroll<Rows>([&](auto r) TESSERA_INLINE {
    std::uint64_t words[S::V];
    TESSERA_UNROLL
    for (int e = 0; e < S::V; ++e) {
      words[e] = Kokkos::bit_cast<std::uint64_t>(row(r.value, e));
      displaced = displaced >> 1 | static_cast<unsigned>(words[e]) << 31;
      words[e] = (words[e] & ~std::uint64_t(1)) | tag;
    }
    publish<r.value * 2 * half>(mine, words[0], words[1]);
    publish<r.value * 2 * half + half>(mine, words[2], words[3]);
  });
  publish<Rows * 2 * half>(reinterpret_cast<unsigned*>(to) + lane, displaced | tag);
}

/// A lane's side of a message of `Rows` rows that is asked for: its words are copied to shared memory meanwhile.
template <int Rows>
class Awaited {
  using S = ResidentShape;

 public:
  /// Asks for it.
  __device__ __forceinline__ void ask(double* to, std::uint64_t const* from, int lane) {
    TESSERA_NO_UNROLL
    for (int part = 0; part < 2 * Rows; ++part) {
      int const at = part * other_half_words + lane * lane_words;
      begin_look(to + at, from + at);
    }
    m_displaced = look_at(reinterpret_cast<unsigned const*>(from + Rows * S::extent_x) + lane);
  }
  /// Waits until all of it has come, asking again as often as it takes. Copies of this lane that were asked for before
  /// are done.
  __device__ __forceinline__ void await(double* to, std::uint64_t const* from, int lane, unsigned tag) {
    while (any_of_warp(is_missing(to, lane, tag))) {
      let_others();
      ask(to, from, lane);
      close_copies();
      wait_for_copies<0>();
    }
  }
  /// Gives a row's cells their own lowest bits again, if they came as this message: without a branch, behind which a
  /// compiler would move the row.
  __device__ __forceinline__ void restore(double (&cells)[S::V], int row, bool came) const {
    unsigned const mask = came ? 1U : 0U;
    TESSERA_UNROLL
    for (int e = 0; e < S::V; ++e) {
      auto const word = Kokkos::bit_cast<std::uint64_t>(cells[e]);
      auto const low = static_cast<unsigned>(word);
      unsigned const own = m_displaced >> (32 - (Rows - row) * S::V + e);
      cells[e] = Kokkos::bit_cast<double>((word & ~std::uint64_t(0xffffffffU)) | ((low & ~mask) | (own & mask)));
    }
  }

 private:
  __device__ __forceinline__ bool is_missing(double const* at, int lane, unsigned tag) const {
    unsigned differs = m_displaced ^ tag;
    TESSERA_UNROLL
    for (int part = 0; part < 2 * Rows; ++part) {
      using Pair = VectorOf<std::uint64_t, lane_words>;
      Pair const pair = *reinterpret_cast<Pair const*>(at + part * other_half_words + lane * lane_words);
      differs |= (static_cast<unsigned>(pair.values[0]) ^ tag) | (static_cast<unsigned>(pair.values[1]) ^ tag);
    }
    return (unknown(static_cast<int>(differs)) & 1) != 0;  // a compiler would test word by word
  }

  unsigned m_displaced = 0;
};

}  // namespace tessera::detail
