# SPDX-FileCopyrightText: The Tessera authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What cannot be written is an error with a message, in every program."""
import os
import resource
import signal
import subprocess
import unittest

from program import ProgramTest, sets

PROGRAMS = {"heat3d": sets(grid__cells=[40, 40, 40], time__steps=2),
            "shallow_water": sets(grid__cells=[200, 200], time__steps=2),
            "gallery": sets(physics__stencil='{ type = "jacobi2d" }', grid__cells=[200, 200], time__steps=2)}


def small_files():
    """Files may not grow past 50 kB; the signal that says so is as in a shell."""
    signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
    resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, 50_000))


class Lost(ProgramTest):
    def run_with(self, name, *words, **more):
        self.name = name
        return subprocess.run(self.command(*words), cwd=self.folder, env=self.environment(1), text=True,
                              stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, timeout=120, check=False, **more)

    @unittest.skipUnless(os.path.exists("/dev/full"), "no /dev/full")
    def test_on_a_full_disk_what_is_printed_is_missed(self):
        for name, words in PROGRAMS.items():
            for option in ("--print-config", "--dry-run", "--help", "--version"):
                with self.subTest(f"{name} {option}"), open("/dev/full", "w") as full:
                    result = self.run_with(name, *words, option, stdout=full)
                    self.assertEqual(result.returncode, 1, result.stderr)
                    self.assertIn("error: cannot write to the standard output: No space left on device", result.stderr)
                with self.subTest(f"{name} {option}, to a disk that is not full"):
                    self.assertEqual(self.run_with(name, *words, option, stdout=subprocess.DEVNULL).returncode, 0)

    def test_a_limit_of_file_sizes_is_an_error_of_the_file(self):
        for name, words in PROGRAMS.items():
            with self.subTest(name):
                result = self.run_with(name, *words, "--output", name, stdout=subprocess.PIPE, preexec_fn=small_files)
                self.assertEqual(result.returncode, 1, result.stderr)
                self.assertIn("File too large; free some space, raise the limit of file sizes (ulimit -f)", result.stderr)
                self.assertEqual([path.name for path in (self.folder / name).glob(".*.part")], [])


if __name__ == "__main__":
    unittest.main()
