// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>

#include "tessera/solve/linear_map.hpp"
#include "tessera/solve/transfer.hpp"

namespace tessera::detail {

/// One grid of a multigrid: a linear map that is relaxed, and that hands residuals to the next coarser grid and
/// corrections back.
template <class Exec, class UserProgram>
class MultigridLevel : public LinearMap<Exec, UserProgram> {
  using Map = LinearMap<Exec, UserProgram>;

 public:
  using Map::Map;
  using typename Map::T;

  /// Sets the tables for the transfer to the next coarser grid, whose cells are given per axis x, y, z.
  void set_transfers(std::array<AxisTransfer, 3> const& transfers) { m_tables.template set<Map::rank>(transfers); }

  /// The means of f - A u become the right-hand side of `coarse`. A correction must follow: u is overwritten.
  void restrict_residual(MultigridLevel& coarse) {
    this->relax(1);
    restrict_to(this->exec(), m_tables, coarse.f(), this->residual());
    coarse.touch();
  }
  /// u before `restrict_residual`, plus the correction from `coarse`.
  void correct(MultigridLevel const& coarse) {
    prolong(this->exec(), m_tables, this->u(), this->before(), coarse.u());
    this->touch();
  }
  /// The means of a coefficient become that of `coarse`.
  template <class C>
  void restrict_coefficient(MultigridLevel& coarse) {
    auto const& from = this->template coefficient<C>();
    restrict_to(this->exec(), m_tables, coarse.template coefficient<C>(),
                FineValues<typename C::value_type>{from.data(), from.layout()});
  }

 private:
  TransferTables<Exec> m_tables;
};

}  // namespace tessera::detail
