// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tessera/error.hpp"
#include "tessera/run/common_keys.hpp"

namespace tessera {
namespace {

FaceConfig read_face(Config const& config, int face) {
  std::string const name = "boundary." + face_name(face);
  std::string const& type = config.text(name);
  FaceConfig result;
  if (type == "periodic" || type == "own") {
    result.kind = type == "own" ? BoundaryKind::own : BoundaryKind::periodic;
    return result;
  }
  result.kind = type == "dirichlet" ? BoundaryKind::dirichlet : BoundaryKind::neumann;
  std::string const quantity = result.kind == BoundaryKind::dirichlet ? "value" : "gradient";
  bool const has_value = config.has(name + "." + quantity);
  bool const has_file = config.has(name + ".file");
  if (!has_value && !has_file) config.refuse(name, "needs one of " + quantity + " and file");
  if (has_value && has_file) {
    config.refuse(name + ".file", "takes only one of " + quantity + " and file, and " + name + "." + quantity +
                                      " is there too (" + config.where(name + "." + quantity) + ")");
  }
  if (has_value) result.value = config.number(name + "." + quantity);
  if (has_file) {
    result.file = config.path(name + ".file");
    result.dataset = config.has(name + ".dataset") ? config.text(name + ".dataset") : face_name(face);
  }
  result.at_node = result.kind == BoundaryKind::dirichlet && config.text(name + ".at") == "node";
  return result;
}

}  // namespace

std::string const& face_name(int face) {
  static std::array<std::string, 6> const names{"x_low", "x_high", "y_low", "y_high", "z_low", "z_high"};
  return names[static_cast<std::size_t>(face)];
}

std::vector<Form> scalar_boundary_forms(std::string const& unit) {
  std::string const per_metre = unit.empty() ? "1/m" : unit + "/m";
  auto const file = [](std::string const& values) {
    Key key = key::path("file", std::nullopt, "instead of a number: an HDF5 or .npy file with one per cell face");
    key.unit = values;
    return key;
  };
  Key const dataset = key::text("dataset", std::nullopt, "its name in the file; the name of the face if unset");
  return {{"dirichlet",
           "the value is given",
           {key::number("value", std::nullopt, unit, "the value"), file(unit), dataset,
            key::choice("at", {"face", "node"}, "face", "it holds on the cell face, or in the ghost point")}},
          {"neumann",
           "the gradient along the outward normal is given",
           {key::number("gradient", std::nullopt, per_metre, "the gradient"), file(per_metre), dataset}},
          {"periodic", "what leaves here enters at the opposite face, which must be periodic too", {}}};
}

void add_boundary_keys(Schema& schema, int rank, std::vector<Form> const& forms,
                       std::vector<std::string> const& defaults, FaceParts parts) {
  static constexpr char const* sides[]{"west", "east", "south", "north"};
  schema.table("boundary", "What holds on the faces of the domain.");
  for (int face = 0; face < 2 * rank; ++face) {
    std::string const name = "boundary." + face_name(face);
    std::string meaning = "face " + face_name(face);
    if (rank == 2) meaning += std::string(", also called ") + sides[face];
    Key const key = key::variant(name, forms, defaults.at(static_cast<std::size_t>(face)), meaning);
    schema.add(parts == FaceParts::ranges ? key.or_several() : key);
    if (rank == 2) schema.alias(std::string("boundary.") + sides[face], name);
  }
}

bool is_periodic_face(Config const& config, int face) {
  std::string const name = "boundary." + face_name(face);
  return config.has(name) && config.text(name) == "periodic";
}

void check_periodic_faces(Config const& config, int rank) {
  for (int face = 0; face < 2 * rank; ++face) {
    std::string const name = "boundary." + face_name(face);
    std::string const opposite = "boundary." + face_name(face ^ 1);
    if (!is_periodic_face(config, face) || is_periodic_face(config, face ^ 1)) continue;
    std::string const first = config.parts(opposite).front();
    config.refuse(name, "is periodic, but " + config.written(opposite) + " is " +
                            (config.has(opposite) ? config.text(first) : "a list") + " (" + config.where(first) +
                            "); both faces of an axis are, or none");
  }
}

BoundaryConfig read_boundary(Config const& config, int rank) {
  check_periodic_faces(config, rank);
  BoundaryConfig boundary;
  for (auto& face : boundary) face.kind = BoundaryKind::periodic;
  for (int face = 0; face < 2 * rank; ++face) boundary[static_cast<std::size_t>(face)] = read_face(config, face);
  return boundary;
}

Mesh face_mesh(Mesh const& mesh, int face) {
  Mesh result;
  result.rank = mesh.rank > 1 ? mesh.rank - 1 : 1;
  std::size_t to = 0;
  for (int axis = 0; axis < mesh.rank; ++axis) {
    if (axis == face / 2) continue;
    auto const from = static_cast<std::size_t>(axis);
    result.cells[to] = mesh.cells[from];
    result.spacing[to] = mesh.spacing[from];
    result.origin[to] = mesh.origin[from];
    ++to;
  }
  return result;
}

}  // namespace tessera
