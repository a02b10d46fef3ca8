// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tessera/run/resources.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <cstdlib>

#include "messages.hpp"
#include "temporary_folder.hpp"

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

TEST_CASE("a grid larger than memory is refused with both numbers", "[resources][bad_input]") {
  CHECK_NOTHROW(tessera::check_memory(10, 10, "this grid"));
  CHECK_THAT(input_error([] { tessera::check_memory(3.0 * (1L << 40), 5.0 * (1L << 30), "this grid", "GPU memory"); }),
             ContainsSubstring("this grid needs 3.0 TiB of GPU memory; 5.0 GiB are free"));
}

TEST_CASE("one of several processes is refused, a batch job's own is not", "[resources][bad_input]") {
  CHECK_NOTHROW(tessera::refuse_many_processes());
  {
    Variable const size("OMPI_COMM_WORLD_SIZE", "4");
    CHECK_THAT(input_error([] { tessera::refuse_many_processes(); }), ContainsSubstring("started as 4 processes"));
  }
  {
    Variable const size("PMI_SIZE", "2");
    CHECK_THAT(input_error([] { tessera::refuse_many_processes(); }), ContainsSubstring("PMI_SIZE"));
  }
  {
    Variable const steps("SLURM_STEP_NUM_TASKS", "8");
    CHECK_THAT(input_error([] { tessera::refuse_many_processes(); }), ContainsSubstring("srun --ntasks=1"));
  }
  // sbatch --ntasks=8: the script, one process, sees these
  Variable const tasks("SLURM_NTASKS", "8");
  Variable const rank("SLURM_PROCID", "0");
  CHECK_NOTHROW(tessera::refuse_many_processes());
  Variable const alone("OMPI_COMM_WORLD_SIZE", "1");
  CHECK_NOTHROW(tessera::refuse_many_processes());
}
