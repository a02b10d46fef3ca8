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
  void set_transfers(std::array<AxisTransfer, 3> const& transfers) {
    AxisTransfer const one = make_axis_transfer(1, 1, {});
    for (int axis = 0; axis < 3; ++axis) m_tables.set(axis, one);
    for (int axis = 0; axis < Map::rank; ++axis) {
      m_tables.set(storage_axis<Map::rank>(axis), transfers[static_cast<std::size_t>(axis)]);
    }
  }

  /// The means of f - A u become the right-hand side of `coarse`. A correction must follow: u is overwritten.
  void restrict_residual(MultigridLevel& coarse) {
    this->relax(1);
    restrict(coarse.f(), this->residual());
    coarse.touch();
  }
  /// u before `restrict_residual`, plus the correction from `coarse`.
  void correct(MultigridLevel const& coarse) {
    auto const& to = this->u();
    for_each_cell(this->exec(), "tessera::solve::correct", to.layout(),
                  Prolong<T, Exec>{to.data(), this->before().data(), coarse.u().data(), to.layout(),
                                   coarse.u().layout(), m_tables});
    this->touch();
  }
  /// The means of a coefficient become that of `coarse`.
  template <class C>
  void restrict_coefficient(MultigridLevel& coarse) {
    auto const& from = this->template coefficient<C>();
    restrict(coarse.template coefficient<C>(), FineValues<typename C::value_type>{from.data(), from.layout()});
  }

 private:
  template <class To, class Source>
  void restrict(To const& to, Source const& source) {
    using V = typename To::value_type;
    for_each_cell(this->exec(), "tessera::solve::restrict", to.layout(),
                  Restrict<V, Exec, Source>{to.data(), to.layout(), m_tables.to_coarse, source});
  }

  TransferTables<Exec> m_tables;
};

}  // namespace tessera::detail
