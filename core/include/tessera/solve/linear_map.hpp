// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "tessera/reduce.hpp"
#include "tessera/solution.hpp"
#include "tessera/solve/level_program.hpp"
#include "tessera/solve/map_cells.hpp"
#include "tessera/solve/smoothing.hpp"
#include "tessera/storage/noise.hpp"

namespace tessera {

/// The matrix A of a program of one linear stage, without its entries. The step is u' = M u + g; a solver takes
/// A = kappa (I - M) + shift I (detail::Equation): I - M for the steady state. Boundaries are homogeneous: what they
/// hold is part of g, and so of the right-hand side.
///
///     LinearMap map{run};              // run: a Solution whose coefficients are set
///     auto x = map.vector("x"), y = map.vector("y");
///     map.apply(x, y);                 // y = A x
///
/// All that solvers do with a matrix is made of sweeps u + weight D^-1 (f - A u), which run by the strategies that
/// serve any program, several in one launch where that pays.
template <class Exec, class UserProgram>
class LinearMap {
 public:
  static constexpr int rank = UserProgram::rank;
  using stage_type = typename detail::OnlyStage<typename UserProgram::stage_types>::type;
  using Parts = detail::StepStage<stage_type>;
  using Made = detail::LevelProgram<rank, stage_type>;
  using Stencil = detail::StencilOf<rank, stage_type>;
  using U = typename Parts::unknown;
  using T = typename U::value_type;
  using Vector = Field<T, Exec>;
  static constexpr bool varied = Made::varied;  ///< whether the operator has coefficients

  /// The coefficients are 0 until they are set, before `set_up`. Throws InputError for an operator that is not linear,
  /// and for boundaries of user functions.
  LinearMap(Exec const& exec, UserProgram const& program, detail::Equation<T> const& equation = {})
      : m_exec(exec),
        m_user(program),
        m_equation(equation),
        m_facts(checked_facts(program, equation)),
        m_run(exec, Made::make(program, equation), schedule()) {
    m_run.time_step(1.0);  // SweepWeights counts sweeps
  }
  /// With the coefficients of a Solution. Throws InputError for one that several ranks share.
  explicit LinearMap(Solution<Exec, UserProgram> const& run) : LinearMap(run.exec(), run.program()) {
    if (run.cut()) throw InputError("a linear map is of the whole grid: make the Solution without Ranks");
    take_coefficients(run, typename Parts::coefficients{});
    set_up();
  }

  /// The operator and its unknown, for messages.
  static std::string operator_name() {
    return "the operator " + type_name<typename Parts::operator_type>() + " in " + quantity_name<U>();
  }
  /// How its sweeps are launched: as a cost model says, without trials.
  static Schedule schedule() {
    Schedule schedule;
    schedule.trials = false;
    return schedule;
  }

  [[nodiscard]] Exec const& exec() const { return m_exec; }
  [[nodiscard]] UserProgram const& program() const { return m_user; }
  [[nodiscard]] detail::StencilFacts const& facts() const { return m_facts; }
  /// Cells along x, y, z.
  [[nodiscard]] std::array<int, 3> cells() const {
    std::array<int, 3> cells{1, 1, 1};
    for (std::size_t axis = 0; axis < rank; ++axis) cells[axis] = m_user.grid().cells[axis];
    return cells;
  }
  /// What lies beyond the ends of axes x, y and z.
  [[nodiscard]] std::array<AxisEnds, 3> all_ends() const { return Made::all_ends(m_user); }

  /// The operator's reach and the periodic axes, along storage axes.
  static constexpr Hull reach() { return stored_hull<detail::input_reach<typename Parts::operator_type, 0>, rank>; }
  [[nodiscard]] std::array<bool, 3> stored_periodic() const {
    std::array<bool, 3> stored{};
    for (int axis = 0; axis < rank; ++axis) {
      stored[static_cast<std::size_t>(storage_axis<rank>(axis))] =
          m_user.grid().periodic[static_cast<std::size_t>(axis)];
    }
    return stored;
  }

  /// A vector of zeros, one value for each cell.
  [[nodiscard]] Vector vector(std::string const& label) const { return {m_exec, label, u().layout()}; }

  /// y = A x; enqueues its kernels. Both are made by `vector`, and may be the same.
  void apply(Vector const& x, Vector const& y) {
    f().fill(T(0));
    detail::copy_cells(m_exec, u(), x);
    touch();
    relax(1);
    detail::for_each_cell(m_exec, "tessera::solve::apply", y.layout(),
                          detail::PutProduct<T>{product(), y.data(), y.layout()});
  }

  /// b of A u = b, what boundaries and sources add to a step: kappa g. Found by a step of `run`, this map's program,
  /// from u = 0; its state, step and time are then what they were.
  [[nodiscard]] Vector right_side(Solution<Exec, UserProgram>& run) const {
    Vector const b = vector("tessera::solve::b");
    Vector const state(m_exec, "tessera::solve::state", run.template field<U>().layout());
    long const step = run.step();
    double const time = run.time();
    detail::copy_cells(m_exec, state, run.template field<U>());
    run.template set<U>(0.0);
    run.advance(1);
    detail::copy_cells(m_exec, b, run.template field<U>());
    detail::for_each_cell(m_exec, "tessera::solve::scale", b.layout(),
                          detail::Scale<T>{b.data(), b.layout(), m_equation.kappa});
    detail::copy_cells(m_exec, run.template field<U>(), state);
    run.set_clock(step, time);
    return b;
  }

