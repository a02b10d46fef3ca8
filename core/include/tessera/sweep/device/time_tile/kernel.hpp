// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cuda_pipeline.h>

#include "tessera/bound_stage.hpp"
#include "tessera/sweep/device/time_tile/axis.hpp"
#include "tessera/sweep/device/time_tile/face_map.hpp"
#include "tessera/sweep/device/time_tile/shape.hpp"

namespace tessera::detail {

/// Calls `f(std::integral_constant<int, I>{})` for I = 0 .. N - 1: a loop whose index is a constant.
template <int... Is, class F>
__device__ __forceinline__ void unroll(std::integer_sequence<int, Is...>, F const& f) {
  (f(std::integral_constant<int, Is>{}), ...);
}
template <int N, class F>
__device__ __forceinline__ void unroll(F const& f) {
  unroll(std::make_integer_sequence<int, N>{}, f);
}

template <class Bound, std::size_t State, class Numbers>
struct TimeTileTypes {
  using Source = typename TypeAt<typename Bound::source_types, State>::type;
  using Target = typename TypeAt<typename Bound::target_types, 0>::type;
  using Value = typename Target::value_type;
  using Shape = LevelShape<typename Source::reach, Bound::rank, Numbers>;
  static constexpr int most(int a, int b) { return a > b ? a : b; }
  static constexpr int depth = most(most(most(Shape::below_x, Shape::above_x), most(Shape::below_y, Shape::above_y)),
                                    most(Shape::below_z, Shape::above_z));
  using Faces = FaceMap<Value, depth>;
};

/// What a time-tile kernel is launched with.
template <class Bound, std::size_t State, class Numbers>
struct TimeTileArguments {
  using Types = TimeTileTypes<Bound, State, Numbers>;

  Bound bound;
  TileAxis x, y;
  bool periodic_z;
  ColumnShares shares;
  typename Types::Faces faces;

  /// The tile of column `c`: those at y faces come last, and corners last of all, since the last columns are cut into
  /// parts.
  KOKKOS_FORCEINLINE_FUNCTION int rows_inside() const { return y.periodic || y.count < 3 ? y.count : y.count - 2; }
  KOKKOS_FORCEINLINE_FUNCTION int tile_x(int c) const {
    int const rest = c - rows_inside() * x.count;
    if (rest < 0) return c % x.count;
    int const inside = x.count < 3 ? x.count : x.count - 2;
    if (rest < 2 * inside) return rest % inside + (x.count < 3 ? 0 : 1);
    return (rest - 2 * inside) % 2 == 0 ? 0 : x.count - 1;
  }
  KOKKOS_FORCEINLINE_FUNCTION int tile_y(int c) const {
    int const rest = c - rows_inside() * x.count;
    if (rest < 0) return c / x.count + (rows_inside() == y.count ? 0 : 1);
    int const inside = x.count < 3 ? x.count : x.count - 2;
    return (rest < 2 * inside ? rest / inside : (rest - 2 * inside) / 2) == 0 ? 0 : y.count - 1;
  }
  int groups;                    ///< that take part: a launch may take the steps of fewer
  double times[Numbers::steps];  ///< of the values that each level reads
};

/// A block's sweep along z over one tile, which takes several steps at once.
template <class Bound, std::size_t State, class Numbers>
class TimeTile {
  using Types = TimeTileTypes<Bound, State, Numbers>;
  using Arguments = TimeTileArguments<Bound, State, Numbers>;
  using Shape = typename Types::Shape;
  using T = typename Types::Value;
  using N = Numbers;
  static constexpr int R = N::columns, C = N::rows, K = N::levels, X = N::extent_x;
  static constexpr int V = 16 / static_cast<int>(sizeof(T));  ///< cells of a 16-byte load
  static constexpr int shared_rows = Shape::below_y + Shape::above_y;
  static constexpr int period = Shape::kept;
  /// What the loop over a tile's planes has to mind: each combination that is frequent has a loop of its own.
  static constexpr int low_x = 1, high_x = 2, edge_y = 4, narrow = 8, all_edges = 15;
  static_assert(R % V == 0, "a thread's columns are whole 16-byte loads");

