// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

// This file knows a backend by name: Kokkos can wait for all enqueued work alone.

#if defined(KOKKOS_ENABLE_CUDA)
#include <memory>
#include <type_traits>

#include "tessera/backend/native_launch.hpp"
#endif

namespace tessera::detail {

/// A point in the work enqueued on an execution space, to wait for. This one is for spaces without events: it also
/// waits for later work.
template <class Exec>
class Event {
 public:
  /// Records the work enqueued so far.
  void set(Exec const& exec) { m_exec = exec; }
  /// Waits for the recorded work.
  void wait() const { m_exec.fence("tessera::mark"); }

 private:
  Exec m_exec;
};

#if defined(KOKKOS_ENABLE_CUDA)

/// A CUDA event in the stream of an execution space. Throws a runtime_error if CUDA fails.
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
