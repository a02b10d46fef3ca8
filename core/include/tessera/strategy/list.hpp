// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>

#include <Kokkos_Core.hpp>

#include "tessera/backend/native_space.hpp"
#include "tessera/strategy/column/shape_of.hpp"
#include "tessera/strategy/column/strategy.hpp"
#include "tessera/strategy/column_ring/strategy.hpp"
#include "tessera/strategy/edges/strategy.hpp"
#include "tessera/strategy/fused_stages/strategy.hpp"
#include "tessera/strategy/naive/strategy.hpp"
#include "tessera/strategy/overlapped/strategy.hpp"
#include "tessera/strategy/per_cell/strategy.hpp"
#include "tessera/strategy/persistent/strategy.hpp"
#include "tessera/strategy/register_tile/strategy.hpp"
#include "tessera/strategy/team/strategy.hpp"

// The strategies of each execution space. A new strategy changes this file, and adds its include to dispatch.hpp.

namespace tessera {

/// Whether kernels of `Exec` run in host memory.
template <class Exec>
inline constexpr bool on_host = Kokkos::SpaceAccessibility<Kokkos::HostSpace, typename Exec::memory_space>::accessible;

/// Whether threads of `Exec` have shuffles (see backend/shuffle.hpp): CUDA and HIP.
template <class Exec>
inline constexpr bool has_shuffles = requires(Exec const& exec) {
  exec.cuda_stream();
}
|| requires(Exec const& exec) { exec.hip_stream(); };

/// The size of the last-level cache of the device behind `exec`, or of the host; 0: unknown.
template <class Exec>
double cache_bytes(Exec const& exec) {
  if constexpr (requires { exec.cuda_device_prop().l2CacheSize; }) {
    return exec.cuda_device_prop().l2CacheSize;
  } else if constexpr (requires { exec.hip_device_prop().l2CacheSize; }) {
    return exec.hip_device_prop().l2CacheSize;
  } else {
    return on_host<Exec> ? last_level_cache_bytes() : 0;
  }
}

namespace detail {

/// Whether a list has a strategy for flux edges.
template <class... All>
constexpr bool has_flux_edges(Types<All...>) {
  return (All::abilities.flux_edges || ...);
}

}  // namespace detail

template <class Exec>
struct ExecTraits;

/// What holds for an execution space unless its ExecTraits say otherwise.
template <class Exec>
struct DefaultTraits {
  /// The compiled strategies of single stages. Devices take the cheapest that is able (relative_cost), hosts the first.
  using strategies = std::conditional_t<
      on_host<Exec>, Types<Team, Naive>,
      typename detail::Concat<Types<Column, Team, PerCell, Naive>,
                              std::conditional_t<has_shuffles<Exec>, Types<Edges>, Types<>>,
                              std::conditional_t<detail::is_native<Exec>, Types<ColumnRing>, Types<>>>::type>;
  /// The compiled strategies of several steps or stages, in the order in which they are tried. Devices never choose
  /// tiles in scratch memory, and hosts no wavefront: these need TESSERA_ALL_STRATEGIES.
  using time_strategies = typename detail::Concat<
      std::conditional_t<detail::has_register_tiles<Exec>, Types<Persistent, RegisterTile, FusedStages>, Types<>>,
      std::conditional_t<on_host<Exec> || TESSERA_ALL_STRATEGIES, Types<Overlapped>, Types<>>,
      std::conditional_t<TESSERA_ALL_STRATEGIES, Types<Wavefront>, Types<>>>::type;
  /// The strategies that are not compiled.
  using left_out =
      std::conditional_t<TESSERA_ALL_STRATEGIES, Types<>,
                         std::conditional_t<on_host<Exec>, Types<Wavefront>, Types<Overlapped, Wavefront>>>;
  /// One thread's inner loop over x is a SIMD loop.
  static constexpr bool simd = on_host<Exec>;

  static TeamLimits limits(Exec const& exec) {
    using Policy = Kokkos::TeamPolicy<Exec>;
    auto const scratch = std::max(0, Policy::scratch_size_max(0) - 128);  // for the alignment of the first ring
    TeamLimits limits{on_host<Exec>, static_cast<std::size_t>(scratch), exec.concurrency(), cache_bytes(exec)};
    limits.large_scratch_bytes = static_cast<std::size_t>(std::max(0, Policy::scratch_size_max(1) - 128));
    limits.block_scratch_bytes = detail::most_shared_memory(exec);
    limits.edge_sweep = detail::has_flux_edges(typename ExecTraits<Exec>::strategies{});
    return limits;
  }
};

/// The traits of an execution space. Specialise them for a space that does better with another sweep.
template <class Exec>
struct ExecTraits : DefaultTraits<Exec> {};

namespace detail {

/// Whether a strategy is compiled for stages of an execution space of which so much is known.
template <class Exec, class Strategy>
constexpr bool is_compiled(Strategy strategy, StageFacts const& stage) {
  return TESSERA_ALL_STRATEGIES || on_host<Exec> || may_be_cheapest(strategy, stage);
}

/// The compile-time facts of a stage, from its plain data.
template <class Exec>
StageFacts stage_facts(SweepShape const& shape) {
  bool const flux_edges = shape.flux_edges && !shape.part && has_flux_edges(typename ExecTraits<Exec>::strategies{});
  return {flux_edges, shape.long_formula, shape.reduces, shape.part, shape.columns.registers};
}

/// Compile-time facts of a bound stage.
template <class Exec, class Bound>
constexpr StageFacts stage_facts() {
  bool const flux_edges = Bound::has_flux_edges && Bound::rank == 2 && !Bound::partial &&
                          has_flux_edges(typename ExecTraits<Exec>::strategies{});
  return {flux_edges, formula_registers<decltype(Bound::op)>() >= long_formula_registers,
          Bound::Accumulator::size + Bound::sums > 0, Bound::partial, column_window_registers<Bound>()};
}

}  // namespace detail
}  // namespace tessera
