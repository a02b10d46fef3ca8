# SPDX-FileCopyrightText: The Tessera authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""heat3d as mpirun starts it: any number of processes leaves the files and the numbers of one."""
import json
import os
import pathlib
import shutil
import signal
import subprocess
import unittest

from program import BIN, ProgramTest

MPIRUN = shutil.which("mpirun")
TIMES = ("wall_seconds", "seconds_in_steps", "updates_per_second", "copy_bandwidth", "copy_bandwidth_share", "schedule",
         "explanation", "processes", "process_grid")
CASE = """
[grid]
cells = [23, 7, 17]
length = [1.0, 0.5, 0.8]
[physics]
source = { type = "gaussian", value = 0.2, centre = [0.3, 0.2, 0.4], width = 0.2 }
[boundary]
x_low = { type = "periodic" }
x_high = { type = "periodic" }
y_low = { type = "dirichlet", value = 20.0 }
z_high = { type = "neumann", gradient = 5.0 }
[initial]
temperature = { type = "gaussian", value = 50.0, centre = [0.6, 0.3, 0.4], width = 0.2 }
[time]
steps = 37
[output]
every = 10
checkpoint_every = 20
"""


def has_mpi():
    """Whether heat3d has MPI, and mpirun starts it here."""
    if MPIRUN is None:
        return False
    asked = subprocess.run([MPIRUN, "--allow-run-as-root", "--oversubscribe", "-np", "2", BIN / "tessera-heat3d", "--version"],
                           stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=60)
    return asked.returncode == 0


def children(pid):
    """The processes that a process has started."""
    found = []
    for status in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            words = status.read_text().rsplit(")", 1)[1].split()
        except OSError:  # it has ended meanwhile
            continue
        if int(words[1]) == pid:
            found.append(int(status.parent.name))
    return sorted(found)


@unittest.skipUnless(has_mpi(), "heat3d has no MPI, or there is no mpirun")
class ManyProcesses(ProgramTest):
    name = "heat3d"
    ranks = 1

    def command(self, *words):
        own = super().command(*words)
        if self.ranks == 1:
            return own
        return [MPIRUN, "--allow-run-as-root", "--oversubscribe", "--bind-to", "none", "-np", str(self.ranks), *own]

    def run_on(self, ranks, output, *words):
        self.ranks = ranks
        return self.good_run(output, "case.toml", *words)

    def files(self, output):
        folder = self.folder / output
        return {path.name: path.read_bytes() for path in sorted(folder.iterdir())
                if path.name not in ("summary.json", "config.toml", ".lock")}

    def assert_same(self, output, other):
        """The same files, byte for byte, and the same summary but for times and what says how it was done."""
        mine, theirs = self.files(output), self.files(other)
        self.assertEqual(sorted(mine), sorted(theirs))
        for name, content in mine.items():
            self.assertEqual(content, theirs[name], name)
        summaries = [{key: value for key, value in json.loads((self.folder / folder / "summary.json").read_text()).items()
                      if key not in TIMES} for folder in (output, other)]
        self.assertEqual(*summaries)

    def setUp(self):
        super().setUp()
        (self.folder / "case.toml").write_text(CASE, encoding="utf-8")

    def test_files_and_numbers_are_those_of_one_process(self):
        self.run_on(1, "one")
        for ranks in (2, 3, 4, 8):
            result = self.run_on(ranks, f"of{ranks}")
            self.assert_same("one", f"of{ranks}")
            self.assertEqual(result.err.count("done: step 37"), 1, result)
            self.assertIn(f"{ranks} processes", result.err)
        self.run_on(4, "columns", "--set", "run.process_grid=[2, 2, 1]")
        self.assert_same("one", "columns")
        summary = json.loads((self.folder / "columns" / "summary.json").read_text())
        self.assertEqual((summary["processes"], summary["process_grid"]), (4, "2 x 2 x 1"))
        self.assertIn("halos go by MPI", summary["explanation"])

    def test_a_restart_may_have_another_number_of_processes(self):
        self.run_on(1, "one")
        self.run_on(3, "again", "--set", "time.steps=20")
        self.run_on(2, "again", "--set", "time.steps=30", "--restart")
        self.run_on(5, "again", "--restart")
        frames = {name: content for name, content in self.files("one").items() if name.startswith("fields_")}
        self.assertEqual(frames, {name: self.files("again")[name] for name in frames})

    def refused(self, ranks, *words):
        self.ranks = ranks
        result = self.run_program("--output", "refused", *words)
        self.assertEqual(result.code, 2, result)
        self.assertEqual(result.err.count("error: "), 1, result)
        self.assertFalse((self.folder / "refused").exists())
        return result.err

    def test_bad_input_is_refused_by_one_line(self):
        self.assertIn("time.stps: no such key", self.refused(3, "case.toml", "--set", "time.stps=3"))
        self.assertIn("the numbers multiply to 2, but there are 3 processes",
                      self.refused(3, "case.toml", "--set", "run.process_grid=[2, 1, 1]"))
        self.assertIn("take 2 processes at most", self.refused(3, "case.toml", "--set", "grid.cells=[1, 1, 2]"))
        self.assertIn('set run.solver = "steps"', self.refused(2, "--set", "run.solver=multigrid"))
        self.assertIn("time tiling is not possible: the grid is cut",
                      self.refused(2, "case.toml", "--set", "run.steps_per_launch=2"))

    def test_numbers_that_fail_end_all_processes(self):
        self.ranks = 3
        result = self.run_program("--output", "nan", "case.toml", "--set", "initial.temperature={type='value', value=1e308}",
                                  "--set", "run.check_every=5")
        self.assertEqual(result.code, 3, result)
        self.assertIn("temperature at cell (x, y, z)", result.err)

    def test_a_killed_process_ends_the_run_and_the_checkpoint_is_whole(self):
        self.ranks = 2
        process = self.start("--output", "killed", "case.toml", "--set", "time.steps=100000000", "--set", "output.every=1000000")
        folder = self.folder / "killed"
        self.wait_for(lambda: any(folder.glob("checkpoint_*.tck")), "a checkpoint", process)
        os.kill(children(process.pid)[-1], signal.SIGKILL)
        result = self.finish(process)
        self.assertNotEqual(result.code, 0, result)
        self.ranks = 1
        step = max(int(path.stem.split("_")[1]) for path in folder.glob("checkpoint_*.tck"))
        self.good_run("killed", "case.toml", "--set", f"time.steps={step + 1}", "--restart")


if __name__ == "__main__":
    unittest.main()
