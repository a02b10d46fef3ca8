// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <condition_variable>
#include <deque>
#include <exception>
#include <map>
#include <mutex>
#include <set>
#include <thread>
#include <tuple>

#include "tessera/error.hpp"
#include "tessera/exchange/ranks.hpp"

namespace tessera {
namespace {

/// What the ranks of a process share: the messages under way, and the turn, which is the mutex. A rank holds it while
/// it runs.
class Post {
 public:
  /// Sender, receiver, channel.
  using Address = std::tuple<int, int, int>;

  explicit Post(int ranks) : m_running(ranks) {}

  void put(Address const& address, std::span<std::byte const> bytes) {
    m_boxes[address].emplace_back(bytes.begin(), bytes.end());
    if (m_waited_for.erase(address) > 0) ++m_running;  // its receiver goes on when it gets its turn
    m_changed.notify_all();
  }
  /// Waits for the next message there; others take their turns meanwhile.
  void take(Address const& address, std::span<std::byte> bytes, std::unique_lock<std::mutex>& turn) {
    auto& box = m_boxes[address];
    if (box.empty()) {
      m_waited_for.insert(address);
      if (--m_running == 0) fail();  // all wait, and nobody can send any more
      m_changed.wait(turn, [&] { return !box.empty() || m_failed; });
    }
    if (box.empty()) throw Error("a rank ended, or waits itself, before it sent a message that another one waits for");
    if (box.front().size() != bytes.size()) {
      throw Error("a message of " + std::to_string(box.front().size()) + " bytes arrived where " +
                  std::to_string(bytes.size()) + " were expected");
    }
    std::copy(box.front().begin(), box.front().end(), bytes.begin());
    box.pop_front();
  }
  /// A rank has ended. Those that wait for it must not wait for ever.
  void leave(bool failed) {
    if (--m_running == 0 || failed) fail();
  }
  [[nodiscard]] std::unique_lock<std::mutex> turn() { return std::unique_lock(m_turn); }

 private:
  void fail() {
    m_failed = true;
    m_changed.notify_all();
  }

  std::mutex m_turn;
  std::condition_variable m_changed;
  std::map<Address, std::deque<std::vector<std::byte>>> m_boxes;
  std::set<Address> m_waited_for;
  int m_running;  ///< ranks that neither wait nor have ended
  bool m_failed = false;
};

class InProcessTransport;

class InProcessChannel final : public Channel {
 public:
  InProcessChannel(InProcessTransport& transport, int number, std::vector<Link> const& links)
      : m_transport(transport), m_number(number), m_links(links) {
    for (Link const& link : links) {
      m_out.emplace_back(link.bytes_out);
      m_in.emplace_back(link.bytes_in);
    }
  }
  [[nodiscard]] std::span<std::byte> outgoing(std::size_t link) override { return m_out[link]; }
  [[nodiscard]] std::span<std::byte> incoming(std::size_t link) override { return m_in[link]; }
  void start() override;
  void finish() override;

 private:
  InProcessTransport& m_transport;
  int m_number;
  std::vector<Link> m_links;
  std::vector<std::vector<std::byte>> m_out, m_in;
};

class InProcessTransport final : public Transport {
 public:
  InProcessTransport(Post& post, std::unique_lock<std::mutex>& turn, int rank, int size)
      : m_post(post), m_turn(turn), m_rank(rank), m_size(size) {}
  [[nodiscard]] int rank() const override { return m_rank; }
  [[nodiscard]] int size() const override { return m_size; }
  [[nodiscard]] std::string name() const override { return "memory of one process"; }
  [[nodiscard]] std::unique_ptr<Channel> prepare(std::vector<Link> const& links) override {
    return std::make_unique<InProcessChannel>(*this, ++m_channels, links);
  }
  void send(int to, std::span<std::byte const> bytes) override { send(to, 0, bytes); }
  void receive(int from, std::span<std::byte> bytes) override { receive(from, 0, bytes); }

  void send(int to, int channel, std::span<std::byte const> bytes) { m_post.put({m_rank, to, channel}, bytes); }
  void receive(int from, int channel, std::span<std::byte> bytes) {
    m_post.take({from, m_rank, channel}, bytes, m_turn);
  }

 private:
  Post& m_post;
  std::unique_lock<std::mutex>& m_turn;
  int m_rank, m_size;
  int m_channels = 0;
};

void InProcessChannel::start() {
  for (std::size_t l = 0; l < m_links.size(); ++l) m_transport.send(m_links[l].peer, m_number, m_out[l]);
}

void InProcessChannel::finish() {
  for (std::size_t l = 0; l < m_links.size(); ++l) m_transport.receive(m_links[l].peer, m_number, m_in[l]);
}

}  // namespace

void run_in_process(int count, std::function<void(Ranks const&)> const& f) {
  Post post(count);
  std::exception_ptr first;
  std::vector<std::thread> threads;
  for (int rank = 0; rank < count; ++rank) {
    threads.emplace_back([&, rank] {
      auto turn = post.turn();
      bool failed = false;
      try {
        f(Ranks(std::make_shared<InProcessTransport>(post, turn, rank, count)));
      } catch (...) {
        failed = true;
        if (!first) first = std::current_exception();
      }
      post.leave(failed);
    });
  }
  for (std::thread& thread : threads) thread.join();
  if (first) std::rethrow_exception(first);
}

}  // namespace tessera
