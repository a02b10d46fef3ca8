// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

#include "tessera/backend/native_launch.hpp"
#include "tessera/bind/bound_part.hpp"
#include "tessera/ghosts/fill_ghosts.hpp"
#include "tessera/strategy/column_ring/kernel.hpp"
#include "tessera/strategy/list.hpp"

// For CUDA alone (native.hpp).

namespace tessera::detail {

template <class Bound, class Ghosts>
void launch_column_ring(Native const& exec, Bound const& bound, Ghosts const& ghosts, Schedule const& s,
                        std::string const& label) {
  constexpr RingFacts facts = RingShapeOf<Bound>::facts;
  Tiling const tiling(bound.n, s);
  launch_native(exec, column_ring_kernel<Bound, Ghosts, facts.blocks>, tiling.league_size(), {ring_threads},
                facts.bytes, label, bound, tiling, ghosts);
}

template <class Bound>
void sweep(ColumnRing, Native const& exec, Bound const& bound, ResolvedSchedule const& resolved,
           std::string const& label) {
  if constexpr (RingShapeOf<Bound>::facts.bytes > 0) {  // other stages are refused by resolve
    launch_column_ring(exec, bound, StoredGhosts{}, resolved.schedule, label + "/column_ring");
    fill_open_ghosts<false>(exec, bound);
  }
}

/// Ghosts on the fly where the state is the wide input and the stage has a ring. They are made in windows or, where the
/// mirrors do not fit, in the ring.
template <class Bound, std::size_t State>
struct OnTheFlyGhostsOf<ColumnRing, Bound, State> {
  using Shape = typename RingShapeOf<Bound>::type;
  using Columns = MirroredColumns<Bound, State, Shape>;
  using Reach = typename Columns::Source::reach;
  using Ghosts = MirroredGhosts<State, typename Columns::Faces, !Columns::exist()>;

  static constexpr bool exist() {
    if constexpr (RingShapeOf<Bound>::facts.bytes > 0 && Shape::input == static_cast<int>(State)) {
      return Columns::exist() || WindowShape<Reach, 3, Shape::V, Shape::R>::begins_with_own();
    } else {
      return false;
    }
  }
  static Ghosts ghosts(Bound const& bound) { return Columns::template ghosts<Ghosts>(bound); }
  static OnTheFlyGhosts facts() {
    if constexpr (exist()) return {Shape::V, Shape::R, Reach::radius};
    return {};
  }
};

template <std::size_t State, class Bound>
void sweep_mirrored(ColumnRing, std::integral_constant<std::size_t, State>, Native const& exec, Bound const& bound,
                    ResolvedSchedule const& resolved, std::string const& label) {
  using Mirrored = OnTheFlyGhostsOf<ColumnRing, Bound, State>;
  if constexpr (Mirrored::exist()) {
    launch_column_ring(exec, bound, Mirrored::ghosts(bound), resolved.schedule, label + "/column_ring");
  }
}

}  // namespace tessera::detail
