// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "emulated/emulator.hpp"
#include "tessera/numeric.hpp"

// In place of the header of that name.

namespace tessera::detail {

inline unsigned char* shared_memory() { return emulated::shared_memory(); }
inline int uniform(int value) { return emulated::from_lane(value, 0); }
inline int opaque(int value) { return value; }
inline int opaque_zero() { return 0; }
template <class T>
T* opaque(T* address) {
  return address;
}
inline void sync_warp_pair(int barrier) { emulated::wait_pair(barrier); }

template <class T>
void put_fma(T& v, int there, std::type_identity_t<T> factor, std::type_identity_t<T> inner,
             std::type_identity_t<T> term) {
  if (there != 0) v = Kokkos::fma(factor, inner, term);
}

inline void put_fma_by_branch(double& v, int there, double factor, double inner, double term) {
  put_fma(v, there, factor, inner, term);
}
inline double by_warp(double value) { return value; }

template <class T>
T chosen(bool first, T a, T b) {
  return first ? a : b;
}

inline void begin_copy(void* to, void const* from) { emulated::begin_copy(to, from, 16); }
inline void close_copies() { emulated::close_copies(); }
template <int Open>
void wait_for_copies() {
  emulated::wait_for_copies(Open);
}

}  // namespace tessera::detail
