// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <stdexcept>
#include <string>
#include <type_traits>

#include <Kokkos_Core.hpp>

// For CUDA alone (native.hpp).

namespace tessera::detail {

/// The execution space with native launches, for what those of Kokkos lack.
using Native = Kokkos::Cuda;

/// Throws a runtime_error if CUDA failed.
inline void check_cuda(cudaError_t status, std::string const& what) {
  if (status != cudaSuccess) throw std::runtime_error(what + ": " + cudaGetErrorString(status));
}

/// Allows a kernel `bytes` of shared memory, which may exceed the default limit of CUDA. Throws a runtime_error if the
/// device has less.
template <class... Args>
void allow_shared_memory(Native const& exec, void (*kernel)(Args...), std::size_t bytes, std::string const& label) {
  struct Allowed {
    void (*kernel)(Args...) = nullptr;
    int device = -1;
    std::size_t bytes = 0;
  };
  thread_local Allowed last;  // kernels mostly differ in argument types
  if (last.kernel == kernel && last.device == exec.cuda_device() && last.bytes == bytes) return;
  check_cuda(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes)), label);
  last = {kernel, exec.cuda_device(), bytes};
}

/// The number of multiprocessors of the device.
inline int multiprocessors(Native const& exec) { return exec.cuda_device_prop().multiProcessorCount; }
template <class... Args>
int blocks_held(Native const& exec, void (*kernel)(Args...), int threads, std::size_t bytes, std::string const& label) {
  allow_shared_memory(exec, kernel, bytes, label);
  int held = 1;
  check_cuda(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&held, kernel, threads, bytes), label);
  return held * multiprocessors(exec);
}

/// Threads of a block, and blocks of a cluster.
struct BlockShape {
  int x, y = 1, cluster = 1;
};

/// The configuration of a launch with clusters, or, if `at_once`, of a cooperative one. It points into itself, so it
/// cannot be copied.
class LaunchShape {
 public:
  LaunchShape(Native const& exec, int blocks, BlockShape const& block, std::size_t bytes, bool at_once = false) {
    if (at_once) {
      m_attribute.id = cudaLaunchAttributeCooperative;
      m_attribute.val.cooperative = 1;
    } else {
      m_attribute.id = cudaLaunchAttributeClusterDimension;
      m_attribute.val.clusterDim = {static_cast<unsigned>(block.cluster), 1, 1};
    }
    config.gridDim = dim3(blocks);
    config.blockDim = dim3(block.x, block.y);
    config.dynamicSmemBytes = bytes;
    config.stream = exec.cuda_stream();
    config.attrs = &m_attribute;
    config.numAttrs = 1;
  }
  LaunchShape(LaunchShape const&) = delete;
  LaunchShape& operator=(LaunchShape const&) = delete;

  cudaLaunchConfig_t config{};

 private:
  cudaLaunchAttribute m_attribute{};
};

/// The number of clusters of a kernel's blocks that fit on the device. Throws a runtime_error if none fits.
template <class... Args>
int clusters_held(Native const& exec, void (*kernel)(Args...), BlockShape const& block, std::size_t bytes,
                  std::string const& label) {
  struct Held {
    void (*kernel)(Args...) = nullptr;
    int device = -1;
    int clusters = 0;
  };
  thread_local Held last;
  if (last.kernel != kernel || last.device != exec.cuda_device()) {
    allow_shared_memory(exec, kernel, bytes, label);
    LaunchShape const shape(exec, block.cluster, block, bytes);
    int clusters = 0;
    check_cuda(cudaOccupancyMaxActiveClusters(&clusters, kernel, &shape.config), label);
    if (clusters == 0) throw std::runtime_error(label + ": the device holds no cluster of this kernel's blocks");
    last = {kernel, exec.cuda_device(), clusters};
  }
  return last.clusters;
}

/// Enqueues a kernel with `bytes` of shared memory; `blocks` is a multiple of the cluster size. Throws a runtime_error
/// if it cannot be launched.
template <class... Args>
void launch_native(Native const& exec, void (*kernel)(Args...), int blocks, BlockShape const& block, std::size_t bytes,
                   std::string const& label, std::type_identity_t<Args> const&... args) {
  allow_shared_memory(exec, kernel, bytes, label);
  Kokkos::Profiling::pushRegion(label);
  if (block.cluster == 1) {
    kernel<<<blocks, dim3(block.x, block.y), bytes, exec.cuda_stream()>>>(args...);
  } else {
    LaunchShape const shape(exec, blocks, block, bytes);
    cudaLaunchKernelEx(&shape.config, kernel, args...);
  }
  Kokkos::Profiling::popRegion();
  check_cuda(cudaGetLastError(), label);
}

/// Enqueues a kernel whose blocks wait for each other: all run at the same time. Throws a runtime_error if they do not
/// fit on the device.
template <class... Args>
void launch_at_once(Native const& exec, void (*kernel)(Args...), int blocks, BlockShape const& block, std::size_t bytes,
                    std::string const& label, std::type_identity_t<Args> const&... args) {
  allow_shared_memory(exec, kernel, bytes, label);
  LaunchShape const shape(exec, blocks, block, bytes, true);
  Kokkos::Profiling::pushRegion(label);
  cudaError_t const launched = cudaLaunchKernelEx(&shape.config, kernel, args...);
  Kokkos::Profiling::popRegion();
  check_cuda(launched, label);
}

}  // namespace tessera::detail