 public:
  /// Steps of the sweep from a plane's loading to its storing, for so many groups.
  static KOKKOS_FORCEINLINE_FUNCTION constexpr int out_lag(int groups) { return groups * (K * Shape::lag + 1) - 1; }
  /// Planes that a part takes beyond those that it stores.
  static constexpr int more_planes(int groups) { return out_lag(groups) + groups * K * Shape::below_z; }
  static constexpr std::size_t stage_values = std::size_t(N::warps) * C * X;
  /// Shared memory: planes from memory, planes from group to group, rows from warp to warp (with as many as a warp has
  /// before and after, which outer warps read in vain).
  static constexpr int hand_at = N::stages * int(stage_values);
  static constexpr int rows_at = hand_at + 2 * (N::groups - 1) * int(stage_values) + shared_rows * X;
  static constexpr std::size_t shared_bytes =
      sizeof(T) * (rows_at + (Shape::row_buffers * N::steps * N::warps + 1) * shared_rows * X);

  /// What a plane of a column of tiles costs, measured, as a multiple of one inside the grid.
  static double cost(Arguments const& args, int column) {
    int const tx = args.tile_x(column), ty = args.tile_y(column);
    bool const x = args.x.at_low(tx) || args.x.at_high(tx);
    bool const both = args.x.at_low(tx) && args.x.at_high(tx);
    bool const y = Shape::shares_rows && (args.y.at_low(ty) || args.y.at_high(ty));
    bool const odd = args.x.origin(tx) % V != 0 || args.x.origin(tx) < 0 || args.x.origin(tx) + X > args.x.n;
    return odd || both || (x && y) ? 1.7 : x || y ? 1.12 : 1.0;
  }

  __device__ __forceinline__ TimeTile(Arguments const& args) : m_args(args), m_lane(threadIdx.x) {
    int const warp = uniform(static_cast<int>(threadIdx.y));
    m_group = N::groups == 1 ? 0 : warp / N::warps;
    m_warp = N::groups == 1 ? warp : warp % N::warps;
    m_stage = m_warp * (C * X) + m_lane * V;
    m_rows = rows_at + (m_group * K * N::warps + m_warp) * shared_rows * X + m_lane * R;
  }

  /// Sweeps one part of a column of tiles.
  __device__ __forceinline__ void sweep(ColumnShares::Part const& part) {
    enter(part);
    int const nz = m_args.bound.n[2], out_lag = this->out_lag(groups());
    bool const open = m_args.periodic_z;
    int const steps = round_up(part.end - m_first + out_lag);
    int const low_end = open || m_first > 0 ? 0 : round_up(out_lag + Shape::below_z);
    int const high_begin = open || m_first + steps <= nz ? steps : (nz - m_first) / period * period;
    for (int p = 0; p < N::stages - 1; ++p) {
      next_stage();
      load<true>();
    }
    next_stage();
    // One copy of the long loop that minds everything, for both ends and for tiles in corners.
    bool const plain = m_edges == 0 || m_edges == low_x || m_edges == high_x || m_edges == edge_y;
    int s = 0;
    TESSERA_NO_UNROLL
    for (int end = 0; end < 2; ++end) {
      int const until = end == 1 || !plain ? steps : low_end < steps ? low_end : steps;
      for (; s < until; s += period) turn<all_edges, true>(s);
      if (end == 1) break;
      if (m_edges == 0) {
        for (; s < high_begin; s += period) turn<0, false>(s);
      } else if (m_edges == low_x) {
        for (; s < high_begin; s += period) turn<low_x, false>(s);
      } else if (m_edges == high_x) {
        for (; s < high_begin; s += period) turn<high_x, false>(s);
      } else if (Shape::shares_rows && m_edges == edge_y) {
        for (; s < high_begin; s += period) turn<edge_y, false>(s);
      }
    }
    __pipeline_wait_prior(0);
    barrier();
  }

 private:
  /// Shared memory at value `at`.
  __device__ __forceinline__ static T* shared(int at) {
    extern __shared__ __align__(16) unsigned char bytes[];
    return reinterpret_cast<T*>(bytes) + at;
  }
  static constexpr __device__ int round_up(int s) { return (s + period - 1) / period * period; }
  __device__ __forceinline__ int groups() const { return N::groups == 1 ? 1 : m_args.groups; }
  __device__ __forceinline__ static void barrier() {
    if constexpr (N::warps * N::groups > 1) {
      __syncthreads();
    } else {
      __syncwarp();
    }
  }

  /// A value that all lanes of a warp share, so that the compiler knows that they do: it guards shuffles in branches
  /// that lanes might take differently.
  __device__ __forceinline__ static int uniform(int value) { return __shfl_sync(~0u, value, 0); }

