// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <tuple>
#include <utility>

#include "tessera/ghosts/coupled_ghosts.hpp"
#include "tessera/ghosts/fill_ghosts.hpp"
#include "tessera/plan/program_plan.hpp"
#include "tessera/storage/plane_layout.hpp"
#include "tessera/storage/versions.hpp"

namespace tessera::detail {

/// The storages of all quantities of a program, and whether their ghosts are what their cells ask for.
template <class Exec, class ProgramType>
class Storages;

template <class Exec, int Rank, class... Stages, class... Boundaries>
class Storages<Exec, Program<Rank, Types<Stages...>, Types<Boundaries...>>> {
 public:
  using program_type = Program<Rank, Types<Stages...>, Types<Boundaries...>>;
  using quantities = typename program_type::quantities;

 private:
  template <class Indices>
  struct TupleOf;
  template <std::size_t... Is>
  struct TupleOf<std::index_sequence<Is...>> {
    using type = std::tuple<
        Storage<Rank, Exec, typename TypeAt<quantities, Is>::type, typename TypeAt<Types<Boundaries...>, Is>::type>...>;
  };

 public:
  using tuple_type = typename TupleOf<std::make_index_sequence<quantities::size>>::type;
  using Completion = ManyCompletion<program_type, tuple_type>;

  Storages(Exec const& exec, program_type const& program, Plan const& plan)
      : m_all(make(exec, program, plan, std::make_index_sequence<quantities::size>{})) {}

  [[nodiscard]] tuple_type& all() { return m_all; }
  [[nodiscard]] tuple_type const& all() const { return m_all; }
  /// The storage of quantity `Q`.
  template <class Q>
  [[nodiscard]] auto& of() {
    return std::get<IndexOf<Q, quantities>::value>(m_all);
  }
  template <class Q>
  [[nodiscard]] auto const& of() const {
    return std::get<IndexOf<Q, quantities>::value>(m_all);
  }
  /// Calls `f(name, field, time)` for every version that a later step may read of every quantity that stages write.
  template <class F>
  void for_each_live(Plan const& plan, F const& f) {
    for_each_index<quantities::size>([&](auto index) {
      if (!plan.quantities[index.value].written) return;
      auto& s = std::get<index.value>(m_all);
      for (int age = 0; age < plan.quantities[index.value].live; ++age)
        f(quantity_name<typename TypeAt<quantities, index.value>::type>() + "/" + std::to_string(age), s.version(age),
          s.time(age));
    });
  }

  /// Says that the newest versions belong to `time`.
  void set_time(double time) {
    std::apply([&](auto&... s) { ((s.time(0) = time), ...); }, m_all);
  }
  /// Says that fields were written from outside.
  void touch() {
    std::apply([](auto&... s) { ((s.ghosts_stale = true), ...); }, m_all);
  }
  [[nodiscard]] std::size_t bytes() const {
    return std::apply([](auto const&... s) { return (std::size_t{0} + ... + s.bytes()); }, m_all);
  }

  /// Throws InputError for a value that is there once per program, that the first step reads, and that nobody has set.
  void check_set(program_type const& program, Plan const& plan) const {
    for_each_index<quantities::size>([&](auto index) {
      if constexpr (is_global_scalar<typename TypeAt<quantities, index.value>::type>) {
        for (int age = 0; age < plan.quantities[index.value].live; ++age) {
          for (auto const value : std::get<index.value>(m_all).version(age).to_host()) {
            if (value != value) throw InputError(never_set(program.info(), static_cast<int>(index.value)));
          }
        }
      }
    });
  }

  /// Fills what is stale of the ghosts: of fields that were written from outside, each version's for its own time, and
  /// of fields that are never written but have functions on their faces, for the time `now`.
  void refresh_ghosts(Exec const& exec, program_type const& program, double now) {
    if constexpr (Completion::any) {
      auto const stale = std::apply(
          [](auto&... s) { return typename Completion::Wanted{(s.ghosts_stale || s.ghosts_move())...}; }, m_all);
      std::apply([&](auto&... s) { (refresh_one(exec, s, now), ...); }, m_all);
      complete_shared(exec, program, stale);
    } else {
      std::apply([&](auto&... s) { (refresh_one(exec, s, now), ...); }, m_all);
    }
  }
  /// Fills the ghosts of the newest versions of `Ws` that functions of several quantities make.
  template <class... Ws>
  void complete(Exec const& exec, program_type const& program, Types<Ws...>) const {
    typename Completion::Wanted written{};
    ((written[IndexOf<Ws, quantities>::value] = true), ...);
    Completion(program, m_all).complete(exec, written, 0);
  }

  /// Before a launch of several stages or steps: there is a buffer for what it writes, and ghosts of what it does not.
  void begin_launch(Exec const& exec, Plan const& plan, double now) {
    for_each_index<quantities::size>([&](auto index) {
      auto& s = std::get<index.value>(m_all);
      if (plan.quantities[index.value].written) {
        s.make_launched(exec);
      } else {
        refresh_one(exec, s, now);
      }
    });
  }
  /// After it: what it wrote is the newest version, belongs to `time`, and has no ghosts yet. Where it lies in strips,
  /// even those are lost that never change.
  void end_launch(Plan const& plan, double time, PlaneLayouts const& blocked) {
    for_each_index<quantities::size>([&](auto index) {
      if (!plan.quantities[index.value].written) return;
      auto& s = std::get<index.value>(m_all);
      s.rotate_launched(time);
      s.newest_stale = true;
      s.ghosts_stale = s.ghosts_stale || blocked.to;
    });
  }

 private:
  template <std::size_t... Is>
  static tuple_type make(Exec const& exec, program_type const& program, Plan const& plan, std::index_sequence<Is...>) {
    StoredGrid const grid = stored(program.grid());
    return tuple_type(
        std::tuple_element_t<Is, tuple_type>(exec, grid, plan.quantities[Is], std::get<Is>(program.boundaries()))...);
  }
  /// The same of one storage, but for ghosts that functions of several quantities make.
  template <class S>
  static void refresh_one(Exec const& exec, S& s, double now) {
    bool const each_step = s.ghosts_move();
    if (each_step) s.time(0) = now;
    if (!s.ghosts_stale && !s.newest_stale && !each_step) return;
    int const versions = s.ghosts_stale ? s.versions() : 1;
    for (int age = 0; age < versions; ++age) fill_ghosts<false>(exec, s.target(s.version(age), s.time(age)));
    s.ghosts_stale = s.newest_stale = false;
  }
  /// Fills the ghosts that functions of several quantities make, in all versions of those that are `stale`.
  void complete_shared(Exec const& exec, program_type const& program, typename Completion::Wanted const& stale) const {
    int versions = 0;
    for_each_index<quantities::size>([&](auto q) {
      auto const& s = std::get<q.value>(m_all);
      if (stale[q.value] && s.shared()) versions = std::max(versions, s.versions());
    });
    for (int age = 0; age < versions; ++age) Completion(program, m_all).complete(exec, stale, age);
  }

  tuple_type m_all;
};

}  // namespace tessera::detail
