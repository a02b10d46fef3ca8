// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/schedule.hpp"

namespace tessera {

/// The columns of a tile that a thread sweeps at a time: one on devices, as in the papers. On hosts, a team is one
/// thread and takes a whole tile, with its columns in the cache rather than in registers.
constexpr int columns_per_thread(bool host) { return host ? 64 : 1; }

/// A kernel of the literature: what distinguishes it from the others of its sweep, and its published shape.
struct Kernel {
  bool scratch = false;    ///< a block with its halo, or the planes beside the cell, in scratch
  bool overlap = false;    ///< blocks: a thread per value loaded; the inner ones compute
  bool registers = false;  ///< streams: the column along z in registers
  bool ahead = false;      ///< streams: the next value of the column is prefetched
  int most_threads = 512;  ///< of a team on a device: the launch bound; the fewer, the more registers a thread has
  int shape[3];            ///< threads of a block; cells along z of a stream, 0: as many as leave work for all
  char const* keeps;       ///< where values are kept, for `explain`
};

/// The scratch of blocks of `tile` cells and their halos, one for each input that reaches past its centre, bytes.
std::size_t block_bytes(SweepShape const& shape, int const (&tile)[3]);

/// The scratch of the planes of `shape` in which an operator reads cells beside the column, bytes.
std::size_t beside_bytes(SweepShape const& shape, int tile_x, int tile_y);

/// Fills in the numbers of a block kernel. Throws InputError for a tile, chunk, placement or team that is not possible,
/// with a tile that is.
ResolvedSchedule resolve_block_schedule(char const* name, Kernel const& kernel, Schedule const& request,
                                        SweepShape const& shape, TeamLimits const& limits);

/// The same for a stream.
ResolvedSchedule resolve_stream_schedule(char const* name, Kernel const& kernel, Schedule const& request,
                                         SweepShape const& shape, TeamLimits const& limits);

}  // namespace tessera
