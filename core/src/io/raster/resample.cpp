// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cmath>

#include "raster_draft.hpp"
#include "tessera/error.hpp"
#include "tessera/run/format.hpp"

namespace tessera {

using namespace detail;

namespace {

/// How the cells of a grid take their values from those of a raster, along one axis.
struct AxisWeights {
  enum class Kind { copy, mean, linear };
  struct Source {
    long first;                   ///< the first cell of the raster that counts
    std::vector<double> weights;  ///< of it and the ones after it; they sum to 1
    long centre;                  ///< the cell of the raster that holds the cell's centre
  };
  Kind kind = Kind::linear;
  std::vector<Source> sources;
};

/// Cells of `spacing` from `origin` on.
struct Axis {
  double origin, spacing;
  long cells;
  [[nodiscard]] double end() const { return origin + static_cast<double>(cells) * spacing; }
};

/// Places are compared in cells of the raster; headers round them.
constexpr double slack = 1e-3;

AxisWeights::Source mean_source(Axis const& raster, double low, double high) {
  long const first = std::clamp(static_cast<long>(std::floor(low + slack)), 0L, raster.cells - 1);
  long const last = std::clamp(static_cast<long>(std::ceil(high - slack)) - 1, first, raster.cells - 1);
  AxisWeights::Source source{first, {}, 0};
  for (long i = first; i <= last; ++i) {
    auto const cell = static_cast<double>(i);
    source.weights.push_back((std::min(high, cell + 1) - std::max(low, cell)) / (high - low));
  }
  return source;
}

AxisWeights::Source linear_source(Axis const& raster, double centre) {
  double const place = std::clamp(centre - 0.5, 0.0, static_cast<double>(raster.cells - 1));
  long const first = std::min(static_cast<long>(place), std::max(0L, raster.cells - 2));
  double const share = place - static_cast<double>(first);
  if (share == 0 || raster.cells == 1) return {first, {1.0}, 0};
  return {first, {1 - share, share}, 0};
}

AxisWeights axis_weights(Axis const& raster, Axis const& grid) {
  double const ratio = grid.spacing / raster.spacing, start = (grid.origin - raster.origin) / raster.spacing;
  bool const same =
      std::abs(ratio - 1) * static_cast<double>(grid.cells) < slack && std::abs(start - std::round(start)) < slack;
  AxisWeights axis;
  axis.kind = same ? AxisWeights::Kind::copy : ratio > 2 - slack ? AxisWeights::Kind::mean : AxisWeights::Kind::linear;
  for (long i = 0; i < grid.cells; ++i) {
    double const low = start + ratio * static_cast<double>(i), high = low + ratio, centre = 0.5 * (low + high);
    long const home = std::clamp(static_cast<long>(std::floor(centre)), 0L, raster.cells - 1);
    switch (axis.kind) {
      case AxisWeights::Kind::copy: axis.sources.push_back({home, {1.0}, home}); break;
      case AxisWeights::Kind::mean: axis.sources.push_back(mean_source(raster, low, high)); break;
      case AxisWeights::Kind::linear: axis.sources.push_back(linear_source(raster, centre)); break;
    }
    axis.sources.back().centre = home;
  }
  return axis;
}

std::string span_text(Axis const& axis) {
  return human_number(axis.origin, 12) + " to " + human_number(axis.end(), 12);
}

void require_inside(Raster const& raster, std::array<Axis, 2> const& from, std::array<Axis, 2> const& to) {
  bool inside = true;
  for (std::size_t a = 0; a < 2; ++a) {
    double const around = slack * from[a].spacing;
    inside = inside && to[a].origin >= from[a].origin - around && to[a].end() <= from[a].end() + around;
  }
  if (inside) return;
  throw InputError(raster.source.string() + ": the grid reaches outside of this raster: the grid has x = " +
                   span_text(to[0]) + ", y = " + span_text(to[1]) + " m, the raster x = " + span_text(from[0]) +
                   ", y = " + span_text(from[1]) + " m; set grid.origin and the grid's size to lie within it");
}

/// Refuses missing cells that the grid overlaps.
void require_no_missing(Raster const& raster, std::array<Axis, 2> const& from, std::array<Axis, 2> const& to) {
  auto const overlaps = [&](std::size_t a, long cell) {
    double const low = from[a].origin + static_cast<double>(cell) * from[a].spacing, high = low + from[a].spacing;
    double const around = slack * from[a].spacing;
    return high > to[a].origin + around && low < to[a].end() - around;
  };
  auto const found = find_from_north(raster, [&](std::size_t index) {
    auto const cell = static_cast<long>(index);
    return raster.missing[index] != 0 && overlaps(0, cell % raster.nx) && overlaps(1, cell / raster.nx);
  });
  if (found.count == 0) return;
  throw InputError(raster.source.string() + ": " + std::to_string(found.count) + " of its cells in the grid " +
                   (found.count == 1 ? "has" : "have") + " no data; the first is at " + cell_text(raster, found.first) +
                   "; fill them (gdal_fillnodata.py), or choose nodata = \"wall\" or nodata = a value");
}

/// The value of one cell of the grid; NaN if it has no data.
double cell_value(Raster const& raster, AxisWeights::Source const& x, AxisWeights::Source const& y, bool mean) {
  double sum = 0, known = 0;
  for (std::size_t b = 0; b < y.weights.size(); ++b) {
    std::size_t const row = static_cast<std::size_t>((y.first + static_cast<long>(b)) * raster.nx + x.first);
    for (std::size_t a = 0; a < x.weights.size(); ++a) {
      if (!raster.missing.empty() && raster.missing[row + a] != 0) continue;
      double const weight = y.weights[b] * x.weights[a];
      sum += weight * raster.values[row + a];
      known += weight;
    }
  }
  if (raster.missing.empty()) return sum;
  bool const has_data =
      mean ? known > 0.5 : raster.missing[static_cast<std::size_t>(y.centre * raster.nx + x.centre)] == 0;
  return has_data ? sum / known : std::nan("");
}

/// Puts into cells without data what the rule says.
void fill_missing(Raster const& raster, NoData const& missing, std::vector<double>& values) {
  double fill = missing.value;
  if (missing.rule == NoData::Rule::wall) {
    auto const level = wall_level(values);
    if (!level) throw InputError(raster.source.string() + ": it has no data anywhere in the grid");
    fill = *level;
  }
  for (double& value : values) {
    if (std::isnan(value)) value = fill;
  }
}

}  // namespace

std::optional<double> wall_level(std::vector<double> const& ground) {
  double highest = -HUGE_VAL;
  for (double const level : ground) highest = std::isnan(level) ? highest : std::max(highest, level);
  return highest == -HUGE_VAL ? std::nullopt : std::optional(highest + wall_margin);
}

std::vector<double> resample(Raster const& raster, Mesh const& grid, NoData const& missing) {
  if (grid.rank != 2) throw InputError(raster.source.string() + ": a raster is for a 2D grid");
  std::array<Axis, 2> const from{Axis{raster.origin[0], raster.spacing[0], raster.nx},
                                 Axis{raster.origin[1], raster.spacing[1], raster.ny}};
  std::array<Axis, 2> const to{Axis{grid.origin[0], grid.spacing[0], grid.cells[0]},
                               Axis{grid.origin[1], grid.spacing[1], grid.cells[1]}};
  require_inside(raster, from, to);
  if (!raster.missing.empty() && missing.rule == NoData::Rule::refuse) require_no_missing(raster, from, to);
  AxisWeights const x = axis_weights(from[0], to[0]), y = axis_weights(from[1], to[1]);
  bool const mean = x.kind == AxisWeights::Kind::mean || y.kind == AxisWeights::Kind::mean;
  std::vector<double> values;
  values.reserve(static_cast<std::size_t>(grid.cells[0] * grid.cells[1]));
  for (auto const& row : y.sources) {
    for (auto const& column : x.sources) values.push_back(cell_value(raster, column, row, mean));
  }
  if (!raster.missing.empty()) fill_missing(raster, missing, values);
  return values;
}

}  // namespace tessera
