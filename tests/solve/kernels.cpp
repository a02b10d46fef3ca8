// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <KokkosSparse_spmv.hpp>
#include <catch2/catch_test_macros.hpp>

#include "solve/layers.hpp"
#include "tessera/solve/kernels.hpp"

using namespace layers;
using test::distance;

TEST_CASE("The exported matrix is the one made by hand, boundary rows included", "[kernels]") {
  Problem const problem{11, 8, 50};  // 8 periodic rows: the last two have colours of their own
  Solution run{Exec{}, problem.program(problem.grid())};
  problem.set(run);
  LinearMap map{run};
  auto const [a, b] = problem.system();
  CompressedRows const rows = compressed_rows(map);
  REQUIRE(rows.rows() == a.n);
  test::Dense found(a.n);
  for (std::size_t row = 0; row < a.n; ++row) {
    for (auto e = static_cast<std::size_t>(rows.row_begin[row]); e < static_cast<std::size_t>(rows.row_begin[row + 1]);
         ++e) {
      found.at(row, static_cast<std::size_t>(rows.columns[e])) = rows.values[e];
    }
  }
  CHECK(distance(found.a, a.a) < 1e-15);
}

TEST_CASE("Kokkos Kernels' product with the exported matrix is that without a matrix", "[kernels]") {
  Problem const problem{31, 20, 50};
  Solution run{Exec{}, problem.program(problem.grid())};
  problem.set(run);
  LinearMap map{run};
  auto const matrix = csr_matrix(map);
  auto const x = map.vector("x");
  auto const values = problem.noise(5);
  x.from_host(values);
  map.apply(x, x);
  auto const in = detail::to_view<double, Exec>(values), out = detail::to_view<double, Exec>(values);
  KokkosSparse::spmv("N", 1.0, matrix, in, 0.0, out);
  std::vector<double> product(values.size());
  Kokkos::deep_copy(Kokkos::View<double*, Kokkos::HostSpace>(product.data(), product.size()), out);
  CHECK(distance(product, x.to_host()) < 1e-14);
}

TEST_CASE("GMRES of Kokkos Kernels finds the solution of a direct solver", "[kernels]") {
  Problem const problem{17, 12, 20};
  auto const [a, b] = problem.system();
  auto const exact = a.solve(b);
  Solution run{Exec{}, problem.program(problem.grid())};
  using P = MatrixPreconditioner;
  int none = 0;
  for (P const preconditioner : {P::none, P::jacobi, P::ilu}) {
    problem.set(run);
    GmresReport const report = gmres(run, {.preconditioner = preconditioner});
    CAPTURE(static_cast<int>(preconditioner), report.iterations, report.residual);
    CHECK(report.converged);
    CHECK(distance(run.get<warmth>(), exact) < 1e-6);
    if (preconditioner == P::none) none = report.iterations;
    if (preconditioner != P::none) CHECK(report.iterations < none);
  }
}
