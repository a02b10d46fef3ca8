// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstddef>
#include <numeric>

#include "tessera/operator/partial_sums.hpp"
#include "tessera/pack.hpp"
#include "tessera/reach.hpp"

namespace tessera::detail {

/// The hull of a window. A `Flat` window has rows along the swept axis: its two axes are exchanged.
template <Reach Points, int Rank, bool Flat>
constexpr Hull window_hull() {
  Hull const h = stored_hull<Points, Rank>;
  return Flat ? Hull{{h.lo[0], h.lo[2], h.lo[1]}, {h.hi[0], h.hi[2], h.hi[1]}} : h;
}

/// The elements of a window that an operator reads. An element is a neighbour of any of the `V` x `R` adjacent cells of
/// a thread: element e of row r is at (lo_x + e, lo_y + r) from the first cell. `Flat`: for a grid of two axes whose
/// rows are loaded at once.
template <Reach Points, int Rank, int V, int R, bool Flat = false>
struct WindowShape {
  static_assert(!Flat || Rank == 2, "flat windows are those of grids of two axes");
  static constexpr Hull hull = window_hull<Points, Rank, Flat>();
  static constexpr int lo_x = hull.lo[0], lo_y = hull.lo[1], lo_z = hull.lo[2];
  static constexpr int width = V + hull.hi[0] - lo_x;
  static constexpr int rows = R + hull.hi[1] - lo_y;
  static constexpr int planes = 1 + hull.hi[2] - lo_z;

  /// The planes of the hull in which element e of row r is kept: it is loaded at plane `last` and stays until plane
  /// `first` (last < first: never read).
  struct Table {
    signed char first[rows][width];
    signed char last[rows][width];
  };

  static constexpr bool reads(int dx, int dy, int dz) {
    return Rank == 2 ? Points::has(dx, Flat ? dy : dz, 0) : Points::has(dx, dy, dz);
  }
  /// Whether any cell of the thread reads element e of row r in plane p.
  static constexpr bool any_reads(int r, int e, int p) {
    for (int row = 0; row < R; ++row) {
      for (int lane = 0; lane < V; ++lane) {
        if (reads(lo_x + e - lane, lo_y + r - row, lo_z + p)) return true;
      }
    }
    return false;
  }
  static constexpr Table make_table() {
    Table t{};
    for (int r = 0; r < rows; ++r) {
      for (int e = 0; e < width; ++e) {
        t.first[r][e] = planes;
        t.last[r][e] = -1;
        for (int p = 0; p < planes; ++p) {
          if (!any_reads(r, e, p)) continue;
          if (p < t.first[r][e]) t.first[r][e] = static_cast<signed char>(p);
          t.last[r][e] = static_cast<signed char>(p);
        }
      }
    }
    return t;
  }
  static constexpr Table table = make_table();

  /// One load: element e of row r in plane p, or the `V` elements from there on.
  struct Load {
    signed char p, r, e;
    bool vector;
  };
  struct Loads {
    int count = 0;
    Load list[planes * rows * width] = {};
  };
  /// The loads, newest plane first: at the beginning of a sweep what later steps find there, or what enters in each
  /// step.
  static constexpr bool wanted(bool begin, int p, int r, int e) {
    return begin ? p >= table.first[r][e] && p < table.last[r][e] : p == table.last[r][e];
  }
  static constexpr Loads make_loads(bool begin) {
    Loads loads;
    for (int p = planes - 1; p >= 0; --p) {
      for (int r = 0; r < rows; ++r) {
        for (int e = 0; e < width; ++e) {
          if (!wanted(begin, p, r, e)) continue;
          bool whole = (((lo_x + e) % V) + V) % V == 0 && e + V <= width;
          for (int v = 0; whole && v < V; ++v) whole = wanted(begin, p, r, e + v);
          loads.list[loads.count++] = {static_cast<signed char>(p), static_cast<signed char>(r),
                                       static_cast<signed char>(e), whole};
          if (whole) e += V - 1;
        }
      }
    }
    return loads;
  }
  static constexpr Loads at_begin = make_loads(true);
  static constexpr Loads at_step = make_loads(false);
  /// Whether a sweep begins with the thread's own columns only, as for stars.
  static constexpr bool begins_with_own() {
    for (int l = 0; l < at_begin.count; ++l) {
      Load const& load = at_begin.list[l];
      int const last = load.e + (load.vector ? V : 1) - 1;
      if (load.r < -lo_y || load.r >= -lo_y + R || load.e < -lo_x || last >= -lo_x + V) return false;
    }
    return true;
  }

