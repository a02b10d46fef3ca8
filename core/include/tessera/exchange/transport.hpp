// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace tessera {

/// What a rank sends to another one, and receives from it, in one exchange: one message each way.
struct Link {
  int peer = 0;
  std::size_t bytes_out = 0, bytes_in = 0;
};

/// The messages of one kind of exchange, prepared once: the caller writes `outgoing`, calls `start`, may compute, calls
/// `finish`, and reads `incoming`. Exchanges of a channel follow one another; each rank makes the same ones in the same
/// order.
class Channel {
 public:
  virtual ~Channel() = default;
  /// The message to the peer of link `link`, in host memory. Valid until `start`, and after `finish`.
  [[nodiscard]] virtual std::span<std::byte> outgoing(std::size_t link) = 0;
  /// The message from it. Valid after `finish`, until the next `start`.
  [[nodiscard]] virtual std::span<std::byte> incoming(std::size_t link) = 0;
  virtual void start() = 0;
  /// Waits until all messages have arrived. Throws Error if one cannot.
  virtual void finish() = 0;
};

/// How ranks send each other messages. Halos go through channels; what is rare (gathering a field, agreeing on a
/// number) through `send` and `receive`, which block.
class Transport {
 public:
  virtual ~Transport() = default;
  [[nodiscard]] virtual int rank() const = 0;
  [[nodiscard]] virtual int size() const = 0;
  /// What it is, for people: "MPI through host memory".
  [[nodiscard]] virtual std::string name() const = 0;
  /// Makes the channel of some links, one per peer. Each rank makes the same channels in the same order.
  [[nodiscard]] virtual std::unique_ptr<Channel> prepare(std::vector<Link> const& links) = 0;
  /// Messages between two ranks arrive in the order in which they were sent.
  virtual void send(int to, std::span<std::byte const> bytes) = 0;
  /// Receives a message of exactly so many bytes.
  virtual void receive(int from, std::span<std::byte> bytes) = 0;
};

}  // namespace tessera
