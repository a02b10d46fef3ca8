// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include <KokkosBlas1_mult.hpp>
#include <KokkosKernels_Handle.hpp>
#include <KokkosSparse_CrsMatrix.hpp>
#include <KokkosSparse_LUPrec.hpp>
#include <KokkosSparse_gmres.hpp>
#include <KokkosSparse_spiluk.hpp>

#include "tessera/solve/compressed_rows.hpp"
#include "tessera/solve/linear_map.hpp"

// The matrices and solvers of Kokkos Kernels (link to Tessera::kernels): for small or odd systems, and to check solvers
// that need no matrix. No other file knows Kokkos Kernels.

namespace tessera {

/// A sparse matrix of Kokkos Kernels in the memory of `Exec`.
template <class T, class Exec>
using CsrMatrix = KokkosSparse::CrsMatrix<T, int, Kokkos::Device<Exec, typename Exec::memory_space>, void, int>;

/// What GMRES is preconditioned by.
enum class MatrixPreconditioner {
  none,
  jacobi,  ///< the inverse of the diagonal
  ilu      ///< incomplete factors without fill-in
};

/// The numbers of GMRES.
struct GmresOptions {
  MatrixPreconditioner preconditioner = MatrixPreconditioner::ilu;
  double tolerance = 1e-10;  ///< of the residual's norm, relative to the right-hand side's
  int restart = 50;          ///< iterations whose vectors are kept
  int most_restarts = 50;
};

/// What GMRES did.
struct GmresReport {
  bool converged = false;
  int iterations = 0;
  double residual = 0;  ///< its norm, relative to the right-hand side's
};

namespace detail {

/// A View in the memory of `Exec` with the values of a vector.
template <class To, class Exec, class From>
Kokkos::View<To*, Kokkos::Device<Exec, typename Exec::memory_space>> to_view(std::vector<From> const& values) {
  Kokkos::View<To*, Kokkos::Device<Exec, typename Exec::memory_space>> view("tessera::solve::values", values.size());
  auto const host = Kokkos::create_mirror_view(view);
  for (std::size_t i = 0; i < values.size(); ++i) host(i) = static_cast<To>(values[i]);
  Kokkos::deep_copy(view, host);
  return view;
}

/// Preconditions with the inverse of a matrix's diagonal.
template <class Matrix>
class JacobiPreconditioner : public KokkosSparse::Experimental::Preconditioner<Matrix> {
 public:
  using T = typename Matrix::non_const_value_type;
  using Device = typename Matrix::device_type;

  explicit JacobiPreconditioner(Kokkos::View<T*, Device> const& inverse_diagonal) : m_inverse(inverse_diagonal) {}

  /// y = beta y + alpha D^-1 x.
  void apply(Kokkos::View<T const*, Device> const& x, Kokkos::View<T*, Device> const& y, char const*, T alpha,
             T beta) const override {
    KokkosBlas::mult(beta, y, alpha, m_inverse, x);
  }
  void setParameters() override {}
  void initialize() override {}
  [[nodiscard]] bool isInitialized() const override { return true; }
  void compute() override {}
  [[nodiscard]] bool isComputed() const override { return true; }

 private:
  Kokkos::View<T*, Device> m_inverse;
};

/// A matrix of Kokkos Kernels with what its solvers need.
template <class T, class Exec>
class KernelsSystem {
 public:
  using Matrix = CsrMatrix<T, Exec>;
  using Memory = typename Exec::memory_space;
  using Handle = KokkosKernels::Experimental::KokkosKernelsHandle<int, int, T, Exec, Memory, Memory>;
  using Vector = Kokkos::View<T*, Kokkos::Device<Exec, Memory>>;
  using Preconditioner = KokkosSparse::Experimental::Preconditioner<Matrix>;

  explicit KernelsSystem(CompressedRows const& rows)
      : m_rows(rows),
        m_matrix("tessera::matrix", static_cast<int>(rows.rows()), static_cast<int>(rows.rows()),
                 static_cast<int>(rows.columns.size()), to_view<T, Exec>(rows.values),
                 to_view<int, Exec>(rows.row_begin), to_view<int, Exec>(rows.columns)) {}

  [[nodiscard]] Matrix const& matrix() const { return m_matrix; }

  /// Solves A x = b, from the x given.
  GmresReport gmres(Vector const& b, Vector const& x, GmresOptions const& options) {
    Handle handle;
    handle.create_gmres_handle(options.restart, options.tolerance, options.most_restarts);
    auto const preconditioner = make_preconditioner(options.preconditioner);
    KokkosSparse::Experimental::gmres(&handle, m_matrix, b, x, preconditioner.get());
    auto const* const done = handle.get_gmres_handle();
    using Flag = typename std::remove_cvref_t<decltype(*done)>::Flag;
    GmresReport const report{done->get_conv_flag_val() == Flag::Conv, done->get_num_iters(),
                             static_cast<double>(done->get_end_rel_res())};
    handle.destroy_gmres_handle();
    return report;
  }

