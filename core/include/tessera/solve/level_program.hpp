// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>

#include "tessera/program.hpp"
#include "tessera/solve/axis_transfer.hpp"
#include "tessera/solve/stencil.hpp"

namespace tessera::detail {

/// `program` with the plain rules of quantity `Q` that `faces` lists; with values, or, `homogeneous`, with 0 in their
/// place. Throws InputError for user functions, of which a solver cannot know the homogeneous form.
template <class Q, class ProgramType>
ProgramType with_rules(ProgramType program, FaceSpec const (&faces)[6], bool homogeneous) {
  constexpr int rank = ProgramType::rank;
  for (int f = 0; f < 2 * rank; ++f) {
    FaceSpec const& spec = faces[2 * storage_axis<rank>(f / 2) + f % 2];
    if (program.grid().periodic[static_cast<std::size_t>(f / 2)] || spec.kind == RuleKind::none) continue;
    auto const set = [&](auto const& number) {
      ValueAt const at = spec.kind == RuleKind::node_value ? ValueAt::node : ValueAt::face;
      auto const face = static_cast<Face>(f);
      program = spec.kind == RuleKind::gradient ? program.template boundary<Q>(face, Neumann{number})
                                                : program.template boundary<Q>(face, Dirichlet{number, at});
    };
    bool const custom = spec.kind == RuleKind::custom || spec.kind == RuleKind::coupled;
    if (custom || (spec.function >= 0 && !homogeneous)) {
      throw InputError("the boundary of " + quantity_name<Q>() + " on " + face_name(static_cast<Face>(f)) +
                       " is a user's function: a solver takes Dirichlet and Neumann rules; take steps instead");
    }
    if (!homogeneous && !spec.map.empty()) {
      set(FaceValues{spec.map});
    } else {
      set(homogeneous ? 0.0 : spec.value);
    }
  }
  return program;
}

/// The homogeneous form of rules, for transfers between grids.
inline double mirror_factor(RuleKind kind) {
  if (kind == RuleKind::face_value) return -1;
  return kind == RuleKind::node_value ? 0 : 1;
}

/// The program that relaxes A e = f on one grid, made of a user's program of one stage.
template <int Rank, class StageType>
struct LevelProgram;
template <int Rank, class Op, class U, class... Cs>
struct LevelProgram<Rank, Stage<Op, Reads<U, Cs...>, Writes<U>, Whole>> {
  using T = typename U::value_type;
  using F = RightSide<T>;
  using D = InverseDiagonal<T>;
  static constexpr bool varied = sizeof...(Cs) > 0;
  static_assert(!takes_at<Rank, Op, memory_row<U>, memory_row<Cs>...>,
                "a solver takes operators of points alone, without At: put what depends on the place into a quantity");

  /// Calls `f` with the reaches of the operator's inputs as template arguments.
  template <std::size_t... Is>
  static auto relax_type(std::index_sequence<Is...>)
      -> std::conditional_t<varied, RelaxVaried<Rank, Op, T, read_reach<Op, 0, U>, read_reach<Op, Is + 1, Cs>...>,
                            Relax<Rank, Op, T, read_reach<Op, 0, U>>>;
  using relax = decltype(relax_type(std::index_sequence_for<Cs...>{}));
  using stage =
      std::conditional_t<varied, Stage<relax, Reads<F, D, U, Cs...>, Writes<U>>, Stage<relax, Reads<F, U>, Writes<U>>>;

  template <std::size_t... Is>
  static auto diagonal_type(std::index_sequence<Is...>) -> Diagonal<Rank, Op, T, read_reach<Op, Is + 1, Cs>...>;
  using diagonal = decltype(diagonal_type(std::index_sequence_for<Cs...>{}));

  /// The user's program, homogeneous in U, with the relaxation in place of the step.
  template <class UserProgram>
  static auto make(UserProgram const& user, Equation<T> const& equation) {
    Op const& op = std::get<0>(user.stages()).op;
    StencilFacts const facts = StencilOf<Rank, Stage<Op, Reads<U, Cs...>, Writes<U>, Whole>>::facts(op, equation);
    stage made{};
    made.op.op = op;
    made.op.equation = equation;
    if constexpr (!varied) made.op.inverse_diagonal = static_cast<T>(1 / facts.diagonal);
    auto const bare = with_rules<U>(Program{user.grid(), made}, rules<U>(user), true);
    return with_coefficient_rules<Cs...>(bare, user);
  }

  /// A program that computes the inverse of the diagonal from the coefficients.
  template <class UserProgram>
  static auto make_diagonal(UserProgram const& user, Equation<T> const& equation) requires(varied) {
    Stage<diagonal, Reads<Cs...>, Writes<D>> const made{{std::get<0>(user.stages()).op, equation}};
    return with_coefficient_rules<Cs...>(Program{user.grid(), made}, user);
  }

  /// The rules of a quantity of the user's program.
  template <class Q, class UserProgram>
  static FaceSpec const (&rules(UserProgram const& user))[6] {
    return std::get<IndexOf<Q, typename UserProgram::quantities>::value>(user.boundaries()).faces;
  }
  /// The ends of an axis, x, y or z, as transfers see them.
  template <class UserProgram>
  static AxisEnds ends(UserProgram const& user, int axis) {
    auto const& faces = rules<U>(user);
    int const f = 2 * storage_axis<Rank>(axis);
    return {user.grid().periodic[static_cast<std::size_t>(axis)], mirror_factor(faces[f].kind),
            mirror_factor(faces[f + 1].kind)};
  }
  template <class UserProgram>
  static std::array<AxisEnds, 3> all_ends(UserProgram const& user) {
    std::array<AxisEnds, 3> all{};
    for (int axis = 0; axis < Rank; ++axis) all[static_cast<std::size_t>(axis)] = ends(user, axis);
    return all;
  }

 private:
  template <class... Rest, class Made, class UserProgram>
  static Made with_coefficient_rules(Made made, UserProgram const& user) {
    ((made = with_rules<Rest>(made, rules<Rest>(user), false)), ...);
    return made;
  }
};

}  // namespace tessera::detail