  /// Sets all that stays the same during a part.
  __device__ __forceinline__ void enter(ColumnShares::Part const& part) {
    TileAxis const &ax = m_args.x, &ay = m_args.y;
    int const tx = m_args.tile_x(part.column), ty = m_args.tile_y(part.column);
    auto const& in = m_args.bound.sources.template get<State>();
    auto const& out = m_args.bound.targets.template get<0>();
    int const x0 = ax.origin(tx);
    m_i = x0 + m_lane * R;
    m_j = ay.origin(ty) + m_warp * C;
    m_low_x = ax.at_low(tx) && m_lane == 0;
    m_high_x = ax.at_high(tx) && m_lane == 31;
    m_low_y = Shape::shares_rows && ay.at_low(ty) && m_warp == 0;
    m_high_y = Shape::shares_rows && ay.at_high(ty) && m_warp == N::warps - 1;
    int const out_lag = this->out_lag(groups());
    m_first = part.begin - groups() * K * Shape::below_z;
    if (!m_args.periodic_z && m_first < 0) m_first = 0;
    m_begin_store = part.begin - m_first + out_lag;
    m_end_store = part.end - m_first + out_lag;
    m_load_plane = plane_of(m_first);
    m_begin_x = ax.begin(tx) - m_i;
    m_end_x = ax.end(tx) - m_i;
    int const begin_y = ay.begin(ty) - m_j, end_y = ay.end(ty) - m_j;
    m_stored = 0;
    for (int c = 0; c < C; ++c) m_stored |= c >= begin_y && c < end_y ? 1 << c : 0;
    int const j = Shape::shares_rows ? ay.wrap(m_j) : 0;
    m_wrap_row = ay.periodic ? ay.n - j : C;
    // Where tiles begin on vectors, a thread's cells are stored all or not at all.
    int const wide =
        x0 % V == 0 && x0 >= 0 && x0 + X <= ax.n && m_wrap_row >= C && m_begin_x % V == 0 && m_end_x % V == 0;
    m_wide = uniform(wide) != 0;
    m_edges = (ax.at_low(tx) ? low_x : 0) | (ax.at_high(tx) ? high_x : 0) |
              (Shape::shares_rows && (ay.at_low(ty) || ay.at_high(ty)) ? edge_y : 0) | (m_wide ? 0 : narrow);
    if (m_wide && (m_begin_x > 0 || m_end_x < R) && R == V) m_stored = 0;
    m_in = in.cells + (m_wide ? x0 + m_lane * V : 0) + j * in.stride_y + m_load_plane * in.stride_z;
    m_stage_now = 0;
    m_out = out.cells + m_i + m_j * out.stride_y + part.begin * out.stride_z;
  }

  /// Asks memory for the next plane of the part.
  template <bool Narrow>
  __device__ __forceinline__ void load() {
    if (N::groups == 1 || m_group == 0) {
      auto const& in = m_args.bound.sources.template get<State>();
      T* const to =
          shared(m_stage + (m_stage_now == 0 ? (N::stages - 1) * int(stage_values) : m_stage_now - int(stage_values)));
      if (!Narrow || m_wide) {
        TESSERA_UNROLL
        for (int c = 0; c < C; ++c) {
          TESSERA_UNROLL
          for (int q = 0; q < R / V; ++q) {
            int const at = q * 32 * V;
            __pipeline_memcpy_async(to + c * X + at, m_in + c * in.stride_y + at, 16);
          }
        }
      } else {
        load_narrow(to);
      }
      m_in += in.stride_z;
      if (++m_load_plane >= m_args.bound.n[2]) {
        int const back = m_args.periodic_z ? m_args.bound.n[2] : 1;
        m_in -= back * in.stride_z;
        m_load_plane -= back;
      }
    }
    __pipeline_commit();
  }
  /// Row `c` of the thread in a plane.
  __device__ __forceinline__ T const* row(T const* plane, int c) const {
    auto const& in = m_args.bound.sources.template get<State>();
    if (!Shape::shares_rows) return plane;
    return plane + (c >= m_wrap_row ? c - m_args.y.n : c) * in.stride_y;
  }
  /// Where cells do not stand on 16-byte boundaries, or wrap.
  __device__ __forceinline__ void load_narrow(T* to) const {
    to -= m_lane * (V - 1);
    int const x0 = m_i - m_lane * R;
    TESSERA_NO_UNROLL
    for (int at = 0; at < X; at += 32) {
      T const* const from = m_in + m_args.x.wrap(x0 + at + m_lane);
      TESSERA_UNROLL
      for (int c = 0; c < C; ++c) __pipeline_memcpy_async(to + c * X + at, row(from, c), sizeof(T));
    }
  }

