// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <unistd.h>

#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <vector>

#include "tessera/run/simulation.hpp"

/// What a fake simulation does; the defaults decay fast and fail never.
struct FakeSettings {
  long cells = 8;
  double dt = 1;
  double rate = 0.01;     ///< of decay per second of the slow mode, u - 1 = exp(-rate t)
  double fast_rate = 0;   ///< of a second mode of ten times the size; 0: there is none
  double growth = 0;      ///< per second, of all cells: what a source adds that has no sink
  long nan_at_step = -1;  ///< becomes NaN in this step
  int microseconds = 0;   ///< that one step takes
};

/// A row of cells that decay to 1 by known laws: forward Euler in one or two modes.
class FakeSimulation : public tessera::Simulation {
 public:
  explicit FakeSimulation(FakeSettings settings)
      : m_settings(settings),
        m_slow(static_cast<std::size_t>(settings.cells)),
        m_fast(settings.fast_rate > 0 ? 10 : 0) {
    for (std::size_t i = 0; i < m_slow.size(); ++i) m_slow[i] = 1.0 / static_cast<double>(i + 1);
  }

  tessera::Mesh mesh() const override { return {1, {m_settings.cells, 1, 1}, {1, 1, 1}, {0, 0, 0}}; }
  long step() const override { return m_step; }
  double time() const override { return m_time; }
  double dt() const override { return m_settings.dt; }

  void advance(long steps) override {
    calls.push_back(steps);
    for (long i = 0; i < steps; ++i) one_step(m_settings.dt);
  }
  void advance_by(double dt) override {
    short_steps.push_back(dt);
    one_step(dt);
  }
  void fence() override { ++fences; }

  void begin_check() override {
    m_check = {};
    m_check.step = step();
    m_check.maximum = value(0);
    m_check.minimum = -1;  // a cell that is held there: the range stays about 2
    for (std::size_t i = 0; i < m_slow.size(); ++i) {
      if (std::isfinite(m_slow[i]) || !m_check.finite) continue;
      m_check.finite = false;
      m_check.bad_place = "temperature at cell x = " + std::to_string(i);
    }
    m_check.change = m_change;
    for (std::size_t i = 0; i < m_slow.size(); ++i) m_check.mean += value(i) / static_cast<double>(m_slow.size());
    ++checks;
  }
  tessera::Check end_check() override { return m_check; }

  std::vector<tessera::HostField> fields() const override {
    tessera::HostField field{"temperature", "degC", "temperature at cell centres", {}};
    for (std::size_t i = 0; i < m_slow.size(); ++i) field.values.push_back(value(i));
    return {field};
  }

  tessera::State save() const override {
    tessera::State state{step(), time(), {}};
    std::vector<double> all = m_slow;
    all.push_back(m_fast);
    all.push_back(m_change);
    tessera::StateBuffer buffer{"u", std::vector<std::byte>(all.size() * sizeof(double))};
    std::memcpy(buffer.bytes.data(), all.data(), buffer.bytes.size());
    state.buffers.push_back(std::move(buffer));
    return state;
  }
  void restore(tessera::State const& state) override {
    std::vector<double> all(m_slow.size() + 2);
    std::memcpy(all.data(), state.buffers.at(0).bytes.data(), all.size() * sizeof(double));
    m_change = all.back();
    m_fast = all[all.size() - 2];
    m_slow.assign(all.begin(), all.end() - 2);
    m_step = state.step;
    m_time = state.time;
  }

  /// u in cell i; the fast mode is the same in all cells.
  double value(std::size_t i) const { return 1 + m_slow[i] + m_fast + m_settings.growth * m_time; }
  /// How far the farthest cell is from where it goes.
  double true_error() const { return m_slow[0] + m_fast; }

  std::function<void(long step)> on_step = [](long) {};  ///< called after each step
  std::vector<long> calls;
  std::vector<double> short_steps;
  long fences = 0, checks = 0;

 private:
  void one_step(double dt) {
    double const before = value(0);
    for (auto& u : m_slow) u -= m_settings.rate * dt * u;
    m_fast -= m_settings.fast_rate * dt * m_fast;
    m_time += dt;
    m_change = std::abs(value(0) - before);
    if (++m_step == m_settings.nan_at_step) m_slow[2] = std::numeric_limits<double>::quiet_NaN();
    if (m_settings.microseconds > 0) ::usleep(static_cast<unsigned>(m_settings.microseconds));
    on_step(m_step);
  }

  FakeSettings m_settings;
  long m_step = 0;
  double m_time = 0;
  std::vector<double> m_slow;
  double m_fast;
  double m_change = 0;
  tessera::Check m_check;
};
