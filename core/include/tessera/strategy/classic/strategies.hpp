// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/pack.hpp"
#include "tessera/strategy/abilities.hpp"
#include "tessera/strategy/classic/kernel.hpp"

// The kernels of two papers as strategies for any operator:
//
//   [V] A. Vizitiu, L. Itu, C. Nita, C. Suciu, Optimized Three-Dimensional Stencil Computation on Fermi and Kepler
//   GPUs,
//       IEEE High Performance Extreme Computing Conference, 2014
//   [S] A. Schaefer, D. Fey, High Performance Stencil Code Algorithms for GPGPUs, Procedia Computer Science 4, 2011
//
// They are two sweeps, of blocks and of streams along z, which differ by where they keep neighbours. No execution space
// compiles them by default: an ExecTraits names them (docs/strategies.md).

namespace tessera {

namespace detail {

/// The bases of the tags: they select the sweep, and enable argument-dependent lookup in this namespace.
struct BlockStrategy {
  static constexpr Abilities abilities{};
};
struct StreamStrategy {
  static constexpr Abilities abilities{};
};

}  // namespace detail

/// A thread per cell of a block, with all neighbours from memory. [V] 3DBase; the naive kernel of [S].
struct Block : detail::BlockStrategy {
  static constexpr char const* name = "block";
  static constexpr Kernel kernel{.shape = {8, 8, 8}, .keeps = "a thread for each cell, neighbours in memory"};
};

/// Overlapping blocks: a thread loads one value of the block with its halo into scratch, then the inner threads
/// compute. [V] 3DShMOverL.
struct BlockOverlap : detail::BlockStrategy {
  static constexpr char const* name = "block_overlap";
  static constexpr Kernel kernel{.scratch = true,
                                 .overlap = true,
                                 .shape = {8, 8, 8},
                                 .keeps = "a thread for each value of a block in scratch; the inner ones compute"};
};

/// Blocks that do not overlap: a thread computes one cell, and some load several values of the block with its halo into
/// scratch. [V] 3DShMNoOverL; here the whole team loads the halo, not only the threads next to it.
struct BlockScratch : detail::BlockStrategy {
  static constexpr char const* name = "block_scratch";
  static constexpr Kernel kernel{
      .scratch = true, .shape = {8, 8, 8}, .keeps = "a thread for each cell, a block with its halo in scratch"};
};

/// A thread sweeps a column along z, with all neighbours from memory. [V] 2DBase.
struct Stream : detail::StreamStrategy {
  static constexpr char const* name = "stream";
  static constexpr Kernel kernel{.shape = {8, 8, 0}, .keeps = "a thread sweeps a column along z, neighbours in memory"};
};

/// The same with the column itself in registers. [V] 2DReg.
struct StreamRegisters : detail::StreamStrategy {
  static constexpr char const* name = "stream_registers";
  static constexpr Kernel kernel{
      .registers = true, .shape = {8, 8, 0}, .keeps = "the column along z in registers, other neighbours in memory"};
};

/// A thread sweeps a column. The planes in which an operator reads beside the column are in scratch; values of the
/// column beyond them come from memory. For a star, one plane in scratch. [V] 2DShM.
struct StreamScratch : detail::StreamStrategy {
  static constexpr char const* name = "stream_scratch";
  static constexpr Kernel kernel{.scratch = true,
                                 .most_threads = 256,
                                 .shape = {8, 8, 0},
                                 .keeps = "planes beside the column in scratch, the column in memory"};
};

/// Planes in scratch for neighbours in x and y, and the column along z in registers. [V] 2DShMReg; its halo along x,
/// which the paper leaves in memory, is in scratch too.
struct StreamBoth : detail::StreamStrategy {
  static constexpr char const* name = "stream_both";
  static constexpr Kernel kernel{.scratch = true,
                                 .registers = true,
                                 .most_threads = 256,
                                 .shape = {8, 8, 0},
                                 .keeps = "planes beside the column in scratch, the column in registers"};
};

/// The cached plane sweep of [S]: the column in registers, its next value prefetched, and neighbours in the plane from
/// the first-level cache.
struct PlaneSweep : detail::StreamStrategy {
  static constexpr char const* name = "plane_sweep";
  static constexpr Kernel kernel{.registers = true,
                                 .ahead = true,
                                 .shape = {32, 16, 8},
                                 .keeps = "the column in registers and loaded ahead, other neighbours in the cache"};
};

/// All of them, for tests and benchmarks to compile.
using ClassicStrategies =
    Types<Block, BlockOverlap, BlockScratch, Stream, StreamRegisters, StreamScratch, StreamBoth, PlaneSweep>;

}  // namespace tessera
