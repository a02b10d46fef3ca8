// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "problem.hpp"
#include "tessera/run/app.hpp"
#include "tessera/run/solution_simulation.hpp"

namespace gallery {

/// A field that a stencil takes besides the main one; a config gives it as `initial.NAME`, and it is 0 if not.
struct Input {
  std::string name;
  std::string unit;
  std::string meaning;
};

/// What a config may say of a stencil, and what a user is told.
struct Description {
  std::string name;   ///< "rician2d"
  std::string about;  ///< in a few words
  int rank;
  tessera::FieldLabel field;             ///< the main field: what starts, is shown and is written
  std::vector<tessera::Key> parameters;  ///< numbers
  std::vector<Input> inputs;
  bool has_time = false;   ///< steps have a length, in seconds, with a limit
  bool own_faces = false;  ///< faces are periodic or the program's own, and nothing else
};

/// A stencil of the gallery. One that is alive stands in the registry.
class Entry {
 public:
  explicit Entry(Description description);
  Entry(Entry const&) = delete;
  Entry& operator=(Entry const&) = delete;
  virtual ~Entry() = default;

  [[nodiscard]] Description const& description() const { return m_description; }

  /// The longest stable step, s; 0 for a stencil without time.
  [[nodiscard]] virtual double step_limit(Setup const& setup) const = 0;
  /// Fills in what the plan says of program and schedule. Allocates no fields. Returns whether the main field has a
  /// version before the newest, from which a run can tell that it is steady.
  virtual bool plan(Problem const& problem, tessera::RunPlan& plan) const = 0;
  /// Sets up the fields in their initial state.
  [[nodiscard]] virtual std::unique_ptr<tessera::Simulation> make(Problem const& problem) const = 0;

 private:
  Description m_description;
};

/// The stencils of the gallery, by name.
std::vector<Entry const*> registry();

/// The stencil of this name, which must be there.
Entry const& entry(std::string const& name);

}  // namespace gallery
