// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <tuple>
#include <utility>

#include "tessera/exchange/part_grid.hpp"
#include "tessera/ghosts/coupled_ghosts.hpp"
#include "tessera/ghosts/fill_ghosts.hpp"
#include "tessera/plan/program_plan.hpp"
#include "tessera/storage/noise.hpp"
#include "tessera/storage/versions.hpp"

namespace tessera::detail {

/// The storages of all quantities of a program, and the state of their ghosts.
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
  using Completion = CoupledCompletion<program_type, tuple_type>;

  /// `part`: the part of the grid that is stored; null: all of it.
  Storages(Exec const& exec, program_type const& program, Plan const& plan, GridPart const* part = nullptr)
      : m_grid(part == nullptr ? stored(program.grid()) : grid_of_part(stored(program.grid()), *part)),
        m_all(make(exec, program, plan, part, m_grid, std::make_index_sequence<quantities::size>{})) {}

  /// The cells of what is stored.
  [[nodiscard]] StoredGrid const& grid() const { return m_grid; }

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
    for_each_live_of(plan,
                     [&](auto, std::string const& name, auto const& field, double& time) { f(name, field, time); });
  }
  /// The same with the quantity as a type first.
  template <class F>
  void for_each_live_of(Plan const& plan, F const& f) {
    for_each_index<quantities::size>([&](auto index) {
      using Q = typename TypeAt<quantities, index.value>::type;
      if (!plan.quantities[index.value].written) return;
      auto& s = std::get<index.value>(m_all);
      for (int age = 0; age < plan.quantities[index.value].live; ++age)
        f(Types<Q>{}, quantity_name<Q>() + "/" + std::to_string(age), s.version(age), s.time(age));
    });
  }

  /// Sets the time of the newest versions.
  void set_time(double time) {
    std::apply([&](auto&... s) { ((s.time(0) = time), ...); }, m_all);
  }
  /// Fills all versions of all quantities with noise, more than 0 and at most 1; components after the first with 0.5.
  void fill_noise(Exec const& exec) {
    auto const fill_all = [&](auto& storage) {
      using T = typename std::remove_reference_t<decltype(storage)>::value_type;
      for (int age = 0; age < storage.versions(); ++age) {
        storage.version(age).fill(T(0.5));
        tessera::fill_noise(exec, storage.version(age), T(1e-5));
      }
    };
    std::apply([&](auto&... s) { (fill_all(s), ...); }, m_all);
  }
  /// Marks all ghosts as lost after writes from outside.
  void touch() {
    std::apply([](auto&... s) { (s.lose_ghosts(), ...); }, m_all);
  }
  [[nodiscard]] std::size_t bytes() const {
    return std::apply([](auto const&... s) { return (std::size_t{0} + ... + s.bytes()); }, m_all);
  }

  /// Throws InputError for a global scalar that the first step reads and that has no value.
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

  /// Fills missing ghosts of the quantities `needed`: of versions that lost them, each for its own time; of newest
  /// versions that launches left open; and, for the time `now`, of fields that are never written but have functions on
  /// their faces.
  void fill_needed(Exec const& exec, program_type const& program, std::vector<int> const& needed, double now) {
    typename Completion::Wanted stale{};
    for (int q : needed) {
      for_each_index<quantities::size>([&](auto index) {
        if (static_cast<int>(index.value) != q) return;
        auto& s = std::get<index.value>(m_all);
        stale[index.value] = s.any_lost() || s.ghosts_move();
        fill_one(exec, s, now);
      });
    }
    if constexpr (Completion::any) complete_shared(exec, program, stale);
  }
  /// Adds version `age` of a quantity to `fields` unless what stands beyond its exchanged faces is up to date, as which
  /// it then counts.
  void take_stale(int quantity, int age, std::vector<HaloField>& fields) {
    for_each_index<quantities::size>([&](auto index) {
      auto& s = std::get<index.value>(m_all);
      if (static_cast<int>(index.value) != quantity || s.exchanged(age)) return;
      fields.push_back(s.halo(age));
      fields.back().quantity = quantity;
      s.exchanged(age, true);
    });
  }
  /// Fills the ghosts of the newest versions of `Ws` that coupled boundaries make.
  template <class... Ws>
  void complete(Exec const& exec, program_type const& program, Types<Ws...>) const {
    typename Completion::Wanted written{};
    ((written[IndexOf<Ws, quantities>::value] = true), ...);
    Completion(program, m_all).complete(exec, written, 0);
  }

  /// Before a launch of several stages or steps: allocates buffers for what it writes.
  void begin_launch(Exec const& exec, std::vector<int> const& writes) {
    for_each_of(writes, [&](auto& s) { s.make_launched(exec); });
  }
  /// After it: what it wrote becomes the newest version, at `time`, with its ghosts in state `left`.
  void end_launch(std::vector<int> const& writes, double time, GhostState left) {
    for_each_of(writes, [&](auto& s) {
      s.rotate_launched(time);
      if (s.ghosts(0) != GhostState::lost) s.ghosts(0) = left;
    });
  }

 private:
  template <std::size_t... Is>
  static tuple_type make(Exec const& exec, program_type const& program, Plan const& plan, GridPart const* part,
                         StoredGrid const& grid, std::index_sequence<Is...>) {
    return tuple_type(
        std::tuple_element_t<Is, tuple_type>(exec, grid, plan.quantities[Is], boundary_of<Is>(program, part, grid))...);
  }
  /// The rules of a quantity on the faces of what is stored.
  template <std::size_t I>
  static auto boundary_of(program_type const& program, GridPart const* part, StoredGrid const& grid) {
    using Location = typename TypeAt<quantities, I>::type::location;
    auto spec = std::get<I>(program.boundaries());
    if constexpr (!std::is_same_v<Location, GlobalScalar>) {
      if (part != nullptr) {
        cut_rules(spec.faces, located<Location, Rank>(stored(program.grid())), located<Location, Rank>(grid));
      }
    }
    return spec;
  }
  /// Calls `f(storage)` for each quantity of a list.
  template <class F>
  void for_each_of(std::vector<int> const& list, F const& f) {
    for (int q : list) {
      for_each_index<quantities::size>([&](auto index) {
        if (static_cast<int>(index.value) == q) f(std::get<index.value>(m_all));
      });
    }
  }
  /// The same for one storage, without ghosts of coupled boundaries.
  template <class S>
  static void fill_one(Exec const& exec, S& s, double now) {
    bool const moves = s.ghosts_move(), all = s.any_lost();
    if (moves) s.time(0) = now;
    if (!all && !moves && s.ghosts(0) == GhostState::filled) return;
    for (int age = 0; age < (all ? s.versions() : 1); ++age) {
      fill_ghosts<false>(exec, s.target(s.version(age), s.time(age)));
      s.ghosts(age) = GhostState::filled;
      s.exchanged(age, false);
    }
  }
  /// Fills the ghosts of coupled boundaries in all versions of the `stale` quantities.
  void complete_shared(Exec const& exec, program_type const& program, typename Completion::Wanted const& stale) const {
    int versions = 0;
    for_each_index<quantities::size>([&](auto q) {
      auto const& s = std::get<q.value>(m_all);
      if (stale[q.value] && s.shared()) versions = std::max(versions, s.versions());
    });
    for (int age = 0; age < versions; ++age) Completion(program, m_all).complete(exec, stale, age);
  }

  StoredGrid m_grid;
  tuple_type m_all;
};

}  // namespace tessera::detail
