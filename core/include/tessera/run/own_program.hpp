// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tessera/io/cf_writer.hpp"
#include "tessera/run/driver.hpp"
#include "tessera/run/kokkos_run.hpp"
#include "tessera/run/program_run.hpp"
#include "tessera/run/solution_simulation.hpp"

namespace tessera {

/// The numbers that a program's formulas take: those of its config, by key, and the length of a step.
struct OwnNumbers {
  Config config;
  double dt = 0;  ///< s; 0 while the limit of the step is asked for

  [[nodiscard]] double operator[](std::string_view key) const { return config.number(key); }
};

namespace detail {

/// The program of `S` with the rules that the config has for its faces.
template <class S>
auto own_program(Grid<S::rank> const& grid, OwnNumbers const& numbers) {
  BoundaryConfig const boundary = read_boundary(numbers.config, S::rank);
  FaceMaps const maps = read_face_maps(numbers.config, boundary, read_grid(numbers.config));
  return with_faces<typename S::field>(S::program(grid, numbers), boundary, maps);
}

/// Puts the length of a step into the operators of a solution.
template <class S>
struct OwnStep {
  Grid<S::rank> grid;
  OwnNumbers numbers;

  template <class SolutionType>
  void operator()(SolutionType& solution, double dt) {
    numbers.dt = dt;
    use_operators(solution, own_program<S>(grid, numbers));
  }
};

/// A program of one's own as the run loop sees it.
template <class S, class SolutionType>
class OwnSimulation final : public SolutionSimulation<SolutionType, typename S::field, OwnStep<S>> {
  using Base = SolutionSimulation<SolutionType, typename S::field, OwnStep<S>>;

 public:
  OwnSimulation(std::unique_ptr<SolutionType> solution, Mesh const& mesh, OwnStep<S> const& step)
      : Base(std::move(solution), mesh, S::label(), step.numbers.dt, step),
        m_netcdf(S::rank == 2 && step.numbers.config.boolean("output.netcdf")) {}

  void restore(State const& state) override {
    Base::restore(state);
    m_restart = this->time();
  }
  void write_more(std::filesystem::path const& folder) override {
    if (!m_netcdf) return;
    std::vector<HostField> const fields = this->fields();
    if (!m_writer) {
      CfDescription const about{S::about, std::string("tessera ") + S::name};
      CfVariable const variable{fields[0].name, fields[0].unit, fields[0].long_name, ""};
      m_writer = std::make_unique<CfWriter>(folder / (std::string(S::name) + ".nc"), this->mesh(), about,
                                            std::vector{variable}, m_restart);
    }
    m_writer->write(this->time(), {fields[0].values});
  }

 private:
  bool m_netcdf;
  std::optional<double> m_restart;
  std::unique_ptr<CfWriter> m_writer;
};

/// The config of a program of one's own, read for a run.
template <class S>
struct OwnRun {
  Mesh mesh;
  Grid<S::rank> grid;
  OwnNumbers numbers;
  double limit;
  Schedule schedule;

  explicit OwnRun(Config const& config)
      : mesh(read_grid(config)),
        grid(make_grid<S::rank>(mesh, read_boundary(config, S::rank))),
        numbers{config},
        limit(S::step_limit(grid, numbers)),
        schedule(read_schedule(config)) {
    numbers.dt = choose_dt(config, read_time(config), limit);
    if (read_run(config).precision != precision()) {
      config.refuse("run.precision", std::string("this program computes in ") +
                                         (precision() == Precision::float64 ? "double" : "float"));
    }
  }

  static Precision precision() {
    return sizeof(typename S::field::value_type) == 4 ? Precision::float32 : Precision::float64;
  }
  [[nodiscard]] RunPlan plan() const {
    RunPlan plan;
    plan.mesh = mesh;
    plan.precision = precision();
    plan.dt = numbers.dt;
    plan.dt_limit = limit;
    plan.error_unit = S::label().unit;
    RunConfig const run = read_run(numbers.config);
    with_backend(run.backend, [&](auto const& exec) {
      describe_machine(plan, exec, run.roof);
      describe_program(plan, exec, own_program<S>(grid, numbers), schedule);
    });
    return plan;
  }
  [[nodiscard]] std::unique_ptr<Simulation> make() const {
    return with_backend(read_run(numbers.config).backend, [&]<class Exec>(Exec const& exec) {
      using Run = Solution<Exec, decltype(own_program<S>(grid, numbers))>;
      auto solution = std::make_unique<Run>(exec, own_program<S>(grid, numbers), schedule);
      auto const value = [&](At<S::rank> const& at) { return S::start(at, numbers); };
      solution->template set<typename S::field>(sample<typename S::field>(grid, value));
      return std::unique_ptr<Simulation>(
          std::make_unique<OwnSimulation<S, Run>>(std::move(solution), mesh, OwnStep<S>{grid, numbers}));
    });
  }
};

}  // namespace detail

/// A whole program with one field of interest: command line, config with hints for typing errors, time loop, frames,
/// checkpoints and restarts, pictures, progress and summary. `S` has
///
///     static constexpr int rank;                                    axes of the grid
///     static constexpr char const *name, *about;                    the program's name, and one line for --help
///     using field = ...;                                            the quantity that frames, norms and pictures show
///     static FieldLabel label();                                    what files call it, and its unit
///     static void keys(Schema&);                                    [grid], [boundary] and keys of its own
///     static double step_limit(Grid<rank> const&, OwnNumbers const&);    the longest stable step, s
///     static auto program(Grid<rank> const&, OwnNumbers const&);    stages, and rules for other quantities
///     static double start(At<rank> const&, OwnNumbers const&);      the field at time 0
///
/// [time], [run] and [output] are added. A 2D program has `output.netcdf`: one CF-NetCDF file NAME.nc of all frames.
/// Returns the exit code; all errors become one line on stderr.
template <class S>
int run_own_program(int argc, char const* const* argv) {
  App app;
  app.name = S::name;
  app.about = S::about;
  S::keys(app.schema);
  add_time_keys(app.schema, {1000, std::nullopt, false, 1e-3});
  RunDefaults defaults = run_defaults();
  defaults.precision = detail::OwnRun<S>::precision();
  add_run_keys(app.schema, defaults);
  add_output_keys(app.schema);
  if constexpr (S::rank == 2) {
    app.schema.add(key::boolean("output.netcdf", false, "writes one CF-NetCDF file of all frames, NAME.nc"));
  }
  app.start = [](Config const&, std::vector<std::string> const& kokkos) { return start_kokkos(kokkos); };
  app.plan = [](Config const& config) { return detail::OwnRun<S>(config).plan(); };
  app.make = [](Config const& config, RunPlan const&) { return detail::OwnRun<S>(config).make(); };
  return run_program(app, argc, argv);
}

}  // namespace tessera
