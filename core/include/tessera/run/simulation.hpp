// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace tessera {

/// The number type of a run's fields.
enum class Precision { float32, float64 };

/// Where values live, as files and reports see it. `cells` counts cells along x, y, z; axes past `rank` hold one cell.
struct Mesh {
  int rank = 3;
  std::array<long, 3> cells{1, 1, 1};
  std::array<double, 3> spacing{1, 1, 1};  ///< metres along x, y, z
  std::array<double, 3> origin{0, 0, 0};   ///< low corner of the domain

  [[nodiscard]] double cell_count() const {
    return static_cast<double>(cells[0]) * static_cast<double>(cells[1]) * static_cast<double>(cells[2]);
  }
};

/// Where values stand along an axis of a mesh.
enum class Along : unsigned char {
  centres,   ///< in the middle of the cells
  faces,     ///< on the low faces of the cells, along a periodic axis
  all_faces  ///< on all faces: one more than cells
};

/// One field on the host, without ghosts, contiguous in (z, y, x) order with x fastest.
/// `values` always holds doubles: exact for both precisions.
struct HostField {
  std::string name;       ///< dataset name, such as "temperature"
  std::string unit;       ///< such as "degC"
  std::string long_name;  ///< such as "temperature at cell centres"
  std::vector<double> values;
  std::array<Along, 3> along{};  ///< x, y, z
};

/// The mesh in the middle of whose cells values stand: `mesh` itself, or, where they stand on its faces, one that
/// begins half a cell lower.
inline Mesh mesh_of_values(Mesh mesh, std::array<Along, 3> const& along) {
  for (std::size_t axis = 0; axis < static_cast<std::size_t>(mesh.rank); ++axis) {
    if (along[axis] == Along::centres) continue;
    mesh.origin[axis] -= mesh.spacing[axis] / 2;
    mesh.cells[axis] += along[axis] == Along::all_faces ? 1 : 0;
  }
  return mesh;
}

/// A block of raw bytes that a checkpoint holds, bit for bit.
struct StateBuffer {
  std::string name;
  std::vector<std::byte> bytes;
};

/// All that a checkpoint needs to continue to the same bits.
struct State {
  long step = 0;
  double time = 0;
  std::vector<StateBuffer> buffers;
};

/// The result of one look at the numbers.
struct Check {
  long step = 0;          ///< the step that was looked at
  bool finite = true;     ///< false: a NaN or an infinity was found
  std::string bad_place;  ///< where the first one stands, as "temperature at cell (x, y, z) = (3, 4, 5)"
  double minimum = 0, maximum = 0, mean = 0, l2 = 0;  ///< norms of the main field; l2 is the root mean square
  /// Largest absolute difference between this step and the one before; NaN where a program keeps no earlier version.
  double change = 0;
};

/// What the run loop needs of a program, with all types erased. Implemented by each app over its typed solution.
class Simulation {
 public:
  virtual ~Simulation() = default;

  [[nodiscard]] virtual Mesh mesh() const = 0;
  [[nodiscard]] virtual long step() const = 0;
  /// Seconds; grows by one addition per step, so that it depends neither on how steps are grouped nor on restarts.
  [[nodiscard]] virtual double time() const = 0;
  /// The time step that `advance` takes, seconds.
  [[nodiscard]] virtual double dt() const = 0;
  /// Enqueues `steps` time steps; may return before they are done.
  virtual void advance(long steps) = 0;
  /// One step of length `dt`, to hit a time exactly; longer than the usual one by a millionth of it at most.
  virtual void advance_by(double dt) = 0;
  /// Whether the program chooses the length of its steps itself, on its device. Then `advance_to` is called in place of
  /// `advance` and `advance_by`, and `dt` is the length of the last step.
  [[nodiscard]] virtual bool chooses_steps() const { return false; }
  /// Enqueues `steps` time steps, none of which goes past `time`; those that would begin there change nothing and do
  /// not count. `step`, `time` and `dt` are right after the next `fence`.
  virtual void advance_to(double /*time*/, long /*steps*/) {}
  /// The same, but no step is shortened to hit `time`: the steps end before, where the next one would have to be.
  virtual void advance_before(double time, long steps) { advance_to(time, steps); }
  /// Waits until all enqueued steps are done.
  virtual void fence() = 0;
  /// Starts a look at the numbers behind the steps enqueued so far and returns at once. One at a time: the loop ends
  /// each before it begins the next, with or without steps between. Before the first step, `change` means nothing.
  virtual void begin_check() = 0;
  /// Waits for the look last begun and returns it.
  virtual Check end_check() = 0;
  /// The fields that frames show, copied to the host.
  [[nodiscard]] virtual std::vector<HostField> fields() const = 0;
  [[nodiscard]] virtual State save() const = 0;
  virtual void restore(State const& state) = 0;
  /// Writes what the program has to write besides its frames, into `folder`: called with each frame, all steps done.
  virtual void write_more(std::filesystem::path const& /*folder*/) {}
  /// Writes a line of what the program records between frames, such as gauges, into `folder`; all steps are done.
  virtual void record(std::filesystem::path const& /*folder*/) {}
  /// Draws the pictures of the state into `folder`, in place of those that every program gets; false if it has none.
  virtual bool draw(std::filesystem::path const& /*folder*/, std::string const& /*when*/,
                    std::string const& /*suffix*/) const {
    return false;
  }
  /// What the summary shows besides, as JSON members by name; all steps are done.
  [[nodiscard]] virtual std::vector<std::pair<std::string, double>> figures() const { return {}; }
  /// A line for the log at the end; empty if there is none.
  [[nodiscard]] virtual std::string closing_line() const { return {}; }
  /// What ran, and why, for the summary; empty if no more is known than was planned.
  [[nodiscard]] virtual std::string explanation() const { return {}; }
};

}  // namespace tessera
