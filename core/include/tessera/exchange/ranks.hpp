// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cstring>
#include <functional>
#include <string>
#include <type_traits>

#include "tessera/exchange/transport.hpp"

namespace tessera {

/// The ranks that take a program together, each a part of its grid. A value; copies share the transport.
///
///     Ranks const ranks = mpi_ranks();
///     Solution run{exec, program, ranks};
class Ranks {
 public:
  /// `process_grid`: parts along x, y, z; 0 where the choice is free.
  explicit Ranks(std::shared_ptr<Transport> transport, std::array<int, 3> const& process_grid = {})
      : m_transport(std::move(transport)), m_process_grid(process_grid) {}

  [[nodiscard]] int rank() const { return m_transport->rank(); }
  [[nodiscard]] int size() const { return m_transport->size(); }
  [[nodiscard]] bool first() const { return rank() == 0; }
  [[nodiscard]] Transport& transport() const { return *m_transport; }
  [[nodiscard]] std::array<int, 3> const& process_grid() const { return m_process_grid; }
  /// The same ranks with another process grid.
  [[nodiscard]] Ranks in(std::array<int, 3> const& process_grid) const { return Ranks(m_transport, process_grid); }

  // What all ranks call together:

  /// Gives every rank the bytes that rank 0 has, however many.
  void broadcast(std::vector<std::byte>& bytes) const;
  /// Gives rank 0 the bytes of every rank, by rank; other ranks get nothing.
  [[nodiscard]] std::vector<std::vector<std::byte>> gather(std::span<std::byte const> bytes) const;
  /// The least of the numbers of all ranks.
  [[nodiscard]] long least(long number) const;
  /// Gives every rank the value that rank 0 has; plain data.
  template <class T>
  void broadcast_value(T& value) const {
    static_assert(std::is_trivially_copyable_v<T>);
    std::vector<std::byte> bytes(sizeof(T));
    std::memcpy(bytes.data(), &value, sizeof(T));
    broadcast(bytes);
    std::memcpy(&value, bytes.data(), sizeof(T));
  }

 private:
  std::shared_ptr<Transport> m_transport;
  std::array<int, 3> m_process_grid;
};

/// The processes that mpirun started, of which this is one. Starts MPI at the first call and ends it with the program,
/// so that a program's last words stand before. Throws InputError if this build has no MPI.
[[nodiscard]] Ranks mpi_ranks();
/// Whether this build has MPI.
[[nodiscard]] bool has_mpi();
/// Ends all processes at once, if MPI was started: for an error of one rank, after its message.
[[noreturn]] void abort_all_ranks(int exit_code);

/// Calls `f(ranks)` in `count` threads of this process, one for each rank, for tests and trials. They take turns, one
/// runs at a time, and another goes on where one waits for a message. Throws the first exception of a rank, once all
/// have ended; ranks that wait for it, or for each other for ever, end with an Error.
void run_in_process(int count, std::function<void(Ranks const&)> const& f);

}  // namespace tessera
