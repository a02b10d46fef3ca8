// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

namespace tessera {

/// Listens for signals as long as it lives: SIGTERM and SIGINT ask for an end, SIGUSR1 for a checkpoint. A second
/// SIGINT ends the program at once. At most one at a time.
class SignalWatch {
 public:
  SignalWatch();
  SignalWatch(SignalWatch const&) = delete;
  SignalWatch& operator=(SignalWatch const&) = delete;
  ~SignalWatch();

  /// The signal that asked for an end; 0 if none did.
  [[nodiscard]] int stop_signal() const noexcept;
  /// True once for each time that a checkpoint was asked for.
  [[nodiscard]] bool take_checkpoint_request() noexcept;
};

/// "SIGTERM" and the like.
[[nodiscard]] char const* signal_name(int signal) noexcept;

}  // namespace tessera
