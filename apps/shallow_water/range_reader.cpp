// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "range_reader.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "tessera/error.hpp"
#include "tessera/io/curve.hpp"
#include "tessera/run/format.hpp"
#include "tessera/run/input_keys.hpp"
#include "tessera/run/units.hpp"

namespace shallow_water {

using namespace tessera;

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

double RangeReader::lowest_bed(std::vector<bool> const& holds) const {
  double lowest = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < holds.size(); ++k) {
    if (holds[k]) lowest = std::min(lowest, m_problem.bed[inside(static_cast<long>(k))]);
  }
  return lowest;
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
    forcing.take(read_series_key(m_config, m_name, unit, 0, m_end, m_problem.reference_time));
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

/// A level outside, above the datum of the computation.
Forcing RangeReader::level() const {
  Forcing level = forcing("m");
  add_tide(level);
  level.constant -= level.times.empty() ? m_problem.datum : 0;
  for (double& v : level.values) v -= m_problem.datum;
  return level;
}

/// A rating curve as a forcing whose times are levels. Above its last level it goes on as it ends.
Forcing RangeReader::rating() const {
  if (!has("path")) refuse("", "needs path = \"...\", a file of levels and discharges");
  Forcing rating;
  try {
    Curve const curve = read_rising_curve(m_config.path(m_name + ".path"), "m", "m^3/s");
    rating.times = curve.arguments;
    rating.values = curve.values;
  } catch (InputError const& error) {
    refuse("path", error.what());
  }
  auto const n = rating.times.size();
  double const rise = (rating.values[n - 1] - rating.values[n - 2]) / (rating.times[n - 1] - rating.times[n - 2]);
  double const beyond = 1e4;  // m: higher than any water
  rating.times.push_back(rating.times.back() + beyond);
  rating.values.push_back(rating.values.back() + rise * beyond);
  for (double& v : rating.times) v -= m_problem.datum;
  return rating;
}

/// The mean fall of the ground towards the side.
double RangeReader::ground_slope(std::vector<bool> const& holds) const {
  tessera::Grid<2> const grid = m_problem.grid();
  double sum = 0, count = 0;
  for (std::size_t k = 0; k < holds.size(); ++k) {
    if (!holds[k]) continue;
    auto const line = flow::inward_line(grid, m_face, static_cast<long>(k), m_problem.bed);
    sum += flow::outward_slope(line, grid.spacing[m_face / 2], m_problem.bed);
    ++count;
  }
  if (!(sum > 0)) {
    refuse("", "the ground does not fall towards the side (its mean slope is " + human_number(sum / count) +
                   "); say slope = ..., or take type = \"free\" or \"level\"");
  }
  return sum / count;
}

std::vector<double> RangeReader::conveyances(std::vector<bool> const& holds) const {
  double const slope = has("slope") ? number("slope") : ground_slope(holds);
  std::vector<double> const manning = m_problem.roughness();
  std::vector<double> all(holds.size(), 0.0);
  for (std::size_t k = 0; k < holds.size(); ++k) {
    if (!holds[k]) continue;
    double const n = manning[manning.size() > 1 ? inside(static_cast<long>(k)) : 0];
    if (!(n > 0)) {
      refuse("", "a normal depth needs roughness: physics.manning is 0 at cell " + std::to_string(k) +
                     " of the side; set it, or take type = \"free\"");
    }
    all[k] = flow::conveyance(slope, n);
  }
  return all;
}

/// An open range: its cells where water leaves at its normal depth, and the others.
std::vector<Side> RangeReader::open(Side const& range) const {
  std::vector<double> const manning = m_problem.roughness();
  flow::OpenCells const cells =
      flow::open_cells(m_problem.grid(), m_face,
                       {m_problem.numbers.gravity, m_problem.bed, m_problem.h, m_problem.qx, m_problem.qy, manning});
  std::vector<Side> sides;
  for (bool const normal : {true, false}) {
    Side side = range;
    side.kind = normal ? flow::SideKind::normal : flow::SideKind::still;
    side.own = cells.own;
    for (std::size_t k = 0; k < side.holds.size(); ++k) side.holds[k] = range.holds[k] && cells.normal[k] == normal;
    if (std::find(side.holds.begin(), side.holds.end(), true) != side.holds.end()) sides.push_back(std::move(side));
  }
  return sides;
}

std::vector<Side> RangeReader::read() const {
  using Kind = flow::SideKind;
  std::string const& type = m_config.text(m_name + ".type");
  if (type == "wall" || type == "periodic") return {};
  Side side;
  side.holds = holds();
  side.lowest_bed = lowest_bed(side.holds);
  if (m_config.has(m_name + ".concentration")) side.concentration = number("concentration");
  if (type == "open") return open(side);
  side.kind = type == "free"           ? Kind::free
              : type == "normal_depth" ? Kind::normal
              : type == "level"        ? Kind::level
              : type == "radiation"    ? Kind::radiation
              : type == "rating"       ? Kind::rating
                                       : Kind::discharge;
  side.own = side.kind == Kind::normal ? conveyances(side.holds) : shares(side.holds);
  if (side.kind == Kind::level || side.kind == Kind::radiation) side.forcing = level();
  if (side.kind == Kind::rating) side.forcing = rating();
  if (side.kind == Kind::discharge) side.forcing = forcing("m^3/s");
  return {side};
}

}  // namespace shallow_water
