// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <type_traits>

#include "tessera/solve/defect_correction.hpp"

namespace tessera {

/// How an implicit step approximates u_t = F(u). All are stable for every step.
enum class ImplicitMethod {
  backward_euler,  ///< first order; damps rough parts at once
  crank_nicolson,  ///< second order; rough parts oscillate
  sdirk2  ///< second order, two stages; damps rough parts. Source: R. Alexander, SIAM J. Numer. Anal. 14 (1977)
};

/// Takes steps of a program of one linear stage that are `ratio` times as long as the explicit step that it describes:
/// F(u) = (S(u) - u) / dt is the rate of the explicit step u' = S(u), and the step solves u = b + c F(u) by multigrid.
///
///     Solution run{exec, heat_on(grid)};                      // explicit steps of dt
///     ImplicitSteps steps{run, heat_on, 50.0};                // steps of 50 dt
///     steps.advance(10);
///
/// Boundaries and sources are those of the program.
template <class Exec, class ProgramType>
class ImplicitSteps {
 public:
  /// `program_on` as in SteadySolver. Each system is solved until a cycle changes no cell by more than `tolerance`
  /// times the largest size of the values. Throws InputError for a ratio that is not positive, and as Multigrid does.
  template <class ProgramOn>
  ImplicitSteps(Solution<Exec, ProgramType>& run, ProgramOn const& program_on, double ratio,
                ImplicitMethod method = ImplicitMethod::sdirk2, double tolerance = default_tolerance())
      : m_run(&run),
        m_ratio(checked(ratio)),
        m_method(method),
        m_tolerance(tolerance),
        m_correction(run, program_on, {static_cast<T>(weight() * ratio), T(1)}, {}),
        m_base(run.exec(), "tessera::solve::base", run.template field<U>().layout()) {}

  static constexpr double default_tolerance() { return std::is_same_v<T, float> ? 1e-5 : 1e-10; }

  /// Takes `steps` implicit steps. Throws NumericsError where a system is not solved within 50 cycles.
  void advance(long steps) {
    for (long s = 0; s < steps; ++s) step();
  }
  /// Cycles of multigrid so far.
  [[nodiscard]] long cycles() const { return m_cycles; }

 private:
  using U = typename detail::DefectCorrection<Exec, ProgramType, ProgramType>::U;
  using T = typename U::value_type;

  static double checked(double ratio) {
    if (ratio > 0 && std::isfinite(ratio)) return ratio;
    throw InputError("an implicit step is " + std::to_string(ratio) +
                     " times as long as the explicit one; a positive number is needed");
  }
  /// The part of a step that each system is implicit in.
  [[nodiscard]] double weight() const {
    if (m_method == ImplicitMethod::backward_euler) return 1;
    return m_method == ImplicitMethod::crank_nicolson ? 0.5 : 1 - std::sqrt(0.5);
  }

  void step() {
    double const begin = m_run->time(), dt = m_ratio * m_run->time_step();
    long const count = m_run->step();
    if (m_method == ImplicitMethod::crank_nicolson) {
      m_run->advance(1);  // base = u + (ratio / 2) (S(u) - u)
      set_base(m_run->template field<U>(1), m_run->template field<U>(0), m_ratio / 2);
    } else {
      set_base(m_run->template field<U>(), m_run->template field<U>(), 0);
    }
    solve();
    if (m_method == ImplicitMethod::sdirk2) {  // base = u0 + (1 - w) / w (u1 - u0)
      set_base(m_base, m_run->template field<U>(), (1 - weight()) / weight());
      solve();
    }
    m_run->set_clock(count + 1, begin + dt);
  }

  /// base = a + factor (b - a).
  template <class FieldType>
  void set_base(FieldType const& a, FieldType const& b, double factor) {
    detail::for_each_cell(m_run->exec(), "tessera::solve::base", m_base.layout(),
                          detail::Blend<T>{m_base.data(), a.data(), b.data(), m_base.layout(), static_cast<T>(factor)});
  }

  void solve() {
    for (int cycle = 0; cycle < 50; ++cycle) {
      m_correction.cycle(m_base.data());
      ++m_cycles;
      m_norms.begin(m_run->exec(), m_run->template field<U>(0), m_run->template field<U>(1));
      Norms const norms = m_norms.end();
      if (norms.change <= m_tolerance * std::max(std::abs(norms.minimum), std::abs(norms.maximum))) return;
    }
    char tolerance[32];
    std::snprintf(tolerance, sizeof tolerance, "%g", m_tolerance);
    throw NumericsError(std::string("an implicit step was not solved to ") + tolerance +
                        " of the largest value within 50 cycles: take shorter steps, or a larger tolerance, which the "
                        "precision can reach");
  }

  Solution<Exec, ProgramType>* m_run;
  double m_ratio;
  ImplicitMethod m_method;
  double m_tolerance;
  detail::DefectCorrection<Exec, ProgramType, ProgramType> m_correction;
  Field<T, Exec> m_base;
  NormTask<Exec> m_norms;
  long m_cycles = 0;
};

template <class Exec, class ProgramType, class ProgramOn, class... More>
ImplicitSteps(Solution<Exec, ProgramType>&, ProgramOn const&, double, More const&...)
    -> ImplicitSteps<Exec, ProgramType>;

}  // namespace tessera
