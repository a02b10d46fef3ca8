// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/bind/bound_stage.hpp"
#include "tessera/ghosts/put_ghost.hpp"
#include "tessera/plan/steps_plan.hpp"
#include "tessera/strategy/fused_stages/plan.hpp"
#include "tessera/strategy/register_tile/tile_axis.hpp"
#include "tessera/strategy/register_tile/work_partition.hpp"

// For CUDA alone (native.hpp).

namespace tessera::detail {

/// Types and constants of the bound stages and of the routes between them.
template <class Bounds, class Wiring>
struct RowTypes;
template <class... Bounds, class Wiring>
struct RowTypes<Types<Bounds...>, Wiring> {
  using Plan = RowPlan<Types<typename Bounds::source_types...>, Types<typename Bounds::target_types...>, Wiring>;
  static constexpr int rank = TypeAt<Types<Bounds...>, 0>::type::rank;
  static constexpr int columns = Plan::columns;
  static constexpr int extent = Plan::extent;
  template <int Write>
  using value = typename Plan::template target<Write>::value_type;
  template <int S>
  using bound = typename TypeAt<Types<Bounds...>, S>::type;

  template <class Indices>
  struct Every;
  template <int... Ws>
  struct Every<std::integer_sequence<int, Ws...>> {
    using faces = Pack<GhostTable<value<Ws>, Plan::ghosts>...>;
  };
  using Faces = typename Every<std::make_integer_sequence<int, Plan::writes>>::faces;
};

/// The argument of the fused-stages kernels.
template <class Bounds, class Wiring>
struct RowArguments;
template <class... Bounds, class Wiring>
struct RowArguments<Types<Bounds...>, Wiring> {
  using Kinds = RowTypes<Types<Bounds...>, Wiring>;

  Pack<Bounds...> bounds;
  TileAxis x;
  bool periodic_y;  ///< the swept axis
  int n;            ///< its cells
  typename Kinds::Faces faces;
  StepTimes times;
  WorkPartition partition;  ///< used for several steps
  int chunk;                ///< rows that a block takes of a single step; 0: several steps

  /// The part of block `b` in a single step. Blocks follow the memory order of the grid.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION WorkPartition::Part part(int b) const {
    int const first = b / x.count * chunk;
    return {b % x.count, first, first + chunk < n ? first + chunk : n};
  }
};

}  // namespace tessera::detail
