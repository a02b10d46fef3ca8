// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cfenv>
#include <string>

#include "tessera/backend/device_pointers.hpp"
#include "tessera/error.hpp"
#include "tessera/numeric.hpp"
#include "tessera/program.hpp"

namespace tessera {

namespace detail {

/// The first read of an operator outside its reach.
struct StrayRead {
  bool found = false;
  bool component_there = true;
  int input = 0, component = 0;
  std::array<int, 3> offset{};  ///< x, y, z
};

// Points are device functions. This row runs on the host alone: suppress the warnings of device compilers.
#if defined(__NVCC__)
#pragma nv_diagnostic push
#pragma nv_diag_suppress 20013, 20014, 20015
#endif

/// A row of an input with made-up values. It records reads outside reach `R`.
template <int Rank, class Q, Reach R>
struct WatchedRow {
  using T = typename Q::value_type;
  StrayRead* stray;
  int input;
  unsigned seed;  ///< 0: all values are 1

  TESSERA_NO_INLINE KOKKOS_FUNCTION T read(int, int c, int dx, int dy, int dz) const {
    int const y = Rank == 2 ? dz : dy, z = Rank == 2 ? 0 : dz;
    auto const near = [](int d) { return absolute(d) <= R::radius; };
    bool const held = near(dx) && near(y) && near(z) && R::has(dx, y, z);
    bool const there = c >= 0 && c < Q::components;
    if ((!held || !there) && !stray->found) *stray = {true, there, input, c, {dx, y, z}};
    return value(static_cast<unsigned>(dx + 40 * (y + 40 * (z + 40 * c))));
  }

 private:
  KOKKOS_FUNCTION T value(unsigned where) const {
    if (seed == 0 || std::is_integral_v<T>) return T(1);
    unsigned const state = 1664525U * (1664525U * (where + 977U * seed + static_cast<unsigned>(input)) + 1013904223U);
    return static_cast<T>((state >> 8) / 4194304.0 - 2);  // from -2 to 2
  }
};

#if defined(__NVCC__)
#pragma nv_diagnostic pop
#endif

template <int Rank, class StageType>
struct WatchedStage;
template <int Rank, class Op, class... Rs, class... Ws, class Region>
struct WatchedStage<Rank, Stage<Op, Reads<Rs...>, Writes<Ws...>, Region>> {
  /// Evaluates the operator in one cell and discards the result. Cold, so that compilers spend little on it.
  template <std::size_t... Is>
  [[gnu::cold, gnu::noinline]] static StrayRead evaluate(Op const& op, At<Rank> const& at, unsigned seed,
                                                         std::index_sequence<Is...>) {
    StrayRead stray;
    Pack<WatchedRow<Rank, typename ReadOf<Rs>::quantity, read_reach<Op, Is, typename ReadOf<Rs>::quantity>>...> const
        rows{{{{&stray, static_cast<int>(Is), seed}}...}};
    call(op, at, Point<Rank, std::decay_t<decltype(rows.template get<Is>())>>(rows.template get<Is>(), 0)...);
    return stray;
  }
  template <class... Points>
  static void call(Op const& op, At<Rank> const& at, Points const&... points) {
    if constexpr (std::is_invocable_v<Op const&, Points const&...>) {
      (void)op(points...);
    } else {
      (void)op(points..., at);
    }
  }

  static void check(Stage<Op, Reads<Rs...>, Writes<Ws...>, Region> const& stage, Grid<Rank> const& grid) {
    using Location = typename StageLocation<Stage<Op, Reads<Rs...>, Writes<Ws...>, Region>>::type;
    StoredGrid const g = located<Location, Rank>(stored(grid));
    Frame const frame = frame_of(g);
    for (unsigned seed = 0; seed < 12; ++seed) {  // for branches: first, middle and last cell, several values
      auto const cell = [&](int axis) { return static_cast<int>(seed % 3) * (g.n[axis] - 1) / 2; };
      StrayRead const stray = evaluate(stage.op, frame.template place<Rank>(cell(0), cell(1), cell(2), 0.0), seed,
                                       std::index_sequence_for<Rs...>{});
      if (stray.found) {
        refuse(stray, std::array<std::string, sizeof...(Rs)>{quantity_name<typename ReadOf<Rs>::quantity>()...});
      }
    }
  }

  [[noreturn]] static void refuse(StrayRead const& stray, std::array<std::string, sizeof...(Rs)> const& names) {
    std::string const& quantity = names[static_cast<std::size_t>(stray.input)];
    if (!stray.component_there) {
      throw InputError("stage " + type_name<Op>() + " reads component " + std::to_string(stray.component) + " of " +
                       quantity + ", which has fewer; count from 0, or give " + quantity + " more components");
    }
    std::string where;
    for (std::size_t a = 0; a < Rank; ++a) where += (a == 0 ? "" : ", ") + std::to_string(stray.offset[a]);
    throw InputError("stage " + type_name<Op>() + " reads " + quantity + " at (" + where +
                     ") from its cell, where its operator's reach has no point: add it to `using reach`, so that the "
                     "ghost layers are deep enough");
  }
};

/// Floating-point exceptions that a program traps do not count while it lives: made-up values may divide by zero.
class NoTraps {
 public:
  NoTraps() { std::feholdexcept(&m_before); }
  ~NoTraps() { std::fesetenv(&m_before); }
  NoTraps(NoTraps const&) = delete;
  NoTraps& operator=(NoTraps const&) = delete;

 private:
  std::fenv_t m_before{};
};

/// Whether an operator may be evaluated on the host: unless it says `static constexpr bool runs_on_host = false;`.
template <class Op>
constexpr bool may_run_on_host() {
  if constexpr (requires { Op::runs_on_host; }) {
    return Op::runs_on_host;
  } else {
    return true;
  }
}

template <int Rank, class StageType>
void check_reach(StageType const& stage, Grid<Rank> const& grid) {
  if constexpr (may_run_on_host<typename StageType::operator_type>()) {
    if (!has_device_pointer(stage.op)) WatchedStage<Rank, StageType>::check(stage, grid);
  }
}

}  // namespace detail

/// Evaluates the operator of every stage a few times on the host, with made-up values. Throws InputError if one reads a
/// neighbour outside its reach: ghost layers are as deep as reaches, so a sweep would read past them. Branches that no
/// such value takes are not checked, nor are operators that hold pointers to device memory or say
/// `static constexpr bool runs_on_host = false;`. Every Solution calls it once, when it is made.
template <int Rank, class... Stages, class... Boundaries>
void check_reaches(Program<Rank, Types<Stages...>, Types<Boundaries...>> const& program) {
  detail::NoTraps const no_traps;
  std::apply([&](Stages const&... stage) { (detail::check_reach<Rank>(stage, program.grid()), ...); },
             program.stages());
}

}  // namespace tessera
