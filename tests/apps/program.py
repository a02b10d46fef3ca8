# SPDX-FileCopyrightText: The Tessera authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a program as a user does: in a folder of its own, by its command line, and looks at what it leaves."""
import json
import os
import pathlib
import shutil
import struct
import subprocess
import sys
import tempfile
import time
import unittest
import xml.etree.ElementTree

try:
    import h5py
    import numpy
except ImportError:
    h5py = numpy = None

SOURCE = pathlib.Path(os.environ.get("TESSERA_SOURCE_DIR") or pathlib.Path(__file__).resolve().parents[2])
BIN = pathlib.Path(os.environ.get("TESSERA_BIN_DIR") or SOURCE / "build" / "openmp" / "bin")

needs_h5py = unittest.skipIf(h5py is None, "no h5py and NumPy")


class Result:
    """How a run ended."""

    def __init__(self, code, out, err):
        self.code, self.out, self.err = code, out, err

    def __str__(self):
        return f"exit code {self.code}\n{self.out}{self.err}"


class ProgramTest(unittest.TestCase):
    """A test of the program `name`, in a temporary folder."""

    name = ""

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="tessera-test-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    # --- running ---

    def command(self, *words):
        return [str(BIN / f"tessera-{self.name}"), "--no-roof", *map(str, words)]

    def environment(self, threads):
        # Small grids on a busy machine: one thread, and threads that wait without spinning.
        own = {"OMP_NUM_THREADS": str(threads), "OMP_WAIT_POLICY": "passive", "OMP_PROC_BIND": "false"}
        return {**os.environ, **own}

    def start(self, *words, threads=1):
        return subprocess.Popen(self.command(*words), cwd=self.folder, env=self.environment(threads), text=True,
                                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def finish(self, process):
        try:
            out, err = process.communicate(timeout=120)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            raise
        return Result(process.returncode, out, err)

    def run_program(self, *words, threads=1):
        return self.finish(self.start(*words, threads=threads))

    def good_run(self, output, *words, threads=1):
        """A run into the folder `output` that must succeed."""
        result = self.run_program("--output", output, *words, threads=threads)
        self.assertEqual(result.code, 0, result)
        return result

    def wait_for(self, there, what, process=None):
        """Waits until `there()` holds, at most a minute."""
        for _ in range(6000):
            if there():
                return
            if process and process.poll() is not None and not there():
                self.fail(f"ended before {what}: {self.finish(process)}")
            time.sleep(0.01)
        self.fail(f"waited in vain for {what}")

    # --- what a run leaves ---

    def summary(self, output):
        return json.loads((self.folder / output / "summary.json").read_text())

    def frames(self, output):
        """The frames, oldest first: HDF5 files, or the JSON files of a build without HDF5."""
        return sorted(path for path in (self.folder / output).glob("fields_*.*") if path.suffix in (".h5", ".json"))

    def checkpoints(self, output):
        return sorted((self.folder / output).glob("checkpoint_*.tck"))

    def field(self, path, name="temperature"):
        """A dataset of a frame as a NumPy array."""
        with h5py.File(self.folder / path) as file:
            return file[name][()]

    def last_field(self, output, name="temperature"):
        return self.field(self.frames(output)[-1], name)

    def assert_same_end(self, one, other):
        """The two runs ended in the same state, to the bit."""
        first, second = self.summary(one), self.summary(other)
        for key in ("steps", "time", "norms", "error_estimate", "stopped_because"):
            self.assertEqual(first[key], second[key], f"{key} of {one} and {other}")
        self.assertEqual(last_bytes(self.frames(one)[-1]), last_bytes(self.frames(other)[-1]), "bits of the fields")

    def assert_good_frames(self, output):
        """All frames can be read, and the list names them all and no others."""
        tree = xml.etree.ElementTree.parse(self.folder / output / "fields.xdmf")
        listed = {item.text.strip().split(":")[0] for item in tree.iter("DataItem") if item.get("Format") != "XML"}
        for name in listed:
            self.assertTrue((self.folder / output / name).is_file(), f"{name} is listed, but not there")
        there = {path.name for path in self.frames(output) if path.suffix == ".h5"}
        # Killed between a frame and the list: the newest frame is not listed yet.
        self.assertLessEqual(len(there - listed), 1)
        if h5py:
            for path in self.frames(output):
                if path.suffix == ".h5":
                    with h5py.File(path) as file:
                        for name in set(file) - set("xyz"):
                            self.assertTrue(numpy.isfinite(file[name][()]).all(), f"{name} in {path}")

    # --- bad input ---

    def assert_refused(self, words, *parts, code=2, output="refused"):
        """The program refuses in one line that holds all `parts`, and leaves nothing behind."""
        result = self.run_program("--output", output, *words)
        self.assertEqual(result.code, code, result)
        self.assertEqual(result.err.count("\n"), 1, result)
        self.assertTrue(result.err.startswith("error: "), result)
        self.assertEqual(result.out, "", result)
        for part in parts:
            self.assertIn(part, result.err)
        self.assertFalse((self.folder / output).exists(), f"{output} was left behind")
        return result.err

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def write_npy(self, name, shape, values):
        """An .npy file of doubles; `values` in C order, or one number."""
        count = 1
        for n in shape:
            count *= n
        if isinstance(values, (int, float)):
            values = [values] * count
        shape_text = "(" + "".join(f"{n}, " for n in shape) + ")"
        header = f"{{'descr': '<f8', 'fortran_order': False, 'shape': {shape_text}, }}"
        header += " " * (-(len(header) + 11) % 64) + "\n"
        data = b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode()
        path = self.folder / name
        path.write_bytes(data + struct.pack(f"<{count}d", *values))
        return path


def last_bytes(frame):
    """The bytes of a frame; without HDF5, those of the arrays that its .json names."""
    if frame.suffix == ".h5":
        return frame.read_bytes()
    return b"".join(path.read_bytes() for path in sorted(frame.parent.glob(frame.stem + "_*.npy")))


def sets(**values):
    """Options --set table.key=value, from table__key=value."""
    words = []
    for name, value in values.items():
        words += ["--set", f"{name.replace('__', '.')}={value}"]
    return words


def send(process, number):
    if process.poll() is None:
        os.kill(process.pid, number)


def is_root():
    return os.geteuid() == 0


def mount_tmpfs(test, folder, size, options=""):
    """A small disk of `size` bytes at `folder`; skips the test where that is not allowed."""
    folder.mkdir(parents=True, exist_ok=True)
    if not sys.platform.startswith("linux") or not is_root():
        test.skipTest("mounting a small disk needs root")
    command = ["mount", "-t", "tmpfs", "-o", f"size={size}{options}", "tmpfs", str(folder)]
    if subprocess.run(command, stderr=subprocess.DEVNULL).returncode != 0:
        test.skipTest("no small disk can be mounted here")
    test.addCleanup(subprocess.run, ["umount", "-l", str(folder)])
