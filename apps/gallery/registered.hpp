// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "registry.hpp"
#include "tessera/run/kokkos_run.hpp"
#include "tessera/run/program_run.hpp"

namespace gallery {

/// Puts a stencil into the registry: `Registered<Jacobi2D> const jacobi2d;` in a file of its own, so that stencils are
/// compiled beside each other. `S` has
///
///     static constexpr int rank;
///     static Description describe();
///     template <class T> using field = ...;                                    the main field, in float or double
///     template <class T> static auto program(Grid<rank> const&, Parameters const&);   with the rules of its own faces
///
/// and may have
///
///     template <class T, class Run> static void start(Run&, Problem const&);   sets fields besides the main one
///     static double step_limit(Grid<rank> const&, Parameters const&);          if it has a time
template <class S>
class Registered final : public Entry {
 public:
  Registered() : Entry(S::describe()) {}

  [[nodiscard]] double step_limit(Setup const& setup) const override {
    if constexpr (requires { &S::step_limit; }) {
      return S::step_limit(tessera::make_grid<S::rank>(setup.mesh, setup.boundary), setup.parameters);
    } else {
      return 0;
    }
  }

  bool plan(Problem const& problem, tessera::RunPlan& plan) const override {
    return with_space(problem, [&]<class T>(auto const& exec, T) {
      auto const program = program_of<T>(problem);
      tessera::describe_program(plan, exec, program, problem.schedule);
      using Program = std::remove_cvref_t<decltype(program)>;
      constexpr std::size_t index = tessera::detail::IndexOf<Field<T>, typename Program::quantities>::value;
      return tessera::make_plan(program.info()).quantities[index].buffers > 1;
    });
  }

  [[nodiscard]] std::unique_ptr<tessera::Simulation> make(Problem const& problem) const override {
    return with_space(problem, [&]<class T>(auto const& exec, T) { return simulation<T>(exec, problem); });
  }

 private:
  template <class T>
  using Field = typename S::template field<T>;

  /// Calls `f(exec, number)` for the backend and the precision of the run.
  template <class F>
  static auto with_space(Problem const& problem, F const& f) {
    return tessera::with_backend(problem.run.backend, [&](auto const& exec) {
      return problem.run.precision == tessera::Precision::float64 ? f(exec, double{}) : f(exec, float{});
    });
  }

  template <class T>
  static auto program_of(Setup const& setup) {
    auto const grid = tessera::make_grid<S::rank>(setup.mesh, setup.boundary);
    return tessera::with_faces<Field<T>>(S::template program<T>(grid, setup.parameters), setup.boundary,
                                         setup.face_maps);
  }

  template <class T, class Exec>
  std::unique_ptr<tessera::Simulation> simulation(Exec const& exec, Problem const& problem) const {
    using Solution = tessera::Solution<Exec, decltype(program_of<T>(problem))>;
    auto solution = std::make_unique<Solution>(exec, program_of<T>(problem), problem.schedule);
    solution->template set<Field<T>>(problem.field);
    if constexpr (requires { S::template start<T>(*solution, problem); }) S::template start<T>(*solution, problem);
    auto const set_step = [setup = static_cast<Setup const&>(problem)](Solution& run, double dt) mutable {
      setup.parameters.dt = dt;
      tessera::use_operators(run, program_of<T>(setup));
    };
    using Run = tessera::SolutionSimulation<Solution, Field<T>, std::remove_const_t<decltype(set_step)>>;
    return std::make_unique<Run>(std::move(solution), problem.mesh, description().field, problem.parameters.dt,
                                 set_step);
  }
};

}  // namespace gallery