  /// As many steps of the sweep as a window has planes, so that its slots stand as before.
  template <int Edges, bool Ends>
  __device__ __forceinline__ void turn(int s) {
    unroll<period>([&](auto phase) TESSERA_INLINE { step<phase.value, Edges, Ends>(s + phase.value); });
  }

  /// One step of the sweep. Every read of shared memory comes before the first write, so that the compiler may begin
  /// the reads of all levels early.
  template <int P, int Edges, bool Ends>
  __device__ __forceinline__ void step(int s) {
    __pipeline_wait_prior(N::stages - 2);
    __syncwarp();
    T next[C][R];
    receive(s, next);
    if constexpr (Shape::waits) {
      T out[C][R];
      unroll<K>([&](auto back) TESSERA_INLINE {
        constexpr int l = K - 1 - back.value;
        T made[C][R];
        level<P, Edges, Ends, l>(s, m_pending[l], made);
        if constexpr (l == K - 1) {
          copy(made, out);
        } else {
          copy(made, m_pending[l + 1]);
        }
      });
      copy(next, m_pending[0]);
      unroll<K>([&](auto l) TESSERA_INLINE { hand_over<P, l.value>(m_pending[l.value]); });
      deliver<(Edges & narrow) != 0>(s, out);
    } else {
      unroll<K>([&](auto l) TESSERA_INLINE {
        T made[C][R];
        level<P, Edges, Ends, l.value>(s, next, made);
        copy(made, next);
      });
      if constexpr (Shape::shares_rows) {
        unroll<K>([&](auto l) TESSERA_INLINE { hand_over_top<P, l.value>(); });
      }
      deliver<(Edges & narrow) != 0>(s, next);
    }
    load<(Edges & narrow) != 0>();
    next_stage();
    barrier();
  }
  __device__ __forceinline__ void next_stage() {
    m_stage_now = m_stage_now == (N::stages - 1) * int(stage_values) ? 0 : m_stage_now + int(stage_values);
  }

  __device__ __forceinline__ static void copy(T const (&from)[C][R], T (&to)[C][R]) {
    TESSERA_UNROLL
    for (int c = 0; c < C; ++c) {
      TESSERA_UNROLL
      for (int e = 0; e < R; ++e) to[c][e] = from[c][e];
    }
  }
  using Vector = VectorOf<T, V>;
  __device__ __forceinline__ static void read_row(T const* from, T (&to)[R]) {
    TESSERA_UNROLL
    for (int q = 0; q < R / V; ++q) {
      Vector const v = *reinterpret_cast<Vector const*>(from + q * V);
      TESSERA_UNROLL
      for (int e = 0; e < V; ++e) to[q * V + e] = v.values[e];
    }
  }
  __device__ __forceinline__ static void write_row(T const (&from)[R], T* to) {
    TESSERA_UNROLL
    for (int q = 0; q < R / V; ++q) {
      Vector v;
      TESSERA_UNROLL
      for (int e = 0; e < V; ++e) v.values[e] = from[q * V + e];
      *reinterpret_cast<Vector*>(to + q * V) = v;
    }
  }

  /// The thread's cells of the plane that enters the group's first level.
  __device__ __forceinline__ void receive(int s, T (&to)[C][R]) {
    T const* from = shared(m_stage + m_stage_now + m_lane * (R - V));
    if (N::groups > 1 && m_group > 0)
      from = shared(hand_at + (((m_group - 1) * 2 + (s + 1) % 2) * N::warps + m_warp) * (C * X) + m_lane * R);
    TESSERA_UNROLL
    for (int c = 0; c < C; ++c) read_row(from + c * X, to[c]);
  }

