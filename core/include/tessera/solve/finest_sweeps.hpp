// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <vector>

#include "tessera/solution.hpp"
#include "tessera/solve/cells.hpp"
#include "tessera/solve/level_program.hpp"

namespace tessera::detail {

/// One sweep of damped Jacobi on the state itself: u + weight (S(u) - u), with S the user's step, its boundaries and
/// sources. Reads the state alone, so several sweeps fit a launch as steps do.
template <int Rank, class Op, class T, Reach R>
struct Accelerate {
  Op op;
  SweepWeights<T> weights;

  using reach = Reaches<R>;
  template <class U>
  KOKKOS_FORCEINLINE_FUNCTION T operator()(U const& u, At<Rank> const& at) const {
    return u() + weights.at(at.t) * (op(u) - u());
  }
};

/// The program of such sweeps, for a user's program whose one stage reads nothing but the state.
template <int Rank, class StageType>
struct SweepProgram {
  static constexpr bool exists = false;
};
template <int Rank, class Op, class U>
struct SweepProgram<Rank, Stage<Op, Reads<U>, Writes<U>, Whole>> {
  static constexpr bool exists = true;
  using T = typename U::value_type;
  using Made = LevelProgram<Rank, Stage<Op, Reads<U>, Writes<U>, Whole>>;
  using stage = Stage<Accelerate<Rank, Op, T, read_reach<Op, 0, U>>, Reads<U>, Writes<U>>;

  /// Whether all boundaries of the unknown are those that a sweep takes: numbers and maps, no functions.
  template <class UserProgram>
  static bool takes(UserProgram const& user) {
    auto const& faces = Made::template rules<U>(user);
    return std::none_of(std::begin(faces), std::end(faces), [](FaceSpec const& face) {
      return face.kind == RuleKind::custom || face.kind == RuleKind::coupled || face.function >= 0;
    });
  }
  template <class UserProgram>
  static auto make(UserProgram const& user) {
    stage made{};
    made.op.op = std::get<0>(user.stages()).op;
    return with_rules<U>(Program{user.grid(), made}, Made::template rules<U>(user), false);
  }
};

/// Sweeps of a user's program, in a Solution of their own.
template <class Exec, class UserProgram>
class FinestSweeps {
 public:
  using Source = SweepProgram<UserProgram::rank, typename OnlyStage<typename UserProgram::stage_types>::type>;
  using U = typename StepStage<typename OnlyStage<typename UserProgram::stage_types>::type>::unknown;
  using T = typename U::value_type;

  /// `diagonal`: of A = I - M.
  FinestSweeps(Exec const& exec, UserProgram const& user, double diagonal)
      : m_diagonal(diagonal), m_run(exec, Source::make(user)) {
    m_run.time_step(1.0);  // SweepWeights counts sweeps
  }

  [[nodiscard]] Field<T, Exec> const& u() const { return m_run.template field<U>(); }

  /// u + weight D^-1 (f - A u), with one weight after the other. Call it after u was written.
  void relax(std::vector<double> const& weights) { take_sweeps(m_run, weights, 1 / m_diagonal); }

  /// u becomes the newest state of `run`; what that was is lost.
  void hand_over(Solution<Exec, UserProgram>& run) {
    if (run.template exchange_newest<U>(m_run)) return;
    copy_cells(run.exec(), run.template field<U>(), u());
    run.touch();
  }

 private:
  double m_diagonal;
  Solution<Exec, decltype(Source::make(std::declval<UserProgram const&>()))> m_run;
};

}  // namespace tessera::detail
