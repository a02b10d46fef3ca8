// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cstdlib>

#include "tessera/error.hpp"
#include "tessera/exchange/ranks.hpp"

#if defined(TESSERA_HAVE_MPI)
#include <mpi.h>
#endif

namespace tessera {

#if defined(TESSERA_HAVE_MPI)

namespace {

constexpr int rare_tag = 0;
/// MPI counts in int: longer messages go in pieces.
constexpr std::size_t most_bytes = std::size_t{1} << 30;

/// The requests of one message, in pieces, to or from a peer.
template <class Post>
void post(std::span<std::byte> bytes, Post const& post_piece) {
  for (std::size_t at = 0; at < bytes.size(); at += most_bytes) {
    post_piece(bytes.data() + at, static_cast<int>(std::min(most_bytes, bytes.size() - at)));
  }
}

class MpiChannel final : public Channel {
 public:
  MpiChannel(MPI_Comm comm, int tag, std::vector<Link> const& links) : m_comm(comm), m_tag(tag), m_links(links) {
    for (Link const& link : links) {
      m_out.emplace_back(link.bytes_out);
      m_in.emplace_back(link.bytes_in);
    }
  }
  [[nodiscard]] std::span<std::byte> outgoing(std::size_t link) override { return m_out[link]; }
  [[nodiscard]] std::span<std::byte> incoming(std::size_t link) override { return m_in[link]; }
  void start() override {
    for (std::size_t l = 0; l < m_links.size(); ++l) {
      post(m_in[l], [&](std::byte* bytes, int count) {
        MPI_Irecv(bytes, count, MPI_BYTE, m_links[l].peer, m_tag, m_comm, &m_requests.emplace_back());
      });
    }
    for (std::size_t l = 0; l < m_links.size(); ++l) {
      post(m_out[l], [&](std::byte* bytes, int count) {
        MPI_Isend(bytes, count, MPI_BYTE, m_links[l].peer, m_tag, m_comm, &m_requests.emplace_back());
      });
    }
  }
  void finish() override {
    MPI_Waitall(static_cast<int>(m_requests.size()), m_requests.data(), MPI_STATUSES_IGNORE);
    m_requests.clear();
  }

 private:
  MPI_Comm m_comm;
  int m_tag;
  std::vector<Link> m_links;
  std::vector<std::vector<std::byte>> m_out, m_in;
  std::vector<MPI_Request> m_requests;
};

/// All processes of mpirun. Errors of MPI end all of them, as is its default.
class MpiTransport final : public Transport {
 public:
  explicit MpiTransport(MPI_Comm comm) : m_comm(comm) {
    MPI_Comm_rank(comm, &m_rank);
    MPI_Comm_size(comm, &m_size);
  }
  [[nodiscard]] int rank() const override { return m_rank; }
  [[nodiscard]] int size() const override { return m_size; }
  [[nodiscard]] std::string name() const override { return "MPI through host memory"; }
  [[nodiscard]] std::unique_ptr<Channel> prepare(std::vector<Link> const& links) override {
    return std::make_unique<MpiChannel>(m_comm, ++m_channels, links);
  }
  void send(int to, std::span<std::byte const> bytes) override {
    for (std::size_t at = 0; at < bytes.size(); at += most_bytes) {
      MPI_Send(bytes.data() + at, static_cast<int>(std::min(most_bytes, bytes.size() - at)), MPI_BYTE, to, rare_tag,
               m_comm);
    }
  }
  void receive(int from, std::span<std::byte> bytes) override {
    post(bytes, [&](std::byte* piece, int count) {
      MPI_Recv(piece, count, MPI_BYTE, from, rare_tag, m_comm, MPI_STATUS_IGNORE);
    });
  }

 private:
  MPI_Comm m_comm;
  int m_rank = 0, m_size = 1;
  int m_channels = rare_tag;
};

bool is_running() {
  int begun = 0, ended = 0;
  MPI_Initialized(&begun);
  MPI_Finalized(&ended);
  return begun != 0 && ended == 0;
}

/// Starts MPI unless the program has done so itself, which then ends it, too.
std::shared_ptr<Transport> start_mpi() {
  if (!is_running()) {
    int offered = 0;
    MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &offered);  // the main thread alone calls it
    std::atexit([] {
      if (is_running()) MPI_Finalize();
    });
  }
  return std::make_shared<MpiTransport>(MPI_COMM_WORLD);
}

}  // namespace

bool has_mpi() { return true; }

Ranks mpi_ranks() {
  static std::shared_ptr<Transport> const world = start_mpi();
  return Ranks(world);
}

void abort_all_ranks(int exit_code) {
  if (is_running()) MPI_Abort(MPI_COMM_WORLD, exit_code);
  std::_Exit(exit_code);
}

#else

bool has_mpi() { return false; }

Ranks mpi_ranks() {
  throw InputError(
      "this program was built without MPI, so that it runs as one process; install MPI (Debian: libopenmpi-dev "
      "openmpi-bin) and build it anew");
}

void abort_all_ranks(int exit_code) { std::_Exit(exit_code); }

#endif

}  // namespace tessera
