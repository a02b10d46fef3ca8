// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <type_traits>

#include "tessera/plan/tile_plan.hpp"
#include "tessera/strategy/overlapped/routes.hpp"
#include "tessera/strategy/register_tile/shape.hpp"

namespace tessera::detail {

/// The reach of a row's readers along x and along the swept axis.
struct RowReach {
  int below_x = 0, above_x = 0, below = 0, above = 0;
  bool read = false;

  constexpr void add(Hull const& hull) {
    below_x = std::max(below_x, -hull.lo[0]);
    above_x = std::max(above_x, hull.hi[0]);
    below = std::max(below, -hull.lo[2]);
    above = std::max(above, hull.hi[2]);
    read = true;
  }
};

/// The plan of a tile whose rows are in registers, from the stages of a step, bound or not, and the routes of what they
/// read. `Sources` holds the Types of each stage's sources, `Targets` those of its targets. A **write** is a quantity
/// that a stage writes, numbered through all stages.
template <class Sources, class Targets, class Wiring>
struct RowPlan;
template <class... SourcesOf, class... TargetsOf, class Wiring>
struct RowPlan<Types<SourcesOf...>, Types<TargetsOf...>, Wiring> {
  static constexpr int stages = sizeof...(TargetsOf);
  static constexpr int writes = (static_cast<int>(TargetsOf::size) + ...);
  template <int S>
  using targets_of = typename TypeAt<Types<TargetsOf...>, S>::type;
  template <int S>
  using sources_of = typename TypeAt<Types<SourcesOf...>, S>::type;

  /// The first write of a stage.
  static constexpr int first_write(int stage) {
    constexpr int sizes[] = {static_cast<int>(TargetsOf::size)...};
    int first = 0;
    for (int s = 0; s < stage; ++s) first += sizes[s];
    return first;
  }
  /// The stage that makes a write.
  static constexpr int stage_of(int write) {
    int stage = 0;
    while (stage + 1 < stages && first_write(stage + 1) <= write) ++stage;
    return stage;
  }
  template <int Write>
  using target = typename TypeAt<targets_of<stage_of(Write)>, Write - first_write(stage_of(Write))>::type;

  /// Calls f(stage, write, before, hull) at compile time for each read of a write.
  template <class F>
  static constexpr void for_each_read(F const& f) {
    for_each_index<static_cast<std::size_t>(stages)>([&](auto s) {
      constexpr int stage = static_cast<int>(s.value);
      [&]<class... Routes, class... Ss>(Types<Routes...>, Types<Ss...>) { (read_by<Routes, Ss>(stage, f), ...); }(
          typename Wiring::template routes<s.value>{}, sources_of<stage>{});
    });
  }
  template <class RouteType, class SourceType, class F>
  static constexpr void read_by(int stage, F const& f) {
    if constexpr (RouteType::from_level) {
      f(stage, first_write(RouteType::maker) + RouteType::write, RouteType::before, SourceType::hull);
    }
  }

  struct Reaches {
    RowReach before[writes];  ///< values from the step before, or from memory
    RowReach made[writes];    ///< values that the same step has computed
  };
  static constexpr Reaches reaches = [] {
    Reaches all;
    for_each_read(
        [&](int, int write, bool before, Hull const& hull) { (before ? all.before : all.made)[write].add(hull); });
    return all;
  }();
  // The same as constants: kernels cannot call host functions.
  template <int Write>
  static constexpr int stage = stage_of(Write);
  template <int Stage>
  static constexpr int first = first_write(Stage);
  /// Which target of its stage a write is.
  template <int Write>
  static constexpr int place = Write - first_write(stage_of(Write));
  /// Whether a write is loaded from memory or from the step before.
  template <int Write>
  static constexpr bool loaded = reaches.before[Write].read;
  template <int Write>
  static constexpr RowReach before = reaches.before[Write];
  template <int Write>
  static constexpr RowReach made = reaches.made[Write];
  template <int Write>
  static constexpr LoadedBy loaded_by = Wiring::template loaded<stage<Write>, place<Write>>;
  /// Whether a write outlives the step.
  template <int Write>
  static constexpr bool lasts = Wiring::template lasts<stage<Write>, place<Write>>;

  static constexpr int most_reads = static_cast<int>(std::max({SourcesOf::size..., TargetsOf::size...}));
  /// The stages as plan_tile takes them. A ghost row d beyond the low face is made when row d enters, so a stage that
  /// reads it lags more; one beyond the high face needs the row that it mirrors.
  static constexpr TileProgram<writes, stages, most_reads> program = [] {
    TileProgram<writes, stages, most_reads> p;
    p.stage_count = stages;
    for (int w = 0; w < writes; ++w) {
      auto& stage = p.stages[stage_of(w)];
      stage.writes[stage.write_count++] = w;
    }
    for_each_read([&](int s, int write, bool, Hull hull) {
      hull.hi[2] = std::max(hull.hi[2], -hull.lo[2] - 1);
      hull.lo[2] = std::min(hull.lo[2], 1 - hull.hi[2]);
      auto& stage = p.stages[s];
      stage.reads[stage.read_count++] = {write, 0, hull};
    });
    return p;
  }();
  static constexpr auto plan = plan_tile<1>(program, 1, 0);

