// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstring>
#include <functional>

/// Runs the blocks, or clusters of blocks, of a kernel of CUDA's one after another on one thread of the host, each
/// thread as a fiber that gives way where it waits. What a device leaves open is what finds mistakes: in which order
/// threads go on, copies that are done no sooner than somebody waits for them, what is sent to another block, which is
/// there at once or no sooner than somebody waits for it, and shared memory that holds NaN at first.
namespace emulated {

struct Index {
  unsigned x = 0, y = 0;
};
struct Thread {
  Index index;
};

/// Whether the last of the threads that may go on does, instead of the first, and what is sent is there at once:
/// if the environment's TESSERA_EMULATED_ORDER is "backward".
bool backward();

/// How many blocks a device of this kind runs at once.
inline int multiprocessors = 3;

/// Threads of a block, and blocks of a cluster.
struct Shape {
  int x = 1, y = 1, cluster = 1;
};

/// Runs `kernel()` in each thread of `blocks` blocks, a multiple of those of a cluster. Throws a logic_error if threads
/// wait for others that have ended or wait elsewhere.
void run(int blocks, Shape const& shape, std::size_t shared_bytes, std::function<void()> const& kernel);

// What threads ask for.

Thread const& self();
int lane();
Index block_index();
Index grid_size();
unsigned char* shared_memory();

void wait_block();
void wait_warp();
/// Goes on when no other thread can, to look again for what one of another block may have done. A logic_error if all
/// that are left look in vain.
void yield_while_polling();
/// Waits for the 64 threads that name the same of barriers 1 to 15.
void wait_pair(int barrier);

/// Where the value of a lane of this thread's warp stands, once all lanes have given theirs.
void const* exchange(void const* value, std::size_t bytes, int lane);
template <class T>
T from_lane(T const& value, int lane) {
  T result;
  std::memcpy(&result, exchange(&value, sizeof value, lane), sizeof result);
  return result;
}

void begin_copy(void* to, void const* from, std::size_t bytes);
void close_copies();
/// Does all copies of this thread but those of the newest `open` groups.
void wait_for_copies(int open);

// Counters, known by their address in shared memory, and blocks of a cluster.

int cluster_rank();
int cluster_size();
void wait_cluster();
/// Where block `rank` of the cluster has what stands at `mine` in this one.
unsigned char* in_block(void const* mine, int rank);
void begin_counter(void const* counter, int arrivals);
void arrive(void const* counter, int bytes);
/// Copies so many bytes, which the counter counts, from where they stand when they come.
void begin_bulk_copy(void* to, void const* from, int bytes, void const* counter);
/// Sends 16 bytes, which the counter counts, as they are now.
void send(unsigned char* to, void const* bytes16, void const* counter);
void wait_for_phase(void const* counter, int turn);

/// Adds one to a counter in global memory, and returns what it was. `run` throws a logic_error if one is not 0 when the
/// kernel ends.
unsigned increment(unsigned* counter);

}  // namespace emulated
