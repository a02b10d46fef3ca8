// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tessera/exchange/whole_values.hpp"

#include <cstring>

namespace tessera::detail {
namespace {

std::size_t product(std::array<int, 3> const& n) {
  return static_cast<std::size_t>(n[0]) * static_cast<std::size_t>(n[1]) * static_cast<std::size_t>(n[2]);
}

/// Calls `f(in_whole, in_part, count)` for each row of a part, with the indices of its first values.
template <class F>
void for_each_row(ValueBoxes const& boxes, ValueBox const& box, F const& f) {
  auto const at = [](int i) { return static_cast<std::size_t>(i); };
  std::size_t in_part = 0;
  for (int c = 0; c < boxes.components; ++c) {
    for (int k = 0; k < box.n[2]; ++k) {
      for (int j = 0; j < box.n[1]; ++j, in_part += at(box.n[0])) {
        std::size_t const plane = at(c) * at(boxes.whole[2]) + at(box.first[2] + k);
        std::size_t const row = plane * at(boxes.whole[1]) + at(box.first[1] + j);
        f(row * at(boxes.whole[0]) + at(box.first[0]), in_part, at(box.n[0]));
      }
    }
  }
}

}  // namespace

std::size_t ValueBoxes::size() const { return product(whole) * static_cast<std::size_t>(components); }

std::size_t ValueBoxes::size(int rank) const {
  return product(parts[static_cast<std::size_t>(rank)].n) * static_cast<std::size_t>(components);
}

std::vector<std::byte> gather_values(Ranks const& ranks, ValueBoxes const& boxes, std::size_t value_size,
                                     std::span<std::byte const> part) {
  if (!ranks.first()) {
    if (!boxes.shared) ranks.transport().send(0, part);
    return {};
  }
  if (boxes.shared) return {part.begin(), part.end()};
  std::vector<std::byte> whole(boxes.size() * value_size), arrived;
  for (int rank = 0; rank < ranks.size(); ++rank) {
    std::span<std::byte const> from = part;
    if (rank > 0) {
      arrived.resize(boxes.size(rank) * value_size);
      ranks.transport().receive(rank, arrived);
      from = arrived;
    }
    for_each_row(boxes, boxes.parts[static_cast<std::size_t>(rank)],
                 [&](std::size_t to, std::size_t at, std::size_t count) {
                   std::memcpy(whole.data() + to * value_size, from.data() + at * value_size, count * value_size);
                 });
  }
  return whole;
}

std::vector<std::byte> cut_values(ValueBoxes const& boxes, int rank, std::size_t value_size,
                                  std::span<std::byte const> whole) {
  if (boxes.shared) return {whole.begin(), whole.end()};
  std::vector<std::byte> part(boxes.size(rank) * value_size);
  for_each_row(boxes, boxes.parts[static_cast<std::size_t>(rank)],
               [&](std::size_t from, std::size_t at, std::size_t count) {
                 std::memcpy(part.data() + at * value_size, whole.data() + from * value_size, count * value_size);
               });
  return part;
}

long index_in_whole(ValueBoxes const& boxes, int rank, long index) {
  if (boxes.shared) return index;
  ValueBox const& box = boxes.parts[static_cast<std::size_t>(rank)];
  long const i = index % box.n[0], j = index / box.n[0] % box.n[1];
  long const k = index / box.n[0] / box.n[1] % box.n[2], c = index / box.n[0] / box.n[1] / box.n[2];
  return box.first[0] + i +
         boxes.whole[0] * (box.first[1] + j + boxes.whole[1] * (box.first[2] + k + boxes.whole[2] * c));
}

}  // namespace tessera::detail
