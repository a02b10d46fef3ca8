// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cctype>
#include <string>
#include <vector>

#include "tessera/solution.hpp"
#include "tessera/strategy/list.hpp"

// The one file here that knows how the library lists its strategies, and how a plan learns about the machine.

namespace golden {

using Space = Kokkos::DefaultExecutionSpace;
inline constexpr bool is_host = tessera::on_host<Space>;

}  // namespace golden

/// On every host, plans are made for the same machine, so that their texts are the same. Its cache is so small that the
/// larger ones of these grids do not fit.
template <>
struct tessera::ExecTraits<golden::Space> : tessera::DefaultTraits<golden::Space> {
  static tessera::TeamLimits limits(golden::Space const& exec) {
    tessera::TeamLimits limits = tessera::DefaultTraits<golden::Space>::limits(exec);
    if (golden::is_host) {
      limits.concurrency = 8;
      limits.cache_bytes = 256 * 1024;
    }
    return limits;
  }
};

namespace golden {

template <class... Strategies>
std::vector<std::string> names_of(tessera::Types<Strategies...>) {
  return {Strategies::name...};
}

/// The strategies that are compiled for the space: those of single steps, then those that take several.
inline std::vector<std::string> strategies() {
  using Traits = tessera::ExecTraits<Space>;
  std::vector<std::string> all = names_of(typename Traits::strategies{});
  std::vector<std::string> const several = names_of(typename Traits::time_strategies{});
  all.insert(all.end(), several.begin(), several.end());
  return all;
}

/// The name of the device, in small letters and with _ for what is none; empty on hosts.
template <class Exec>
std::string device_name(Exec const& exec) {
  std::string name;
  if constexpr (requires { exec.cuda_device_prop().name; }) name = exec.cuda_device_prop().name;
  if constexpr (requires { exec.hip_device_prop().name; }) name = exec.hip_device_prop().name;
  for (char& c : name) c = std::isalnum(static_cast<unsigned char>(c)) != 0 ? static_cast<char>(std::tolower(c)) : '_';
  return name;
}

}  // namespace golden