  /// Gives the plane that the group's last level made to the next group or to memory.
  template <bool Narrow>
  __device__ __forceinline__ void deliver(int s, T const (&from)[C][R]) {
    if (N::groups > 1 && m_group < groups() - 1) {
      T* const to = shared(hand_at + ((m_group * 2 + s % 2) * N::warps + m_warp) * (C * X) + m_lane * R);
      TESSERA_UNROLL
      for (int c = 0; c < C; ++c) write_row(from[c], to + c * X);
      return;
    }
    auto const& out = m_args.bound.targets.template get<0>();
    if (s >= m_begin_store && s < m_end_store) {
      if (!Narrow || m_wide) {
        TESSERA_UNROLL
        for (int c = 0; c < C; ++c) {
          if (m_stored >> c & 1) store_row(from[c], m_out + c * out.stride_y);
        }
      } else {
        store_narrow(from, m_out);
      }
      m_out += out.stride_z;
    }
  }
  __device__ __forceinline__ void store_row(T const (&from)[R], T* to) const {
    TESSERA_UNROLL
    for (int q = 0; q < R / V; ++q) {
      Vector v;
      TESSERA_UNROLL
      for (int e = 0; e < V; ++e) v.values[e] = from[q * V + e];
      if (R == V || (q * V >= m_begin_x && q * V < m_end_x)) *reinterpret_cast<Vector*>(to + q * V) = v;
    }
  }
  __device__ __forceinline__ void store_narrow(T const (&from)[C][R], T* to) const {
    auto const& out = m_args.bound.targets.template get<0>();
    TESSERA_UNROLL
    for (int c = 0; c < C; ++c) {
      TESSERA_UNROLL
      for (int e = 0; e < R; ++e) {
        if ((m_stored >> c & 1) && e >= m_begin_x && e < m_end_x) to[c * out.stride_y + e] = from[c][e];
      }
    }
  }

  /// Where the rows that other warps read stand, from those of the same warp in buffer 0 of the group's first level.
  static constexpr __device__ int shared_row(int buffer, int l, int row) {
    return ((buffer * N::steps + l) * N::warps * shared_rows + row) * X;
  }
  /// Puts the rows of a plane that is handed to level `L` in a step of phase `P` to where other warps read them.
  template <int P, int L>
  __device__ __forceinline__ void hand_over(T const (&plane)[C][R]) const {
    T* const to = shared(m_rows + shared_row(P % Shape::row_buffers, L, 0));
    TESSERA_UNROLL
    for (int r = 0; r < Shape::below_y; ++r) write_row(plane[C - Shape::below_y + r], to + r * X);
    TESSERA_UNROLL
    for (int r = 0; r < Shape::above_y; ++r) write_row(plane[r], to + (Shape::below_y + r) * X);
  }

  /// The same with the plane that has entered level `L` in this step.
  template <int P, int L>
  __device__ __forceinline__ void hand_over_top() const {
    T own[C][R];
    TESSERA_UNROLL
    for (int c = 0; c < C; ++c) {
      TESSERA_UNROLL
      for (int e = 0; e < R; ++e)
        own[c][e] = m_slots[L][P % Shape::kept].values[Shape::below_y + c][Shape::below_x + e];
    }
    hand_over<P, L>(own);
  }

  struct Plane {
    T values[Shape::rows][Shape::width];
  };

  /// What an operator reads of a level: the neighbours of cell (e, c) of the thread.
  template <int P, int Row, int Column>
  struct View {
    Plane const (&slots)[Shape::kept];
    Plane const& top;
    __device__ __forceinline__ T read(int, int, int dx, int dy, int dz) const {
      int const p = dz + Shape::below_z, r = Row + dy + Shape::below_y, e = Column + dx + Shape::below_x;
      return p == Shape::top ? top.values[r][e] : slots[(P + p) % Shape::kept].values[r][e];
    }
  };

  /// One step of level `L`: plane `in` enters, plane `out` is made.
  template <int P, int Edges, bool Ends, int L>
  __device__ __forceinline__ void level(int s, T const (&in)[C][R], T (&out)[C][R]) {
    Plane(&slots)[Shape::kept] = m_slots[L];
    Plane top;
    TESSERA_UNROLL
    for (int c = 0; c < C; ++c) {
      TESSERA_UNROLL
      for (int e = 0; e < R; ++e) top.values[Shape::below_y + c][Shape::below_x + e] = in[c][e];
    }
    // The plane that enters, of the grid.
    int const k = m_first + s - m_group * (K * Shape::lag + 1) - L * Shape::lag - (Shape::waits ? 1 : 0);
    Plane& beside = Shape::beside_plane == Shape::top ? top : slots[(P + Shape::centre) % Shape::kept];
    if constexpr (Ends) {
      fill_rows<P, Edges, L, 0, Shape::rows>(beside);
      if (!m_args.periodic_z) mirror_planes<P>(k, slots, top);
    }
    unroll<C>([&](auto c) TESSERA_INLINE {
      // Neighbours are fetched row by row as they are needed, which takes the fewest registers.
      [[maybe_unused]] constexpr int more = Shape::below_y + Shape::above_y;
      if constexpr (!Ends) fill_rows<P, Edges, L, c.value == 0 ? 0 : c.value + more, c.value + more + 1>(beside);
      unroll<R>([&](auto e) TESSERA_INLINE {
        out[c.value][e.value] =
            evaluate<L>(View<P, c.value, e.value>{slots, top}, c.value, e.value, k - Shape::above_z);
      });
    });
    if constexpr (Shape::planes > 1) slots[P % Shape::kept] = top;
  }

