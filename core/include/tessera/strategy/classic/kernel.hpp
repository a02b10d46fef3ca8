// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/schedule.hpp"

namespace tessera {

/// The columns of a tile that a thread sweeps at a time: one on devices, as in the papers. A host's thread is alone and
/// takes a whole tile of theirs, with the columns in its cache rather than in registers.
constexpr int columns_per_thread(bool host) { return host ? 64 : 1; }

/// A kernel of the literature: what tells it from the others of its sweep, and the shape that it was published with.
struct Kernel {
  bool scratch = false;    ///< a block with its halo stands in scratch, or the planes beside the cell do
  bool overlap = false;    ///< blocks: a thread for every value loaded, of which the inner ones compute
  bool registers = false;  ///< streams: the column along z stands in registers
  bool ahead = false;      ///< streams: with the value that the next step adds to it, already on its way
  int most_threads = 512;  ///< of a team on a device: the launch bound; the fewer, the more registers a thread has
  int shape[3];            ///< threads of a block; cells along z of a stream, 0: as many as leave work for all
  char const* keeps;       ///< what is kept where, for `explain`
};

/// Bytes of scratch that blocks of `tile` cells and their halos take, one for each input that reaches past its centre.
std::size_t block_bytes(SweepShape const& shape, int const (&tile)[3]);

/// Bytes of scratch that the planes of `shape` take in which an operator reads cells beside the column.
std::size_t beside_bytes(SweepShape const& shape, int tile_x, int tile_y);

/// Fills in the numbers of a block kernel. Throws InputError for a tile, chunk, placement or team that cannot be, with
/// a tile that can.
ResolvedSchedule resolve_block_schedule(char const* name, Kernel const& kernel, Schedule const& request,
                                        SweepShape const& shape, TeamLimits const& limits);

/// The same for a stream.
ResolvedSchedule resolve_stream_schedule(char const* name, Kernel const& kernel, Schedule const& request,
                                         SweepShape const& shape, TeamLimits const& limits);

}  // namespace tessera