 private:
  [[nodiscard]] std::unique_ptr<Preconditioner> make_preconditioner(MatrixPreconditioner kind) const {
    if (kind == MatrixPreconditioner::none) return nullptr;
    if (kind == MatrixPreconditioner::ilu) return make_factors();
    return std::make_unique<JacobiPreconditioner<Matrix>>(inverse_diagonal());
  }
  [[nodiscard]] Vector inverse_diagonal() const {
    std::vector<double> inverse(m_rows.rows(), 1);
    for (std::size_t row = 0; row < m_rows.rows(); ++row) {
      for (auto e = static_cast<std::size_t>(m_rows.row_begin[row]);
           e < static_cast<std::size_t>(m_rows.row_begin[row + 1]); ++e) {
        if (static_cast<std::size_t>(m_rows.columns[e]) == row) inverse[row] = 1 / m_rows.values[e];
      }
    }
    return to_view<T, Exec>(inverse);
  }
  /// Incomplete factors whose entries are those of the matrix.
  [[nodiscard]] std::unique_ptr<Preconditioner> make_factors() const {
    int const n = m_matrix.numRows();
    auto const count = static_cast<int>(m_rows.columns.size()) + n;
    Handle handle;
    handle.create_spiluk_handle(KokkosSparse::Experimental::SPILUKAlgorithm::SEQLVLSCHD_TP1, n, count, count);
    using Indices = Kokkos::View<int*, Kokkos::Device<Exec, Memory>>;
    Indices const l_rows("l_rows", n + 1), u_rows("u_rows", n + 1);
    Indices l_columns("l_columns", count), u_columns("u_columns", count);
    auto const& rows = m_matrix.graph.row_map;
    auto const& columns = m_matrix.graph.entries;
    KokkosSparse::Experimental::spiluk_symbolic(&handle, 0, rows, columns, l_rows, l_columns, u_rows, u_columns);
    auto const l_count = static_cast<std::size_t>(handle.get_spiluk_handle()->get_nnzL());
    auto const u_count = static_cast<std::size_t>(handle.get_spiluk_handle()->get_nnzU());
    Kokkos::resize(l_columns, l_count);
    Kokkos::resize(u_columns, u_count);
    Vector const l("l", l_count), u("u", u_count);
    KokkosSparse::Experimental::spiluk_numeric(&handle, 0, rows, columns, m_matrix.values, l_rows, l_columns, l, u_rows,
                                               u_columns, u);
    handle.destroy_spiluk_handle();
    Matrix const lower("l", n, n, static_cast<int>(l_count), l, l_rows, l_columns);
    Matrix const upper("u", n, n, static_cast<int>(u_count), u, u_rows, u_columns);
    return std::make_unique<KokkosSparse::Experimental::LUPrec<Matrix, Handle>>(lower, upper);
  }

  CompressedRows m_rows;
  Matrix m_matrix;
};

}  // namespace detail

/// The matrix of a linear map, boundary rows included; cells in (z, y, x) order.
template <class Exec, class ProgramType>
CsrMatrix<typename LinearMap<Exec, ProgramType>::T, Exec> csr_matrix(LinearMap<Exec, ProgramType>& map) {
  using T = typename LinearMap<Exec, ProgramType>::T;
  return detail::KernelsSystem<T, Exec>(compressed_rows(map)).matrix();
}

/// Takes a Solution to the steady state of its program by GMRES of Kokkos Kernels, from its state. For all linear
/// programs of one stage. Throws InputError as LinearMap and RowProbes do.
template <class Exec, class ProgramType>
GmresReport gmres(Solution<Exec, ProgramType>& run, GmresOptions const& options = {}) {
  using Map = LinearMap<Exec, ProgramType>;
  using T = typename Map::T;
  Map map{run};
  detail::KernelsSystem<T, Exec> system(compressed_rows(map));
  auto const b = detail::to_view<T, Exec>(map.right_side(run).to_host());
  auto const x = detail::to_view<T, Exec>(run.template get<typename Map::U>());
  GmresReport const report = system.gmres(b, x, options);
  std::vector<T> values(x.extent(0));
  Kokkos::deep_copy(Kokkos::View<T*, Kokkos::HostSpace>(values.data(), values.size()), x);
  run.template set<typename Map::U>(values);
  return report;
}

}  // namespace tessera
