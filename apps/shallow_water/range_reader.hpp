// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "problem.hpp"

namespace shallow_water {

/// What a config can say of a range of a side.
std::vector<tessera::Form> range_forms();

/// One range of a side while it is read.
class RangeReader {
 public:
  /// `name` is that of its table: "boundary.x_low", or "boundary.x_low[1]". `end` is the run's last time, s, which
  /// series must reach. All of it must outlive the reader.
  RangeReader(Problem const& problem, tessera::Config const& config, std::string const& name, std::size_t face,
              double end)
      : m_problem(problem), m_config(config), m_name(name), m_face(face), m_end(end) {}

  /// The range, as sides of one kind: an open one may be two, wall and periodic ones are none. Throws InputError for a
  /// place past the side and for rules that lack a number.
  [[nodiscard]] std::vector<Side> read() const;

 private:
  [[nodiscard]] bool has(std::string const& field) const { return m_config.has(m_name + "." + field); }
  [[nodiscard]] double number(std::string const& field) const { return m_config.number(m_name + "." + field); }
  [[noreturn]] void refuse(std::string const& field, std::string const& message) const {
    m_config.refuse(field.empty() ? m_name : m_name + "." + field, message);
  }
  [[nodiscard]] std::size_t along() const { return 1 - m_face / 2; }
  [[nodiscard]] long cells() const { return m_problem.mesh.cells[along()]; }
  [[nodiscard]] std::size_t inside(long k) const;

  [[nodiscard]] std::array<long, 2> cells_by_number() const;
  [[nodiscard]] std::array<long, 2> cells_by_metres() const;
  [[nodiscard]] std::vector<bool> holds() const;
  [[nodiscard]] double lowest_bed(std::vector<bool> const& holds) const;
  [[nodiscard]] std::vector<double> shares(std::vector<bool> const& holds) const;

  [[nodiscard]] Forcing forcing(std::string const& unit) const;
  void add_tide(Forcing& forcing) const;
  [[nodiscard]] Forcing level() const;
  [[nodiscard]] Forcing rating() const;
  [[nodiscard]] double ground_slope(std::vector<bool> const& holds) const;
  [[nodiscard]] std::vector<double> conveyances(std::vector<bool> const& holds) const;
  [[nodiscard]] std::vector<Side> open(Side const& range) const;

  Problem const& m_problem;
  tessera::Config const& m_config;
  std::string const& m_name;
  std::size_t m_face;
  double m_end;
};

}  // namespace shallow_water
