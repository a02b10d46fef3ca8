// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "sides.hpp"

#include <algorithm>
#include <cmath>

#include "tessera/run/common_keys.hpp"
#include "tessera/run/input_keys.hpp"
#include "tessera/run/units.hpp"

namespace shallow_water {
namespace {

using namespace tessera;

std::vector<Form> side_forms() {
  Key const from = key::number("from", std::nullopt, "m", "where along the side it begins; elsewhere is a wall");
  Key const to = key::number("to", std::nullopt, "m", "and where it ends");
  Key const concentration =
      key::number("concentration", std::nullopt, "", "of the pollutant in water that enters; unset: as inside")
          .at_least(0);
  Key const path = key::path("path", std::nullopt, "instead: a file of two columns, time and value");
  return {{"wall", "nothing passes", {}},
          {"open", "water leaves, and enters, as it comes", {from, to, concentration}},
          {"level",
           "the water outside stands at a level: value plus constituents of a tide, or a series",
           {key::number("value", std::nullopt, "m", "level above the datum; mean level of a tide"), path,
            key::numbers("amplitude", 0, std::nullopt, "m", "of each constituent A cos(2 pi (t - t_ref) / T - phase)"),
            key::numbers("period", 0, std::nullopt, "s", "T of each; M2 has 44714"),
            key::numbers("phase", 0, std::nullopt, "degrees", "of each; unset: 0"),
            key::duration("t_ref", 0.0, "time at which phases count from"), from, to, concentration}},
          {"discharge",
           "a discharge enters over the range, shared by what each place conveys",
           {key::number("value", std::nullopt, "m^3/s", "inwards; negative: it is drawn off"), path, from, to,
            concentration}},
          {"periodic", "what leaves here enters at the opposite side, which must be periodic too", {}}};
}

/// A side while it is read.
struct SideReader {
  Problem const& problem;
  Config const& config;
  std::string name;
  std::size_t face;
  double end;

  [[nodiscard]] bool has(std::string const& field) const { return config.has(name + "." + field); }
  [[nodiscard]] std::size_t along() const { return 1 - face / 2; }
  [[nodiscard]] long cells() const { return problem.mesh.cells[along()]; }
  /// The cell of the grid that stands beside cell `k` of the side.
  [[nodiscard]] std::size_t inside(long k) const {
    long const nx = problem.mesh.cells[0], ny = problem.mesh.cells[1];
    long const i = face < 2 ? (face == 0 ? 0 : nx - 1) : k, j = face < 2 ? k : (face == 2 ? 0 : ny - 1);
    return static_cast<std::size_t>(j * nx + i);
  }

  [[nodiscard]] std::vector<bool> range() const {
    double const low = problem.mesh.origin[along()], d = problem.mesh.spacing[along()];
    double const high = low + static_cast<double>(cells()) * d;
    double const from = has("from") ? config.number(name + ".from") : low;
    double const to = has("to") ? config.number(name + ".to") : high;
    if (has("from") && (from < low - d || from > high)) refuse_place("from", low, high);
    if (has("to") && (to > high + d || to < low)) refuse_place("to", low, high);
    std::vector<bool> holds;
    for (long k = 0; k < cells(); ++k) {
      double const at = low + (static_cast<double>(k) + 0.5) * d;
      holds.push_back(at >= from && at <= to && problem.bed[inside(k)] < 0.5 * flow::outside_mark<double>);
    }
    if (std::find(holds.begin(), holds.end(), true) == holds.end()) {
      config.refuse(name, "no cell of the side lies between from and to");
    }
    return holds;
  }
  [[noreturn]] void refuse_place(std::string const& field, double low, double high) const {
    config.refuse(name + "." + field,
                  "the side reaches from " + std::to_string(low) + " to " + std::to_string(high) + " m");
  }

  [[nodiscard]] Forcing forcing(std::string const& unit) const {
    Forcing forcing;
    if (has("path")) {
      if (has("value")) config.refuse(name + ".value", "takes only one of value and path");
      Series const series = read_series_key(config, name, unit, 0, end, problem.reference_time);
      forcing.times = series.times();
      forcing.values = series.values();
    } else if (has("value")) {
      forcing.constant = config.number(name + ".value");
    } else if (config.text(name + ".type") == "discharge" || !has("amplitude")) {
      config.refuse(name, "needs one of value and path");
    }
    return forcing;
  }

