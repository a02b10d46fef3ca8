// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string>

#include <Kokkos_Core.hpp>

namespace tessera::detail {

/// Launches a functor by a policy. The functor is passed as a kernel argument, which starts soonest. On CUDA, functors
/// of nearly 4 KiB or more go the way that Kokkos chooses.
template <class Policy, class Functor>
void launch(std::string const& label, Policy const& policy, Functor const& functor) {
  constexpr std::size_t beside = 256;  // other arguments of Kokkos
  if constexpr (sizeof(Functor) + sizeof(Policy) + beside < 4096) {
    Kokkos::parallel_for(
        label, Kokkos::Experimental::require(policy, Kokkos::Experimental::WorkItemProperty::HintLightWeight), functor);
  } else {
    Kokkos::parallel_for(label, policy, functor);
  }
}

/// A launch of `items` small work items.
template <class Exec, class Functor>
void launch_items(std::string const& label, Exec const& exec, std::int64_t items, Functor const& functor) {
  launch(label, Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 0, items), functor);
}

}  // namespace tessera::detail