  /// Rows from the row that enters to the row that a stage computes.
  template <int Stage>
  static constexpr int lag = plan.computed[0][Stage].lag;
  /// The same to the row that is passed on or stored: the largest lag of all stages.
  static constexpr int out_lag = [] {
    int out = 0;
    for (int s = 0; s < stages; ++s) out = std::max(out, plan.computed[0][s].lag);
    return out;
  }();
  /// Rows of a write that a step reads before (negative) and after those that it makes.
  template <int Write>
  static constexpr int rows_before = plan.loaded[Write][0].hull.lo[2];
  template <int Write>
  static constexpr int rows_after = plan.loaded[Write][0].hull.hi[2];
  /// Rows that a step reads before and after those that it makes, and columns on either side.
  static constexpr int early_rows = [] {
    int early = 0;
    for (int w = 0; w < writes; ++w) early = std::max(early, -plan.loaded[w][0].hull.lo[2]);
    return early;
  }();
  static constexpr int halo = [] {
    int most = 0;
    for (int w = 0; w < writes; ++w) {
      Hull const& hull = plan.loaded[w][0].hull;
      most = std::max({most, -hull.lo[0], hull.hi[0]});
    }
    return most;
  }();
  /// Ghost layers.
  static constexpr int ghosts = [] {
    int most = 0;
    for_each_read([&](int, int, bool, Hull const& h) {
      most = std::max({most, -h.lo[0], h.hi[0], -h.lo[2], h.hi[2]});
    });
    return most;
  }();
  /// Slots of a window: rows that enter before a slot is used again. Slots that are no longer read cost no registers.
  static constexpr int slots = [] {
    int most = out_lag + 1;
    for (int w = 0; w < writes; ++w) {
      most = std::max({most, plan.loaded[w][0].ring, plan.computed[0][stage_of(w)].ring});
      for (RowReach const& r : {reaches.before[w], reaches.made[w]}) {
        most = std::max({most, 2 * r.below, 2 * r.above});  // from a ghost row to its mirror
      }
    }
    return most;
  }();
  /// 16-byte pieces of rows that a thread keeps at a time, for each 16 bytes of its columns.
  static constexpr int live_rows = [] {
    int rows = 0;
    for_each_index<static_cast<std::size_t>(writes)>([&](auto w) {
      constexpr int write = static_cast<int>(w.value);
      int const ring = std::max(plan.computed[0][stage_of(write)].ring, out_lag - lag<stage<write>> + 1);
      rows += target<write>::components * (plan.loaded[write][0].ring + ring);
    });
    return rows;
  }();

  template <int... Ws>
  static constexpr bool all_floating(std::integer_sequence<int, Ws...>) {
    return (std::is_floating_point_v<typename target<Ws>::value_type> && ...);
  }
  template <int... Ws>
  static constexpr int find_vector(std::integer_sequence<int, Ws...>) {
    return std::max({vector_cells(sizeof(typename target<Ws>::value_type))...});
  }
  /// Cells in 16 bytes of the narrowest value.
  static constexpr int vector = find_vector(std::make_integer_sequence<int, writes>{});
  /// Tiles begin, and are stored, on multiples of so many cells: a memory sector of 32 bytes, which is written whole.
  static constexpr int unit = 2 * vector;
  /// A thread's cells of a row: an odd number of 16-byte pieces avoids bank conflicts in shared memory.
  static constexpr int columns = vector * (live_rows > 12 ? 1 : live_rows > 2 ? 3 : 9);
  /// Cells of a row of a tile.
  static constexpr int extent = 32 * columns;
  template <int Write>
  static constexpr int bytes =
      target<Write>::components* extent* static_cast<int>(sizeof(typename target<Write>::value_type));
  /// Byte offset of a write in a row of all loaded quantities; at `writes`: the row's size.
  template <int Write>
  static constexpr int row_begin = []<int... Ws>(std::integer_sequence<int, Ws...>) {
    return ((loaded<Ws> ? bytes<Ws> : 0) + ... + 0);
  }
  (std::make_integer_sequence<int, Write>{});
  /// The same in a row of all stored quantities.
  template <int Write>
  static constexpr int out_begin = []<int... Ws>(std::integer_sequence<int, Ws...>) {
    return ((lasts<Ws> ? bytes<Ws> : 0) + ... + 0);
  }
  (std::make_integer_sequence<int, Write>{});
  static constexpr int row_bytes = row_begin<writes>, out_bytes = out_begin<writes>;
  /// Whether the rows of these stages fit the registers.
  static constexpr bool fits = all_floating(std::make_integer_sequence<int, writes>{}) && halo <= columns &&
                               live_rows <= 20 && slots <= 8 && halo > 0;
};

}  // namespace tessera::detail
