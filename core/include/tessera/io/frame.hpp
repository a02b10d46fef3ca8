// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "tessera/run/simulation.hpp"

namespace tessera {

/// How frames are stored.
enum class FrameFormat {
  hdf5,  ///< one `fields_NNNNNN.h5` per frame, laid out as NetCDF-4
  npy    ///< per frame one `fields_NNNNNN_NAME.npy` per field, and `fields_NNNNNN.json` that names them
};

/// `hdf5` if this build has HDF5, otherwise `npy`.
[[nodiscard]] FrameFormat default_frame_format() noexcept;

/// Empty if frames are HDF5; otherwise one line for the log that says what is written instead and how to change that.
[[nodiscard]] std::string format_notice();

/// What `fields.xdmf` needs to know of one stored frame.
struct FrameInfo {
  /// A field in it.
  struct Dataset {
    std::string name;
    Precision precision = Precision::float64;
    std::array<Along, 3> along{};
  };
  long number = 0;
  long step = 0;
  double time = 0;
  FrameFormat format = FrameFormat::hdf5;
  std::vector<Dataset> datasets;
};

/// Writes the frames of one run into a folder, and `fields.xdmf`, which lists them for ParaView.
///
/// Each dataset has the shape (nz, ny, nx), (ny, nx) or (nx), without ghosts. Root attributes: `time` (s), `step`,
/// `origin` and `spacing` (m, in x, y, z order, as many as the rank), `app`. The coordinates `x`, `y`, `z` of the
/// cell centres are dimension scales, so that xarray opens a frame. A field whose values stand on faces along an axis
/// has their coordinates, `x_face` and so on, as its scale there, and in `fields.xdmf` a grid of its own, in the middle
/// of whose cells they stand. Frames appear whole or not at all.
class FrameWriter {
 public:
  /// `directory` must exist. Without `restart_step` a run starts anew; with it, the frames there whose step is at
  /// most `restart_step` are kept and the numbers go on after them. All other frames in the folder are superseded:
  /// they are removed when the first new frame is complete, not before.
  FrameWriter(std::filesystem::path directory, Mesh const& mesh, std::string app,
              std::optional<long> restart_step = std::nullopt, FrameFormat format = default_frame_format());

  /// Writes one frame and then the list; returns the frame's path (npy: of its .json). `time` is in seconds. Each
  /// field holds as many values as the mesh has cells, or faces where its values stand on faces. A frame of the same
  /// step as the one before replaces it. HDF5 takes the frame's bytes once more in memory while it writes. Throws
  /// `Error` that names path, reason and remedy (disk full, not writable); earlier frames stay intact.
  std::filesystem::path write(long step, double time, std::vector<HostField> const& fields, Precision precision);

  /// The frames that `fields.xdmf` lists, oldest first.
  [[nodiscard]] std::vector<FrameInfo> const& frames() const noexcept { return m_frames; }

 private:
  void remove_superseded();

  std::filesystem::path m_directory;
  Mesh m_mesh;
  std::string m_app;
  FrameFormat m_format;
  std::vector<FrameInfo> m_frames;
  bool m_superseded_removed = false;
};

/// The bytes that one frame takes on the disk, to within a few KiB.
[[nodiscard]] double frame_bytes(Mesh const& mesh, std::size_t fields, Precision precision);

/// True if `directory` holds frames of an earlier run.
[[nodiscard]] bool has_frames(std::filesystem::path const& directory);

}  // namespace tessera
