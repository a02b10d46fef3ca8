// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "run/lead.hpp"

#include <cstdio>
#include <cstring>

namespace tessera {
namespace {

enum class Task : int { advance, advance_by, begin_check, end_check, fields, save, restore, end };

/// What rank 0 tells the others.
struct Order {
  Task task{};
  long number = 0;  ///< of steps; the exit code
  double dt = 0;
};

void tell(Ranks const& ranks, Order order) { ranks.broadcast_value(order); }

/// A state as bytes.
class Packer {
 public:
  template <class T>
  void put(T const& value) {
    auto const* const bytes = reinterpret_cast<std::byte const*>(&value);
    m_bytes.insert(m_bytes.end(), bytes, bytes + sizeof(T));
  }
  void put_all(std::byte const* bytes, std::size_t count) {
    put(count);
    m_bytes.insert(m_bytes.end(), bytes, bytes + count);
  }
  std::vector<std::byte>& bytes() { return m_bytes; }

 private:
  std::vector<std::byte> m_bytes;
};

class Unpacker {
 public:
  explicit Unpacker(std::vector<std::byte> const& bytes) : m_bytes(bytes) {}
  template <class T>
  T get() {
    T value{};
    std::memcpy(&value, m_bytes.data() + m_at, sizeof(T));
    m_at += sizeof(T);
    return value;
  }
  std::vector<std::byte> get_all() {
    auto const count = get<std::size_t>();
    auto const begin = m_bytes.begin() + static_cast<std::ptrdiff_t>(m_at);
    m_at += count;
    return {begin, begin + static_cast<std::ptrdiff_t>(count)};
  }