  /// The diagonal of A in (z, y, x) order, as the operator has it in the interior: entries that ghosts mirror are left
  /// out.
  [[nodiscard]] std::vector<double> diagonal() const {
    if constexpr (varied) {
      std::vector<double> values = m_run.template field<detail::InverseDiagonal<T>>().template to_host<double>();
      for (double& value : values) value = 1 / value;
      return values;
    } else {
      return std::vector<double>(u().size(), m_facts.diagonal);
    }
  }

  /// An estimate of the largest eigenvalue of D^-1 A, from below, by `iterations` of the power method. D is `diagonal`.
  double largest_eigenvalue(int iterations = 20) {
    f().fill(T(0));
    fill_noise(m_exec, u(), T(1e-5));
    double largest = 0;
    for (int i = 0; i < iterations; ++i) {
      touch();
      relax(1);  // next = (I - D^-1 A) u
      detail::for_each_cell(m_exec, "tessera::solve::power", u().layout(),
                            detail::PutDifference<T>{u().data(), before().data(), u().layout()});
      largest = norms(m_exec, u()).l2 / norms(m_exec, before()).l2;
      detail::for_each_cell(m_exec, "tessera::solve::power", u().layout(),
                            detail::Scale<T>{u().data(), u().layout(), static_cast<T>(1 / largest)});
    }
    return largest;
  }

  /// The least eigenvalue of D^-1 A, about: exact for second differences with coefficients that do not vary.
  [[nodiscard]] double least_eigenvalue() const {
    return tessera::least_eigenvalue(cells(), all_ends(), m_facts.coupling, m_facts.row_sum, m_facts.diagonal);
  }

  /// The newest u of sweeps, the one before, the right-hand side, and a coefficient. After writing, call `touch`.
  [[nodiscard]] Vector const& u() const { return m_run.template field<U>(); }
  [[nodiscard]] Vector const& before() const { return m_run.template field<U>(1); }
  [[nodiscard]] Vector const& f() const { return m_run.template field<detail::RightSide<T>>(); }
  template <class C>
  [[nodiscard]] auto const& coefficient() const {
    return m_run.template field<C>();
  }
  void touch() { m_run.touch(); }

  /// After the coefficients are set: computes the diagonal.
  void set_up() {
    if constexpr (varied) find_diagonal(typename Parts::coefficients{});
    touch();
  }

  /// u = weight D^-1 f: a sweep from u = 0.
  void first_sweep(double weight) {
    detail::for_each_cell(m_exec, "tessera::solve::first_sweep", u().layout(),
                          detail::FirstSweep<T>{scaled_f(weight), u().data(), u().layout()});
    touch();
  }
  /// u + weight D^-1 (f - A u).
  void relax(double weight) {
    for (T& w : m_run.op().weights.of) w = static_cast<T>(weight);
    m_run.advance(1);
  }
  /// The same with one weight after the other; the first one from u = 0 if `from_zero`.
  void relax(std::vector<double> const& weights, bool from_zero) {
    std::size_t const done = from_zero && !weights.empty() ? 1 : 0;
    if (done > 0) first_sweep(weights.front());
    detail::take_sweeps(m_run, std::span(weights).subspan(done), 1.0);
  }

  /// After `relax(1)`: the cells' values of f - A u and of A u, for u before the sweep; and of weight D^-1 f.
  [[nodiscard]] detail::SweptResidual<T> residual() const {
    return {u().data(),   before().data(), inverse_diagonal(),
            u().layout(), d_layout(),      static_cast<T>(varied ? 1 : m_facts.diagonal)};
  }
  [[nodiscard]] detail::SweptProduct<T> product() const { return {residual(), f().data(), f().layout()}; }
  [[nodiscard]] detail::ScaledRightSide<T> scaled_f(double weight) const {
    return {f().data(), inverse_diagonal(), f().layout(), d_layout(),
            static_cast<T>(varied ? weight : weight / m_facts.diagonal)};
  }

 private:
  static detail::StencilFacts checked_facts(UserProgram const& program, detail::Equation<T> const& equation) {
    auto const& op = std::get<0>(program.stages()).op;
    Stencil::check_linear(op);
    return Stencil::facts(op, equation);
  }

  [[nodiscard]] T const* inverse_diagonal() const {
    if constexpr (varied) {
      return m_run.template field<detail::InverseDiagonal<T>>().data();
    } else {
      return nullptr;
    }
  }
  [[nodiscard]] Layout d_layout() const {
    if constexpr (varied) {
      return m_run.template field<detail::InverseDiagonal<T>>().layout();
    } else {
      return {};
    }
  }

  template <class... Cs>
  void take_coefficients(Solution<Exec, UserProgram> const& run, Types<Cs...>) {
    (detail::copy_cells(m_exec, coefficient<Cs>(), run.template field<Cs>()), ...);
  }
  template <class... Cs>
  void find_diagonal(Types<Cs...>) {
    Schedule single = schedule();
    single.steps_per_launch = 1;
    Solution run(m_exec, Made::make_diagonal(m_user, m_equation), single);
    (detail::copy_cells(m_exec, run.template field<Cs>(), coefficient<Cs>()), ...);
    run.touch();
    run.advance(1);
    using D = detail::InverseDiagonal<T>;
    detail::copy_cells(m_exec, m_run.template field<D>(), run.template field<D>());
  }

  Exec m_exec;
  UserProgram m_user;
  detail::Equation<T> m_equation;
  detail::StencilFacts m_facts;
  Solution<Exec, decltype(Made::make(std::declval<UserProgram const&>(), detail::Equation<T>{}))> m_run;
};

template <class Exec, class UserProgram>
LinearMap(Solution<Exec, UserProgram> const&) -> LinearMap<Exec, UserProgram>;

}  // namespace tessera
