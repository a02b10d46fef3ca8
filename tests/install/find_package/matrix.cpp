// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the package brings of Kokkos Kernels, where it has it.
#include <KokkosSparse_CrsMatrix.hpp>
#include <tessera/solve/compressed_rows.hpp>

int entries_of(tessera::CompressedRows const& rows) {
  using Space = Kokkos::DefaultHostExecutionSpace;
  KokkosSparse::CrsMatrix<double, int, Space, void, int> const none;
  return static_cast<int>(rows.columns.size()) + none.numRows();
}
