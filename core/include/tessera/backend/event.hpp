// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

// One of the few files that know a backend by name: Kokkos waits for all that is enqueued or for nothing.

#if defined(KOKKOS_ENABLE_CUDA)
#include <memory>
#include <type_traits>

#include "tessera/backend/native_launch.hpp"
#endif

namespace tessera::detail {

/// A place in what is enqueued on an execution space, to be waited for. This one is for spaces that know of no such
/// places: it waits for what was enqueued later, too.
template <class Exec>
class Event {
 public:
  /// Marks what is enqueued so far, instead of what was marked before.
  void set(Exec const& exec) { m_exec = exec; }
  /// Waits for what is marked.
  void wait() const { m_exec.fence("tessera::mark"); }

 private:
  Exec m_exec;
};

#if defined(KOKKOS_ENABLE_CUDA)

/// An event in the stream of an execution space. Throws a runtime_error for what CUDA did not do.
template <>
class Event<Kokkos::Cuda> {
 public:
  void set(Kokkos::Cuda const& exec) {
    if (m_event == nullptr || m_device != exec.cuda_device()) {
      cudaEvent_t event = nullptr;
      check_cuda(cudaEventCreateWithFlags(&event, cudaEventDisableTiming), "tessera::mark");
      m_event.reset(event);
      m_device = exec.cuda_device();
    }
    check_cuda(cudaEventRecord(m_event.get(), exec.cuda_stream()), "tessera::mark");
  }
  void wait() const {
    if (m_event != nullptr) check_cuda(cudaEventSynchronize(m_event.get()), "tessera::mark");
  }

 private:
  struct Destroy {
    void operator()(cudaEvent_t event) const { cudaEventDestroy(event); }
  };

  std::unique_ptr<std::remove_pointer_t<cudaEvent_t>, Destroy> m_event;
  int m_device = -1;
};

#endif

}  // namespace tessera::detail
