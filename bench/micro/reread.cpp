// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../timing.hpp"
#include "lanes.hpp"
#include "micro.hpp"

namespace tessera::bench {
namespace {

/// The numbers of a reread on `Exec`: a row is what the threads of a team load side by side.
template <class Exec, class T>
struct Shape {
  static constexpr int bytes = on_host<Exec> ? 64 : 16;  ///< that a thread loads at a time
  static constexpr int team = on_host<Exec> ? 1 : 256;
  static constexpr int rows = on_host<Exec> ? 8 : 4;     ///< read in one turn, each into sums of its own
  static constexpr int step = 128 / bytes;               ///< by which the rows move from turn to turn: a cache line
  static constexpr int room = on_host<Exec> ? 256 : 32;  ///< that they move in, a power of two
  static constexpr int chunks = rows * team + room;      ///< of the array of a team: 16.5 KiB
  using Chunk = Lanes<T, bytes / static_cast<int>(sizeof(T))>;
};

/// What thread `rank` of a team does: `turns` times, it adds up its values of all rows. The rows move by `step`, which
/// only the caller knows, so that no turn can be left out and no value be kept.
template <class S, class Chunk>
KOKKOS_FORCEINLINE_FUNCTION auto read_again(Chunk const* chunks, int rank, int turns, int step) {
  Chunk sums[S::rows] = {};
  int first = 0;
  for (int t = 0; t < turns; ++t) {
#pragma unroll
    for (int r = 0; r < S::rows; ++r) sums[r].add(chunks[first + r * S::team + rank]);
    first = (first + step) & (S::room - 1);
  }
  for (int r = 1; r < S::rows; ++r) sums[0].add(sums[r]);
  return sums[0].sum();
}

template <class Exec, class T, bool Scratch>
struct ReadAgain {
  using S = Shape<Exec, T>;
  using Chunk = typename S::Chunk;
  Chunk const* arrays;
  T* sums;
  int turns, step;

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    int const rank = member.team_rank();
    Chunk const* const own = arrays + static_cast<std::int64_t>(member.league_rank()) * S::chunks;
    T& sum = sums[member.league_rank() * S::team + rank];
    if constexpr (Scratch) {
      auto* const copy = static_cast<Chunk*>(member.team_scratch(0).get_shmem_aligned(S::chunks * sizeof(Chunk), 64));
      for (int c = rank; c < S::chunks; c += S::team) copy[c] = own[c];
      member.team_barrier();
      sum = read_again<S>(copy, rank, turns, step);
    } else {
      sum = read_again<S>(own, rank, turns, step);
    }
  }
};

template <class T>
struct FillWithNoise {
  T* values;
  KOKKOS_FUNCTION void operator()(int i) const { values[i] = noise<T>(static_cast<std::uint32_t>(i)); }
};

template <class Exec, class T, bool Scratch>
void reread(benchmark::State& state) {
  using S = Shape<Exec, T>;
  using Chunk = typename S::Chunk;
  constexpr int per_chunk = S::bytes / static_cast<int>(sizeof(T));
  Exec const exec;
  int const teams = exec.concurrency() / S::team * 4;
  int const turns = small() ? 16 : on_host<Exec> ? 32768 : 1024;
  Kokkos::View<Chunk*, typename Exec::memory_space> const arrays("tessera::bench::arrays", teams * S::chunks);
  Kokkos::View<T*, typename Exec::memory_space> const sums("tessera::bench::sums", teams * S::team);
  auto* const values = reinterpret_cast<T*>(arrays.data());
  Kokkos::parallel_for("tessera::bench::noise",
                       Kokkos::RangePolicy<Exec>(exec, 0, static_cast<int>(arrays.size()) * per_chunk),
                       FillWithNoise<T>{values});
  Kokkos::TeamPolicy<Exec, Kokkos::LaunchBounds<256>> policy(exec, teams, S::team, 1);
  if (Scratch) policy.set_scratch_size(0, Kokkos::PerTeam(static_cast<int>(S::chunks * sizeof(Chunk)) + 64));
  ReadAgain<Exec, T, Scratch> const kernel{arrays.data(), sums.data(), turns, S::step};
  auto const launch = [&](long times) {
    for (long t = 0; t < times; ++t) Kokkos::parallel_for("tessera::bench::reread", policy, kernel);
    exec.fence("tessera::bench");
  };
  double const seconds = time_batches(state, launch);
  auto const read = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), arrays);
  auto const done = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), sums);
  Chunk const* const last = read.data() + static_cast<std::ptrdiff_t>(teams - 1) * S::chunks;
  if (done(teams * S::team - 1) != read_again<S>(last, S::team - 1, turns, S::step)) {
    state.SkipWithError("the kernel's result is not the host's: something was left out");
    return;
  }
  state.counters["bytes_per_second"] = static_cast<double>(teams) * turns * S::rows * S::team * S::bytes / seconds;
}

template <class Exec, class T>
void add_both() {
  std::string const rest = "/" + space_name<Exec>() + "/" + precision_name<T> + "/16KiB";
  set_timing(benchmark::RegisterBenchmark(("scratch" + rest).c_str(), reread<Exec, T, true>));
  set_timing(benchmark::RegisterBenchmark(("cache" + rest).c_str(), reread<Exec, T, false>));
}

}  // namespace

template <class Exec>
void Reread<Exec>::add() {
  add_both<Exec, double>();
  add_both<Exec, float>();
}

template struct Reread<MainSpace>;
template struct Reread<OtherSpace>;

}  // namespace tessera::bench
