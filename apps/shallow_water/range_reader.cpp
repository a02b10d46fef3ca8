// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "range_reader.hpp"

#include <algorithm>
#include <cmath>

#include "tessera/run/format.hpp"
#include "tessera/run/input_keys.hpp"
#include "tessera/run/units.hpp"

namespace shallow_water {

using namespace tessera;

std::vector<Form> range_forms() {
  Key const from =
      key::number("from", std::nullopt, "m", "x or y along the side at which it begins; unset: the corner");
  Key const to = key::number("to", std::nullopt, "m", "and at which it ends; elsewhere is a wall");
  Key const cells =
      key::integers("cells", 2, std::nullopt, "", "instead: its first and last cell, from 0 in the west or south")
          .at_least(0);
  Key const concentration =
      key::number("concentration", std::nullopt, "", "of the pollutant in water that enters; unset: as inside")
          .at_least(0);
  Key const path = key::path("path", std::nullopt, "instead: a file of two columns, time and value");
  return {{"wall", "nothing passes", {}},
          {"open", "water leaves, and enters, as it comes", {from, to, cells, concentration}},
          {"level",
           "the water outside stands at a level: value plus constituents of a tide, or a series",
           {key::number("value", std::nullopt, "m", "level above the datum; mean level of a tide"), path,
            key::numbers("amplitude", 0, std::nullopt, "m", "of each constituent A cos(2 pi (t - t_ref) / T - phase)"),
            key::numbers("period", 0, std::nullopt, "s", "T of each; M2 has 44714"),
            key::numbers("phase", 0, std::nullopt, "degrees", "of each; unset: 0"),
            key::duration("t_ref", 0.0, "time at which phases count from"), from, to, cells, concentration}},
          {"discharge",
           "a discharge enters over the range, shared by what each place conveys",
           {key::number("value", std::nullopt, "m^3/s", "inwards; negative: it is drawn off"), path, from, to, cells,
            concentration}},
          {"periodic", "what leaves here enters at the opposite side, which must be periodic too", {}}};
}

/// The cell of the grid that stands beside cell `k` of the side.
std::size_t RangeReader::inside(long k) const {
  long const nx = m_problem.mesh.cells[0], ny = m_problem.mesh.cells[1];
  long const i = m_face < 2 ? (m_face == 0 ? 0 : nx - 1) : k, j = m_face < 2 ? k : (m_face == 2 ? 0 : ny - 1);
  return static_cast<std::size_t>(j * nx + i);
}

/// The first cell of the range and the one past its last, by `cells`.
std::array<long, 2> RangeReader::cells_by_number() const {
  for (char const* const field : {"from", "to"}) {
    if (has(field)) refuse(field, "takes only one of cells and from ... to");
  }
  auto const& ends = m_config.integers(m_name + ".cells");
  if (ends[1] >= cells()) {
    refuse("cells", "the side has the cells 0 to " + std::to_string(cells() - 1));
  }
  if (ends[0] > ends[1]) refuse("cells", "the first cell comes first: [first, last]");
  return {ends[0], ends[1] + 1};
}

/// The same by `from` and `to`: a cell belongs to the range in which its centre lies, `to` excluded, so that ranges
/// which meet share no cell.
std::array<long, 2> RangeReader::cells_by_metres() const {
  double const low = m_problem.mesh.origin[along()], d = m_problem.mesh.spacing[along()];
  double const high = low + static_cast<double>(cells()) * d, slack = 1e-6 * d;
  double const from = has("from") ? number("from") : low, to = has("to") ? number("to") : high;
  for (auto const& [field, place] : {std::pair{"from", from}, std::pair{"to", to}}) {
    if (place >= low - slack && place <= high + slack) continue;
    refuse(field, human_number(place, 9) + " m is not on the side, which reaches from " + human_number(low, 9) +
                      " to " + human_number(high, 9) + " m");
  }
  if (!(from < to)) refuse(has("to") ? "to" : "from", "from must be below to");
  auto const first_centre_at = [&](double place) { return static_cast<long>(std::ceil((place - low) / d - 0.5)); };
  return {std::max(first_centre_at(from), 0L), std::min(first_centre_at(to), cells())};
}

/// For each cell of the side, whether the range holds there.
std::vector<bool> RangeReader::holds() const {
  auto const [begin, end] = has("cells") ? cells_by_number() : cells_by_metres();
  if (begin >= end)
    refuse("", "no centre of a cell lies between from and to; cells are " +
                   human_number(m_problem.mesh.spacing[along()]) + " m long");
  std::vector<bool> holds(static_cast<std::size_t>(cells()), false);
  for (long k = begin; k < end; ++k) {
    holds[static_cast<std::size_t>(k)] = m_problem.bed[inside(k)] < 0.5 * flow::outside_mark<double>;
  }
  if (std::find(holds.begin(), holds.end(), true) == holds.end()) {
    refuse("", "there is no ground along it: all its cells are without data");
  }
  return holds;
}

/// What each cell conveys, as a share per metre.
std::vector<double> RangeReader::shares(std::vector<bool> const& holds) const {
  std::vector<double> weight(holds.size(), 0.0);
  double total = 0, highest = -1e300;
  auto const add_up = [&](auto const& depth) {
    for (std::size_t k = 0; k < holds.size(); ++k) {
      if (holds[k]) total += weight[k] = std::pow(std::max(depth(inside(static_cast<long>(k))), 0.0), 5.0 / 3);
    }
  };
  add_up([&](std::size_t cell) { return m_problem.h[cell]; });
  for (std::size_t k = 0; k < holds.size(); ++k) {
    if (holds[k]) highest = std::max(highest, m_problem.bed[inside(static_cast<long>(k))]);
  }
  if (total <= 0) add_up([&](std::size_t cell) { return highest - m_problem.bed[cell]; });
  if (total <= 0) add_up([](std::size_t) { return 1.0; });
  for (double& w : weight) w /= total * m_problem.mesh.spacing[along()];
  return weight;
}

Forcing RangeReader::forcing(std::string const& unit) const {
  Forcing forcing;
  if (has("path")) {
    if (has("value")) refuse("value", "takes only one of value and path");
    Series const series = read_series_key(m_config, m_name, unit, 0, m_end, m_problem.reference_time);
    forcing.times = series.times();
    forcing.values = series.values();
  } else if (has("value")) {
    forcing.constant = number("value");
  } else if (m_config.text(m_name + ".type") == "discharge" || !has("amplitude")) {
    refuse("", "needs one of value and path");
  }
  return forcing;
}

void RangeReader::add_tide(Forcing& forcing) const {
  if (!has("amplitude")) {
    if (has("period")) refuse("period", "a tide needs amplitude too");
    return;
  }
  if (!has("period")) refuse("amplitude", "a tide needs period = [...] too, in s");
  auto const& amplitude = m_config.numbers(m_name + ".amplitude");
  auto const& period = m_config.numbers(m_name + ".period");
  std::vector<double> const phase =
      has("phase") ? m_config.numbers(m_name + ".phase") : std::vector<double>(amplitude.size(), 0.0);
  for (auto const& [field, size] : {std::pair{"period", period.size()}, std::pair{"phase", phase.size()}}) {
    if (size == amplitude.size()) continue;
    refuse(field, "expected " + std::to_string(amplitude.size()) + " numbers, as many as amplitude has, got " +
                      std::to_string(size));
  }
  for (std::size_t k = 0; k < amplitude.size(); ++k) {
    if (!(period[k] > 0)) refuse("period", "a period must be above 0 s");
    forcing.constituents.push_back({amplitude[k], period[k], phase[k] * degrees, number("t_ref")});
  }
}

Side RangeReader::read() const {
  std::string const& type = m_config.text(m_name + ".type");
  Side side;
  if (type == "wall" || type == "periodic") {
    side.holds.assign(static_cast<std::size_t>(cells()), false);
    side.share.assign(static_cast<std::size_t>(cells()), 0.0);
    return side;
  }
  side.holds = holds();
  side.share = shares(side.holds);
  if (has("concentration")) side.concentration = number("concentration");
  if (type == "open") side.kind = flow::SideKind::open;
  if (type == "level") {
    side.kind = flow::SideKind::level;
    side.forcing = forcing("m");
    add_tide(side.forcing);
    side.forcing.constant -= side.forcing.times.empty() ? m_problem.datum : 0;
    for (double& v : side.forcing.values) v -= m_problem.datum;
  }
  if (type == "discharge") {
    side.kind = flow::SideKind::discharge;
    side.forcing = forcing("m^3/s");
  }
  return side;
}

}  // namespace shallow_water