  /// Ghosts along an axis on which a thread has `own` cells, from element -lo on. Whether element `e` is below the grid
  /// for the t-th thread above the low face, and its mirror element; and the same for the t-th thread below the high
  /// face.
  static constexpr bool is_low_ghost(int e, int lo, int own, int t) { return t * own + lo + e < 0; }
  static constexpr int low_mirror(int e, int lo, int own, int t) { return -1 - 2 * (t * own + lo) - e; }
  static constexpr bool is_high_ghost(int e, int lo, int own, int t) { return lo + e >= (1 + t) * own; }
  static constexpr int high_mirror(int e, int lo, int own, int t) { return 2 * ((1 + t) * own - lo) - 1 - e; }
  /// The same as constants of an axis, x or y.
  template <int Axis, int E, int Thread>
  struct LowGhost {
    static constexpr int own = Axis == 0 ? V : R, lo = Axis == 0 ? lo_x : lo_y;
    static constexpr bool there = is_low_ghost(E, lo, own, Thread);
    static constexpr int mirror = low_mirror(E, lo, own, Thread);
    static constexpr int depth = -1 - (Thread * own + lo + E);  ///< layers from the one next to the face
  };
  template <int Axis, int E, int Thread>
  struct HighGhost {
    static constexpr int own = Axis == 0 ? V : R, lo = Axis == 0 ? lo_x : lo_y;
    static constexpr bool there = is_high_ghost(E, lo, own, Thread);
    static constexpr int mirror = high_mirror(E, lo, own, Thread);
    static constexpr int depth = lo + E - (1 + Thread) * own;
  };
  /// Number of threads next to a face whose windows hold ghosts.
  static constexpr int face_threads(int lo, int hi, int own) { return (std::max(-lo, hi) + own - 1) / own; }
  static constexpr int threads_x = face_threads(lo_x, hull.hi[0], V), threads_y = face_threads(lo_y, hull.hi[1], R);

  /// Whether element e of row r is in the window after the loads of plane p; of planes that may be ghosts, only if the
  /// same loads brought it.
  static constexpr bool is_mirror(bool begin, int p, int r, int e) {
    if (r < 0 || r >= rows || e < 0 || e >= width) return false;
    return p == -lo_z ? p >= table.first[r][e] && p <= table.last[r][e] : wanted(begin, p, r, e);
  }
  static constexpr bool mirrors_inside(bool begin, int p, int r, int e) {
    for (int t = 0; t < threads_x; ++t) {
      if (is_low_ghost(e, lo_x, V, t) && !is_mirror(begin, p, r, low_mirror(e, lo_x, V, t))) return false;
      if (is_high_ghost(e, lo_x, V, t) && !is_mirror(begin, p, r, high_mirror(e, lo_x, V, t))) return false;
    }
    for (int t = 0; t < threads_y; ++t) {
      if (is_low_ghost(r, lo_y, R, t) && !is_mirror(begin, p, low_mirror(r, lo_y, R, t), e)) return false;
      if (is_high_ghost(r, lo_y, R, t) && !is_mirror(begin, p, high_mirror(r, lo_y, R, t), e)) return false;
    }
    return true;
  }
  /// Whether the window holds the mirror of each of its ghosts, so that ghosts need not be in memory.
  static constexpr bool holds_mirrors() {
    for (bool const begin : {true, false}) {
      for (int p = 0; p < planes; ++p) {
        for (int r = 0; r < rows; ++r) {
          for (int e = 0; e < width; ++e) {
            if (wanted(begin, p, r, e) && !mirrors_inside(begin, p, r, e)) return false;
          }
        }
      }
    }
    return true;
  }

