// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "heat_balance.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "insulated_parts.hpp"
#include "tessera/run/format.hpp"

namespace heat3d {
namespace {

using namespace tessera;

/// What the gradient on a face adds, K/s, summed over its cells.
HeatSum sum_over_face(Problem const& problem, std::size_t face) {
  std::size_t const axis = face / 2, inner = axis == 0 ? 1 : 0, outer = axis == 2 ? 1 : 2;
  auto const cells = [&](std::size_t a) { return static_cast<std::size_t>(problem.mesh.cells[a]); };
  std::size_t const stride[]{1, cells(0), cells(0) * cells(1)};
  std::size_t const at_face = face % 2 == 0 ? 0 : (cells(axis) - 1) * stride[axis];
  HeatSum sum;
  for (std::size_t j = 0; j < cells(outer); ++j) {
    for (std::size_t i = 0; i < cells(inner); ++i) {
      sum.add(gradient_gain(problem, face, at_face + j * stride[outer] + i * stride[inner]));
    }
  }
  return sum;
}

}  // namespace

double gradient_gain(Problem const& problem, std::size_t face, std::size_t cell) {
  std::size_t const axis = face / 2;
  std::vector<double> const& map = problem.face_maps[face];
  double gradient = problem.boundary[face].value;
  if (!map.empty()) {
    auto const nx = static_cast<std::size_t>(problem.mesh.cells[0]),
               ny = static_cast<std::size_t>(problem.mesh.cells[1]);
    std::size_t const x = cell % nx, y = cell / nx % ny, z = cell / (nx * ny);
    gradient = map[axis == 0 ? z * ny + y : axis == 1 ? z * nx + x : y * nx + x];
  }
  double const alpha = problem.diffusivity_map.empty() ? problem.diffusivity : problem.diffusivity_map[cell];
  return alpha * gradient / problem.mesh.spacing[axis];
}

bool HeatSum::cancels() const { return std::abs(value) <= 1e-9L * size; }

bool HeatBalance::is_zero() const { return HeatSum{rate(), size}.cancels(); }

HeatBalance heat_balance(Problem const& problem) {
  HeatSum source, gradients;
  for (double const q : problem.source) source.add(q);
  for (std::size_t face = 0; face < problem.boundary.size(); ++face) {
    if (problem.boundary[face].kind != BoundaryKind::neumann) continue;
    HeatSum const part = sum_over_face(problem, face);
    gradients.value += part.value;
    gradients.size += part.size;
  }
  long double cells = 1;
  for (long const n : problem.mesh.cells) cells *= n;
  auto const mean = [&](long double sum) { return static_cast<double>(sum / cells); };
  return {mean(source.value), mean(gradients.value), mean(source.size + gradients.size)};
}

namespace {

bool is_given(FaceConfig const& face) { return face.kind == BoundaryKind::dirichlet; }

/// The least eigenvalue, 1/m^2, of minus the second difference along an axis: of a half wave of sines between ends, a
/// quarter if one of them is insulated. `ends`: how many have a given temperature.
double least_eigenvalue(Problem const& problem, std::size_t axis, int ends) {
  auto const n = static_cast<double>(problem.mesh.cells[axis] + 1);  // one more: the values may stand in the ghosts
  double const pi = std::acos(-1.0), h = problem.mesh.spacing[axis], half = ends == 1 ? pi / (4 * n) : pi / (2 * n);
  return 4 / (h * h) * std::pow(std::sin(half), 2);
}

}  // namespace

double slowest_rate(Problem const& problem) {
  double least = 0;
  for (double const alpha : problem.diffusivity_map) {
    if (alpha > 0 && (least == 0 || alpha < least)) least = alpha;
  }
  double with_ends = 0, without = 0;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    int const ends = is_given(problem.boundary[2 * axis]) + is_given(problem.boundary[2 * axis + 1]);
    if (ends > 0) with_ends += least_eigenvalue(problem, axis, ends);
    if (ends > 0 || problem.mesh.cells[axis] == 1) continue;
    double const mode = least_eigenvalue(problem, axis, 2);
    without = without == 0 ? mode : std::min(without, mode);
  }
  return least * (with_ends > 0 ? with_ends : without);
}

void require_steady_state(Config const& config, Problem const& problem) {
  if (!read_time(config).tolerance) return;
  auto const text = [](double rate) { return human_number(rate, 6) + " K/s"; };
  if (auto const part = growing_part(problem)) {
    auto const& [x, y, z] = part->cell;
    config.refuse("time.until",
                  "there is no steady state: cells of diffusivity 0 cut the part of the box around cell (x, y, z) = (" +
                      std::to_string(x) + ", " + std::to_string(y) + ", " + std::to_string(z) +
                      ") off from every given temperature, and its mean temperature changes by " + text(part->rate) +
                      ". Take its source or gradient away, let it conduct, or say time.steps or time.end instead");
  }
  if (std::any_of(problem.boundary.begin(), problem.boundary.end(), is_given)) return;
  HeatBalance const balance = heat_balance(problem);
  if (balance.is_zero()) return;
  config.refuse("time.until",
                "there is no steady state: no face has a given temperature, and the mean temperature "
                "changes by " +
                    text(balance.rate()) + " (source " + text(balance.source) + ", gradients " +
                    text(balance.gradients) +
                    "). Give a face a temperature (type = \"dirichlet\"), make source and gradients "
                    "cancel, or say time.steps or time.end instead");
}

}  // namespace heat3d