  template <int L, class Row>
  __device__ __forceinline__ T evaluate(Row const& row, int c, int e, int k) const {
    int const i = m_args.x.wrap(m_i + e), j = Shape::shares_rows ? m_args.y.wrap(m_j + c) : 0;
    k = plane_of(k);
    double const time = N::groups == 1 ? m_args.times[L] : m_args.times[m_group * K + L];
    return static_cast<T>(evaluate(row, i, j, k, time, std::make_index_sequence<Bound::inputs>{}));
  }
  /// Plane `k` as one of the grid; any, for one whose values come to nothing.
  __device__ __forceinline__ int plane_of(int k) const {
    int const nz = m_args.bound.n[2];
    return ((k % nz) + nz) % nz;
  }
  template <class Row, std::size_t... Is>
  __device__ __forceinline__ auto evaluate(Row const& row, int i, int j, int k, double time,
                                           std::index_sequence<Is...>) const {
    return m_args.bound.evaluate(pack(input<Is>(row, j, k)...), i, j, k, time);
  }
  template <std::size_t I, class Row>
  __device__ __forceinline__ auto input(Row const& row, int j, int k) const {
    if constexpr (I == State) {
      return row;
    } else {
      return m_args.bound.sources.template get<I>().row(j, k);
    }
  }

  /// The rows [First, Last) of the window in one plane, with what stands beside a thread's own cells in x and y.
  /// Corners are ghosts in x first, then in y: own rows come before others.
  template <int P, int Edges, int L, int First, int Last>
  __device__ __forceinline__ void fill_rows(Plane& plane) const {
    constexpr int first = Shape::below_y, last = Shape::below_y + C;
    unroll<Last - First>([&](auto at) TESSERA_INLINE {
      constexpr int r = First + at.value;
      if constexpr (r >= first && r < last) fill_row_ends<Edges, r>(plane);
    });
    unroll<Last - First>([&](auto at) TESSERA_INLINE {
      constexpr int r = First + at.value;
      if constexpr (r < first) {
        read_shared<P, L>(-shared_rows * X, r, plane.values[r]);
        fill_row_ends<Edges, r>(plane);
        ghost_row<Edges, r, first + (first - 1 - r)>(m_low_y, 2, first - 1 - r, plane);
      } else if constexpr (r >= last) {
        read_shared<P, L>(shared_rows * X, Shape::below_y + r - last, plane.values[r]);
        fill_row_ends<Edges, r>(plane);
        ghost_row<Edges, r, last - 1 - (r - last)>(m_high_y, 3, r - last, plane);
      }
    });
  }
  /// What stands beside the own columns in row `r`.
  template <int Edges, int r>
  __device__ __forceinline__ void fill_row_ends(Plane& plane) const {
    unroll<Shape::width>([&](auto element) TESSERA_INLINE {
      constexpr int e = element.value;
      if constexpr (Shape::template is_beside<r, e> && e < Shape::below_x) {
        [[maybe_unused]] constexpr int d = Shape::below_x - 1 - e;
        T v = __shfl_up_sync(~0u, plane.values[r][e + R], 1);
        if constexpr (Edges & low_x) m_args.faces.put_ghost(v, m_low_x, 0, d, plane.values[r][Shape::below_x + d]);
        plane.values[r][e] = v;
      } else if constexpr (Shape::template is_beside<r, e> && e >= Shape::below_x + R) {
        [[maybe_unused]] constexpr int d = e - Shape::below_x - R;
        T v = __shfl_down_sync(~0u, plane.values[r][e - R], 1);
        if constexpr (Edges & high_x)
          m_args.faces.put_ghost(v, m_high_x, 1, d, plane.values[r][Shape::below_x + R - 1 - d]);
        plane.values[r][e] = v;
      }
    });
  }
  /// Row `r` beyond a face from row `inner` inside, where the thread is next to the face.
  template <int Edges, int r, int inner>
  __device__ __forceinline__ void ghost_row(int there, int face, int d, Plane& plane) const {
    if constexpr (Edges & edge_y) {
      unroll<Shape::width>([&](auto element) TESSERA_INLINE {
        constexpr int e = element.value;
        if constexpr (Shape::template is_beside<r, e>)
          m_args.faces.put_ghost(plane.values[r][e], there, face, d, plane.values[inner][e]);
      });
    }
  }
  template <int P, int L>
  __device__ __forceinline__ void read_shared(int other, int row, T (&to)[Shape::width]) const {
    T own[R];
    constexpr int buffer = (P + Shape::row_buffers - Shape::row_delay) % Shape::row_buffers;
    read_row(shared(m_rows + other + shared_row(buffer, L, row)), own);
    TESSERA_UNROLL
    for (int e = 0; e < R; ++e) to[Shape::below_x + e] = own[e];
  }

