// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tune_request.hpp"

#include <charconv>

#include "tessera/error.hpp"

namespace tessera::bench {
namespace {

int number(std::string const& text, std::string const& what) {
  int value = 0;
  auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || value < 1) {
    throw InputError("--tune: " + what + " '" + text + "' is no positive number");
  }
  return value;
}

}  // namespace

TuneRequest TuneRequest::read(std::vector<std::string> const& words) {
  if (words.size() < 4) {
    throw InputError("--tune OPERATOR SPACE PRECISION SIZE [STEPS], such as: --tune star5 openmp double 4096x4096 10");
  }
  TuneRequest request{words[0], words[1], words[2], words[3]};
  if (words.size() > 4) request.most_steps = number(words[4], "STEPS");
  if (request.precision != "double" && request.precision != "float") {
    throw InputError("--tune: PRECISION is double or float, not '" + request.precision + "'");
  }
  return request;
}

Size TuneRequest::cells(int rank) const {
  std::vector<int> edges;
  for (std::size_t begin = 0; begin <= size.size();) {
    std::size_t const end = std::min(size.find('x', begin), size.size());
    edges.push_back(number(size.substr(begin, end - begin), "SIZE"));
    begin = end + 1;
  }
  if (static_cast<int>(edges.size()) != rank) {
    throw InputError("--tune: " + op + " has a grid of " + std::to_string(rank) + " axes, and SIZE is '" + size + "'");
  }
  edges.resize(3, 1);
  return {edges[0], edges[1], edges[2]};
}

}  // namespace tessera::bench
