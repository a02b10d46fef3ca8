// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tessera/run/resources.hpp"
#include "tessera/run/processes.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <cstdlib>

#include "messages.hpp"
#include "temporary_folder.hpp"
#include "tessera/run/host_threads.hpp"

using Catch::Matchers::ContainsSubstring;

namespace {

/// An environment variable for as long as it lives.
class Variable {
 public:
  Variable(char const* name, char const* value) : m_name(name) { ::setenv(name, value, 1); }
  Variable(Variable const&) = delete;
  Variable& operator=(Variable const&) = delete;
  ~Variable() { ::unsetenv(m_name); }

 private:
  char const* m_name;
};

}  // namespace

TEST_CASE("memory: what the machine has available", "[resources]") {
  TemporaryFolder root;
  root.write("proc/meminfo", "MemTotal:  8000 kB\nMemAvailable:  6000 kB\n");
  CHECK(tessera::available_memory(root.path()) == 6000 * 1024.0);
  CHECK(tessera::available_memory() > 1e6);
}

TEST_CASE("memory: control groups of version 2, and those above", "[resources]") {
  TemporaryFolder root;
  root.write("proc/meminfo", "MemAvailable:  6000 kB\n");
  root.write("proc/self/cgroup", "0::/job/step\n");
  root.write("sys/fs/cgroup/job/step/memory.max", "max\n");
  root.write("sys/fs/cgroup/job/step/memory.current", "1000\n");
  CHECK(tessera::available_memory(root.path()) == 6000 * 1024.0);
  root.write("sys/fs/cgroup/job/memory.max", "500000\n");
  root.write("sys/fs/cgroup/job/memory.current", "400000\n");
  CHECK(tessera::available_memory(root.path()) == 100000);
  root.write("sys/fs/cgroup/job/memory.stat", "anon 1\ninactive_file 50000\n");
  CHECK(tessera::available_memory(root.path()) == 150000);
}

TEST_CASE("memory: control groups of version 1, also where a container hides their path", "[resources]") {
  TemporaryFolder root;
  root.write("proc/meminfo", "MemAvailable:  6000 kB\n");
  root.write("proc/self/cgroup", "5:cpu,cpuacct:/docker/abc\n3:memory:/docker/abc\n");
  root.write("sys/fs/cgroup/memory/memory.limit_in_bytes", "300000\n");
  root.write("sys/fs/cgroup/memory/memory.usage_in_bytes", "100000\n");
  CHECK(tessera::available_memory(root.path()) == 200000);
}

TEST_CASE("threads: OMP_NUM_THREADS, but no more than the affinity", "[resources]") {
  int const all = tessera::available_threads();
  CHECK(all >= 1);
  Variable const one("OMP_NUM_THREADS", "1");
  CHECK(tessera::available_threads() == 1);
  Variable const many("OMP_NUM_THREADS", "100000");
  CHECK(tessera::available_threads() >= all);
  CHECK(tessera::available_threads() < 100000);
}

TEST_CASE("host threads: the option, then KOKKOS_NUM_THREADS, then what OpenMP offers", "[resources]") {
  using tessera::host_threads;
  CHECK(host_threads({}, 7).count == 7);
  CHECK(host_threads({"--kokkos-num-threads=512"}, 7).count == 512);
  Variable const openmp("OMP_NUM_THREADS", "1000");
  CHECK(host_threads({"--kokkos-num-threads=2", "--kokkos-num-threads=3"}, 1000).count == 3);
  Variable const kokkos("KOKKOS_NUM_THREADS", "4");
  CHECK(host_threads({}, 1000).count == 4);
  CHECK(host_threads({"--kokkos-device-id=9999", "--kokkos-num-threads=5"}, 1000).count == 5);
  CHECK(host_threads({}, 1000).notice.empty());
}

TEST_CASE("host threads: more than Kokkos takes are refused if they were asked for", "[resources][bad_input]") {
  using tessera::host_threads;
  std::string const most = "Kokkos takes at most 512 host threads; this program may use ";
  for (std::string const count : {"513", "600", "100000000000000000000"}) {
    std::string const option = "--kokkos-num-threads=" + count;
    CHECK_THAT(input_error([&] { (void)host_threads({option}, 2); }), ContainsSubstring(option + ": " + most));
  }
  {
    Variable const kokkos("KOKKOS_NUM_THREADS", "513");
    CHECK_THAT(input_error([] { (void)host_threads({}, 2); }), ContainsSubstring("KOKKOS_NUM_THREADS=513: " + most));
  }
  Variable const openmp("OMP_NUM_THREADS", "513");
  CHECK_THAT(input_error([] { (void)host_threads({}, 513); }), ContainsSubstring("OMP_NUM_THREADS=513: " + most));
}

TEST_CASE("host threads: a machine that has more than Kokkos takes gives as many, with a notice", "[resources]") {
  ::unsetenv("OMP_NUM_THREADS");
  auto const threads = tessera::host_threads({}, 768);
  CHECK(threads.count == 512);
  CHECK(threads.notice == "note: 768 threads are there; Kokkos takes at most 512 of them");
  CHECK(tessera::host_threads({}, 512).notice.empty());
}

TEST_CASE("a grid larger than memory is refused with both numbers", "[resources][bad_input]") {
  CHECK_NOTHROW(tessera::check_memory(10, 10, "this grid"));
  CHECK_THAT(input_error([] { tessera::check_memory(3.0 * (1L << 40), 5.0 * (1L << 30), "this grid", "GPU memory"); }),
             ContainsSubstring("this grid needs 3.0 TiB of GPU memory; 5.0 GiB are free"));
}

TEST_CASE("one of several processes is refused, a batch job's own is not", "[resources][bad_input]") {
  CHECK_NOTHROW(tessera::join_processes(false));
  {
    Variable const size("OMPI_COMM_WORLD_SIZE", "4");
    CHECK_THAT(input_error([] { tessera::join_processes(false); }), ContainsSubstring("started as 4 processes"));
  }
  {
    Variable const size("PMI_SIZE", "2");
    CHECK_THAT(input_error([] { tessera::join_processes(false); }), ContainsSubstring("PMI_SIZE"));
  }
  {
    Variable const steps("SLURM_STEP_NUM_TASKS", "8");
    CHECK_THAT(input_error([] { tessera::join_processes(false); }), ContainsSubstring("srun --ntasks=1"));
  }
  // sbatch --ntasks=8: the script, one process, sees these
  Variable const tasks("SLURM_NTASKS", "8");
  Variable const rank("SLURM_PROCID", "0");
  CHECK_NOTHROW(tessera::join_processes(false));
  Variable const alone("OMPI_COMM_WORLD_SIZE", "1");
  CHECK_NOTHROW(tessera::join_processes(false));
}
