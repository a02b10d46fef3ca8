// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstdint>
#include <tuple>

#include "tessera/program.hpp"
#include "tessera/reduce/stage_reductions.hpp"

namespace tessera::detail {

/// Ghosts of coupled boundaries are written axis by axis, x, y, z, so that corners find the others in memory. Along an
/// axis they are written in rounds: round 0 writes values prescribed on faces, a later round the ghosts whose mirrors
/// are in the grid or in earlier rounds.
template <class TargetType>
KOKKOS_FUNCTION int ghost_round(TargetType const& target, int axis, int g) {
  auto const& faces = target.faces;
  int const depth = faces.depth(axis, g), mirrored = target.n[axis] - faces.on(axis);
  return depth == 0 ? 0 : faces.periodic[axis] ? 1 : 1 + (depth - 1) / mirrored;
}
template <class TargetType>
int ghost_rounds(TargetType const& target, int axis) {
  int const depth = std::max(target.lo[axis], target.hi[axis]);
  return depth == 0 ? 1 : 1 + ghost_round(target, axis, -depth);
}

/// Writes the ghosts of one round beyond the faces of an axis that have rules of one quantity alone.
template <class TargetType>
struct FillSide {
  TargetType target;
  int axis, round;

  KOKKOS_FUNCTION void operator()(std::int64_t p) const {
    int g[3];
    target.slab_ghost(axis, p, g);
    auto const& faces = target.faces;
    bool const own = faces.periodic[axis] || faces.kind[faces.face(axis, g[axis])] != RuleKind::coupled;
    if (!own || ghost_round(target, axis, g[axis]) != round) return;
    int from[3] = {g[0], g[1], g[2]};
    if (round > 0) from[axis] = faces.mirror(axis, g[axis]);
    for (int c = 0; c < TargetType::components; ++c) {
      auto const inner = target.at(from[0], from[1], from[2], c);
      target.at(g[0], g[1], g[2], c) = faces.periodic[axis] ? inner : target.ghost(axis, g, inner);
    }
  }
};

/// Writes the ghosts of one round that a coupled boundary makes beyond the faces of an axis. All its quantities have
/// the same ghost layers and location.
template <int Rank, class Op, class Sources, class Targets>
struct CompleteCoupled;
template <int Rank, class Op, class... Ss, class... Ts>
struct CompleteCoupled<Rank, Op, Pack<Ss...>, Pack<Ts...>> {
  Op op;
  Pack<Ss...> sources;
  Pack<Ts...> targets;
  bool makes[sizeof...(Ts)][2];  ///< for each target, beyond the low and the high face
  Frame frame;
  double time;
  int axis, round;

  KOKKOS_FUNCTION void operator()(std::int64_t p) const {
    auto const& shape = targets.template get<0>();
    int g[3];
    shape.slab_ghost(axis, p, g);
    int const side = g[axis] < 0 ? 0 : 1;
    bool any = false;
    for (auto const& made : makes) any = any || made[side];
    if (!any || ghost_round(shape, axis, g[axis]) != round) return;
    Beyond<Rank> const beyond{frame.template place<Rank>(g[0], g[1], g[2], time), Rank == 2 && axis == 2 ? 1 : axis,
                              side == 0 ? -1 : 1, shape.faces.depth(axis, g[axis])};
    put(evaluate(beyond, g, std::index_sequence_for<Ss...>{}), g, side, std::index_sequence_for<Ts...>{});
  }

 private:
  template <std::size_t... Is>
  KOKKOS_FORCEINLINE_FUNCTION auto evaluate(Beyond<Rank> const& beyond, int const (&g)[3],
                                            std::index_sequence<Is...>) const {
    return op(Beside<Ss>(sources.template get<Is>(), axis, g)..., beyond);
  }
  template <class Result, std::size_t... Is>
  KOKKOS_FORCEINLINE_FUNCTION void put(Result const& result, int const (&g)[3], int side,
                                       std::index_sequence<Is...>) const {
    (put_one<Is>(result, g, side), ...);
  }
  template <std::size_t I, class Result>
  KOKKOS_FORCEINLINE_FUNCTION void put_one(Result const& result, int const (&g)[3], int side) const {
    if (!makes[I][side]) return;
    auto const& target = targets.template get<I>();
    using Target = std::remove_cvref_t<decltype(target)>;
    for (int c = 0; c < Target::components; ++c) {
      if constexpr (sizeof...(Ts) == 1) {
        target.at(g[0], g[1], g[2], c) = static_cast<typename Target::value_type>(component_of(result, c));
      } else {
        auto const& values = result.template get<I>();
        target.at(g[0], g[1], g[2], c) = static_cast<typename Target::value_type>(component_of(values, c));
      }
    }
  }
};

/// Whether a boundary of a program is a coupled one that may write `Q`.
template <class Spec, class Q>
inline constexpr bool makes_ghosts_of = false;
template <class Op, class... Rs, class... Ws, class Q>
inline constexpr bool makes_ghosts_of<SharedSpec<CoupledBoundary<Op, Reads<Rs...>, Writes<Ws...>>>, Q> =
    (std::is_same_v<Ws, Q> || ...);

/// Completes the ghosts of quantities with coupled boundaries.
template <class ProgramType, class Storages>
class CoupledCompletion;
template <int Rank, class... Stages, class... Boundaries, class Storages>
class CoupledCompletion<Program<Rank, Types<Stages...>, Types<Boundaries...>>, Storages> {
 public:
  using program_type = Program<Rank, Types<Stages...>, Types<Boundaries...>>;
  using quantities = typename program_type::quantities;
  /// Whether the program has a coupled boundary.
  static constexpr bool any = (is_shared<Boundaries> || ...);
  /// The quantities to complete.
  using Wanted = std::array<bool, quantities::size>;

