// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "emulated/emulator.hpp"

#include <ucontext.h>
#include <csetjmp>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <stdexcept>
#include <string_view>
#include <vector>

namespace emulated {

namespace {

constexpr std::size_t stack_bytes = 512 * 1024;
constexpr int lanes = 32;
constexpr int block_barrier = 0, first_warp_barrier = 16;

/// Whether the last of the threads that may go on does, instead of the first.
bool backward() {
  char const* const order = std::getenv("TESSERA_EMULATED_ORDER");
  return order != nullptr && std::string_view(order) == "backward";
}

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

struct Fiber : Thread {
  std::unique_ptr<unsigned char[]> stack{new unsigned char[stack_bytes]};
  std::jmp_buf at;
  bool started = false;
  bool ended = false;
  int waits_at = -1;                      ///< a barrier; -1: it may go on
  int exchanges = 0;                      ///< so far
  std::vector<std::vector<Copy>> copies;  ///< groups that are under way, the last one open
};

/// The block that is being run.
struct Block {
  std::vector<Fiber> fibers;
  std::vector<Exchange> warps;
  std::vector<int> arrived;  ///< at each barrier
  std::vector<unsigned char> shared;
  std::size_t shared_from = 0;
  int threads = 0;
  Index index, grid;
  std::jmp_buf scheduler;
  Fiber* current = nullptr;
  std::function<void()> const* kernel = nullptr;
} block;

void give_way() {
  if (_setjmp(block.current->at) == 0) _longjmp(block.scheduler, 1);
}

void wait(int barrier, int threads) {
  int& arrived = block.arrived[static_cast<std::size_t>(barrier)];
  if (++arrived == threads) {
    arrived = 0;
    for (Fiber& fiber : block.fibers) {
      if (fiber.waits_at == barrier) fiber.waits_at = -1;
    }
    return;
  }
  block.current->waits_at = barrier;
  give_way();
}

int linear() { return static_cast<int>(block.current - block.fibers.data()); }
int warp() { return linear() / lanes; }

void fiber_main() {
  (*block.kernel)();
  block.current->ended = true;
  _longjmp(block.scheduler, 1);
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
  block.current = &fiber;
  if (_setjmp(block.scheduler) != 0) return;
  if (fiber.started) _longjmp(fiber.at, 1);
  fiber.started = true;
  start(fiber);
}

/// The first thread that may go on, does. So a warp gets as far ahead of the others as it can, which is where a barrier
/// that is missing shows. Says whether any may.
bool go_on() {
  static bool const last_first = backward();
  for (int t = 0; t < block.threads; ++t) {
    Fiber& fiber = block.fibers[static_cast<std::size_t>(last_first ? block.threads - 1 - t : t)];
    if (fiber.ended || fiber.waits_at >= 0) continue;
    go_on(fiber);
    return true;
  }
  return false;
}

void run_block(int x, int y, std::size_t shared_bytes) {
  block.threads = x * y;
  block.fibers.resize(static_cast<std::size_t>(block.threads));
  block.warps.resize(static_cast<std::size_t>((block.threads + lanes - 1) / lanes));
  block.arrived.assign(first_warp_barrier + block.warps.size(), 0);
  block.shared.assign(shared_bytes + 128, 0xff);
  block.shared_from = 128 - reinterpret_cast<std::uintptr_t>(block.shared.data()) % 128;
  for (int t = 0; t < block.threads; ++t) {
    Fiber& fiber = block.fibers[static_cast<std::size_t>(t)];
    fiber.index = {static_cast<unsigned>(t % x), static_cast<unsigned>(t / x)};
    fiber.started = fiber.ended = false;
    fiber.waits_at = -1;
    fiber.exchanges = 0;
    fiber.copies.assign(1, {});
  }
  while (go_on()) {
  }
  for (Fiber const& fiber : block.fibers) {
    if (!fiber.ended) throw std::logic_error("a thread waits for others that do not come");
  }
}

}  // namespace

void run(int blocks, int x, int y, std::size_t shared_bytes, std::function<void()> const& kernel) {
  block.kernel = &kernel;
  block.grid = {static_cast<unsigned>(blocks), 1};
  for (int b = 0; b < blocks; ++b) {
    block.index = {static_cast<unsigned>(b), 0};
    run_block(x, y, shared_bytes);
  }
}

Thread const& self() { return *block.current; }
int lane() { return linear() % lanes; }
Index block_index() { return block.index; }
Index grid_size() { return block.grid; }
unsigned char* shared_memory() { return block.shared.data() + block.shared_from; }

void wait_block() { wait(block_barrier, block.threads); }
void wait_warp() { wait(first_warp_barrier + warp(), lanes); }
void wait_pair(int barrier) { wait(barrier, 2 * lanes); }

void const* exchange(void const* value, std::size_t bytes, int lane) {
  Fiber& fiber = *block.current;
  auto& set = block.warps[static_cast<std::size_t>(warp())].values[fiber.exchanges++ % 2];
  if (bytes > sizeof set[0]) throw std::logic_error("a value that is too large to be handed on");
  std::memcpy(set[emulated::lane()], value, bytes);
  wait_warp();
  return set[lane];
}

void begin_copy(void* to, void const* from, std::size_t bytes) {
  if (bytes == 16 && (reinterpret_cast<std::uintptr_t>(to) | reinterpret_cast<std::uintptr_t>(from)) % 16 != 0)
    throw std::logic_error("a copy of 16 bytes is not on their boundary");
  block.current->copies.back().push_back({to, from, bytes});
}
void close_copies() { block.current->copies.emplace_back(); }
void wait_for_copies(int open) {
  auto& groups = block.current->copies;
  while (static_cast<int>(groups.size()) - 1 > open) {
    for (Copy const& copy : groups.front()) std::memcpy(copy.to, copy.from, copy.bytes);
    groups.erase(groups.begin());
  }
}

}  // namespace emulated
