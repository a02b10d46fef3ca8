// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tessera/io/gauges.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "tessera/error.hpp"
#include "tessera/run/format.hpp"
#include "tessera/run/units.hpp"
#include "text_input.hpp"

namespace tessera {

using namespace detail;

namespace {

/// Where a place lies along one axis, in cells from the low end.
double place_along(Mesh const& mesh, std::size_t axis, double coordinate) {
  return (coordinate - mesh.origin[axis]) / mesh.spacing[axis];
}

std::string extent_text(Mesh const& mesh, std::size_t axis) {
  double const end = mesh.origin[axis] + static_cast<double>(mesh.cells[axis]) * mesh.spacing[axis];
  return human_number(mesh.origin[axis], 12) + " to " + human_number(end, 12);
}

void require_inside(Mesh const& mesh, Gauge const& gauge) {
  auto const inside = [&](std::size_t axis, double coordinate) {
    double const place = place_along(mesh, axis, coordinate);
    return place >= 0 && place <= static_cast<double>(mesh.cells[axis]);
  };
  if (inside(0, gauge.x) && inside(1, gauge.y)) return;
  throw InputError(
      "gauge \"" + gauge.name + "\" at x = " + human_number(gauge.x, 12) + ", y = " + human_number(gauge.y, 12) +
      " m stands outside of the grid, which has x = " + extent_text(mesh, 0) + ", y = " + extent_text(mesh, 1) + " m");
}

/// Along one axis: the cell that holds the place, its neighbour on the side of the place, and that one's weight.
struct AxisPlace {
  long own, other;
  double weight;
};
AxisPlace axis_place(Mesh const& mesh, std::size_t axis, double coordinate, GaugeSampling sampling) {
  double const place = place_along(mesh, axis, coordinate);
  long const cells = mesh.cells[axis], own = std::clamp(static_cast<long>(std::floor(place)), 0L, cells - 1);
  double const aside = place - (static_cast<double>(own) + 0.5);
  long const other = own + (aside < 0 ? -1 : 1);
  if (sampling == GaugeSampling::cell || other < 0 || other >= cells) return {own, own, 0};
  return {own, other, std::abs(aside)};
}

/// The unit in a header's field, in brackets or behind the name.
std::string_view header_unit(std::string_view field) {
  std::string_view const unit = unit_in_header(field);
  return unit.empty() ? bare_unit_in_header(field) : unit;
}

}  // namespace

std::vector<Gauge> read_gauges(std::filesystem::path const& path) {
  std::string const text = read_text(path);
  std::vector<Gauge> gauges;
  std::array<double, 2> metres{1, 1};  // of a unit of x and y
  for (TableLine const& line : table_lines(text, false)) {
    auto const refuse = [&](std::string const& message) {
      throw InputError(place_in(path, line.number) + ": " + message);
    };
    if (line.fields.size() != 3) {
      refuse("it has " + std::to_string(line.fields.size()) + " columns; three are needed: name, x, y");
    }
    auto const x = number_in(line.fields[1]), y = number_in(line.fields[2]);
    if (gauges.empty() && !x && !y && lower(line.fields[1]).starts_with("x")) {  // the header
      try {
        for (std::size_t axis = 0; axis < 2; ++axis)
          metres[axis] = unit_change(header_unit(line.fields[axis + 1]), "m").factor;
      } catch (InputError const& error) {
        refuse(error.what());
      }
      continue;
    }
    if (!x || !std::isfinite(*x)) refuse(no_number_text(line.fields[1]));
    if (!y || !std::isfinite(*y)) refuse(no_number_text(line.fields[2]));
    std::string const& name = line.fields[0];
    if (name.empty()) refuse("the gauge has no name");
    if (auto const fault = column_name_fault(name)) refuse("gauge \"" + name + "\": " + *fault + "; rename it");
    bool const twice =
        std::any_of(gauges.begin(), gauges.end(), [&](Gauge const& other) { return other.name == name; });
    if (twice) refuse("there are two gauges with the name \"" + name + "\"");
    gauges.push_back({name, *x * metres[0], *y * metres[1]});
  }
  if (gauges.empty()) throw InputError(path.string() + ": it holds no gauge; rows are: name, x, y");
  return gauges;
}

GaugePlaces::GaugePlaces(Mesh const& mesh, std::vector<Gauge> gauges, GaugeSampling sampling)
    : m_gauges(std::move(gauges)) {
  if (mesh.rank != 2) throw InputError("gauges need a 2D grid");
  for (Gauge const& gauge : m_gauges) {
    require_inside(mesh, gauge);
    AxisPlace const x = axis_place(mesh, 0, gauge.x, sampling), y = axis_place(mesh, 1, gauge.y, sampling);
    long const nx = mesh.cells[0];
    m_stencils.push_back(
        {{x.own + nx * y.own, x.other + nx * y.own, x.own + nx * y.other, x.other + nx * y.other},
         {(1 - x.weight) * (1 - y.weight), x.weight * (1 - y.weight), (1 - x.weight) * y.weight, x.weight * y.weight}});
  }
}

std::vector<double> GaugePlaces::sample(std::vector<double> const& field) const {
  std::vector<double> values;
  for (Stencil const& stencil : m_stencils) {
    double sum = 0, known = 0;
    for (std::size_t n = 0; n < 4; ++n) {
      double const value = field[static_cast<std::size_t>(stencil.cells[n])];
      if (stencil.weights[n] == 0 || std::isnan(value)) continue;
      sum += stencil.weights[n] * value;
      known += stencil.weights[n];
    }
    bool const has_value = !std::isnan(field[static_cast<std::size_t>(stencil.cells[0])]);
    values.push_back(has_value ? sum / known : std::nan(""));
  }
  return values;
}

}  // namespace tessera
