// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tessera/exchange/ranks.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "tessera/error.hpp"
#include "tessera/exchange/whole_values.hpp"

using namespace tessera;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::MessageMatches;

TEST_CASE("ranks of a process send, broadcast, gather and agree", "[ranks]") {
  std::vector<long> sums(5);
  run_in_process(5, [&](Ranks const& ranks) {
    long number = ranks.first() ? 40 : 0;
    ranks.broadcast_value(number);
    number += ranks.rank();
    auto const all = ranks.gather(std::as_bytes(std::span(&number, 1)));
    if (ranks.first()) {
      for (std::size_t r = 0; r < all.size(); ++r) std::memcpy(&sums[r], all[r].data(), sizeof(long));
    }
    if (ranks.least(7 - ranks.rank()) != 3) throw Error("not the least");
  });
  CHECK(sums == std::vector<long>{40, 41, 42, 43, 44});
}

TEST_CASE("a channel exchanges its messages again and again", "[ranks]") {
  bool good = true;
  run_in_process(3, [&](Ranks const& ranks) {
    int const left = (ranks.rank() + 2) % 3, right = (ranks.rank() + 1) % 3;
    auto const channel = ranks.transport().prepare({{left, 1, 1}, {right, 1, 1}});
    for (int n = 0; n < 4; ++n) {
      channel->outgoing(0)[0] = static_cast<std::byte>(10 * n + ranks.rank());
      channel->outgoing(1)[0] = static_cast<std::byte>(100 + 10 * n + ranks.rank());
      channel->start();
      channel->finish();
      good = good && channel->incoming(0)[0] == static_cast<std::byte>(100 + 10 * n + left) &&
             channel->incoming(1)[0] == static_cast<std::byte>(10 * n + right);
    }
  });
  CHECK(good);
}

TEST_CASE("a rank that fails, or waits for a message that never comes, ends all, with its error", "[ranks]") {
  auto const wait_for_0 = [](Ranks const& ranks) {
    std::byte one{};
    if (ranks.rank() > 0) ranks.transport().receive(0, {&one, 1});
  };
  CHECK_THROWS_MATCHES(run_in_process(3,
                                      [&](Ranks const& ranks) {
                                        if (ranks.first()) throw Error("rank 0 fails");
                                        wait_for_0(ranks);
                                      }),
                       Error, MessageMatches(ContainsSubstring("rank 0 fails")));
  CHECK_THROWS_MATCHES(run_in_process(3, wait_for_0), Error,
                       MessageMatches(ContainsSubstring("another one waits for")));
}

TEST_CASE("values of parts are gathered and cut in the order of the whole grid", "[ranks]") {
  detail::ValueBoxes boxes;
  boxes.whole = {5, 2, 3};
  boxes.components = 2;
  boxes.parts = {{{0, 0, 0}, {3, 2, 1}}, {{3, 0, 0}, {2, 2, 1}}, {{0, 0, 1}, {3, 2, 2}}, {{3, 0, 1}, {2, 2, 2}}};
  std::vector<int> whole(boxes.size()), gathered;
  for (std::size_t i = 0; i < whole.size(); ++i) whole[i] = static_cast<int>(i);
  bool indices = true;
  run_in_process(4, [&](Ranks const& ranks) {
    auto const part = detail::cut_values(boxes, ranks.rank(), sizeof(int), std::as_bytes(std::span(whole)));
    auto const* const values = reinterpret_cast<int const*>(part.data());
    for (long i = 0; i < static_cast<long>(boxes.size(ranks.rank())); ++i) {
      indices = indices && values[i] == detail::index_in_whole(boxes, ranks.rank(), i);
    }
    auto const all = detail::gather_values(ranks, boxes, sizeof(int), part);
    if (!ranks.first()) return;
    gathered.resize(all.size() / sizeof(int));
    std::memcpy(gathered.data(), all.data(), all.size());
  });
  CHECK(gathered == whole);
  CHECK(indices);
}
