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

/// The hull of a window: of a `Flat` one, whose rows lie along the axis that others are swept along, the same with the
/// two axes changed.
template <Reach Points, int Rank, bool Flat>
constexpr Hull window_hull() {
  Hull const h = stored_hull<Points, Rank>;
  return Flat ? Hull{{h.lo[0], h.lo[2], h.lo[1]}, {h.hi[0], h.hi[2], h.hi[1]}} : h;
}

/// Which elements of a window an operator reads. An element is a neighbour of any of the `V` x `R` cells of a thread,
/// side by side in x and in y: element e of row r stands at (lo_x + e, lo_y + r) from the first of them. `Flat`: of a
/// grid of two axes, all of whose rows are loaded at once.
template <Reach Points, int Rank, int V, int R, bool Flat = false>
struct WindowShape {
  static_assert(!Flat || Rank == 2, "flat windows are those of grids of two axes");
  static constexpr Hull hull = window_hull<Points, Rank, Flat>();
  static constexpr int lo_x = hull.lo[0], lo_y = hull.lo[1], lo_z = hull.lo[2];
  static constexpr int width = V + hull.hi[0] - lo_x;
  static constexpr int rows = R + hull.hi[1] - lo_y;
  static constexpr int planes = 1 + hull.hi[2] - lo_z;

  /// The planes of the hull through which element e of row r passes: it is loaded when it enters at `last` and stays
  /// until it has passed `first` (last < first: never read).
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
  /// What is loaded: at the beginning what later steps find there, or else what enters with each step; newest first.
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
  /// Whether a sweep begins with cells of the thread's own columns alone, as stars do.
  static constexpr bool begins_with_own() {
    for (int l = 0; l < at_begin.count; ++l) {
      Load const& load = at_begin.list[l];
      int const last = load.e + (load.vector ? V : 1) - 1;
      if (load.r < -lo_y || load.r >= -lo_y + R || load.e < -lo_x || last >= -lo_x + V) return false;
    }
    return true;
  }

  /// Whether element `e` of an axis, `own` of whose cells are the thread's from offset 0 on (element -lo), is a ghost
  /// below the grid for the thread that begins `t` threads above the low face, and which element is its mirror then;
  /// and the same above the grid, for the thread that ends `t` threads below the high face.
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
  /// Threads from a face some of whose elements are ghosts.
  static constexpr int face_threads(int lo, int hi, int own) { return (std::max(-lo, hi) + own - 1) / own; }
  static constexpr int threads_x = face_threads(lo_x, hull.hi[0], V), threads_y = face_threads(lo_y, hull.hi[1], R);

  /// Whether element e of row r is in the window when `begin`'s loads of plane p are done: of the planes that may be
  /// ghosts themselves, only if it came with them.
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
  /// Whether every ghost of a plane that a thread holds has its mirror in the window, so that ghosts need not be in
  /// memory.
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

  /// Values that are held at once while a step is computed.
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

/// An input as far as windows see it; one that is there once per program (`GlobalScalar`) takes no window.
template <Reach Points, class Value, int Components, bool Scalar = false>
struct InputType {
  using value_type = Value;
  using reach = Points;
  static constexpr int components = Scalar ? 0 : Components;
  static constexpr bool layer = is_layer<Points>;
  /// Registers of 4 bytes that a value for each of so many takes.
  static constexpr int registers(int values) { return values * components * static_cast<int>(sizeof(Value)) / 4; }
  /// Those that a window takes, and the sums of its cells where it holds one layer.
  template <int Rank, int V, int R, bool Flat = false>
  static constexpr int window_registers = registers(WindowShape<Points, Rank, V, R, Flat>::values +
                                                    (layer ? 2 * Points::radius * V * R : 0));
};

/// Whether threads that sweep columns keep sums of a stage that writes so many quantities, instead of planes: of an
/// operator that is a sum by layers.
template <class Op, int Rank, int Outputs>
inline constexpr bool column_partial_sums = HasPartialSums<Op>&& Rank == 3 && Outputs == 1;
/// An input as windows hold it: of a sum by layers, one layer.
template <bool PartialSums, class Input>
using WindowInput = std::conditional_t<
    PartialSums, InputType<LayerReach<typename Input::reach, 3>, typename Input::value_type, Input::components>, Input>;

/// The size of the widest value of cells among inputs and outputs.
template <class... Inputs>
constexpr std::size_t widest_of(Types<Inputs...>) {
  return std::max({sizeof(float), (Inputs::components > 0 ? sizeof(typename Inputs::value_type) : 0)...});
}

/// How a column sweep holds the inputs of a stage in registers: constants of the stage. `LongOperations` are its
/// operator's (long_operations), `Inputs` are InputType.
template <int Rank, std::size_t WidestValue, int LongOperations, class... Inputs>
struct ColumnShape {
  /// Cells side by side in x: 16 bytes of the widest value.
  static constexpr int V = static_cast<int>(16 / WidestValue);
  /// Registers that windows may take.
  static constexpr int most_registers = 100;

  /// Registers of 4 bytes that the windows of a thread with `R` rows take.
  template <int R, bool Flat = false>
  static constexpr int registers_of = (0 + ... + Inputs::template window_registers<Rank, V, R, Flat>);

  /// Most pieces of 16 bytes of one input that a thread loads at once: 128 bytes of its own cells, since threads of
  /// short loops that have many loads under way serve memory best.
  static constexpr int most_pieces = 8;
  /// Rows of a thread of a flat sweep, which loads them all at once: as many as pieces, or half of that. 1: the sweep
  /// is not flat.
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

  /// Rows of a thread: as many as registers allow, since rows share what they read of each other. Storage y of grids
  /// with less than three axes is one row.
  static constexpr int rows() {
    if constexpr (Rank < 3) {
      return flat_rows();
    } else {
      return registers_of<4> <= most_registers ? 4 : registers_of<2> <= most_registers ? 2 : 1;
    }
  }
  static constexpr int R = rows();
  /// Pieces of a line, the team's threads' width apart, that a thread loads at once: the most, or half of that.
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
  /// Cells along storage y, and along z in one step, of a thread.
  static constexpr int cells_y = flat ? 1 : R, cells_z = flat ? R : 1;

  /// Teams that a multiprocessor is to hold at least: leaves a thread 128, 168 or 255 registers. On lines threads that
  /// load less at once are to be more: five teams leave 102; so are those of flat sweeps that take roots: six leave 80.
  static constexpr unsigned teams = pieces == 4                                     ? 5
                                    : flat && LongOperations > 0 && registers <= 60 ? 6
                                    : registers <= 84                               ? 4
                                    : registers <= 120                              ? 3
                                                                                    : 2;

  /// Steps after which every window stands as it began.
  static constexpr int count_steps() {
    int steps = 1;
    ((steps = std::lcm(steps, WindowShape<typename Inputs::reach, Rank, V, R, flat>::planes)), ...);
    return steps;
  }
  static constexpr int period = count_steps();
};

}  // namespace tessera::detail
