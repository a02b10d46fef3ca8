// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include "golden/space.hpp"

namespace golden {

using namespace tessera;

/// What is said for the faces of a grid. `functions`: what the model itself says.
enum class Kind { dirichlet, node, neumann, periodic, mixed, functions };

inline std::string name_of(Kind kind) {
  constexpr char const* names[] = {"dirichlet", "node", "neumann", "periodic", "mixed", "functions"};
  return names[static_cast<int>(kind)];
}

/// One cell, one wide, smaller than a tile, prime, odd, even and about 64 wide.
template <int Rank>
std::vector<std::array<int, Rank>> sizes() {
  if constexpr (Rank == 1) return {{1}, {3}, {31}, {33}, {64}, {130}};
  if constexpr (Rank == 2) return {{1, 1}, {1, 7}, {7, 1}, {3, 2}, {31, 13}, {33, 15}, {64, 48}};
  if constexpr (Rank == 3) return {{1, 1, 1}, {1, 6, 5}, {5, 1, 3}, {3, 2, 2}, {13, 11, 17}, {33, 9, 15}, {64, 22, 14}};
}

/// Grids whose plans are explained, beside a large one that does not fit a cache.
template <int Rank>
std::vector<std::array<int, Rank>> explained() {
  if constexpr (Rank == 1) return {{1}, {31}};
  if constexpr (Rank == 2) return {{1, 7}, {31, 13}};
  if constexpr (Rank == 3) return {{1, 6, 5}, {13, 11, 17}};
}
template <int Rank>
std::array<int, Rank> large() {
  if constexpr (Rank == 1) return {1000000};
  if constexpr (Rank == 2) return {1536, 1000};
  if constexpr (Rank == 3) return {192, 150, 100};
}

template <int Rank>
std::string text_of(std::array<int, Rank> const& cells) {
  std::string text;
  for (int n : cells) text += (text.empty() ? "" : "x") + std::to_string(n);
  return text;
}

template <int Rank>
Grid<Rank> grid_of(std::array<int, Rank> const& cells, Kind kind) {
  Grid<Rank> grid{cells};
  for (std::size_t axis = 0; axis < Rank; ++axis) {
    grid.spacing[axis] = 1.0 + 0.25 * static_cast<double>(axis);
    grid.origin[axis] = -0.5 * static_cast<double>(axis);
    grid.periodic[axis] = kind == Kind::periodic || (kind == Kind::mixed && axis == 1);
  }
  return grid;
}

/// Values for all cells of a face, another for every one.
template <int Rank>
FaceValues face_values(Grid<Rank> const& grid, std::size_t across) {
  FaceValues map;
  long places = 1;
  for (std::size_t axis = 0; axis < Rank; ++axis) places *= axis == across ? 1 : grid.cells[axis];
  for (long p = 0; p < places; ++p) map.values.push_back(0.0078125 * static_cast<double>(p % 101));
  return map;
}

/// Gives a quantity the rules of a kind. They are plain, so that the program keeps its type.
template <class Q, class ProgramType>
ProgramType with_rules(ProgramType program, Kind kind) {
  if (kind == Kind::dirichlet) program = program.template boundary<Q>(Dirichlet{0.75});
  if (kind == Kind::node) program = program.template boundary<Q>(Dirichlet{0.25, ValueAt::node});
  if (kind == Kind::neumann) program = program.template boundary<Q>(Neumann{0.125});
  if (kind != Kind::mixed) return program;
  program = program.template boundary<Q>(Face::x_low, Dirichlet{face_values(program.grid(), 0)});
  program = program.template boundary<Q>(Face::x_high, Neumann{-0.0625});
  if constexpr (ProgramType::rank == 3) {
    program = program.template boundary<Q>(Face::z_low, Dirichlet{0.375, ValueAt::node});
    program = program.template boundary<Q>(Face::z_high, Dirichlet{0.5});
  }
  return program;
}
template <class ProgramType, class... Qs>
ProgramType with_rules(ProgramType program, Kind kind, Types<Qs...>) {
  ((program = with_rules<Qs>(program, kind)), ...);
  return program;
}

/// Multiples of 2^-24 from 0 to 1 without a pattern, made of whole numbers alone.
inline std::vector<double> noise(std::size_t count, std::uint64_t seed) {
  std::vector<double> values(count);
  for (std::size_t i = 0; i < count; ++i) {
    std::uint64_t x = (i + 1) * 0x9e3779b97f4a7c15U + seed * 0xbf58476d1ce4e5b9U;
    x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9U;
    x = (x ^ (x >> 27U)) * 0x94d049bb133111ebU;
    values[i] = static_cast<double>((x ^ (x >> 31U)) >> 40U) / 16777216.0;
  }
  return values;
}

template <class Run, class... Qs>
void set_noise(Run& run, Types<Qs...>) {
  std::uint64_t seed = 0;
  (run.template set<Qs>(noise(run.template field<Qs>().size(), ++seed)), ...);
}

/// FNV-1a of 64 bits over the bytes of values, going on from `hash`.
template <class T>
std::uint64_t hash_of(std::vector<T> const& values, std::uint64_t hash) {
  auto const* bytes = reinterpret_cast<unsigned char const*>(values.data());
  for (std::size_t i = 0; i < values.size() * sizeof(T); ++i) hash = (hash ^ bytes[i]) * 0x100000001b3U;
  return hash;
}

template <class T>
bool all_finite(std::vector<T> const& values) {
  return std::all_of(values.begin(), values.end(), [](T value) { return std::isfinite(value); });
}

/// The hash of the cells of all quantities, as 16 digits.
template <class Run, class... Qs>
std::string hash_of(Run const& run, Types<Qs...>) {
  bool const finite = (... && all_finite(run.template get<Qs>()));
  if (!finite) return "not finite";
  std::uint64_t hash = 0xcbf29ce484222325U;
  ((hash = hash_of(run.template get<Qs>(), hash)), ...);
  std::string text;
  for (int digit = 15; digit >= 0; --digit)
    text += "0123456789abcdef"[(hash >> (4U * static_cast<unsigned>(digit))) & 15U];
  return text;
}

}  // namespace golden
