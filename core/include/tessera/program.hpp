// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

#include "tessera/bind/stage_results.hpp"
#include "tessera/boundary.hpp"
#include "tessera/coupled_boundary.hpp"
#include "tessera/operator/check_operator.hpp"
#include "tessera/operator/flux_edges.hpp"
#include "tessera/plan/program_plan.hpp"

namespace tessera {

namespace detail {

/// A list of types without repetitions, in order of first appearance.
template <class Done, class... Rest>
struct Unique;
template <class... Ds>
struct Unique<Types<Ds...>> {
  using type = Types<Ds...>;
};
template <class... Ds, class First, class... Rest>
struct Unique<Types<Ds...>, First, Rest...> {
  using type = typename std::conditional_t<(std::is_same_v<Ds, First> || ...), Unique<Types<Ds...>, Rest...>,
                                           Unique<Types<Ds..., First>, Rest...>>::type;
};

template <class List>
struct QuantitiesOf;
template <class... Rs>
struct QuantitiesOf<Types<Rs...>> {
  using type = Types<typename Rs::quantity...>;
};

template <class List>
struct UniqueOf;
template <class... Ts>
struct UniqueOf<Types<Ts...>> : Unique<Types<>, Ts...> {};

/// The quantities that stages name, reads before writes.
template <class... Stages>
using QuantityList =
    typename UniqueOf<typename Concat<typename Concat<typename QuantitiesOf<typename Stages::reads>::type,
                                                      typename Stages::writes>::type...>::type>::type;

/// The place of `Q` in a list.
template <class Q, class List>
struct IndexOf;
template <class Q, class... Qs>
struct IndexOf<Q, Types<Qs...>> {
  static_assert((std::is_same_v<Q, Qs> || ...), "no stage of this program reads or writes this quantity");
  static constexpr std::size_t value = [] {
    std::size_t at = 0;
    bool found = false;
    ((found = found || std::is_same_v<Q, Qs>, at += found ? 0 : 1), ...);
    return at;
  }();
};

template <class List, std::size_t I, class New>
struct ReplaceAt;
template <class... Ts, std::size_t I, class New>
struct ReplaceAt<Types<Ts...>, I, New> {
  template <class Seq>
  struct Apply;
  template <std::size_t... Is>
  struct Apply<std::index_sequence<Is...>> {
    using type = Types<std::conditional_t<Is == I, New, Ts>...>;
  };
  using type = typename Apply<std::index_sequence_for<Ts...>>::type;
};

/// One plain BoundarySpec for each quantity.
template <class Q>
struct PlainBoundary {
  using type = BoundarySpec<>;
};
template <class List>
struct PlainBoundaries;
template <class... Qs>
struct PlainBoundaries<Types<Qs...>> {
  using type = Types<typename PlainBoundary<Qs>::type...>;
};

}  // namespace detail

/// Whether a list of types contains `T`.
template <class T, class List>
inline constexpr bool contains = false;
template <class T, class... Ts>
inline constexpr bool contains<T, Types<Ts...>> = (std::is_same_v<T, Ts> || ...);

/// The stages of one time step on a grid, and the boundaries of what they read. A value: `.boundary` returns a new
/// program. The list of boundaries has one entry per quantity, then one per coupled boundary.
///
///     auto program = Program{grid, Stage<Heat<3>, Reads<temperature>, Writes<temperature>>{op}}
///                        .boundary<temperature>(Neumann{0.0})
///                        .boundary<temperature>(Face::x_low, Dirichlet{100.0});
template <int Rank, class StageList, class BoundaryList>
class Program;

/// The same, with its lists taken apart.
template <int Rank, class... Stages, class... Boundaries>
class Program<Rank, Types<Stages...>, Types<Boundaries...>> {
  static_assert((detail::CheckOperator<Rank, Stages>::value && ...));

 public:
  static constexpr int rank = Rank;
  using stage_types = Types<Stages...>;
  using quantities = detail::QuantityList<Stages...>;
  using boundary_types = Types<Boundaries...>;

