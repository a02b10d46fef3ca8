// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tessera/io/frame.hpp"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdlib>
#include <set>

#include "frame_files.hpp"
#include "hdf5.hpp"
#include "npy_frame.hpp"
#include "tessera/error.hpp"
#include "tessera/io/files.hpp"

namespace tessera {

namespace fs = std::filesystem;

namespace {

/// The N of a file that belongs to frame N; -1 for any other file.
long frame_number(std::string const& name) {
  if (!name.starts_with("fields_") || !(name.ends_with(".h5") || name.ends_with(".json") || name.ends_with(".npy"))) {
    return -1;
  }
  char* end = nullptr;
  long const number = std::strtol(name.c_str() + 7, &end, 10);
  bool const ours = end - name.c_str() >= 13 && (*end == '.' || *end == '_');
  return ours ? number : -1;
}

std::vector<std::string> frame_files_in(fs::path const& directory) {
  std::vector<std::string> names;
  std::error_code error;
  for (auto const& entry : fs::directory_iterator(directory, error)) {
    std::string name = entry.path().filename().string();
    if (frame_number(name) >= 0) names.push_back(std::move(name));
  }
  std::sort(names.begin(), names.end());
  return names;
}

/// The whole frames in `directory` with a step of at most `last_step`, oldest first. What cannot be read is left out.
std::vector<FrameInfo> list_frames(fs::path const& directory, long last_step) {
  std::vector<FrameInfo> frames;
  for (std::string const& name : frame_files_in(directory)) {
    if (name.ends_with(".npy")) continue;
    try {
      bool const hdf5 = name.ends_with(".h5");
      FrameInfo info =
          hdf5 ? detail::read_hdf5_frame_info(directory / name) : detail::read_npy_frame_info(directory / name);
      info.number = frame_number(name);
      if (info.step <= last_step) frames.push_back(std::move(info));
    } catch (InputError const&) {
      continue;
    }
  }
  std::sort(frames.begin(), frames.end(), [](auto const& a, auto const& b) { return a.number < b.number; });
  return frames;
}

void require_writable_fields(Mesh const& mesh, std::vector<HostField> const& fields) {
  for (HostField const& field : fields) {
    bool const plain = !field.name.empty() && std::all_of(field.name.begin(), field.name.end(), [](unsigned char c) {
      return std::isalnum(c) != 0 || c == '_';
    });
    if (!plain) throw Error("field name \"" + field.name + "\": only letters, digits and _ can be written");
    std::array<long, 3> const n = mesh_of_values(mesh, field.along).cells;
    auto const places = static_cast<std::size_t>(n[0] * n[1] * n[2]);
    if (field.values.size() != places) {
      throw Error("field " + field.name + " has " + std::to_string(field.values.size()) + " values for " +
                  std::to_string(places) + (n == mesh.cells ? " cells" : " places"));
    }
  }
}

}  // namespace

FrameFormat default_frame_format() noexcept { return detail::have_hdf5() ? FrameFormat::hdf5 : FrameFormat::npy; }

std::string format_notice() {
  if (detail::have_hdf5()) return {};
  return "this build has no HDF5: frames are written as .npy files with a .json beside them; "
         "for HDF5 install it (Debian: libhdf5-dev) and build again";
}

FrameWriter::FrameWriter(fs::path directory, Mesh const& mesh, std::string app, std::optional<long> restart_step,
                         FrameFormat format)
    : m_directory(std::move(directory)), m_mesh(mesh), m_app(std::move(app)), m_format(format) {
  remove_unfinished(m_directory, "fields");
  if (restart_step) m_frames = list_frames(m_directory, *restart_step);
}

fs::path FrameWriter::write(long step, double time, std::vector<HostField> const& fields, Precision precision) {
  require_writable_fields(m_mesh, fields);
  bool const again = !m_frames.empty() && m_frames.back().step == step;
  long const number = m_frames.empty() ? 0 : m_frames.back().number + (again ? 0 : 1);
  fs::path const path = m_directory / detail::frame_file(m_format, number);
  if (static_cast<double>(free_disk_bytes(m_directory)) < frame_bytes(m_mesh, fields.size(), precision)) {
    throw_write_error(path, ENOSPC);
  }
  detail::Frame const frame{m_mesh, m_app, step, time, fields, precision};
  if (m_format == FrameFormat::hdf5) {
    detail::write_hdf5_frame(path, frame);
  } else {
    detail::write_npy_frame(m_directory, number, frame);
  }

  FrameInfo info{number, step, time, m_format, {}};
  for (HostField const& field : fields) info.datasets.push_back({field.name, precision, field.along});
  if (again) m_frames.pop_back();
  m_frames.push_back(std::move(info));
  atomic_write(m_directory / "fields.xdmf", detail::xdmf_text(m_mesh, m_frames));
  if (!m_superseded_removed) remove_superseded();
  return path;
}

void FrameWriter::remove_superseded() {
  std::set<std::string> kept;
  for (FrameInfo const& frame : m_frames) {
    kept.insert(detail::frame_file(frame.format, frame.number));
    for (auto const& dataset : frame.datasets)
      kept.insert(detail::field_file(frame.format, frame.number, dataset.name));
  }
  std::error_code error;
  for (std::string const& name : frame_files_in(m_directory)) {
    if (!kept.contains(name)) fs::remove(m_directory / name, error);
  }
  m_superseded_removed = true;
}

double frame_bytes(Mesh const& mesh, std::size_t fields, Precision precision) {
  double const cells =
      static_cast<double>(mesh.cells[0]) * static_cast<double>(mesh.cells[1]) * static_cast<double>(mesh.cells[2]);
  double const axes = static_cast<double>(mesh.cells[0] + mesh.cells[1] + mesh.cells[2]);
  double const value_bytes = precision == Precision::float32 ? 4 : 8;
  return static_cast<double>(fields) * (cells * value_bytes + 2048) + axes * 8 + 8192;
}

bool has_frames(fs::path const& directory) { return !frame_files_in(directory).empty(); }

}  // namespace tessera
