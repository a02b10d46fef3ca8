// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "emulated/emulator.hpp"

// In place of the header of that name.

namespace tessera::detail {

using Remote = unsigned char*;

inline int cluster_rank() { return emulated::cluster_rank(); }
inline int cluster_size() { return emulated::cluster_size(); }
inline Remote in_block(void const* mine, int rank) { return emulated::in_block(mine, rank); }
inline void sync_cluster() { emulated::wait_cluster(); }
inline void begin_counter(void const* counter, int arrivals) { emulated::begin_counter(counter, arrivals); }
inline void arrive(void const* counter, bool there) {
  if (there) emulated::arrive(counter, 0);
}
inline void expect_bytes(void const* counter, int bytes) { emulated::arrive(counter, bytes); }
inline void wait_for_phase(void const* counter, int turn) { emulated::wait_for_phase(counter, turn); }

inline bool is_one_of_warp() { return emulated::lane() == 0; }
inline void begin_bulk_copy(void* to, void const* from, int bytes, void const* counter) {
  emulated::begin_bulk_copy(to, from, bytes, counter);
}

template <class T, int Count>
void send(Remote to, T const (&v)[Count], Remote counter) {
  static_assert(sizeof v == 16);
  emulated::send(to, v, counter);
}

inline void fence_for_copies() {}
inline void send_copy(Remote to, void const* from, int bytes, Remote counter, bool there) {
  if (there) emulated::begin_bulk_copy(to, from, bytes, counter);
}

}  // namespace tessera::detail
