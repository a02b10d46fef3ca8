// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

#include <Kokkos_Core.hpp>

#include "tessera/error.hpp"
#include "tessera/run/resources.hpp"
#include "tessera/strategy/list.hpp"

// This file knows backends by name: for the name of a device and its free memory.

namespace tessera {

/// The name of the processor, from the system.
std::string processor_name();

/// The device that a run computes on.
struct DeviceInfo {
  std::string name;
  double memory_free = 0;  ///< bytes
  std::string memory_name = "memory";
};

/// The device behind an instance of `Exec`.
template <class Exec>
DeviceInfo device_info(Exec const&) {
  return {processor_name(), available_memory(), "memory"};
}

/// Throws InputError unless the accelerator that this program was built for is present and can run its code. Call it
/// before Kokkos is initialised, which would abort.
inline void check_accelerator();

#if defined(KOKKOS_ENABLE_CUDA)

namespace detail {
template <int>
__global__ void probe_kernel() {}
}  // namespace detail

template <>
inline DeviceInfo device_info(Kokkos::Cuda const& exec) {
  std::size_t free = 0;
  std::size_t total = 0;
  if (cudaMemGetInfo(&free, &total) != cudaSuccess) free = 0;
  return {exec.cuda_device_prop().name, static_cast<double>(free), "GPU memory"};
}

inline void check_accelerator() {
  int devices = 0;
  if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) {
    throw InputError("this program was built for CUDA and finds no GPU; build it for the CPU with --backend openmp");
  }
  cudaFuncAttributes attributes;
  if (cudaFuncGetAttributes(&attributes, detail::probe_kernel<0>) == cudaErrorNoKernelImageForDevice) {
    cudaDeviceProp device;
    cudaGetDeviceProperties(&device, 0);
    throw InputError(std::string("this program was built for another GPU than ") + device.name +
                     " (compute capability " + std::to_string(device.major) + "." + std::to_string(device.minor) +
                     "); build it with --arch " + std::to_string(device.major) + std::to_string(device.minor));
  }
}

#elif defined(KOKKOS_ENABLE_HIP)

template <>
inline DeviceInfo device_info(Kokkos::HIP const& exec) {
  std::size_t free = 0;
  std::size_t total = 0;
  if (hipMemGetInfo(&free, &total) != hipSuccess) free = 0;
  return {exec.hip_device_prop().name, static_cast<double>(free), "GPU memory"};
}

inline void check_accelerator() {
  int devices = 0;
  if (hipGetDeviceCount(&devices) != hipSuccess || devices == 0) {
    throw InputError("this program was built for HIP and finds no GPU; build it for the CPU with --backend openmp");
  }
}

#else

inline void check_accelerator() {}

#endif

}  // namespace tessera
