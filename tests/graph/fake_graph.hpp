// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "spaces.hpp"
#include "tessera/solution.hpp"

namespace graph {

using Host = Kokkos::DefaultHostExecutionSpace;

/// What goes wrong with the host's graphs.
enum class Trouble { none, capture_throws, launch_fails };
inline Trouble trouble = Trouble::none;

}  // namespace graph

/// Graphs for the host, so that what replays them is tested where there is no device: a graph is a list of kernels
/// with the arguments that they had when they were captured.
template <>
class tessera::detail::StepGraph<graph::Host> {
 public:
  [[nodiscard]] static std::string obstacle() { return {}; }

  template <class Body>
  [[nodiscard]] std::string capture(graph::Host const&, Body const& body) {
    m_kernels.clear();
    try {
      body([&](auto const& kernel) {
        m_kernels.emplace_back(kernel);
        if (graph::trouble == graph::Trouble::capture_throws) throw std::runtime_error("the stream is asleep");
      });
    } catch (std::exception const& error) {
      return error.what();
    }
    return {};
  }

  [[nodiscard]] std::string launch(graph::Host const& exec) {
    if (graph::trouble == graph::Trouble::launch_fails) return "the stream is gone";
    for (auto const& kernel : m_kernels) kernel(exec);
    return {};
  }

 private:
  std::vector<std::function<void(graph::Host const&)>> m_kernels;
};
