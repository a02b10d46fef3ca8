// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tessera/exchange/ranks.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace tessera {
namespace {

template <class T>
std::span<std::byte const> raw_bytes(T const& value) {
  return {reinterpret_cast<std::byte const*>(&value), sizeof(T)};
}
template <class T>
std::span<std::byte> raw_bytes(T& value) {
  return {reinterpret_cast<std::byte*>(&value), sizeof(T)};
}

}  // namespace

void Ranks::broadcast(std::vector<std::byte>& bytes) const {
  std::uint64_t size = bytes.size();
  if (!first()) {
    transport().receive(0, raw_bytes(size));
    bytes.resize(size);
    if (size > 0) transport().receive(0, bytes);
    return;
  }
  for (int to = 1; to < this->size(); ++to) {
    transport().send(to, raw_bytes(std::as_const(size)));
    if (size > 0) transport().send(to, bytes);
  }
}

std::vector<std::vector<std::byte>> Ranks::gather(std::span<std::byte const> bytes) const {
  std::uint64_t size = bytes.size();
  if (!first()) {
    transport().send(0, raw_bytes(std::as_const(size)));
    if (size > 0) transport().send(0, bytes);
    return {};
  }
  std::vector<std::vector<std::byte>> all{{bytes.begin(), bytes.end()}};
  for (int from = 1; from < this->size(); ++from) {
    transport().receive(from, raw_bytes(size));
    all.emplace_back(size);
    if (size > 0) transport().receive(from, all.back());
  }
  return all;
}

long Ranks::least(long number) const {
  for (auto const& one : gather(raw_bytes(std::as_const(number)))) {
    long other = 0;
    std::memcpy(&other, one.data(), sizeof(other));
    number = std::min(number, other);
  }
  broadcast_value(number);
  return number;
}

}  // namespace tessera
