// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/program.hpp"
#include "tessera/strategy/column/window_shape.hpp"
#include "tessera/strategy/column_ring/shape.hpp"

// A program as plain data, from its types: Program::info.

namespace tessera {

namespace detail {

template <class StageType, class Quantities, int Rank>
struct StageInfoOf;
template <class Op, class... Rs, class... Ws, class Region, class Quantities, int Rank>
struct StageInfoOf<Stage<Op, Reads<Rs...>, Writes<Ws...>, Region>, Quantities, Rank> {
  using StageType = Stage<Op, Reads<Rs...>, Writes<Ws...>, Region>;
  template <std::size_t I, class Q>
  using input = InputType<read_reach<Op, I, Q>, typename Q::value_type, Q::components, is_global_scalar<Q>>;

  static StageInfo make(StageType const& stage, ProgramInfo const& program) {
    StageInfo info = make(std::index_sequence_for<Rs...>{}, std::index_sequence_for<Ws...>{});
    info.on_faces = axes_of<typename StageLocation<StageType>::type>();
    add_region(stage.region, program, info);
    leave_prescribed(program, info);
    return info;
  }
  /// The storage axes across whose faces the values of a location lie.
  template <class Location>
  static std::array<bool, 3> axes_of() {
    constexpr unsigned axes = stored_on_faces<Location, Rank>;
    return {has_axis(axes, 0), has_axis(axes, 1), has_axis(axes, 2)};
  }

 private:
  static void add_region(Whole const&, ProgramInfo const& program, StageInfo& info) {
    info.region.to = extents(program, info.on_faces);
  }
  template <int Colour, class Mask>
  static void add_region(SubGrid<Colour, Mask> const& part, ProgramInfo const& program, StageInfo& info) {
    info.region = resolve_part(part.cells, info.name, Rank, extents(program, info.on_faces), program.periodic,
                               is_staggered(info.on_faces));
    info.region.parity = Colour;
    if constexpr (!std::is_void_v<Mask>) {
      info.region.mask = static_cast<int>(IndexOf<Mask, Quantities>::value);
      info.reads.push_back(read<Centre>(info.region.mask, 0));
    }
  }
  template <std::size_t... Is, std::size_t... Os>
  static StageInfo make(std::index_sequence<Is...>, std::index_sequence<Os...>) {
    StageInfo info;
    info.name = type_name<Op>();
    info.scalar = is_scalar_stage<StageType>;
    info.long_formula = formula_registers<Op>() >= long_formula_registers;
    info.long_operations = long_operations<Op>();
    info.flux_edges = Rank == 2 && HasFluxEdges<Op, Point<Rank, memory_row<typename ReadOf<Rs>::quantity>>...>;
    (info.reads.push_back(read<declared_reach<Op, Is, typename ReadOf<Rs>::quantity>>(
         static_cast<int>(IndexOf<typename ReadOf<Rs>::quantity, Quantities>::value), ReadOf<Rs>::age)),
     ...);
    (info.writes.push_back(static_cast<int>(IndexOf<Ws, Quantities>::value)), ...);
    (info.reductions.push_back(reduction<Os, Ws>()), ...);
    constexpr std::size_t widest =
        widest_of(Types<input<Is, typename ReadOf<Rs>::quantity>...,
                        InputType<Centre, typename Ws::value_type, 1, is_global_scalar<Ws>>...>{});
    constexpr bool layers = column_partial_sums<Op, Rank, (0 + ... + (is_global_scalar<Ws> ? 0 : 1))>;
    using Columns = ColumnShape<Rank, widest, long_operations<Op>(),
                                WindowInput<layers, input<Is, typename ReadOf<Rs>::quantity>>...>;
    info.columns = {Columns::cells_y, Columns::cells_z, Columns::pieces, layers, Columns::registers};
    info.ring = ring_facts<Rank, widest, input<Is, typename ReadOf<Rs>::quantity>...>(formula_registers<Op>());
    return info;
  }
  template <Reach R>
  static ReadInfo read(int quantity, int age) {
    return {quantity,       age, stored_hull<R, Rank>, point_count<R, Rank>, beside_hull<R, Rank>, is_diagonal<R, Rank>,
            is_odd<R, Rank>};
  }
  /// The reduction of write `I`, of quantity `Q`.
  template <std::size_t I, class Q>
  static Reduction reduction() {
    if constexpr (is_global_scalar<Q> && !is_scalar_stage<StageType>) {
      using How = typename StageResults<Rank, StageType>::template how<I>;
      return std::is_same_v<How, Min> ? Reduction::min : std::is_same_v<How, Max> ? Reduction::max : Reduction::sum;
    } else {
      return Reduction::none;
    }
  }
};

/// Adds what a coupled boundary reads and writes to the data of a program.
template <class Quantities, class Spec>
void add_shared(Types<Spec>, ProgramInfo&) {}
template <class Quantities, class Op, class... Rs, class... Ws>
void add_shared(Types<SharedSpec<CoupledBoundary<Op, Reads<Rs...>, Writes<Ws...>>>>, ProgramInfo& info) {
  info.shared.push_back({static_cast<int>(IndexOf<Rs, Quantities>::value)...});
  (info.shared.back().push_back(static_cast<int>(IndexOf<Ws, Quantities>::value)), ...);
}

}  // namespace detail

template <int Rank, class... Stages, class... Boundaries>
ProgramInfo Program<Rank, Types<Stages...>, Types<Boundaries...>>::info() const {
  ProgramInfo info;
  info.rank = Rank;
  StoredGrid const grid = stored(m_grid);
  for (std::size_t axis = 0; axis < 3; ++axis) {
    info.cells[axis] = grid.n[axis];
    info.periodic[axis] = grid.periodic[axis];
  }
  for_each_index<quantities::size>([&](auto index) {
    using Q = typename detail::TypeAt<quantities, index.value>::type;
    QuantityInfo q{.name = quantity_name<Q>(),
                   .value_size = sizeof(typename Q::value_type),
                   .components = Q::components,
                   .global_scalar = is_global_scalar<Q>};
    for (int axis = 0; axis < 3; ++axis) {
      q.on_faces[static_cast<std::size_t>(axis)] =
          detail::has_axis(detail::stored_on_faces<typename Q::location, Rank>, axis);
    }
    for (std::size_t f = 0; f < 6; ++f) {
      detail::FaceSpec const& face = std::get<index.value>(m_boundaries).faces[f];
      q.has_boundary[f] = face.kind != detail::RuleKind::none;
      q.prescribed[f] = face.kind == detail::RuleKind::face_value && q.on_faces[f / 2] && !info.periodic[f / 2];
      q.shared = q.shared || face.kind == detail::RuleKind::coupled;
      q.functions = q.functions || face.function >= 0;
      q.plain_faces = q.plain_faces && face.function < 0 && face.map.empty();
    }
    info.quantities.push_back(q);
  });
  (detail::add_shared<quantities>(Types<Boundaries>{}, info), ...);
  std::apply(
      [&](Stages const&... stages) {
        (info.stages.push_back(detail::StageInfoOf<Stages, quantities, Rank>::make(stages, info)), ...);
      },
      m_stages);
  return info;
}

}  // namespace tessera
