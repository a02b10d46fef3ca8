// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/reduce.hpp"
#include "tessera/solution.hpp"

namespace tessera {

/// The norms of quantity `Q` of a program that is cut, and its largest change from the version before, with the bits of
/// one device: rank 0 gathers the values and adds them in the order of the whole grid. All ranks call it, and all get
/// the norms.
template <QuantityType Q, class SolutionType>
Norms norms_of_parts(SolutionType const& solution) {
  using Host = Kokkos::DefaultHostExecutionSpace;
  using T = typename Q::value_type;
  detail::ValueBoxes const boxes = solution.template boxes<Q>();
  StoredGrid whole;
  std::copy(boxes.whole.begin(), boxes.whole.end(), whole.n);
  Ranks const& ranks = solution.cut()->ranks;
  auto const gathered = [&](auto const& version) {
    std::vector<T> const values = solution.template get_field<Q>(version);
    if (!ranks.first()) return Field<T, Host>();
    Field<T, Host> field(Host(), "tessera::norms_of_parts", make_layout(whole, {}, Q::components, sizeof(T)));
    field.from_host(values);
    return field;
  };
  Field<T, Host> const newest = gathered(solution.template field<Q>());
  bool const earlier = solution.template has_previous<Q>();
  Field<T, Host> const before = earlier ? gathered(solution.template previous<Q>()) : newest;
  Norms norms;
  if (ranks.first()) {
    NormTask<Host> task;
    task.begin(Host(), newest, before);
    norms = task.end();
  }
  ranks.broadcast_value(norms);
  return norms;
}

}  // namespace tessera