  explicit Program(Grid<Rank> const& grid, Stages const&... stages) requires(sizeof...(Stages) > 0)
      : m_grid(grid), m_stages(stages...) {
    grid.check();
  }
  Program(Grid<Rank> const& grid, std::tuple<Stages...> const& stages, std::tuple<Boundaries...> boundaries)
      : m_grid(grid), m_stages(stages), m_boundaries(std::move(boundaries)) {}

  [[nodiscard]] Grid<Rank> const& grid() const { return m_grid; }
  [[nodiscard]] std::tuple<Stages...> const& stages() const { return m_stages; }
  [[nodiscard]] std::tuple<Boundaries...> const& boundaries() const { return m_boundaries; }

  /// Sets the rule of quantity `Q` on one face: Dirichlet, Neumann or Ghost. Throws InputError for a face of a periodic
  /// axis, a face that the grid does not have, and FaceValues of another size than the face.
  template <QuantityType Q, class Rule>
  [[nodiscard]] auto boundary(Face face, Rule const& rule) const {
    return boundary<Q>(static_cast<int>(face), static_cast<int>(face), rule);
  }

  /// Sets the rule of quantity `Q` on every face of every axis that is not periodic.
  template <QuantityType Q, class Rule>
  [[nodiscard]] auto boundary(Rule const& rule) const {
    return boundary<Q>(0, 2 * Rank - 1, rule);
  }

  /// The same for every member of group `G`.
  template <GroupType G, class... Args>
  [[nodiscard]] auto boundary(Args const&... args) const {
    return boundary_of(detail::Members<G>{}, args...);
  }

  /// Sets a coupled boundary as the rule of all that it writes, on one face or on every face of every axis that is not
  /// periodic. A later rule of one quantity replaces it for that one. Throws InputError as above, and if its quantities
  /// have different locations.
  template <class Op, class R, class W>
  [[nodiscard]] auto boundary(Face face, CoupledBoundary<Op, R, W> const& coupled) const {
    return shared_boundary(static_cast<int>(face), static_cast<int>(face), plain_of(coupled));
  }
  template <class Op, class R, class W>
  [[nodiscard]] auto boundary(CoupledBoundary<Op, R, W> const& coupled) const {
    return shared_boundary(0, 2 * Rank - 1, plain_of(coupled));
  }

  /// The program as plain data.
  [[nodiscard]] ProgramInfo info() const;

  /// The same program on a grid of at most `most` cells per axis. Maps of values on faces are kept as they are.
  [[nodiscard]] Program on_small_grid(int most) const {
    Program small = *this;
    for (int& n : small.m_grid.cells) n = std::min(n, most);
    return small;
  }

 private:
  template <class Q, class... Rest, class... Args>
  auto boundary_of(Types<Q, Rest...>, Args const&... args) const {
    auto const next = boundary<Q>(args...);
    if constexpr (sizeof...(Rest) == 0) {
      return next;
    } else {
      return next.template boundary<Group<Rest...>>(args...);
    }
  }
  template <class CoupledType>
  static typename CoupledType::plain const& plain_of(CoupledType const& coupled) {
    return coupled;
  }
  template <class Op, class... Rs, class... Ws>
  auto shared_boundary(int first, int last, CoupledBoundary<Op, Reads<Rs...>, Writes<Ws...>> const& coupled) const {
    check_one_location<Ws..., Rs...>(type_name<Op>());
    constexpr int number = (0 + ... + (detail::is_shared<Boundaries> ? 1 : 0));
    detail::SharedSpec<CoupledBoundary<Op, Reads<Rs...>, Writes<Ws...>>> const spec{coupled, number};
    auto boundaries = std::tuple_cat(m_boundaries, std::make_tuple(spec));
    (set_faces<Ws>(std::get<detail::IndexOf<Ws, quantities>::value>(boundaries), first, last,
                   detail::FaceSpec{detail::RuleKind::coupled, 0, {}, number}),
     ...);
    return Program<Rank, Types<Stages...>, Types<Boundaries..., std::remove_const_t<decltype(spec)>>>(
        m_grid, m_stages, std::move(boundaries));
  }
  template <class First, class... Rest>
  static void check_one_location(std::string const& name) {
    auto const check = [&]<class Q>(Types<Q>) {
      static_assert(contains<Q, quantities>,
                    "no stage of this program reads or writes a quantity of this coupled boundary");
      if (detail::stored_on_faces<typename Q::location, Rank> ==
          detail::stored_on_faces<typename First::location, Rank>) {
        return;
      }
      throw InputError("the boundary function " + name + " takes " + quantity_name<First>() + " and " +
                       quantity_name<Q>() +
                       ", whose values stand at different locations; give each a rule of its own, .boundary<" +
                       quantity_name<Q>() + ">(...)");
    };
    (check(Types<First>{}), ..., check(Types<Rest>{}));
  }

