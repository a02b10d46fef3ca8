// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include "matrix_cg.hpp"
#include "tessera/solve/kernels.hpp"
#include "tessera/solve/steady_solver.hpp"
#include "tessera/stencils/heat.hpp"
#include "tessera/tessera.hpp"

// The steady state of heat in a box of n^3 cells, one face at 1 and five at 0, by all solvers and by explicit steps, in
// one run: tessera-bench-solvers [n ...] [names that are measured, or parts of them]. All begin from 0, and go on until
// the largest difference from the solution (by multigrid, to 1e-13) is at most 1e-6. Setting up is not counted.

namespace {

using namespace tessera;
using Exec = Kokkos::DefaultExecutionSpace;
using Step = stencils::Heat<3, double>;
struct warmth : Quantity<double> {};

struct HeatOn {  // the problem on a grid
  double dt;

  auto operator()(Grid<3> const& grid) const {
    return Program{grid, Stage<Step, Reads<warmth>, Writes<warmth>>{Step::make(1.0, grid.spacing, dt)}}
        .boundary<warmth>(Dirichlet{0.0})
        .boundary<warmth>(Face::x_low, Dirichlet{1.0});
  }
};
using Run = Solution<Exec, decltype(HeatOn{}(Grid<3>{}))>;

class Race {
 public:
  Race(int n, std::vector<std::string> only)
      : m_n(n),
        m_only(std::move(only)),
        m_grid{{n, n, n}},
        m_on{0.9 * stencils::heat_step_limit(1.0, m_grid.spacing)},
        m_run(Exec{}, m_on(m_grid)) {
    m_run.set<warmth>(0.0);
    SteadySolver{m_run, m_on}.solve(1e-13);
    m_exact = Field<double, Exec>(m_run.exec(), "exact", m_run.field<warmth>().layout());
    detail::copy_cells(m_run.exec(), m_exact, m_run.field<warmth>());
    std::printf("%d^3 cells, %d threads\n%-28s %10s %12s %14s\n", n, m_run.exec().concurrency(), "", "s", "iterations",
                "1e6 cells/s");
  }

  bool wanted(std::string const& name) const {
    return m_only.empty() || std::any_of(m_only.begin(), m_only.end(),
                                         [&](std::string const& part) { return name.find(part) != std::string::npos; });
  }
  /// `next()` goes on, and returns iterations.
  void time(std::string const& name, std::function<long()> const& next, int most = 100000) {
    m_run.exec().fence();
    double seconds = 0;
    long iterations = 0;
    for (int i = 0; i < most && error() > 1e-6; ++i) {
      auto const begin = std::chrono::steady_clock::now();
      iterations += next();
      m_run.exec().fence();
      seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    }
    bool const there = error() <= 1e-6;
    std::printf("%-28s %10.3f %12ld %14.1f%s\n", name.c_str(), seconds, iterations,
                1e-6 * m_n * m_n * m_n * static_cast<double>(iterations) / seconds, there ? "" : "  not there yet");
    std::fflush(stdout);
  }
  void solver(std::string const& name, SolverOptions const& options) {
    if (!wanted(name)) return;
    m_run.set<warmth>(0.0);
    SteadySolver solver{m_run, m_on, options};
    time(name, [&] {
      long const before = solver.iterations();
      solver.cycle();
      return solver.iterations() - before;
    });
  }
  void steps() {
    if (!wanted("explicit steps")) return;
    m_run.set<warmth>(0.0);
    time("explicit steps", [&] {
      m_run.advance(m_n * m_n / 8);
      return static_cast<long>(m_n) * m_n / 8;
    });
  }
  void matrix() {
    if (!wanted(of_matrix)) return;
    LinearMap map{m_run};
    auto const a = csr_matrix(map);
    auto const b = detail::to_view<double, Exec>(map.right_side(m_run).to_host());
    decltype(b) const x("x", b.extent(0));
    m_run.set<warmth>(0.0);
    time(
        of_matrix,
        [&] {
          int const iterations = bench::matrix_cg(a, b, x, 1e-7, 10000);
          std::vector<double> values(x.extent(0));
          Kokkos::deep_copy(Kokkos::View<double*, Kokkos::HostSpace>(values.data(), values.size()), x);
          m_run.set<warmth>(values);
          return static_cast<long>(iterations);
        },
        1);
  }

 private:
  static constexpr char const* of_matrix = "CG of Kokkos Kernels on CSR";

  double error() {
    NormTask<Exec> task;
    task.begin(m_run.exec(), m_run.field<warmth>(), m_exact);
    return task.end().change;
  }

  int m_n;
  std::vector<std::string> m_only;
  Grid<3> m_grid;
  HeatOn m_on;
  Run m_run;
  Field<double, Exec> m_exact;
};

void race(int n, std::vector<std::string> const& only) {
  Race race(n, only);
  using M = SolverMethod;
  using P = Preconditioner;
  race.solver("multigrid, V(2,2)", {});
  race.solver("cg, V-cycle", {.method = M::cg});
  race.solver("cg, Chebyshev", {.method = M::cg, .preconditioner = P::chebyshev, .reduction = 1e-7});
  race.solver("cg, diagonal", {.method = M::cg, .preconditioner = P::diagonal, .reduction = 1e-7});
  race.solver("bicgstab, V-cycle", {.method = M::bicgstab});
  race.solver("chebyshev", {.method = M::chebyshev});
  race.matrix();
  race.steps();
}

}  // namespace

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  std::vector<int> sizes;
  std::vector<std::string> only;
  for (std::string const& word : std::vector<std::string>(argv + 1, argv + argc)) {
    int const n = std::atoi(word.c_str());
    n > 0 ? sizes.push_back(n) : only.push_back(word);
  }
  if (sizes.empty()) sizes.push_back(std::getenv("TESSERA_BENCH_SMALL") != nullptr ? 12 : 64);
  for (int const n : sizes) race(n, only);
}
