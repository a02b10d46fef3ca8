// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>

#include <Kokkos_Core.hpp>

#include "tessera/backend/native_space.hpp"
#include "tessera/schedule.hpp"
#include "tessera/strategy/column_ring/strategy.hpp"
#include "tessera/strategy/fused_stages/strategy.hpp"
#include "tessera/strategy/overlapped/strategy.hpp"
#include "tessera/strategy/persistent/strategy.hpp"
#include "tessera/strategy/register_tile/strategy.hpp"

namespace tessera {

/// The strategy that judges all the others: one work item per cell, neighbours from memory, then one per ghost.
struct Naive {
  static constexpr char const* name = "naive";
  static constexpr bool takes_scalars = true;
  static constexpr bool takes_parts = true;
};

/// The strategy of GPUs for small grids: one work item per cell, which writes the ghosts that mirror it, so that a step
/// is one launch.
struct PerCell {
  static constexpr char const* name = "per_cell";
  static constexpr bool takes_scalars = true;
  static constexpr bool takes_parts = true;
};

/// The portable strategy: a Kokkos team per tile sweeps along z, with neighbours in scratch planes or in memory.
struct Team {
  static constexpr char const* name = "team";
  static constexpr bool takes_scalars = true;
  static constexpr bool takes_parts = true;
};

/// The strategy of GPUs: a thread sweeps a column of 16 bytes along z with its neighbours in registers.
struct Column {
  static constexpr char const* name = "column";
  static constexpr bool takes_scalars = true;
  static constexpr bool short_formulas = true;
};

/// The strategy of GPUs for operators of the plane that are made of edges (HasEdges): each edge once, handed from
/// thread to thread.
struct Edges {
  static constexpr char const* name = "edges";
  static constexpr bool takes_scalars = true;
  static constexpr bool needs_edges = true;
};

/// Whether a strategy runs stages that read or reduce to quantities of GlobalScalar: one that does says
/// `static constexpr bool takes_scalars = true;`, and merges what its threads have seen (BoundStage::merge).
template <class Strategy>
constexpr bool takes_scalars() {
  if constexpr (requires { Strategy::takes_scalars; }) {
    return Strategy::takes_scalars;
  } else {
    return false;
  }
}

/// Whether a strategy runs stages that act on part of the grid: one that does says
/// `static constexpr bool takes_parts = true;`, goes over the box of BoundStage::first and extent, and leaves ghosts to
/// fill_open_ghosts.
template <class Strategy>
constexpr bool takes_parts() {
  if constexpr (requires { Strategy::takes_parts; }) {
    return Strategy::takes_parts;
  } else {
    return false;
  }
}

/// Whether a strategy runs only stages whose operators are made of edges: one that does says
/// `static constexpr bool needs_edges = true;`.
template <class Strategy>
constexpr bool needs_edges() {
  if constexpr (requires { Strategy::needs_edges; }) {
    return Strategy::needs_edges;
  } else {
    return false;
  }
}

/// Whether a strategy is compiled only for operators whose formula is not long (long_formula_registers): one that is
/// says `static constexpr bool short_formulas = true;`.
template <class Strategy>
constexpr bool short_formulas() {
  if constexpr (requires { Strategy::short_formulas; }) {
    return Strategy::short_formulas;
  } else {
    return false;
  }
}

/// Whether kernels of `Exec` run where the host's memory is.
template <class Exec>
inline constexpr bool on_host = Kokkos::SpaceAccessibility<Kokkos::HostSpace, typename Exec::memory_space>::accessible;

/// Whether threads of `Exec` hand values to their neighbours (see backend/shuffle.hpp): CUDA's and HIP's.
template <class Exec>
inline constexpr bool has_shuffles = requires(Exec const& exec) {
  exec.cuda_stream();
}
|| requires(Exec const& exec) { exec.hip_stream(); };

/// The last-level cache of the device behind `exec`, or of the host; 0: unknown.
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

/// What holds for an execution space unless its ExecTraits say otherwise.
template <class Exec>
struct DefaultTraits {
  /// The strategies compiled for it, the default first.
  using strategies = std::conditional_t<
      on_host<Exec>, Types<Team, Naive>,
      typename detail::Concat<Types<Column, Team, PerCell, Naive>,
                              std::conditional_t<has_shuffles<Exec>, Types<Edges>, Types<>>,
                              std::conditional_t<detail::is_native<Exec>, Types<ColumnRing>, Types<>>>::type>;
  /// Those that take several steps in one launch, the default first.
  using time_strategies = std::conditional_t<detail::has_register_tiles<Exec>,
                                             Types<Persistent, RegisterTile, FusedStages, Overlapped, Wavefront>,
                                             Types<Overlapped, Wavefront>>;
  /// One thread's inner loop over x is a SIMD loop.
  static constexpr bool simd = on_host<Exec>;

  /// `request` with the strategy that suits a stage, where it names none and the first of the list does not.
  static Schedule prefer(Schedule request, SweepShape const& shape, TeamLimits const& limits) {
    if (on_host<Exec> || !request.strategy.empty()) return request;
    if (has_shuffles<Exec> && suits_edges(shape)) {
      request.strategy = Edges::name;
    } else if (shape.long_formula) {
      request.strategy = Team::name;
    } else if (suits_cells(request, shape)) {
      request.strategy = PerCell::name;
    } else if (suits_ring(request, shape, limits)) {
      request.strategy = ColumnRing::name;
    }
    return request;
  }

  static TeamLimits limits(Exec const& exec) {
    using Policy = Kokkos::TeamPolicy<Exec>;
    auto const scratch = std::max(0, Policy::scratch_size_max(0) - 128);  // what aligning the first ring may take
    TeamLimits limits{on_host<Exec>, static_cast<std::size_t>(scratch), exec.concurrency(), cache_bytes(exec)};
    limits.large_scratch_bytes = static_cast<std::size_t>(std::max(0, Policy::scratch_size_max(1) - 128));
    limits.block_scratch_bytes = detail::most_shared_memory(exec);
    return limits;
  }
};

/// What is chosen by execution space. Specialise it for a space that does better with another sweep.
template <class Exec>
struct ExecTraits : DefaultTraits<Exec> {};

}  // namespace tessera
