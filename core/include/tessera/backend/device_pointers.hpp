// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <cstring>

#include <Kokkos_Core.hpp>

namespace tessera::detail {

/// Whether an address is one of device memory that the host cannot read.
inline bool is_device_address([[maybe_unused]] void const* address) {
#if defined(KOKKOS_ENABLE_CUDA)
  cudaPointerAttributes attributes{};
  if (cudaPointerGetAttributes(&attributes, address) == cudaSuccess) return attributes.type == cudaMemoryTypeDevice;
  (void)cudaGetLastError();  // it was no address
#elif defined(KOKKOS_ENABLE_HIP)
  hipMemoryType type{};
  auto* const any = reinterpret_cast<hipDeviceptr_t>(const_cast<void*>(address));
  if (hipPointerGetAttribute(&type, HIP_POINTER_ATTRIBUTE_MEMORY_TYPE, any) == hipSuccess) {
    return type == hipMemoryTypeDevice;
  }
  (void)hipGetLastError();
#endif
  return false;
}

/// Whether plain data hold a pointer to device memory: whether one of their aligned words is such an address.
template <class T>
bool has_device_pointer(T const& data) {
#if defined(KOKKOS_ENABLE_CUDA) || defined(KOKKOS_ENABLE_HIP)
  for (std::size_t at = 0; at + sizeof(void*) <= sizeof(T); at += sizeof(void*)) {
    void const* word = nullptr;
    std::memcpy(&word, reinterpret_cast<unsigned char const*>(&data) + at, sizeof word);
    if (word != nullptr && is_device_address(word)) return true;
  }
#else
  (void)data;
#endif
  return false;
}

}  // namespace tessera::detail