  /// Values held at once in a step.
  static constexpr int count_values() {
    int values = 0;
    for (int p = 0; p < planes; ++p) {
      for (int r = 0; r < rows; ++r) {
        for (int e = 0; e < width; ++e) values += wanted(true, p, r, e) || wanted(false, p, r, e) ? 1 : 0;
      }
    }
    return values;
  }
  static constexpr int values = count_values();
};

/// An input as windows see it. A global scalar (`Scalar`) takes no window.
template <Reach Points, class Value, int Components, bool Scalar = false>
struct InputType {
  using value_type = Value;
  using reach = Points;
  static constexpr int components = Scalar ? 0 : Components;
  static constexpr bool layer = is_layer<Points>;
  /// Registers of 4 bytes for so many values.
  static constexpr int registers(int values) { return values * components * static_cast<int>(sizeof(Value)) / 4; }
  /// Registers of a window, with the cells' partial sums where it holds one layer.
  template <int Rank, int V, int R, bool Flat = false>
  static constexpr int window_registers = registers(WindowShape<Points, Rank, V, R, Flat>::values +
                                                    (layer ? 2 * Points::radius * V * R : 0));
};

/// Whether a column sweep keeps partial sums instead of planes: the operator is a sum over layers, and the stage writes
/// one quantity.
template <class Op, int Rank, int Outputs>
inline constexpr bool column_partial_sums = HasPartialSums<Op>&& Rank == 3 && Outputs == 1;
/// An input as windows hold it: one layer, with partial sums.
template <bool PartialSums, class Input>
using WindowInput = std::conditional_t<
    PartialSums, InputType<LayerReach<typename Input::reach, 3>, typename Input::value_type, Input::components>, Input>;

/// The size of the widest value of cells among inputs and outputs.
template <class... Inputs>
constexpr std::size_t widest_of(Types<Inputs...>) {
  return std::max({sizeof(float), (Inputs::components > 0 ? sizeof(typename Inputs::value_type) : 0)...});
}

/// The constants of a stage's column sweep: its cells per thread and registers. `LongOperations` are its operator's
/// (long_operations), `Inputs` are InputType.
template <int Rank, std::size_t WidestValue, int LongOperations, class... Inputs>
struct ColumnShape {
  /// Adjacent cells in x: 16 bytes of the widest value.
  static constexpr int V = static_cast<int>(16 / WidestValue);
  /// Most registers for windows.
  static constexpr int most_registers = 100;

  /// Registers of 4 bytes for the windows of a thread with `R` rows.
  template <int R, bool Flat = false>
  static constexpr int registers_of = (0 + ... + Inputs::template window_registers<Rank, V, R, Flat>);

  /// Most 16-byte pieces of one input that a thread loads at once: 128 bytes of its own cells. Threads of short loops
  /// with many loads in flight use memory best.
  static constexpr int most_pieces = 8;
  /// Rows of a thread in a flat sweep, all loaded at once: as many as pieces, or half of that. 1: the sweep is not
  /// flat.
  static constexpr int flat_rows() {
    if constexpr (Rank != 2) {
      return 1;
    } else {
      return registers_of<most_pieces, true> <= most_registers       ? most_pieces
             : registers_of<most_pieces / 2, true> <= most_registers ? most_pieces / 2
                                                                     : 1;
    }
  }
  static constexpr bool flat = flat_rows() > 1;

  /// Rows of a thread: as many as registers allow, since rows share neighbours. Grids of less than three axes have one
  /// row along storage y.
  static constexpr int rows() {
    if constexpr (Rank < 3) {
      return flat_rows();
    } else {
      return registers_of<4> <= most_registers ? 4 : registers_of<2> <= most_registers ? 2 : 1;
    }
  }
  static constexpr int R = rows();
  /// Pieces of a line that a thread loads at once, the team's width apart: the most, or a half or less where registers
  /// are short.
  static constexpr int line_pieces() {
    if constexpr (Rank != 1) {
      return 1;
    } else {
      int pieces = most_pieces;
      while (pieces > 1 && most_registers < pieces * registers_of<1>) pieces /= 2;
      return pieces;
    }
  }
  static constexpr int pieces = line_pieces();
  static constexpr int registers = pieces * registers_of<R, flat>;
  /// Cells of a thread along storage y, and along z in one step.
  static constexpr int cells_y = flat ? 1 : R, cells_z = flat ? R : 1;

  /// Least teams per multiprocessor: 4, 3 and 2 leave a thread 128, 168 and 255 registers. On lines with fewer loads
  /// per thread, five leave 102; for flat sweeps with roots, six leave 80.
  static constexpr unsigned teams = pieces == 4                                     ? 5
                                    : flat && LongOperations > 0 && registers <= 60 ? 6
                                    : registers <= 84                               ? 4
                                    : registers <= 120                              ? 3
                                                                                    : 2;

  /// Steps after which the slots of all windows repeat.
  static constexpr int count_steps() {
    int steps = 1;
    ((steps = std::lcm(steps, WindowShape<typename Inputs::reach, Rank, V, R, flat>::planes)), ...);
    return steps;
  }
  static constexpr int period = count_steps();
};

}  // namespace tessera::detail
