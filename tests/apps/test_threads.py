# SPDX-FileCopyrightText: The Tessera authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""More host threads than Kokkos takes are refused by all programs, before they compute and in a dry run."""
import unittest

from program import ProgramTest, sets

SMALL = {
    "heat3d": sets(grid__cells=[6, 5, 4], time__steps=2, output__pictures="false"),
    "gallery": sets(time__steps=2, output__pictures="false"),
    "shallow_water": sets(grid__cells=[6, 5], time__steps=2, output__pictures="false"),
}


class TooManyThreads(ProgramTest):
    threads = 1  # that OMP_NUM_THREADS says

    def environment(self, threads):
        return super().environment(self.threads)

    def test_openmp(self):
        for self.name, words in SMALL.items():
            for self.threads in (513, 100000):
                for more in ([], ["--dry-run"]):
                    with self.subTest(f"{self.name} {self.threads} {more}"):
                        self.assert_refused([*words, *more], f"OMP_NUM_THREADS={self.threads}: ", "at most 512 host threads")

    def test_kokkos(self):
        for self.name, words in SMALL.items():
            for more in ([], ["--dry-run"]):
                with self.subTest(f"{self.name} {more}"):
                    self.assert_refused([*words, *more, "--kokkos-num-threads=513"], "--kokkos-num-threads=513: ",
                                        "at most 512 host threads")

    def test_fewer_by_an_option(self):
        self.name, self.threads = "heat3d", 100000
        self.good_run("two", *SMALL["heat3d"], "--kokkos-num-threads=2")
        self.assertEqual(self.summary("two")["threads"], 2)


if __name__ == "__main__":
    unittest.main()
