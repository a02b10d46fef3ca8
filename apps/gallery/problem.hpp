// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "tessera/run/field_keys.hpp"
#include "tessera/schedule.hpp"

namespace gallery {

class Entry;

/// The numbers that a stencil takes, by name, and the length of its step.
struct Parameters {
  std::map<std::string, double, std::less<>> numbers;
  double dt = 1;  ///< s; a stencil without a time of its own counts its steps: 1

  [[nodiscard]] double operator[](std::string_view name) const { return numbers.find(name)->second; }
};

/// What a program is made of.
struct Setup {
  tessera::Mesh mesh;
  tessera::BoundaryConfig boundary;
  tessera::FaceMaps face_maps;
  Parameters parameters;
};

/// What a config describes: a stencil on a grid, and what it starts from.
struct Problem : Setup {
  Entry const* stencil = nullptr;
  double dt_limit = 0;  ///< s; 0: none
  tessera::RunConfig run;
  tessera::Schedule schedule;
  std::vector<double> field;                          ///< the main field at the start, (z, y, x)
  std::map<std::string, std::vector<double>> inputs;  ///< the stencil's other fields; those that are zero are left out
};

/// All keys of the gallery: those of every program, and those of the stencils in the registry.
tessera::Schema schema();

/// Reads the problem. With `fields` false, no fields are read, for planning. Throws InputError for what cannot be run.
Problem read_problem(tessera::Config const& config, bool fields);

}  // namespace gallery
