// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An outside project.
#include <Kokkos_Core.hpp>
#include <cstdio>
#include <tessera/version.hpp>

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  long sum = 0;
  Kokkos::parallel_reduce(
      "consumer::sum", 101, KOKKOS_LAMBDA(int i, long& part) { part += i; }, sum);
  std::printf("Tessera %s: %ld\n", TESSERA_VERSION, sum);
  return sum == 5050 ? 0 : 1;
}
