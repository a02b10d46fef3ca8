// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/program.hpp"

namespace tessera::detail {

/// The source of an input in a launch: write `Write` of stage `Maker` in the same step, or in the step before
/// (`Before`), or what was loaded in its place. Maker -1: no stage writes it, and it stays in memory.
template <int Maker, int Write, bool Before>
struct Route {
  static constexpr bool from_level = Maker >= 0;
  static constexpr int maker = Maker;
  static constexpr int write = Write;
  static constexpr bool before = Before;
};

/// The write of a stage that quantity `Q` is; -1: none.
template <class Q, class StageType>
inline constexpr int write_of = -1;
template <class Q, class Op, class ReadsList, class... Ws>
inline constexpr int write_of<Q, Stage<Op, ReadsList, Writes<Ws...>>> = [] {
  int which = -1, at = 0;
  ((std::is_same_v<Q, Ws> ? void(which = at++) : void(++at)), ...);
  return which;
}();

/// The data flow between the stages of a launch.
template <class... Stages>
struct LaunchRoutes {
  static constexpr int stages = sizeof...(Stages);

  struct Place {
    int maker = -1, write = -1;
    bool before = false;
  };
  /// The source of the newest version of `Q` for stage `reader`.
  template <class Q>
  static constexpr Place place(int reader) {
    constexpr int writes[] = {write_of<Q, Stages>...};
    for (int back = 1; back <= stages; ++back) {
      int const maker = (reader - back + stages) % stages;
      if (writes[maker] >= 0) return {maker, writes[maker], back > reader};
    }
    return {};
  }
  /// Whether no later stage writes `Q`, which stage `writer` writes: it outlives the step.
  template <class Q>
  static constexpr bool is_last(int writer) {
    constexpr int writes[] = {write_of<Q, Stages>...};
    for (int s = writer + 1; s < stages; ++s) {
      if (writes[s] >= 0) return false;
    }
    return true;
  }

  template <int Reader, class Read>
  using route = Route<place<typename Read::quantity>(Reader).maker, place<typename Read::quantity>(Reader).write,
                      place<typename Read::quantity>(Reader).before>;

  template <int S, class StageType>
  struct Of;
  template <int S, class Op, class... Rs, class... Ws>
  struct Of<S, Stage<Op, Reads<Rs...>, Writes<Ws...>>> {
    using routes = Types<route<S, ReadOf<Rs>>...>;
    using lasting = std::integer_sequence<bool, is_last<Ws>(S)...>;
  };
  template <class Indices>
  struct All;
  template <std::size_t... Is>
  struct All<std::index_sequence<Is...>> {
    using routes = Types<typename Of<static_cast<int>(Is), Stages>::routes...>;
    using lasting = Types<typename Of<static_cast<int>(Is), Stages>::lasting...>;
  };
  using Every = All<std::index_sequence_for<Stages...>>;
};

/// The compile-time data flow of a launch of all stages: for each stage the routes of its inputs, and which of its
/// writes outlive a step.
template <class Routes, class Lasting>
struct LaunchWiring;

template <class... Stages>
using WiringOf =
    LaunchWiring<typename LaunchRoutes<Stages...>::Every::routes, typename LaunchRoutes<Stages...>::Every::lasting>;

/// An input that is loaded before the first step: input `Input` of stage `Reader`.
struct LoadedBy {
  int reader = -1, input = -1;
};

template <class... StageRoutes, class... StageLasting>
struct LaunchWiring<Types<StageRoutes...>, Types<StageLasting...>> {
  template <std::size_t S>
  using routes = typename TypeAt<Types<StageRoutes...>, S>::type;

  /// Whether write `W` of stage `S` outlives a step.
  template <std::size_t S, std::size_t W>
  static constexpr bool lasts = [] {
    return []<bool... Bs>(std::integer_sequence<bool, Bs...>) {
      constexpr bool all[] = {Bs...};
      return all[W];
    }
    (typename TypeAt<Types<StageLasting...>, S>::type{});
  }();

  /// The input by which write `W` of stage `S` is loaded; reader -1: it is not, because no stage reads it first.
  template <std::size_t S, std::size_t W>
  static constexpr LoadedBy loaded = [] {
    LoadedBy by;
    int reader = 0;
    auto const look = [&]<class... Rs>(Types<Rs...>) {
      int input = 0;
      ((Rs::maker == static_cast<int>(S) && Rs::write == static_cast<int>(W) && Rs::before
            ? void(by = {reader, input++})
            : void(++input)),
       ...);
      ++reader;
    };
    (look(StageRoutes{}), ...);
    return by;
  }();
};

}  // namespace tessera::detail