  CoupledCompletion(program_type const& program, Storages const& storages) : m_program(program), m_storages(storages) {}

  /// Enqueues the kernels for the versions of `wanted` quantities that were current `age` writes ago. Sources with
  /// fewer versions give their oldest.
  template <class Exec>
  void complete(Exec const& exec, Wanted const& wanted, int age) const {
    for (int axis = 0; axis < 3; ++axis) {
      int rounds = 0;
      for_each_index<quantities::size>([&](auto q) {
        if (wanted[q.value] && at<q.value>().shared())
          rounds = std::max(rounds, ghost_rounds(target<q.value>(age), axis));
      });
      for (int round = 0; round < rounds; ++round) {
        for_each_index<quantities::size>([&](auto q) { fill_side<q.value>(exec, wanted, age, axis, round); });
        for_each_index<sizeof...(Boundaries) - quantities::size>([&](auto s) {
          complete_one(exec, std::get<quantities::size + s.value>(m_program.boundaries()), wanted, age, axis, round);
        });
      }
    }
  }

 private:
  template <std::size_t Q>
  auto const& at() const {
    return std::get<Q>(m_storages);
  }
  template <class Q>
  static constexpr std::size_t index = IndexOf<Q, quantities>::value;
  template <std::size_t Q>
  auto target(int age) const {
    int const version = std::min(age, at<Q>().versions() - 1);
    return at<Q>().target(at<Q>().version(version), at<Q>().time(version));
  }

  template <std::size_t Q, class Exec>
  void fill_side(Exec const& exec, Wanted const& wanted, int age, int axis, int round) const {
    if constexpr ((makes_ghosts_of<Boundaries, typename TypeAt<quantities, Q>::type> || ...)) {
      if (!wanted[Q] || !at<Q>().shared() || age >= at<Q>().versions()) return;
      FillSide<decltype(target<Q>(age))> const fill{target<Q>(age), axis, round};
      auto const& kind = fill.target.faces.kind;
      bool const own = fill.target.faces.periodic[axis] || kind[2 * axis] != RuleKind::coupled ||
                       kind[2 * axis + 1] != RuleKind::coupled;
      std::ptrdiff_t const items = own ? fill.target.slab(axis) : 0;
      if (items > 0) launch_items("tessera::fill_side", exec, items, fill);
    }
  }
  template <class Exec, class Op, class... Rs, class... Ws>
  void complete_one(Exec const& exec, SharedSpec<CoupledBoundary<Op, Reads<Rs...>, Writes<Ws...>>> const& spec,
                    Wanted const& wanted, int age, int axis, int round) const {
    auto const sources = pack(target<index<Rs>>(age)...);
    auto const targets = pack(target<index<Ws>>(age)...);
    CompleteCoupled<Rank, Op, std::remove_const_t<decltype(sources)>, std::remove_const_t<decltype(targets)>> complete{
        spec.boundary.op, sources, targets, {}, {}, 0, axis, round};
    std::size_t w = 0;
    bool any_made = false;
    auto const note = [&]<class Q>(Types<Q>) {
      FaceSpec const* const faces = std::get<index<Q>>(m_program.boundaries()).faces;
      bool const now = wanted[index<Q>] && age < at<index<Q>>().versions();
      for (int side = 0; side < 2; ++side) {
        FaceSpec const& face = faces[2 * axis + side];
        bool const made = now && face.kind == RuleKind::coupled && face.function == spec.number;
        complete.makes[w][side] = made;
        any_made = any_made || made;
      }
      if (now) complete.time = at<index<Q>>().time(age);
      ++w;
    };
    (note(Types<Ws>{}), ...);
    std::ptrdiff_t const items = complete.targets.template get<0>().slab(axis);
    if (!any_made || items == 0) return;
    using First = std::tuple_element_t<0, std::tuple<Ws...>>;
    complete.frame = frame_of(located<typename First::location, Rank>(stored(m_program.grid())));
    launch_items(type_name<Op>() + "/coupled", exec, items, complete);
  }
  program_type const& m_program;
  Storages const& m_storages;
};

}  // namespace tessera::detail
