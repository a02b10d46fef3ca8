// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "trials.hpp"

#include <algorithm>

namespace tessera::bench {
namespace {

/// The numbers of one strategy that are tried; 0: chosen by itself.
struct Lists {
  std::vector<int> tile_x{0}, tile_y{0}, chunk_z{0}, team_size{0};
  std::vector<Placement> placements{Placement::automatic};
  std::vector<Streaming> streaming{Streaming::automatic};
};

/// What of a list fits into `n` cells, and `n` itself.
std::vector<int> up_to(int n, std::vector<int> list) {
  std::erase_if(list, [&](int size) { return size >= n; });
  list.push_back(n);
  return list;
}

/// Steps per launch by which a strategy is tried; 0: those that it has.
std::vector<int> step_counts(std::string const& strategy, int most) {
  if (strategy == "wavefront") return {2};
  if (strategy == "register_tile" || strategy == "persistent") return {0};
  std::vector<int> counts;
  for (int steps = 2; steps <= most; ++steps) counts.push_back(steps);
  return counts;
}

Lists lists_of(std::string const& strategy, int const* n, bool host) {
  Lists lists;
  // These have no numbers of their own.
  for (char const* none : {"naive", "per_cell", "persistent", "register_tile", "fused_stages"}) {
    if (strategy == none) return lists;
  }
  bool const line = n[1] == 1 && n[2] == 1;
  if (strategy == "column_ring") {
    lists.chunk_z = up_to(n[2], {4, 8, 16, 32, 64});  // its tiles are compiled
    return lists;
  }
  if (line) {
    lists.tile_x = up_to(n[0], {256, 512, 1024, 2048, 4096, 8192, 16384, 65536});
  } else if (host) {
    lists.tile_x = up_to(n[0], {64, 128, 256, 512, 1024, 2048, 4096});
  } else {
    lists.tile_x = up_to(n[0], {16, 32, 64, 128, 256});
  }
  if (n[1] > 1) lists.tile_y = up_to(n[1], {4, 8, 16, 32, 64});
  if (!line) lists.chunk_z = up_to(n[2], {16, 64, 256, 1024});
  if (host) {
    lists.streaming = {Streaming::off, Streaming::on};
  } else if (strategy != "column") {
    lists.team_size = {64, 128, 256};
  }
  if (strategy == "team") lists.placements = {Placement::memory, Placement::planes};
  return lists;
}

/// The first and the last of each list.
template <class T>
void cut(std::vector<T>& list) {
  if (list.size() > 2) list = {list.front(), list.back()};
}

std::string name_of(Schedule const& s) {
  std::string name = s.strategy + "/t" + std::to_string(s.steps_per_launch) + "/" + std::to_string(s.tile_x) + "x" +
                     std::to_string(s.tile_y) + "/chunk" + std::to_string(s.chunk_z) + "/team" +
                     std::to_string(s.team_size);
  if (s.placement != Placement::automatic) name += s.placement == Placement::planes ? "/planes" : "/memory";
  if (s.streaming != Streaming::automatic) name += s.streaming == Streaming::on ? "/past_caches" : "/cached";
  return name;
}

/// Adds the trials of one strategy with so many steps per launch.
void add(std::vector<Trial>& trials, Schedule s, Lists const& lists) {
  trials.push_back({name_of(s), s});  // by its own choice
  for (int const tile_x : lists.tile_x) {
    for (int const tile_y : lists.tile_y) {
      for (int const chunk_z : lists.chunk_z) {
        for (int const team_size : lists.team_size) {
          for (Placement const placement : lists.placements) {
            for (Streaming const streaming : lists.streaming) {
              Schedule next = s;
              next.tile_x = tile_x;
              next.tile_y = tile_y;
              next.chunk_z = chunk_z;
              next.team_size = team_size;
              next.placement = placement;
              next.streaming = streaming;
              if (std::string const name = name_of(next); name != trials.back().name) trials.push_back({name, next});
            }
          }
        }
      }
    }
  }
}

}  // namespace

std::vector<Trial> trials(ProgramInfo const& program, TrialSpace const& space, int most_steps, bool few) {
  std::vector<Trial> all{{"default", {}}, {"single", {.steps_per_launch = 1}}};
  auto const add_strategy = [&](std::string const& strategy, std::vector<int> counts) {
    Lists lists = lists_of(strategy, program.cells.data(), space.host);
    if (few) {
      cut(counts);
      cut(lists.tile_x);
      cut(lists.tile_y);
      cut(lists.chunk_z);
      cut(lists.team_size);
    }
    for (int const steps : counts) add(all, {.strategy = strategy, .steps_per_launch = steps}, lists);
  };
  for (std::string const& strategy : space.strategies) add_strategy(strategy, {1});
  if (most_steps < 2 || !steps_obstacle(program).empty()) return all;
  for (std::string const& strategy : space.time_strategies) add_strategy(strategy, step_counts(strategy, most_steps));
  return all;
}

}  // namespace tessera::bench
