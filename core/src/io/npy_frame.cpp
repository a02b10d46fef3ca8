// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "npy_frame.hpp"

#include <cstdlib>
#include <fstream>

#include "npy.hpp"
#include "tessera/error.hpp"
#include "tessera/io/dataset.hpp"
#include "tessera/io/files.hpp"

namespace tessera::detail {

namespace fs = std::filesystem;

namespace {

std::string quoted(std::string const& text) {
  std::string result = "\"";
  for (char const c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
  }
  return result + "\"";
}

std::string list_text(std::array<double, 3> const& values, int rank) {
  std::string text;
  for (int axis = 0; axis < rank; ++axis) {
    text += (axis == 0 ? "" : ", ") + number_text(values[static_cast<std::size_t>(axis)]);
  }
  return "[" + text + "]";
}

/// "[0, 2]": for each axis the number of its Along.
std::string faces_text(std::array<Along, 3> const& along, int rank) {
  std::string text;
  for (int axis = 0; axis < rank; ++axis) {
    text += (axis == 0 ? "" : ", ") + std::to_string(static_cast<int>(along[static_cast<std::size_t>(axis)]));
  }
  return "[" + text + "]";
}
std::array<Along, 3> faces_of(std::string const& text) {
  std::array<Along, 3> along{};
  for (std::size_t axis = 0; axis < 3 && text.size() > 3 * axis + 1; ++axis) {
    int const number = text[3 * axis + 1] - '0';
    if (number == 1 || number == 2) along[axis] = static_cast<Along>(number);
    if (text[3 * axis + 2] == ']') break;
  }
  return along;
}

/// What stands after `"key": ` in a line that `sidecar_text` wrote; empty if the key is not there.
std::string after_key(std::string const& line, std::string const& key) {
  auto const at = line.find("\"" + key + "\": ");
  return at == line.npos ? std::string() : line.substr(at + key.size() + 4);
}

/// One line per entry, so that it can be read back line by line.
std::string sidecar_text(long number, Frame const& frame) {
  std::string text = "{\n  \"app\": " + quoted(frame.app) + ",\n";
  text += "  \"step\": " + std::to_string(frame.step) + ",\n  \"time\": " + number_text(frame.time) + ",\n";
  text += "  \"origin\": " + list_text(frame.mesh.origin, frame.mesh.rank) + ",\n";
  text += "  \"spacing\": " + list_text(frame.mesh.spacing, frame.mesh.rank) + ",\n  \"fields\": [";
  char const* separator = "\n";
  for (HostField const& field : frame.fields) {
    text += separator;
    text += "    {\"name\": " + quoted(field.name);
    text += ", \"file\": " + quoted(field_file(FrameFormat::npy, number, field.name));
    text += std::string(", \"bits\": ") + (frame.precision == Precision::float32 ? "32" : "64");
    if (field.along != std::array<Along, 3>{}) text += ", \"on_faces\": " + faces_text(field.along, frame.mesh.rank);
    text += ", \"units\": " + quoted(field.unit) + ", \"long_name\": " + quoted(field.long_name) + "}";
    separator = ",\n";
  }
  return text + "\n  ]\n}\n";
}

}  // namespace

void write_npy_frame(fs::path const& directory, long number, Frame const& frame) {
  std::error_code error;
  fs::remove(directory / frame_file(FrameFormat::npy, number), error);  // else it would vouch for a mixture
  for (HostField const& field : frame.fields) {
    write_npy(directory / field_file(FrameFormat::npy, number, field.name),
              file_shape(mesh_of_values(frame.mesh, field.along)), field.values, frame.precision);
  }
  atomic_write(directory / frame_file(FrameFormat::npy, number), sidecar_text(number, frame));
}

FrameInfo read_npy_frame_info(fs::path const& path) {
  FrameInfo info;
  info.format = FrameFormat::npy;
  bool step_found = false;
  std::ifstream stream(path);
  for (std::string line; std::getline(stream, line);) {
    if (auto const name = after_key(line, "name"); !name.empty()) {
      auto const precision = after_key(line, "bits").starts_with("32") ? Precision::float32 : Precision::float64;
      info.datasets.push_back(
          {name.substr(1, name.find('"', 1) - 1), precision, faces_of(after_key(line, "on_faces"))});
    } else if (auto const step = after_key(line, "step"); !step.empty()) {
      info.step = std::strtol(step.c_str(), nullptr, 10);
      step_found = true;
    } else if (auto const time = after_key(line, "time"); !time.empty()) {
      info.time = std::strtod(time.c_str(), nullptr);
    }
  }
  if (!step_found) throw InputError(path.string() + " is not a frame: it names no step");
  return info;
}

}  // namespace tessera::detail
