// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <map>
#include <optional>
#include <string>

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

  /// What is known of the steady state; empty if the run does not go for one.
  [[nodiscard]] std::optional<SteadyState> const& steady() const { return m_steady; }

  /// What a run that goes on from here has to know, and back.
  void save(std::map<std::string, std::string>& memory) const;
  void resume(long step, std::map<std::string, std::string> const& memory);

 private:
  void require_good(Check const& check);
  Check const& known_check();

  Simulation& m_simulation;
  std::optional<SteadyState> m_steady;
  std::optional<long> m_step;    ///< of the look that was begun last and not judged yet
  std::optional<Check> m_known;  ///< its result, if it was needed before its turn
  long m_good_step = -1;         ///< the last one found good
};

}  // namespace tessera