  void add_tide(Forcing& forcing) const {
    if (!has("amplitude")) {
      if (has("period")) config.refuse(name + ".period", "a tide needs amplitude too");
      return;
    }
    if (!has("period")) config.refuse(name + ".amplitude", "a tide needs period = [...] too, in s");
    auto const& amplitude = config.numbers(name + ".amplitude");
    auto const& period = config.numbers(name + ".period");
    std::vector<double> const phase =
        has("phase") ? config.numbers(name + ".phase") : std::vector<double>(amplitude.size(), 0.0);
    for (auto const& [field, size] : {std::pair{"period", period.size()}, std::pair{"phase", phase.size()}}) {
      if (size == amplitude.size()) continue;
      config.refuse(name + "." + field, "expected " + std::to_string(amplitude.size()) +
                                            " numbers, as many as amplitude has, got " + std::to_string(size));
    }
    for (std::size_t k = 0; k < amplitude.size(); ++k) {
      if (!(period[k] > 0)) config.refuse(name + ".period", "a period must be above 0 s");
      forcing.constituents.push_back({amplitude[k], period[k], phase[k] * degrees, config.number(name + ".t_ref")});
    }
  }

  /// What each cell conveys, as a share per metre.
  [[nodiscard]] std::vector<double> shares(std::vector<bool> const& holds) const {
    std::vector<double> weight(holds.size(), 0.0);
    double total = 0, highest = -1e300;
    auto const add_up = [&](auto const& depth) {
      for (std::size_t k = 0; k < holds.size(); ++k) {
        if (holds[k]) total += weight[k] = std::pow(std::max(depth(inside(static_cast<long>(k))), 0.0), 5.0 / 3);
      }
    };
    add_up([&](std::size_t cell) { return problem.h[cell]; });
    for (std::size_t k = 0; k < holds.size(); ++k) {
      if (holds[k]) highest = std::max(highest, problem.bed[inside(static_cast<long>(k))]);
    }
    if (total <= 0) add_up([&](std::size_t cell) { return highest - problem.bed[cell]; });
    if (total <= 0) add_up([](std::size_t) { return 1.0; });
    for (double& w : weight) w /= total * problem.mesh.spacing[along()];
    return weight;
  }

  [[nodiscard]] Side read() const {
    std::string const& type = config.text(name + ".type");
    Side side;
    if (type == "wall" || type == "periodic") {
      side.holds.assign(static_cast<std::size_t>(cells()), false);
      side.share.assign(static_cast<std::size_t>(cells()), 0.0);
      return side;
    }
    side.holds = range();
    side.share = shares(side.holds);
    if (has("concentration")) side.concentration = config.number(name + ".concentration");
    if (type == "open") side.kind = flow::SideKind::open;
    if (type == "level") {
      side.kind = flow::SideKind::level;
      side.forcing = forcing("m");
      add_tide(side.forcing);
      side.forcing.constant -= side.forcing.times.empty() ? problem.datum : 0;
      for (double& v : side.forcing.values) v -= problem.datum;
    }
    if (type == "discharge") {
      side.kind = flow::SideKind::discharge;
      side.forcing = forcing("m^3/s");
    }
    return side;
  }
};

}  // namespace

void add_side_keys(Schema& schema) {
  add_boundary_keys(schema, 2, side_forms(), std::vector<std::string>(4, "{ type = \"wall\" }"));
}

void read_sides(Problem& problem, Config const& config, double end) {
  check_periodic_faces(config, 2);
  for (std::size_t face = 0; face < 4; ++face) {
    std::string const name = "boundary." + face_name(static_cast<int>(face));
    problem.periodic[face / 2] = config.text(name) == "periodic";
    problem.sides[face] = SideReader{problem, config, name, face, end}.read();
  }
}

}  // namespace shallow_water
