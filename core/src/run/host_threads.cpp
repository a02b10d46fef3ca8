// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tessera/run/host_threads.hpp"

#include <cstdlib>
#include <limits>
#include <optional>
#include <thread>

#include "tessera/error.hpp"

namespace tessera {
namespace {

/// Who asks for how many threads, in the user's words.
struct Request {
  std::string words;
  long count;
};

/// The whole number of `text`, none if it is none. Numbers past the range of long become its end.
std::optional<long> whole_number(std::string const& text) {
  if (text.empty() || text.find_first_not_of("0123456789") != std::string::npos) return std::nullopt;
  return std::strtol(text.c_str(), nullptr, 10);
}

/// What the user says to Kokkos; none if nothing, or what Kokkos itself refuses.
std::optional<Request> request_to_kokkos(std::vector<std::string> const& arguments) {
  std::optional<Request> request;
  if (char const* text = std::getenv("KOKKOS_NUM_THREADS")) {
    if (auto const count = whole_number(text)) request = {std::string("KOKKOS_NUM_THREADS=") + text, *count};
  }
  std::string const option = "--kokkos-num-threads=";
  for (std::string const& word : arguments) {
    if (!word.starts_with(option)) continue;
    if (auto const count = whole_number(word.substr(option.size()))) request = {word, *count};
  }
  return request;
}

}  // namespace

HostThreads host_threads(std::vector<std::string> const& arguments, int offered) {
  std::string const most = std::to_string(most_host_threads);
  auto request = request_to_kokkos(arguments);
  if (!request) {
    char const* text = std::getenv("OMP_NUM_THREADS");
    request = {text && *text ? std::string("OMP_NUM_THREADS=") + text : std::string(), offered};
  }
  if (request->count <= most_host_threads) return {static_cast<int>(request->count), {}};
  if (request->words.empty()) {
    return {most_host_threads,
            "note: " + std::to_string(offered) + " threads are there; Kokkos takes at most " + most + " of them"};
  }
  throw InputError(request->words + ": Kokkos takes at most " + most + " host threads; this program may use " +
                   std::to_string(std::thread::hardware_concurrency()) + " processors");
}

}  // namespace tessera