 private:
  std::vector<std::byte> const& m_bytes;
  std::size_t m_at = 0;
};

std::vector<std::byte> packed(State const& state) {
  Packer packer;
  packer.put(state.step);
  packer.put(state.time);
  packer.put(state.buffers.size());
  for (StateBuffer const& buffer : state.buffers) {
    packer.put_all(reinterpret_cast<std::byte const*>(buffer.name.data()), buffer.name.size());
    packer.put_all(buffer.bytes.data(), buffer.bytes.size());
  }
  return packer.bytes();
}

State unpacked(std::vector<std::byte> const& bytes) {
  Unpacker unpacker(bytes);
  State state;
  state.step = unpacker.get<long>();
  state.time = unpacker.get<double>();
  state.buffers.resize(unpacker.get<std::size_t>());
  for (StateBuffer& buffer : state.buffers) {
    auto const name = unpacker.get_all();
    buffer.name.assign(reinterpret_cast<char const*>(name.data()), name.size());
    buffer.bytes = unpacker.get_all();
  }
  return state;
}

/// Calls `f`, which all ranks do together. If it fails here, others wait: all end.
template <class F>
auto together(Ranks const& ranks, F const& f) {
  try {
    return f();
  } catch (std::exception const& error) {
    std::fprintf(stderr, "error: process %d of %d: %s\n", ranks.rank(), ranks.size(), error.what());
    auto const* const known = dynamic_cast<Error const*>(&error);
    abort_all_ranks(static_cast<int>(known ? known->code() : ExitCode::failed));
  }
}

/// Does what rank 0 says, until it says how to end.
ExitCode follow(Simulation& own, Ranks const& ranks) {
  while (true) {
    Order order;
    ranks.broadcast_value(order);
    switch (order.task) {
      case Task::advance: own.advance(order.number); break;
      case Task::advance_by: own.advance_by(order.dt); break;
      case Task::begin_check: own.begin_check(); break;
      case Task::end_check: (void)own.end_check(); break;
      case Task::fields: (void)own.fields(); break;
      case Task::save: (void)own.save(); break;
      case Task::restore: {
        std::vector<std::byte> bytes;
        ranks.broadcast(bytes);
        own.restore(unpacked(bytes));
        break;
      }
      case Task::end: return static_cast<ExitCode>(order.number);
    }
  }
}

/// How `prepare` ended on a rank: an exit code, and its error, or the signature.
std::vector<std::byte> outcome_bytes(ExitCode code, std::string const& text) {
  Packer packer;
  packer.put(code);
  packer.put_all(reinterpret_cast<std::byte const*>(text.data()), text.size());
  return packer.bytes();
}
std::pair<ExitCode, std::string> outcome(std::vector<std::byte> const& bytes) {
  Unpacker unpacker(bytes);
  auto const code = unpacker.get<ExitCode>();
  auto const text = unpacker.get_all();
  return {code, {reinterpret_cast<char const*>(text.data()), text.size()}};
}

/// The first failure, or a difference between what succeeded.
std::pair<ExitCode, std::string> judge(std::vector<std::vector<std::byte>> const& all) {
  auto const first = outcome(all.front());
  for (std::size_t rank = 0; rank < all.size(); ++rank) {
    auto const [code, text] = outcome(all[rank]);
    std::string const who =
        rank == 0 ? "" : "process " + std::to_string(rank) + " of " + std::to_string(all.size()) + ": ";
    if (code != ExitCode::done) return {code, who + text};
    if (text != first.second) {
      return {ExitCode::bad_input,
              who + "its program or config is another than that of process 0; start all with the same"};
    }
  }
  return {ExitCode::done, ""};
}

}  // namespace

void LeadSimulation::advance(long steps) {
  together(m_ranks, [&] {
    tell(m_ranks, {Task::advance, steps});
    m_own.advance(steps);
  });
}
void LeadSimulation::advance_by(double dt) {
  together(m_ranks, [&] {
    tell(m_ranks, {Task::advance_by, 0, dt});
    m_own.advance_by(dt);
  });
}
void LeadSimulation::begin_check() {
  together(m_ranks, [&] {
    tell(m_ranks, {Task::begin_check});
    m_own.begin_check();
  });
}
Check LeadSimulation::end_check() {
  return together(m_ranks, [&] {
    tell(m_ranks, {Task::end_check});
    return m_own.end_check();
  });
}
std::vector<HostField> LeadSimulation::fields() const {
  return together(m_ranks, [&] {
    tell(m_ranks, {Task::fields});
    return m_own.fields();
  });
}
State LeadSimulation::save() const {
  return together(m_ranks, [&] {
    tell(m_ranks, {Task::save});
    return m_own.save();
  });
}
void LeadSimulation::restore(State const& state) {
  together(m_ranks, [&] {
    tell(m_ranks, {Task::restore});
    std::vector<std::byte> bytes = packed(state);
    m_ranks.broadcast(bytes);
    m_own.restore(state);
  });
}

void prepare_together(Ranks const& ranks, std::function<void()> const& prepare,
                      std::function<std::string()> const& signature) {
  ExitCode code = ExitCode::done;
  std::string text;
  try {
    prepare();
    text = signature();
  } catch (Error const& error) {
    code = error.code();
    text = error.what();
  } catch (std::exception const& error) {
    code = ExitCode::failed;
    text = error.what();
  }
  std::vector<std::byte> verdict;
  auto const all = ranks.gather(outcome_bytes(code, text));
  if (ranks.first()) {
    auto const [worst, why] = judge(all);
    verdict = outcome_bytes(worst, why);
  }
  ranks.broadcast(verdict);
  auto const [worst, why] = outcome(verdict);
  if (worst != ExitCode::done) throw Error(why, worst);
}

ExitCode run_together(Ranks const& ranks, Simulation& own, std::function<ExitCode(Simulation&)> const& carry_out) {
  if (!ranks.first()) return together(ranks, [&] { return follow(own, ranks); });
  auto const dismiss = [&](ExitCode code) { tell(ranks, {Task::end, static_cast<int>(code)}); };
  LeadSimulation lead(own, ranks);
  try {
    ExitCode const code = carry_out(lead);
    dismiss(code);
    return code;
  } catch (Error const& error) {
    dismiss(error.code());
    throw;
  } catch (...) {
    dismiss(ExitCode::failed);
    throw;
  }
}

}  // namespace tessera