  template <class Q, class Rule>
  auto boundary(int first, int last, Rule const& rule) const {
    static_assert(!is_global_scalar<Q>,
                  "a quantity of tessera::GlobalScalar has no faces, and so no boundary: take the rule away");
    constexpr std::size_t index = detail::IndexOf<Q, quantities>::value;
    auto const& value = detail::rule_value(rule);
    if constexpr (detail::is_plain<detail::RuleValue<Rule>>) {
      Program next = *this;
      detail::FaceSpec spec{detail::rule_kind(rule), 0, {}, -1};
      if constexpr (std::is_same_v<detail::RuleValue<Rule>, FaceValues>) {
        spec.map = value.values;
      } else {
        spec.value = static_cast<double>(value);
      }
      next.template set_faces<Q>(std::get<index>(next.m_boundaries), first, last, spec);
      return next;
    } else {
      static_assert(std::is_trivially_copyable_v<detail::RuleValue<Rule>>,
                    "a boundary function is plain data: a trivially copyable functor");
      auto added = std::get<index>(m_boundaries).with(value);
      using Added = decltype(added);
      using List = typename detail::ReplaceAt<Types<Boundaries...>, index, Added>::type;
      int const function = static_cast<int>(decltype(added.functions)::size) - 1;
      set_faces<Q>(added, first, last, detail::FaceSpec{detail::rule_kind(rule), 0, {}, function});
      auto boundaries = replace<index>(added, std::index_sequence_for<Boundaries...>{});
      return Program<Rank, Types<Stages...>, List>(m_grid, m_stages, std::move(boundaries));
    }
  }

  template <std::size_t Index, class Added, std::size_t... Is>
  auto replace(Added const& added, std::index_sequence<Is...>) const {
    return std::make_tuple([&] {
      if constexpr (Is == Index) {
        return added;
      } else {
        return std::get<Is>(m_boundaries);
      }
    }()...);
  }

  template <class Q, class Spec>
  void set_faces(Spec& boundary, int first, int last, detail::FaceSpec const& spec) const {
    std::array<int, Rank> const n = extents<Q>(m_grid);
    for (int f = first; f <= last; ++f) {
      auto const axis = static_cast<std::size_t>(f / 2);
      std::string const where = "the boundary of " + quantity_name<Q>() + " on " + face_name(static_cast<Face>(f));
      if (axis >= Rank) throw InputError(where + ": the grid has " + std::to_string(Rank) + " axes");
      if (m_grid.periodic[axis]) {
        if (first != last) continue;
        throw InputError(where + ": the axis is periodic; take one of the two away");
      }
      std::size_t places = 1;
      for (std::size_t a = 0; a < Rank; ++a) places *= a == axis ? 1 : static_cast<std::size_t>(n[a]);
      if (!spec.map.empty() && spec.map.size() != places) {
        throw InputError(where + ": " + std::to_string(spec.map.size()) + " values for a face of " +
                         std::to_string(places) + (n == m_grid.cells ? " cells" : " places"));
      }
      boundary.faces[2 * storage_axis<Rank>(f / 2) + f % 2] = spec;
    }
  }

  Grid<Rank> m_grid;
  std::tuple<Stages...> m_stages;
  std::tuple<Boundaries...> m_boundaries;
};

template <int Rank, class... Stages>
Program(Grid<Rank> const&, Stages const&...)
    -> Program<Rank, Types<typename Stages::plain...>,
               typename detail::PlainBoundaries<detail::QuantityList<typename Stages::plain...>>::type>;

}  // namespace tessera

#include "tessera/plan/program_info.hpp"  // what Program::info returns
