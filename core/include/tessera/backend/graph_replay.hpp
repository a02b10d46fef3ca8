// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "tessera/backend/step_graph.hpp"
#include "tessera/error.hpp"
#include "tessera/plan/graph_plan.hpp"
#include "tessera/storage/versions.hpp"

namespace tessera {

namespace detail {

/// The arguments of the kernels of a graph that may change.
struct GraphKey {
  std::vector<void const*> buffers;  ///< of the newest versions; the others follow
  std::vector<std::byte> operators;  ///< with their coefficients
};

/// The arguments of the kernels of the next steps.
template <class... Storages, class... Stages>
GraphKey graph_key(std::tuple<Storages...> const& storages, std::tuple<Stages...> const& stages) {
  GraphKey key;
  std::apply([&](auto const&... s) { (key.buffers.push_back(s.version(0).data()), ...); }, storages);
  auto const add = [&](auto const& op) {
    auto const* const bytes = reinterpret_cast<std::byte const*>(&op);
    if (!std::is_empty_v<std::remove_cvref_t<decltype(op)>>)
      key.operators.insert(key.operators.end(), bytes, bytes + sizeof op);
  };
  std::apply([&](auto const&... s) { (add(s.op), ...); }, stages);
  return key;
}

/// Restores versions and clock at the end of its scope: for steps that are captured, not run.
template <class... Storages>
class PutBack {
 public:
  PutBack(std::tuple<Storages...>& storages, long& step, double& time)
      : m_storages(storages),
        m_step(step),
        m_time(time),
        m_phases(std::apply([](auto const&... s) { return std::array{s.phase()...}; }, storages)),
        m_old_step(step),
        m_old_time(time) {}
  PutBack(PutBack const&) = delete;
  PutBack& operator=(PutBack const&) = delete;
  ~PutBack() {
    for_each_index<sizeof...(Storages)>(
        [&](auto index) { std::get<index.value>(m_storages).phase(m_phases[index.value]); });
    m_step = m_old_step;
    m_time = m_old_time;
  }

 private:
  std::tuple<Storages...>& m_storages;
  long& m_step;
  double& m_time;
  std::array<StoragePhase, sizeof...(Storages)> m_phases;
  long m_old_step;
  double m_old_time;
};

/// Takes steps by replaying a graph of them, where the plan says so and the arguments in the graph are current.
template <class Exec>
class StepReplay {
 public:
  explicit StepReplay(GraphPlan plan = {}) : m_plan(std::move(plan)) {}

  /// Enqueues a graph of some of the next `left` steps and returns how many; 0: the caller launches one step itself.
  /// `key()` gives the current arguments; `record(steps, launch)` hands the kernels of `steps` steps to `launch`.
  /// Throws InputError if capturing fails where graphs were requested.
  template <class Key, class Record>
  long replay(Exec const& exec, long left, Key const& key, Record const& record) {
    if (m_plan.length == 0) return 0;
    if (m_launched < graph_warm_up) {
      ++m_launched;
      return 0;
    }
    if (left < m_plan.length) return 0;
    GraphKey now = key();
    if (m_captured && now.operators != m_key.operators && !forget()) return 0;
    if (m_captured && now.buffers != m_key.buffers) return 0;  // they match again within a buffer period
    if (!m_captured && !capture(exec, std::move(now), record)) return 0;
    return launch(exec);
  }

  /// How steps are enqueued, why, and the counts of captures and replays: one line.
  [[nodiscard]] std::string explain() const {
    std::string const counts = "; captured " + std::to_string(m_captures) + ", replayed " + std::to_string(m_replays);
    return tessera::explain(m_plan) + (m_plan.length > 0 || m_captures > 0 ? counts : "") + '\n';
  }

 private:
  /// How many captures in a row may be replayed fewer than `worth` times because coefficients changed.
  static constexpr int patience = 3;
  static constexpr int worth = 2;

  /// Drops a graph with old coefficients. Returns false, and stops using graphs, if they change too often.
  bool forget() {
    m_wasted = m_used < worth ? m_wasted + 1 : 0;
    m_captured = false;
    if (m_wasted < patience || m_plan.request == Graph::on) return true;
    stop("coefficients change too often to capture steps");
    return false;
  }

  template <class Record>
  bool capture(Exec const& exec, GraphKey now, Record const& record) {
    std::string const failed =
        m_graph.capture(exec, [&](auto const& launch) { record(static_cast<long>(m_plan.length), launch); });
    if (!failed.empty()) {
      stop("capturing failed: " + failed);
      return false;
    }
    m_key = std::move(now);
    m_captured = true;
    m_used = 0;
    ++m_captures;
    return true;
  }

  long launch(Exec const& exec) {
    std::string const failed = m_graph.launch(exec);
    if (!failed.empty()) {
      stop("launching a graph failed: " + failed);
      return 0;
    }
    ++m_used;
    ++m_replays;
    return m_plan.length;
  }

  /// From now on, steps are launched one by one.
  void stop(std::string const& why) {
    if (m_plan.request == Graph::on) {
      throw InputError("schedule: graph = on, but " + why + "; leave it out or say off");
    }
    m_graph = StepGraph<Exec>();
    m_captured = false;
    m_plan.length = 0;
    m_plan.reason = why;
  }

  GraphPlan m_plan;
  StepGraph<Exec> m_graph;
  GraphKey m_key;
  bool m_captured = false;
  int m_launched = 0;  ///< steps before the first capture
  int m_used = 0;      ///< replays of this graph
  int m_wasted = 0;    ///< graphs in a row that were dropped for new coefficients too soon
  long m_captures = 0;
  long m_replays = 0;
};

}  // namespace detail

}  // namespace tessera
