// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "emulated/emulator.hpp"

#include <ucontext.h>
#include <array>
#include <csetjmp>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <memory>
#include <set>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

namespace emulated {

namespace {

constexpr std::size_t stack_bytes = 512 * 1024;
constexpr int lanes = 32;
constexpr int block_barrier = 0, first_warp_barrier = 16;
constexpr int cluster_barrier = 1 << 20;

struct Copy {
  void* to;
  void const* from;
  std::size_t bytes;
};

/// What a warp hands from lane to lane: two sets in turn, so that the next exchange may begin while some lanes still
/// read the one before.
struct Exchange {
  alignas(16) unsigned char values[2][lanes][16];
};

struct Block;

struct Fiber : Thread {
  std::unique_ptr<unsigned char[]> stack{new unsigned char[stack_bytes]};
  std::jmp_buf at;
  Block* block = nullptr;
  bool started = false;
  bool ended = false;
  bool looks_again = false;               ///< lets all others go on first
  int waits_at = -1;                      ///< a barrier; -1: it may go on
  void const* waits_for = nullptr;        ///< a counter; null: it may go on
  int exchanges = 0;                      ///< so far
  std::vector<std::vector<Copy>> copies;  ///< groups that are under way, the last one open
};

struct Block {
  std::vector<Fiber> fibers;
  std::vector<Exchange> warps;
  std::vector<int> arrived;  ///< at each barrier
  std::vector<unsigned char> shared;
  std::size_t shared_from = 0;
  Index index;
};

/// What has been sent to a counter in its turn.
struct Counter {
  int arrivals = 1;    ///< in a turn
  int turns = 0;       ///< that have ended
  int missing = 1;     ///< arrivals that are still to come
  int bytes = 0;       ///< and bytes
  bool waited = true;  ///< somebody has waited for the turn before
  struct Sent {
    Copy copy;
    std::array<unsigned char, 16> own{};  ///< what is copied, if `copy` does not say
  };
  std::vector<Sent> due, arrived;  ///< in this turn, and in the one before, not there before somebody waits for it
};

/// The cluster that is being run: of one block, mostly.
struct Cluster {
  std::vector<Block> blocks;
  std::map<void const*, Counter> counters;
  int arrived = 0;  ///< at its barrier
  int threads = 0;  ///< of a block
  int rounds = 0;   ///< of threads that look again, since a counter went on
  Index grid;
  std::jmp_buf scheduler;
  Fiber* current = nullptr;
  std::function<void()> const* kernel = nullptr;
} cluster;

/// What the kernel that runs has counted up in global memory.
std::set<unsigned*> global_counters;

Block& block() { return *cluster.current->block; }

void give_way() {
  if (_setjmp(cluster.current->at) == 0) _longjmp(cluster.scheduler, 1);
}

/// Calls `f` for each fiber of the cluster.
template <class F>
void for_each_fiber(F const& f) {
  for (Block& each : cluster.blocks) {
    for (Fiber& fiber : each.fibers) f(fiber);
  }
}

void wait(int barrier, int threads) {
  int& arrived = block().arrived[static_cast<std::size_t>(barrier)];
  if (++arrived == threads) {
    arrived = 0;
    for (Fiber& fiber : block().fibers) {
      if (fiber.waits_at == barrier) fiber.waits_at = -1;
    }
    return;
  }
  cluster.current->waits_at = barrier;
  give_way();
}

int linear() { return static_cast<int>(cluster.current - block().fibers.data()); }
int warp() { return linear() / lanes; }

void fiber_main() {
  (*cluster.kernel)();
  cluster.current->ended = true;
  _longjmp(cluster.scheduler, 1);
}

/// Starts a fiber on its own stack, up to where it first gives way.
void start(Fiber& fiber) {
  ucontext_t context, back;
  getcontext(&context);
  context.uc_stack.ss_sp = fiber.stack.get();
  context.uc_stack.ss_size = stack_bytes;
  context.uc_link = nullptr;
  makecontext(&context, fiber_main, 0);
  swapcontext(&back, &context);
}

void go_on(Fiber& fiber) {
  cluster.current = &fiber;
  if (_setjmp(cluster.scheduler) != 0) return;
  if (fiber.started) _longjmp(fiber.at, 1);
  fiber.started = true;
  start(fiber);
}

/// The thread whose turn is the `n`th.
int nth_thread(int n, int count) {
  if (!backward()) return n;
  int const t = count - 1 - n;
  if (cluster.threads % lanes != 0) return t;
  return t / lanes % 2 == 0 ? t - t % lanes + lanes - 1 - t % lanes : t;
}

/// When no other thread can go on, those that look again may. Says whether there are any; not if they have looked in
/// vain too often.
bool look_again() {
  constexpr int enough = 1000;
  bool any = false;
  for_each_fiber([&](Fiber& fiber) {
    any = any || fiber.looks_again;
    fiber.looks_again = false;
  });
  return any && ++cluster.rounds < enough;
}

/// The first thread that may go on, does. So a warp gets as far ahead of the others as it can, which is where a barrier
/// that is missing shows. Says whether any may.
bool go_on() {
  int const count = cluster.threads * static_cast<int>(cluster.blocks.size());
  for (int n = 0; n < count; ++n) {
    int const t = nth_thread(n, count);
    Fiber& fiber = cluster.blocks[static_cast<std::size_t>(t / cluster.threads)]
                       .fibers[static_cast<std::size_t>(t % cluster.threads)];
    if (fiber.ended || fiber.looks_again || fiber.waits_at >= 0 || fiber.waits_for != nullptr) continue;
    go_on(fiber);
    return true;
  }
  return look_again();
}

void prepare(Block& block, unsigned index, Shape const& shape, std::size_t shared_bytes) {
  block.index = {index, 0};
  block.fibers.resize(static_cast<std::size_t>(cluster.threads));
  block.warps.resize(static_cast<std::size_t>((cluster.threads + lanes - 1) / lanes));
  block.arrived.assign(first_warp_barrier + block.warps.size(), 0);
  block.shared.assign(shared_bytes + 128, 0xff);
  block.shared_from = 128 - reinterpret_cast<std::uintptr_t>(block.shared.data()) % 128;
  for (int t = 0; t < cluster.threads; ++t) {
    Fiber& fiber = block.fibers[static_cast<std::size_t>(t)];
    fiber.index = {static_cast<unsigned>(t % shape.x), static_cast<unsigned>(t / shape.x)};
    fiber.block = &block;
    fiber.started = fiber.ended = fiber.looks_again = false;
    fiber.waits_at = -1;
    fiber.waits_for = nullptr;
    fiber.exchanges = 0;
    fiber.copies.assign(1, {});
  }
}

unsigned char* shared_of(Block& block) { return block.shared.data() + block.shared_from; }

/// Ends a counter's turn, if all has come that it expects.
void turn_over(void const* key, Counter& counter) {
  if (counter.missing > 0 || counter.bytes > 0) return;
  cluster.rounds = 0;
  if (!counter.waited) throw std::logic_error("a counter goes on that nobody has waited for");
  counter.missing = counter.arrivals;
  counter.waited = false;
  counter.arrived.swap(counter.due);
  ++counter.turns;
  for_each_fiber([&](Fiber& fiber) {
    if (fiber.waits_for == key) fiber.waits_for = nullptr;
  });
}
void put(Counter::Sent const& sent) {
  Copy const& copy = sent.copy;
  std::memcpy(copy.to, copy.from == nullptr ? sent.own.data() : copy.from, copy.bytes);
}
/// On its way to be counted.
void send(Counter::Sent const& sent, void const* key) {
  Counter& counter = cluster.counters.at(key);
  counter.bytes -= static_cast<int>(sent.copy.bytes);
  if (backward()) {
    put(sent);
  } else {
    counter.due.push_back(sent);
  }
  turn_over(key, counter);
}

}  // namespace

bool backward() {
  static bool const is = [] {
    char const* const order = std::getenv("TESSERA_EMULATED_ORDER");
    return order != nullptr && std::string_view(order) == "backward";
  }();
  return is;
}

void run(int blocks, Shape const& shape, std::size_t shared_bytes, std::function<void()> const& kernel) {
  cluster.kernel = &kernel;
  cluster.grid = {static_cast<unsigned>(blocks), 1};
  cluster.threads = shape.x * shape.y;
  cluster.blocks.resize(static_cast<std::size_t>(shape.cluster));
  for (int first = 0; first < blocks; first += shape.cluster) {
    cluster.arrived = cluster.rounds = 0;
    cluster.counters.clear();
    auto index = static_cast<unsigned>(first);
    for (Block& block : cluster.blocks) prepare(block, index++, shape, shared_bytes);
    while (go_on()) {
    }
    for_each_fiber([](Fiber const& fiber) {
      if (!fiber.ended) throw std::logic_error("a thread waits for others that do not come");
    });
  }
  for (unsigned const* counter : std::exchange(global_counters, {})) {
    if (*counter != 0) throw std::logic_error("a counter in global memory is not left as it was found");
  }
}

Thread const& self() { return *cluster.current; }
int lane() { return linear() % lanes; }
Index block_index() { return block().index; }
Index grid_size() { return cluster.grid; }
unsigned char* shared_memory() { return shared_of(block()); }

void wait_block() { wait(block_barrier, cluster.threads); }
void wait_warp() { wait(first_warp_barrier + warp(), lanes); }
void yield_while_polling() {
  cluster.current->looks_again = true;
  give_way();
}
void wait_pair(int barrier) { wait(barrier, 2 * lanes); }

int cluster_size() { return static_cast<int>(cluster.blocks.size()); }
int cluster_rank() { return static_cast<int>(&block() - cluster.blocks.data()); }
void wait_cluster() {
  if (++cluster.arrived < cluster.threads * static_cast<int>(cluster.blocks.size())) {
    cluster.current->waits_at = cluster_barrier;
    return give_way();
  }
  cluster.arrived = 0;
  for_each_fiber([](Fiber& fiber) {
    if (fiber.waits_at == cluster_barrier) fiber.waits_at = -1;
  });
}
unsigned char* in_block(void const* mine, int rank) {
  return shared_of(cluster.blocks[static_cast<std::size_t>(rank)]) +
         (static_cast<unsigned char const*>(mine) - shared_memory());
}

void begin_counter(void const* key, int arrivals) {
  Counter& counter = cluster.counters[key] = {};
  counter.arrivals = counter.missing = arrivals;
}
void arrive(void const* key, int bytes) {
  Counter& counter = cluster.counters.at(key);
  --counter.missing;
  counter.bytes += bytes;
  turn_over(key, counter);
}
void send(unsigned char* to, void const* bytes16, void const* key) {
  Counter::Sent sent{{to, nullptr, 16}};
  std::memcpy(sent.own.data(), bytes16, sent.own.size());
  send(sent, key);
}
void begin_bulk_copy(void* to, void const* from, int bytes, void const* key) {
  if ((reinterpret_cast<std::uintptr_t>(to) | reinterpret_cast<std::uintptr_t>(from) | static_cast<unsigned>(bytes)) %
          16 !=
      0)
    throw std::logic_error("a bulk copy is not on a boundary of 16 bytes");
  send({{to, from, static_cast<std::size_t>(bytes)}}, key);
}
void wait_for_phase(void const* key, int turn) {
  Counter& counter = cluster.counters.at(key);
  while (counter.turns % 2 == turn) {
    cluster.current->waits_for = key;
    give_way();
  }
  counter.waited = true;
  for (Counter::Sent const& sent : counter.arrived) put(sent);
  counter.arrived.clear();
}

unsigned increment(unsigned* counter) {
  global_counters.insert(counter);
  return (*counter)++;
}

void const* exchange(void const* value, std::size_t bytes, int lane) {
  Fiber& fiber = *cluster.current;
  auto& set = block().warps[static_cast<std::size_t>(warp())].values[fiber.exchanges++ % 2];
  if (bytes > sizeof set[0]) throw std::logic_error("a value that is too large to be handed on");
  std::memcpy(set[emulated::lane()], value, bytes);
  wait_warp();
  return set[lane];
}

void begin_copy(void* to, void const* from, std::size_t bytes) {
  if (bytes == 16 && (reinterpret_cast<std::uintptr_t>(to) | reinterpret_cast<std::uintptr_t>(from)) % 16 != 0)
    throw std::logic_error("a copy of 16 bytes is not on their boundary");
  cluster.current->copies.back().push_back({to, from, bytes});
}
void close_copies() { cluster.current->copies.emplace_back(); }
void wait_for_copies(int open) {
  auto& groups = cluster.current->copies;
  while (static_cast<int>(groups.size()) - 1 > open) {
    for (Copy const& copy : groups.front()) std::memcpy(copy.to, copy.from, copy.bytes);
    groups.erase(groups.begin());
  }
}

}  // namespace emulated
