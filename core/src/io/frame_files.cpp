// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frame_files.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>

#include "npy.hpp"
#include "tessera/error.hpp"
#include "tessera/io/dataset.hpp"

namespace tessera::detail {

namespace {

/// One value per axis, in the order z, y, x that readers of XDMF expect. An axis that the mesh lacks gets `missing`:
/// for ParaView it is one cell thick, because its older reader cannot read flat grids, and turns 2D ones over.
template <class Values, class Missing>
std::string axes_text(Mesh const& mesh, Values const& values, Missing missing) {
  std::string text;
  for (int axis = 2; axis >= 0; --axis) {
    text += number_text(axis < mesh.rank ? values[static_cast<std::size_t>(axis)] : missing);
    if (axis > 0) text += " ";
  }
  return text;
}

std::string attribute_text(Mesh const& mesh, FrameInfo const& frame, FrameInfo::Dataset const& dataset) {
  std::string const extents = axes_text(mesh, mesh.cells, 1L);  // as many as the topology has, or readers take too few
  bool const hdf5 = frame.format == FrameFormat::hdf5;
  std::string const stored = hdf5 ? "HDF" : "Binary\" Endian=\"Little\" Seek=\"" + std::to_string(npy_header_bytes);
  std::string text = "        <Attribute Name=\"" + dataset.name + "\" AttributeType=\"Scalar\" Center=\"Cell\">\n";
  text += "          <DataItem Dimensions=\"" + extents + "\" NumberType=\"Float\" Precision=\"";
  text += dataset.precision == Precision::float32 ? "4" : "8";
  text += "\" Format=\"" + stored + "\">" + field_file(frame.format, frame.number, dataset.name);
  if (hdf5) text += ":/" + dataset.name;
  return text + "</DataItem>\n        </Attribute>\n";
}

/// The grid of those of a frame's fields whose values stand in the middle of its cells; `along` says where these lie in
/// the mesh of the run.
std::string grid_text(Mesh const& mesh, FrameInfo const& frame, std::array<Along, 3> const& along) {
  std::array<long, 3> nodes = mesh.cells;
  for (long& count : nodes) ++count;
  std::string text = "      <Grid Name=\"step " + std::to_string(frame.step) + "\" GridType=\"Uniform\">\n";
  text += "        <Time Value=\"" + number_text(frame.time) + "\"/>\n";
  text += "        <Topology TopologyType=\"3DCoRectMesh\" Dimensions=\"" + axes_text(mesh, nodes, 2L) + "\"/>\n";
  text += "        <Geometry GeometryType=\"ORIGIN_DXDYDZ\">\n";
  for (auto const& values : {axes_text(mesh, mesh.origin, 0.0), axes_text(mesh, mesh.spacing, mesh.spacing[0])}) {
    text += "          <DataItem Dimensions=\"3\" NumberType=\"Float\" Precision=\"8\" Format=\"XML\">" + values +
            "</DataItem>\n";
  }
  text += "        </Geometry>\n";
  for (FrameInfo::Dataset const& dataset : frame.datasets) {
    if (dataset.along == along) text += attribute_text(mesh, frame, dataset);
  }
  return text + "      </Grid>\n";
}

/// " on x_face y_face"; nothing for the middle of cells.
std::string faces_text(std::array<Along, 3> const& along) {
  std::string text;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (along[axis] != Along::centres) text += (text.empty() ? " on " : " ") + std::string(1, "xyz"[axis]) + "_face";
  }
  return text;
}

}  // namespace

std::string frame_file(FrameFormat format, long number) {
  char text[40];
  std::snprintf(text, sizeof text, "fields_%06ld%s", number, format == FrameFormat::hdf5 ? ".h5" : ".json");
  return text;
}

std::string field_file(FrameFormat format, long number, std::string const& field) {
  if (format == FrameFormat::hdf5) return frame_file(format, number);
  char text[40];
  std::snprintf(text, sizeof text, "fields_%06ld_", number);
  return text + field + ".npy";
}

std::string xdmf_text(Mesh const& mesh, std::vector<FrameInfo> const& frames) {
  std::vector<std::array<Along, 3>> places{{}};
  for (FrameInfo const& frame : frames) {
    for (FrameInfo::Dataset const& dataset : frame.datasets) {
      if (std::find(places.begin(), places.end(), dataset.along) == places.end()) places.push_back(dataset.along);
    }
  }
  std::string text = "<?xml version=\"1.0\" ?>\n<Xdmf Version=\"3.0\">\n  <Domain>\n";
  for (std::array<Along, 3> const& along : places) {
    text += "    <Grid Name=\"fields" + faces_text(along) + "\" GridType=\"Collection\" CollectionType=\"Temporal\">\n";
    for (FrameInfo const& frame : frames) text += grid_text(mesh_of_values(mesh, along), frame, along);
    text += "    </Grid>\n";
  }
  return text + "  </Domain>\n</Xdmf>\n";
}

template <class Number>
std::string number_text(Number value) {
  std::array<char, 32> text{};
  auto const end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
  return {text.data(), end};
}
template std::string number_text(double);
template std::string number_text(long);

std::string shape_text(std::vector<long> const& shape) {
  std::string text;
  for (long const extent : shape) text += (text.empty() ? "" : ", ") + std::to_string(extent);
  return "(" + text + ")";
}

void require_shape(std::filesystem::path const& path, std::string const& name, std::vector<long> const& stored,
                   std::vector<long> const& expected) {
  if (stored == expected) return;
  std::string message = "dataset \"" + name + "\" in " + path.string() + " has the shape " + shape_text(stored) +
                        ", but the grid needs " + shape_text(expected);
  static constexpr char const* orders[] = {"", " (nx)", " (ny, nx)", " (nz, ny, nx)"};
  if (expected.size() <= 3) message += orders[expected.size()];
  if (std::vector<long>(stored.rbegin(), stored.rend()) == expected) message += "; transpose it";
  throw InputError(message);
}

}  // namespace tessera::detail