  /// Planes beyond the low and the high face, when plane `k` enters: ghosts of the planes that they mirror.
  template <int P>
  __device__ __forceinline__ void mirror_planes(int k, Plane (&slots)[Shape::kept], Plane& top) const {
    int const nz = m_args.bound.n[2];
    unroll<Shape::above_z>([&](auto d) TESSERA_INLINE {
      constexpr int p = Shape::top - (2 * d.value + 1);
      if constexpr (p >= 0) {
        if (k == nz + d.value) ghost_plane(5, d.value, slots[(P + p) % Shape::kept], top);
      }
    });
    unroll<Shape::below_z>([&](auto d) TESSERA_INLINE {
      constexpr int p = Shape::top - (2 * d.value + 1);
      if constexpr (p >= 0) {
        if (k == d.value) ghost_plane(4, d.value, top, slots[(P + p) % Shape::kept]);
      }
    });
  }
  __device__ __forceinline__ void ghost_plane(int face, int d, Plane const& inner, Plane& ghosts) const {
    unroll<Shape::rows>([&](auto row) TESSERA_INLINE {
      unroll<Shape::width>([&](auto element) TESSERA_INLINE {
        constexpr int r = row.value, e = element.value;
        if constexpr (Shape::template is_own<r, e> || (Shape::all_planes && Shape::template is_beside<r, e>)) {
          ghosts.values[r][e] = m_args.faces.ghost(face, d, inner.values[r][e]);
        }
      });
    });
  }

  Arguments const& m_args;
  int m_lane, m_warp, m_group;
  int m_stage, m_stage_now;  ///< in shared memory: where the thread's first 16 bytes go, and the plane that is due
  int m_rows;                ///< and where the thread's rows for others begin
  int m_wrap_row;            ///< the thread's row at which y wraps
  int m_i, m_j;              ///< the thread's first cell
  int m_first, m_load_plane;
  int m_begin_store, m_end_store;            ///< the steps of the sweep whose planes are stored
  int m_begin_x, m_end_x;                    ///< cells of a row that are stored
  int m_stored;                              ///< a bit for each row of which some are
  int m_low_x, m_high_x, m_low_y, m_high_y;  ///< whether the thread's own cells are next to a face
  int m_edges;
  bool m_wide;
  T const* m_in;
  T* m_out;
  Plane m_slots[K][Shape::kept];
  T m_pending[Shape::waits ? K : 1][C][R];
};

template <class Bound, std::size_t State, class Numbers>
__global__ void __launch_bounds__(Numbers::threads, Numbers::blocks)
    time_tile_kernel(__grid_constant__ TimeTileArguments<Bound, State, Numbers> const args) {
  TimeTile<Bound, State, Numbers> tile(args);
  int const block = static_cast<int>(blockIdx.x);
  ColumnShares const& shares = args.shares;
  int const whole = shares.whole();
  int at = shares.first[block];
  int const last = shares.first[block + 1];
  for (int c = 0; c < whole || at < last; ++c) {
    ColumnShares::Part part{block + c * shares.blocks, 0, shares.planes};
    if (c >= whole) {
      part = shares.part(at, last);
      at += part.end - part.begin;
    }
    tile.sweep(part);
  }
}

}  // namespace tessera::detail
