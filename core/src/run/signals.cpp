// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tessera/run/signals.hpp"

#include <csignal>

namespace tessera {
namespace {

volatile std::sig_atomic_t stop = 0;
volatile std::sig_atomic_t checkpoint = 0;

struct Watched {
  int signal;
  struct sigaction before;
};
Watched watched[] = {{SIGTERM, {}}, {SIGINT, {}}, {SIGUSR1, {}}};

extern "C" void note_signal(int signal) {
  if (signal == SIGUSR1) {
    checkpoint = 1;
    return;
  }
  if (signal == SIGINT && stop == SIGINT) {  // twice: at once
    std::signal(SIGINT, SIG_DFL);
    std::raise(SIGINT);
  }
  stop = signal;
}

}  // namespace

SignalWatch::SignalWatch() {
  stop = 0;
  checkpoint = 0;
  for (auto& one : watched) {
    struct sigaction action {};
    action.sa_handler = note_signal;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    sigaction(one.signal, &action, &one.before);
  }
}

SignalWatch::~SignalWatch() {
  for (auto const& one : watched) sigaction(one.signal, &one.before, nullptr);
}

int SignalWatch::stop_signal() const noexcept { return stop; }

bool SignalWatch::take_checkpoint_request() noexcept {
  bool const asked = checkpoint != 0;
  checkpoint = 0;
  return asked;
}

char const* signal_name(int signal) noexcept {
  return signal == SIGTERM ? "SIGTERM" : signal == SIGINT ? "SIGINT" : signal == SIGUSR1 ? "SIGUSR1" : "signal";
}

}  // namespace tessera
