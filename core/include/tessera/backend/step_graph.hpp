// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <exception>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include <Kokkos_Core.hpp>

#include "tessera/plan/kernel_facts.hpp"

// This file knows a backend by name: for capturing kernels and launching them as a graph.

namespace tessera::detail {

/// Launches each kernel that it is handed.
template <class Exec>
struct LaunchOn {
  Exec const& exec;

  template <class Kernel>
  void operator()(Kernel const& kernel) const {
    kernel(exec);
  }
};

/// Drops kernels, which are enqueued already.
struct LaunchNothing {
  template <class Kernel>
  void operator()(Kernel const&) const {}
};

/// A graph of captured kernels. This one is for execution spaces without graphs; specialise it for one with graphs.
template <class Exec>
class StepGraph {
 public:
  /// Why nothing can be captured; empty if it can.
  [[nodiscard]] static std::string obstacle() { return std::string(Exec::name()) + " has no graphs"; }

  /// Captures what `body(launch)` hands to `launch`: callables that take an execution space and enqueue a kernel on it.
  /// Returns why that failed; empty on success.
  template <class Body>
  [[nodiscard]] std::string capture(Exec const&, Body const&) {
    return obstacle();
  }

  /// Enqueues the captured kernels. Returns why that failed; empty on success.
  [[nodiscard]] std::string launch(Exec const&) { return obstacle(); }

  /// The facts of the first kernel that `body(exec)` enqueues, without running it; none if it cannot be captured.
  template <class Body>
  [[nodiscard]] static KernelFacts first_kernel(Exec const&, Body const&) {
    return {};
  }
};

#if defined(KOKKOS_ENABLE_CUDA)

/// A CUDA graph, captured from the stream of an execution space.
template <>
class StepGraph<Kokkos::Cuda> {
 public:
  [[nodiscard]] static std::string obstacle() {
#if defined(KOKKOS_ENABLE_DEBUG_BOUNDS_CHECK)
    return "a build with bounds checks waits for every kernel";
#else
    return Kokkos::Tools::profileLibraryLoaded() ? "a profiling library follows every kernel" : "";
#endif
  }

  template <class Body>
  [[nodiscard]] std::string capture(Kokkos::Cuda const& exec, Body const& body) {
    m_executable.reset();
    Recording recording;
    std::string failed = record(exec, body, recording);
    if (failed.empty()) failed = check(recording);
    if (!failed.empty()) return failed;
    cudaGraphExec_t executable = nullptr;
    // This name has one signature in CUDA 11.4 to 13, unlike cudaGraphInstantiate.
    cudaError_t const error = cudaGraphInstantiateWithFlags(&executable, recording.get(), 0);
    m_executable.reset(executable);
    return message(error);
  }

  [[nodiscard]] std::string launch(Kokkos::Cuda const& exec) {
    return message(cudaGraphLaunch(m_executable.get(), exec.cuda_stream()));
  }

  template <class Body>
  [[nodiscard]] static KernelFacts first_kernel(Kokkos::Cuda const& exec, Body const& body) {
    if (!obstacle().empty()) return {};
    Recording recording;
    std::vector<cudaGraphNode_t> nodes;
    std::string failed = record(
        exec, [&](auto const& launch) { launch(body); }, recording);
    if (failed.empty()) failed = list(recording, nodes);
    cudaKernelNodeParams kernel{};
    cudaFuncAttributes facts{};
    if (failed.empty()) failed = message(cudaGraphKernelNodeGetParams(nodes.front(), &kernel));
    if (failed.empty()) failed = message(cudaFuncGetAttributes(&facts, kernel.func));
    if (!failed.empty()) return {};
    return {facts.numRegs, facts.localSizeBytes};
  }

 private:
  struct Destroy {
    void operator()(cudaGraph_t graph) const { cudaGraphDestroy(graph); }
    void operator()(cudaGraphExec_t executable) const { cudaGraphExecDestroy(executable); }
  };
  using Recording = std::unique_ptr<std::remove_pointer_t<cudaGraph_t>, Destroy>;
  using Executable = std::unique_ptr<std::remove_pointer_t<cudaGraphExec_t>, Destroy>;

  /// The message of a CUDA error, which is cleared.
  static std::string message(cudaError_t error) {
    if (error == cudaSuccess) return {};
    cudaGetLastError();
    return cudaGetErrorString(error);
  }

  template <class Body>
  static std::string record(Kokkos::Cuda const& exec, Body const& body, Recording& recording) {
    // Relaxed: a team launch of Kokkos requests scratch memory every time, even zero bytes.
    std::string failed = message(cudaStreamBeginCapture(exec.cuda_stream(), cudaStreamCaptureModeRelaxed));
    if (!failed.empty()) return failed;
    try {
      body(LaunchOn<Kokkos::Cuda>{exec});
    } catch (std::exception const& error) {  // Kokkos throws; the stream must leave capture
      failed = error.what();
    }
    cudaGraph_t graph = nullptr;
    std::string const ended = message(cudaStreamEndCapture(exec.cuda_stream(), &graph));
    recording.reset(graph);
    return failed.empty() ? ended : failed.substr(0, failed.find('\n'));
  }

  /// Lists the nodes of a recording, one at least. Returns why that failed; empty on success.
  static std::string list(Recording const& recording, std::vector<cudaGraphNode_t>& nodes) {
    std::size_t count = 0;
    std::string failed = message(cudaGraphGetNodes(recording.get(), nullptr, &count));
    nodes.resize(count);
    if (failed.empty()) failed = message(cudaGraphGetNodes(recording.get(), nodes.data(), &count));
    return failed.empty() && count == 0 ? "no kernel reached the stream" : failed;
  }
  /// Refuses all nodes but kernels: a copy of arguments from the host would read freed memory at replay.
  static std::string check(Recording const& recording) {
    std::vector<cudaGraphNode_t> nodes;
    std::string failed = list(recording, nodes);
    for (cudaGraphNode_t node : nodes) {
      cudaGraphNodeType type = cudaGraphNodeTypeEmpty;
      if (failed.empty()) failed = message(cudaGraphNodeGetType(node, &type));
      if (failed.empty() && type != cudaGraphNodeTypeKernel) {
        return "a stage holds more than the arguments of a kernel do";
      }
    }
    return failed;
  }

  Executable m_executable;
};

#endif

}  // namespace tessera::detail
