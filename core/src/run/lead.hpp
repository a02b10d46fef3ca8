// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <functional>

#include "tessera/error.hpp"
#include "tessera/exchange/ranks.hpp"
#include "tessera/run/simulation.hpp"

namespace tessera {

/// The simulation of several processes as the run loop of rank 0 sees it: it tells the others each thing that they have
/// to do together, then does its part. So one process decides what is done when; clocks and signals of the others do
/// not matter.
class LeadSimulation final : public Simulation {
 public:
  LeadSimulation(Simulation& own, Ranks const& ranks) : m_own(own), m_ranks(ranks) {}

  [[nodiscard]] Mesh mesh() const override { return m_own.mesh(); }
  [[nodiscard]] long step() const override { return m_own.step(); }
  [[nodiscard]] double time() const override { return m_own.time(); }
  [[nodiscard]] double dt() const override { return m_own.dt(); }
  void advance(long steps) override;
  void advance_by(double dt) override;
  void fence() override { m_own.fence(); }
  void begin_check() override;
  Check end_check() override;
  [[nodiscard]] std::vector<HostField> fields() const override;
  [[nodiscard]] State save() const override;
  void restore(State const& state) override;
  [[nodiscard]] std::string explanation() const override { return m_own.explanation(); }
  [[nodiscard]] std::string closing_line() const override { return m_own.closing_line(); }

 private:
  Simulation& m_own;
  Ranks m_ranks;
};

/// Calls `prepare` on all ranks, and goes on if it succeeded on all; else throws its error on all, that of the first
/// rank that failed. Also refuses processes that do not agree in what `signature` returns: programs or configs that
/// differ.
void prepare_together(Ranks const& ranks, std::function<void()> const& prepare,
                      std::function<std::string()> const& signature);

/// A run that all ranks are prepared for: rank 0 calls `carry_out` with a simulation that the others follow. An error
/// in what they do together ends all processes, since the others wait for this one: its message comes first.
ExitCode run_together(Ranks const& ranks, Simulation& own, std::function<ExitCode(Simulation&)> const& carry_out);

}  // namespace tessera
