// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <array>
#include <tuple>
#include <type_traits>
#include <utility>

#include "tessera/bind/bound_part.hpp"
#include "tessera/reduce/stage_reductions.hpp"
#include "tessera/storage/storages.hpp"

namespace tessera::detail {

/// Binds stages of a program to the versions of its quantities, at one moment of a step.
template <class Exec, class ProgramType>
class Binder;

template <class Exec, int Rank, class... Stages, class... Boundaries>
class Binder<Exec, Program<Rank, Types<Stages...>, Types<Boundaries...>>> {
 public:
  using program_type = Program<Rank, Types<Stages...>, Types<Boundaries...>>;
  using storages_type = Storages<Exec, program_type>;
  /// The reduction memory of each stage.
  using spaces_type = std::array<ReductionSpace<Exec>, sizeof...(Stages)>;
  using stages_type = std::tuple<Stages...>;

  /// `now`: the time of the newest versions; `next`: of those that stages write. Seconds.
  Binder(program_type const& program, Plan const& plan, stages_type const& stages, storages_type const& storages,
         spaces_type const& spaces, double now, double next)
      : m_program(program),
        m_plan(plan),
        m_stages(stages),
        m_storages(storages),
        m_spaces(spaces),
        m_now(now),
        m_next(next) {}

  static spaces_type make_spaces(Exec const& exec, program_type const& program) {
    return {make_space(exec, StageResults<Rank, Stages>{}, grid_of<Stages>(stored(program.grid())))...};
  }

  /// Stage `I` as a launch of its own.
  template <std::size_t I>
  [[nodiscard]] auto stage() const {
    return bind<I, false>(std::get<I>(m_stages));
  }
  /// Stage `I` as part of a launch of several stages or steps.
  template <std::size_t I>
  [[nodiscard]] auto launched() const {
    return bind<I, true>(std::get<I>(m_stages));
  }
  /// All stages, as parts of one launch.
  [[nodiscard]] auto all_launched() const { return all_launched(std::index_sequence_for<Stages...>{}); }
  /// The global scalars that stage `I` reduces to.
  template <std::size_t I>
  [[nodiscard]] auto values() const {
    using StageType = std::tuple_element_t<I, stages_type>;
    return bind_values(typename StageResults<Rank, StageType>::types{}, typename StageType::writes{});
  }

 private:
  template <class Results>
  static ReductionSpace<Exec> make_space(Exec const& exec, Results, StoredGrid const& grid) {
    return ReductionSpace<Exec>::template make<Results::counts.extremes, Results::counts.sums>(exec, grid.n);
  }
  /// The grid of a stage on a grid of cells; a single value if it runs as one work item.
  template <class StageType>
  static StoredGrid grid_of(StoredGrid const& cells) {
    StoredGrid grid = located<typename StageLocation<StageType>::type, Rank>(cells);
    if (is_scalar_stage<StageType>) std::fill(grid.n, grid.n + 3, 1);
    return grid;
  }

  template <std::size_t... Is>
  auto all_launched(std::index_sequence<Is...>) const {
    return pack(launched<Is>()...);
  }
  template <std::size_t I, bool Launched, class Op, class... Rs, class... Ws, class Region>
  auto bind(Stage<Op, Reads<Rs...>, Writes<Ws...>, Region> const& stage) const {
    using StageType = Stage<Op, Reads<Rs...>, Writes<Ws...>, Region>;
    using Results = typename StageResults<Rank, StageType>::types;
    auto const sources = bind_sources<Op, Types<ReadOf<Rs>...>>(std::index_sequence_for<Rs...>{});
    auto const targets = bind_targets<Launched>(Results{}, Types<Ws...>{});
    StoredGrid const g = grid_of<StageType>(m_storages.grid());
    using Bound = BoundStage<Rank, Op, decltype(types_of(sources)), decltype(types_of(targets)), Results>;
    Bound const bound{
        stage.op, sources, targets, frame_of(g), {g.n[0], g.n[1], g.n[2]}, m_now, m_spaces[I].extremes.data()};
    using Location = typename StageLocation<StageType>::type;
    if constexpr (!std::is_same_v<Region, Whole>) {
      auto const kept = bind_all_kept(Results{}, Types<Ws...>{});
      return make_part<Region::colour>(bound, m_plan.regions[I], bind_mask(stage.region), kept);
    } else if constexpr (!in_cells<Location, Rank>) {  // what rules prescribe is left out
      typename KeptOf<decltype(types_of(targets))>::type const nothing{};
      return make_part<-1>(bound, m_plan.regions[I], NoMask{}, nothing);
    } else {
      return bound;
    }
  }
  template <class Op, class ReadList, std::size_t... Is>
  auto bind_sources(std::index_sequence<Is...>) const {
    return pack(bind_source<Op, Is, typename TypeAt<ReadList, Is>::type>()...);
  }
  template <class Op, std::size_t I, class Read>
  auto bind_source() const {
    using Q = typename Read::quantity;
    return m_storages.template of<Q>().template source<read_reach<Op, I, Q>>(Read::age);
  }
  /// The targets of the results that go to cells.
  template <bool Launched, class... Results, class... Ws>
  auto bind_targets(Types<Results...>, Types<Ws...>) const {
    return std::apply([](auto const&... targets) { return pack(targets...); },
                      std::tuple_cat(bind_target<Launched, Ws>(Results{})...));
  }
  template <bool Launched, class Q, int I>
  auto bind_target(ToCells<I>) const {
    auto const& to = m_storages.template of<Q>();
    return std::make_tuple(to.target(Launched ? to.launched() : to.next(), m_next));
  }
  template <bool Launched, class Q, class Goes>
  auto bind_target(Goes) const {
    return std::tuple<>();
  }
  /// The previous values of the cells in which the stage does not act, for each target; null where the target is
  /// updated in place.
  template <class... Results, class... Ws>
  auto bind_all_kept(Types<Results...>, Types<Ws...>) const {
    return std::apply([](auto const*... cells) { return pack(cells...); }, std::tuple_cat(bind_kept<Ws>(Results{})...));
  }
  template <class Q, int I>
  auto bind_kept(ToCells<I>) const {
    auto const& of = m_storages.template of<Q>();
    typename Q::value_type const* const cells = of.versions() > 1 ? of.version(0).origin() : nullptr;
    return std::make_tuple(cells);
  }
  template <class Q, class Goes>
  auto bind_kept(Goes) const {
    return std::tuple<>();
  }
  template <int Colour, class Mask>
  auto bind_mask(SubGrid<Colour, Mask> const&) const {
    if constexpr (std::is_void_v<Mask>) {
      return NoMask{};
    } else {
      auto const source = m_storages.template of<Mask>().template source<Centre>(0);
      return MaskOf<std::remove_const_t<decltype(source)>>{source};
    }
  }
  template <class... Results, class... Ws>
  auto bind_values(Types<Results...>, Types<Ws...>) const {
    return Pack<ValueOf<Results>...>{{{bind_value<Ws>(Results{})}...}};
  }
  template <class Q, class Goes>
  auto bind_value(Goes) const {
    if constexpr (std::is_empty_v<ValueOf<Goes>>) {
      return ValueOf<Goes>{};
    } else {
      return ValueOf<Goes>{m_storages.template of<Q>().next().origin()};
    }
  }
  template <class... Ts>
  static Types<Ts...> types_of(Pack<Ts...> const&);

  program_type const& m_program;
  Plan const& m_plan;
  stages_type const& m_stages;
  storages_type const& m_storages;
  spaces_type const& m_spaces;
  double m_now, m_next;
};

}  // namespace tessera::detail
