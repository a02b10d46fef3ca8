// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/strategy/fused_stages/warp.hpp"

// For CUDA alone (native.hpp).

namespace tessera::detail {

/// The memory traffic of a warp: rows come from the grid by asynchronous copies into shared memory, go from warp to
/// warp there, and return to the grid.
template <class Bounds, class Wiring>
class RowMemory : protected FusedStagesWarp<Bounds, Wiring> {
 protected:
  using Base = FusedStagesWarp<Bounds, Wiring>;
  using Base::C, Base::X, Base::components, Base::m_args, Base::m_begin_x, Base::m_end_x, Base::m_lane;
  using Base::m_wide, Base::m_windows, Base::m_x0;
  using typename Base::Arguments, typename Base::Plan;
  template <int W>
  using Value = typename Base::template Value<W>;

 protected:
  __device__ __forceinline__ RowMemory(Arguments const& args) : Base(args) {}

  /// Component `c` of the row at byte `at` of shared memory.
  template <int W>
  __device__ __forceinline__ static Value<W>* shared_row(int at, int c) {
    return reinterpret_cast<Value<W>*>(shared_memory() + at) + c * X;
  }

  /// Starts the loads of row `k` of all loaded quantities, to byte `at`, as far as rows [first, last) of a step need
  /// them.
  __device__ __forceinline__ void load(int k, int first, int last, int at) const {
    int const gk = Base::row_of(k);
    Base::for_writes([&](auto w) TESSERA_INLINE {
      constexpr int W = w.value;
      if constexpr (Plan::template loaded<W>) {
        if (k >= first + Plan::template rows_before<W> && k < last + Plan::template rows_after<W>)
          load_write<W>(gk, at);
      }
    });
  }
  template <int W>
  __device__ __forceinline__ void load_write(int gk, int at) const {
    using T = Value<W>;
    constexpr LoadedBy by = Plan::template loaded_by<W>;
    constexpr int V = cells_of_vector<T>;
    auto const& in = m_args.bounds.template get<by.reader>().sources.template get<by.input>();
    unroll<Base::template components<W>>([&](auto c) TESSERA_INLINE {
      T const* const from = in.cells + gk * in.stride_z + c.value * in.stride_c;
      T* const to = shared_row<W>(at + Plan::template row_begin<W>, c.value);
      if (m_wide) {
        unroll<C / V>([&](auto q) TESSERA_INLINE {
          int const e = (q.value * 32 + m_lane) * V;
          __pipeline_memcpy_async(to + e, from + m_x0 + e, 16);
        });
      } else {
        TESSERA_NO_UNROLL
        for (int e = m_lane; e < X; e += 32) {
          __pipeline_memcpy_async(to + e, from + m_args.x.wrap(m_x0 + e), sizeof(T));
        }
      }
    });
  }

  /// Reads the thread's columns of the row at byte `at` into the windows, in phase `P`.
  template <int P>
  __device__ __forceinline__ void receive(int at) {
    Base::for_writes([&](auto w) TESSERA_INLINE {
      constexpr int W = w.value;
      if constexpr (Plan::template loaded<W>) {
        using T = Value<W>;
        constexpr int V = cells_of_vector<T>;
        auto& window = this->m_windows.before.template get<W>();
        unroll<Base::template components<W>>([&](auto c) TESSERA_INLINE {
          T const* const from = shared_row<W>(at + Plan::template row_begin<W>, c.value) + this->m_lane * Base::C;
          unroll<Base::C / V>([&](auto q) TESSERA_INLINE {
            auto const v = reinterpret_cast<VectorOf<T, V> const*>(from)[q.value];
            unroll<V>([&](auto e) TESSERA_INLINE {
              window.values[c.value][P][window.below + q.value * V + e.value] = v.values[e.value];
            });
          });
        });
      }
    });
  }

  /// Writes the thread's columns of the results in slot `Slot` to the row at byte `at`, for the next step.
  template <int Slot>
  __device__ __forceinline__ void hand_over(int at) const {
    Base::for_writes([&](auto w) TESSERA_INLINE {
      constexpr int W = w.value;
      if constexpr (Plan::template loaded<W>) put<W, Slot>(at + Plan::template row_begin<W>);
    });
  }
  template <int W, int Slot>
  __device__ __forceinline__ void put(int at) const {
    using T = Value<W>;
    constexpr int V = cells_of_vector<T>;
    auto const& window = m_windows.made.template get<W>();
    unroll<Base::template components<W>>([&](auto c) TESSERA_INLINE {
      auto* const to = reinterpret_cast<VectorOf<T, V>*>(shared_row<W>(at, c.value) + m_lane * C);
      unroll<C / V>([&](auto q) TESSERA_INLINE {
        VectorOf<T, V> v;
        unroll<V>([&](auto e) TESSERA_INLINE {
          v.values[e.value] = window.values[c.value][Slot][window.below + q.value * V + e.value];
        });
        to[q.value] = v;
      });
    });
  }

  /// Stores the results in slot `Slot` that outlive the launch to row `k` of the grid, through the row at byte `at`: a
  /// warp then writes contiguous memory at once.
  template <int Slot>
  __device__ __forceinline__ void store(int k, int at) const {
    Base::for_writes([&](auto w) TESSERA_INLINE {
      constexpr int W = w.value;
      if constexpr (Plan::template lasts<W>) put<W, Slot>(at + Plan::template out_begin<W>);
    });
    __syncwarp();
    Base::for_writes([&](auto w) TESSERA_INLINE {
      constexpr int W = w.value;
      if constexpr (Plan::template lasts<W>) store_write<W>(k, at + Plan::template out_begin<W>);
    });
    __syncwarp();
  }
  template <int W>
  __device__ __forceinline__ void store_write(int k, int at) const {
    using T = Value<W>;
    constexpr int V = cells_of_vector<T>;
    auto const& out =
        m_args.bounds.template get<Plan::template stage<W>>().targets.template get<Plan::template place<W>>();
    unroll<Base::template components<W>>([&](auto c) TESSERA_INLINE {
      T const* const from = shared_row<W>(at, c.value);
      T* const to = out.cells + c.value * out.stride_c + k * out.stride_z + m_x0;
      if (m_wide) {
        unroll<C / V>([&](auto q) TESSERA_INLINE {
          int const e = (q.value * 32 + m_lane) * V;
          if (e >= m_begin_x && e < m_end_x) {
            *reinterpret_cast<VectorOf<T, V>*>(to + e) = *reinterpret_cast<VectorOf<T, V> const*>(from + e);
          }
        });
      } else {
        TESSERA_NO_UNROLL
        for (int e = m_lane; e < X; e += 32) {
          if (e >= m_begin_x && e < m_end_x) to[e] = from[e];
        }
      }
    });
  }
};

}  // namespace tessera::detail
