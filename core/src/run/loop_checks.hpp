// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <map>
#include <optional>
#include <string>

#include "run/linear_growth.hpp"
#include "tessera/run/loop.hpp"
#include "tessera/run/steady_state.hpp"

namespace tessera {

/// The looks that a run takes at its numbers: begun at one event and judged at the next, so that the sweep does not
/// wait for them; and what they say of the steady state, if the run goes for one. Every look throws NumericsError if
/// the numbers failed, and says which step was still good.
class LoopChecks {
 public:
  /// `simulation` must outlive the checks.
  LoopChecks(Simulation& simulation, LoopSettings const& settings);

  /// Begins a look at the present step.
  void begin();
  /// Judges the look begun last, if it was not yet.
  void judge();
  /// Looks now and waits. A look that is under way keeps its turn.
  Check look_now();

  /// For a program that chooses its steps, which were to lead from time `before` to `goal`, s: throws NumericsError if
  /// they have shrunk to nothing on the way.
  void require_motion(double before, double goal);

  /// What is known of the steady state; empty if the run does not go for one.
  [[nodiscard]] std::optional<SteadyState> const& steady() const { return m_steady; }
  /// Whether a run that goes for a steady state has none: see LinearGrowth.
  [[nodiscard]] bool grows_linearly() const { return m_growth && m_growth->certain(); }

  /// What a run that goes on from here has to know, and back.
  void save(std::map<std::string, std::string>& memory) const;
  void resume(long step, std::map<std::string, std::string> const& memory);

 private:
  void require_good(Check const& check);
  Check const& known_check();

  Simulation& m_simulation;
  std::optional<SteadyState> m_steady;
  std::optional<LinearGrowth> m_growth;  ///< there if m_steady is
  std::optional<long> m_step;            ///< of the look that was begun last and not judged yet
  double m_time = 0;                     ///< that it had reached, s
  std::optional<Check> m_known;          ///< its result, if it was needed before its turn
  long m_good_step = -1;                 ///< the last one found good
};

}  // namespace tessera
