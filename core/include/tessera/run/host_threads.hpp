// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <vector>

namespace tessera {

/// The most threads of Kokkos' OpenMP backend. Its pool is an array of this length (OpenMPTraits::MAX_THREAD_COUNT),
/// and Kokkos writes past its end if there are more.
inline constexpr int most_host_threads = 512;

/// How many host threads Kokkos is started with.
struct HostThreads {
  int count = 1;
  std::string notice;  ///< a line for the user, where the machine has more than Kokkos takes; mostly empty
};

/// The host threads of a run whose OpenMP runtime offers `offered`. The first of these that is there says how many:
/// the last `--kokkos-num-threads=N` among `arguments`, KOKKOS_NUM_THREADS, and what is offered. Throws `InputError` if
/// the user asks for more than `most_host_threads`; a machine that offers more by itself gets as many as that.
[[nodiscard]] HostThreads host_threads(std::vector<std::string> const& arguments, int offered);

}  // namespace tessera
