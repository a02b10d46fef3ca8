# SPDX-FileCopyrightText: The Tessera authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""heat3d as a user meets it: the cases, what a run leaves, the options, and that bits depend on nothing but the problem."""
import math
import unittest
import xml.etree.ElementTree

from program import SOURCE, ProgramTest, h5py, last_bytes, needs_h5py, numpy, sets

CASES = SOURCE / "apps" / "heat3d"
SUMMARY_KEYS = ("app", "version", "commit", "compiler", "kokkos", "backend", "device", "threads", "precision", "cells",
                "steps", "time", "wall_seconds", "updates_per_second", "copy_bandwidth_share", "strategy", "schedule",
                "norms", "stopped_because")


class Cases(ProgramTest):
    name = "heat3d"

    def check_results(self, output, cells):
        folder = self.folder / output
        for name in ("config.toml", "summary.json", "temperature_y_mid.png", "temperature_z_mid.png"):
            self.assertGreater((folder / name).stat().st_size, 0, name)
        self.assertEqual((folder / "temperature_z_mid.png").read_bytes()[:8], b"\x89PNG\r\n\x1a\n")
        summary = self.summary(output)
        for key in SUMMARY_KEYS:
            self.assertIn(key, summary)
        for key in ("version", "commit", "compiler", "kokkos", "backend", "device", "strategy", "schedule"):
            self.assertTrue(summary[key], key)
        self.assertEqual(summary["app"], "heat3d")
        self.assertEqual(summary["cells"], cells)
        self.assertEqual(summary["precision"], "double")
        self.assertGreater(summary["updates_per_second"], 0)
        self.assertLess(summary["dt"], summary["dt_limit"])
        self.assertEqual(summary["stopped_because"], "steady")
        self.assert_good_frames(output)

    def run_case(self, name, *words):
        case = CASES / f"{name}.toml"
        text = case.read_text()
        self.assertTrue(text.startswith("# "), "a case begins with what it is")
        self.assertIn("apps/run heat3d", text)
        result = self.good_run(name, case, *words)
        self.assertIn(f"results: {name}", result.err)
        return result

    def test_default(self):
        self.run_case("default", *sets(grid__cells=[32, 32, 32]))
        self.check_results("default", [32, 32, 32])
        self.assertEqual(len(self.frames("default")), 1)
        self.assertLess(self.summary("default")["error_estimate"], 0.01)
        # What the comment in the case says: the mean comes to 100/6.
        self.assertAlmostEqual(self.summary("default")["norms"]["mean"], 100 / 6, delta=0.01)

    def test_default_over_time(self):
        """By steps, with frames: at 0, every 20 minutes, and at the end."""
        self.good_run("stepped", CASES / "default.toml",
                      *sets(grid__cells=[32, 32, 32], output__every_time="20 min", time__tolerance=0.001))
        summary = self.summary("stepped")
        self.assertEqual(len(self.frames("stepped")), 1 + math.ceil(summary["time"] / 1200))
        self.assertLess(100 / 6 - summary["norms"]["mean"], 0.04)

    def test_paper000(self):
        self.run_case("paper000", *sets(grid__cells=[30, 30, 30]))
        self.check_results("paper000", [30, 30, 30])
        self.assertLess(self.summary("paper000")["error_estimate"], 1e-8)
        self.assertAlmostEqual(self.summary("paper000")["norms"]["mean"], 100 / 6, delta=1e-8)

    def test_heated_slab(self):
        self.run_case("heated_slab", *sets(grid__cells=[16, 16, 8]))
        self.check_results("heated_slab", [16, 16, 8])
        self.assertAlmostEqual(self.summary("heated_slab")["norms"]["mean"], 45.56, delta=0.2)

    def test_all_cases_take_a_grid(self):
        cases = sorted(CASES.glob("*.toml"))
        self.assertGreaterEqual(len(cases), 3)
        for case in cases:
            with self.subTest(case=case.name):
                self.good_run(case.stem, case, *sets(grid__cells="[32,32,32]", time__steps=10, output__pictures="false"))

    def test_the_resolved_config_gives_the_same_again(self):
        self.good_run("first", CASES / "heated_slab.toml", *sets(grid__cells=[8, 8, 8], time__steps=30))
        self.good_run("second", self.folder / "first" / "config.toml")
        self.assert_same_end("first", "second")
        config = "config.toml"
        self.assertEqual((self.folder / "first" / config).read_text(), (self.folder / "second" / config).read_text())

    def test_the_example_of_the_readme(self):
        text = (CASES / "README.md").read_text().split("```toml\n")[1].split("```")[0]
        self.write("mine.toml", text)
        self.write_npy("floor.npy", (8, 8), 50.0)
        self.write_npy("start.npy", (8, 8, 8), 20.0)
        result = self.good_run("mine", "mine.toml", *sets(grid__cells=[8, 8, 8], time__end='"2 min"'))
        self.assertEqual(self.summary("mine")["time"], 120, result)

    def test_without_output_results_go_to_out(self):
        self.write("cases/mine.toml", "[grid]\ncells = [8, 8, 8]\n[time]\nsteps = 3\n")
        result = self.run_program("cases/mine.toml")
        self.assertEqual(result.code, 0, result)
        self.assertTrue((self.folder / "out/heat3d/mine/summary.json").is_file())
        self.assertFalse((self.folder / "cases/out").exists())


class Options(ProgramTest):
    name = "heat3d"

    def test_print_config_is_a_config(self):
        result = self.run_program("--print-config")
        self.assertEqual((result.code, result.err), (0, ""))
        for part in ("cells = [128, 128, 128]", "unit: m^2/s", "[boundary]", 'until = "steady"', "wall_limit"):
            self.assertIn(part, result.out)
        self.write("printed.toml", result.out)
        self.good_run("printed", "printed.toml", *sets(grid__cells=[8, 8, 8], time__steps=5))
        self.good_run("built_in", *sets(grid__cells=[8, 8, 8], time__steps=5))
        self.assert_same_end("printed", "built_in")

    def test_dry_run_tells_and_leaves_nothing(self):
        result = self.run_program(CASES / "default.toml", "--dry-run", "--output", "dry",
                                  *sets(output__every_time="20 min"))
        self.assertEqual((result.code, result.err), (0, ""), result)
        for part in ("128 x 128 x 128 cells", "dt = 0.481856 s", "stability limit 0.535396 s", "memory", "are free", "disk",
                     "every_time"):
            self.assertIn(part, result.out)
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_version_and_help(self):
        version = self.run_program("--version")
        self.assertEqual(version.code, 0)
        self.assertRegex(version.out, r"^heat3d \d+\.\d+\.\d+ \(.*Kokkos \d+\.\d+\.\d+\)$")
        told = self.run_program("--help")
        self.assertEqual(told.code, 0)
        for part in ("--set", "--restart", "--overwrite", "--dry-run", "--print-config", "75", "SIGTERM"):
            self.assertIn(part, told.out)

    def test_results_are_not_overwritten_unasked(self):
        words = sets(grid__cells=[8, 8, 8], time__steps=5)
        self.good_run("kept", *words)
        before = {path.name: path.read_bytes() for path in (self.folder / "kept").iterdir()}
        again = self.run_program("--output", "kept", *words)
        self.assertEqual(again.code, 2)
        for part in ("kept: there are results already", "--overwrite", "--restart", "--output"):
            self.assertIn(part, again.err)
        self.assertEqual(again.err.count("\n"), 1)
        self.assertEqual(before, {path.name: path.read_bytes() for path in (self.folder / "kept").iterdir()})
        self.good_run("kept", "--overwrite", *words)

    def test_paths_in_a_config_are_relative_to_it(self):
        (self.folder / "cases").mkdir()
        self.write_npy("cases/start.npy", (4, 4, 4), 7.0)
        self.write("cases/mine.toml", '[grid]\ncells = [4, 4, 4]\n[time]\nsteps = 0\n[initial]\n'
                                      'temperature = { type = "file", path = "start.npy" }\n')
        self.good_run("file", "cases/mine.toml")
        self.assertEqual(self.summary("file")["norms"]["minimum"], 7.0)
        # Those of --set are relative to where the program runs.
        path = "initial__temperature__path"
        self.good_run("set", "cases/mine.toml", *sets(**{path: "cases/start.npy"}))
        self.assertEqual(self.run_program("cases/mine.toml", "--output", "no", *sets(**{path: "start.npy"})).code, 2)


class Frames(ProgramTest):
    name = "heat3d"
    ramp = sets(grid__cells=[5, 6, 7], grid__spacing=[0.5, 0.25, 0.125], grid__origin=[10, 20, 30], time__steps=0)

    def write_ramp(self):
        """A start whose values tell where they stand: 100 k + 10 j + i."""
        self.write_npy("ramp.npy", (7, 6, 5), [100 * k + 10 * j + i for k in range(7) for j in range(6) for i in range(5)])
        return self.ramp + sets(initial__temperature__type="file", initial__temperature__path="ramp.npy")

    @needs_h5py
    def test_layout(self):
        for precision, kind in (("double", "<f8"), ("float", "<f4")):
            self.good_run(precision, *self.write_ramp(), *sets(run__precision=precision))
            with h5py.File(self.frames(precision)[0]) as file:
                field = file["temperature"]
                self.assertEqual((field.shape, field.dtype), ((7, 6, 5), numpy.dtype(kind)))
                self.assertEqual(field[3, 2, 1], 321.0)
                self.assertEqual((file.attrs["time"], file.attrs["step"]), (0.0, 0))
                self.assertEqual(list(file.attrs["origin"]), [10, 20, 30])
                self.assertEqual(list(file.attrs["spacing"]), [0.5, 0.25, 0.125])
                self.assertEqual([field.dims[axis][0].name for axis in range(3)], ["/z", "/y", "/x"])
                self.assertEqual(list(file["x"][()]), [10.25, 10.75, 11.25, 11.75, 12.25])
                units, long_name = (numpy.asarray(field.attrs[key]).astype(str) for key in ("units", "long_name"))
                self.assertEqual((str(units), str(long_name)), ("degC", "temperature at cell centres"))

    def test_list_for_paraview(self):
        self.good_run("list", *self.write_ramp(), *sets(time__steps=7, output__every=3))
        self.assertEqual(len(self.frames("list")), 4)  # steps 0, 3, 6 and the last
        self.assert_good_frames("list")
        tree = xml.etree.ElementTree.parse(self.folder / "list" / "fields.xdmf")
        self.assertEqual(len(list(tree.iter("Time"))), 4)
        text = (self.folder / "list" / "fields.xdmf").read_text()
        self.assertNotIn(str(self.folder), text)
        self.assertIn('Dimensions="8 7 6"', text)  # of points; the values are of cells
        self.assertIn('Center="Cell"', text)

    def test_times_are_hit_exactly(self):
        words = sets(grid__cells=[8, 8, 8], time__end='"1 h"', output__every_time='"25 min"')
        self.good_run("times", *words)
        tree = xml.etree.ElementTree.parse(self.folder / "times" / "fields.xdmf")
        self.assertEqual([float(at.get("Value")) for at in tree.iter("Time")], [0, 1500, 3000, 3600])
        self.assertEqual(self.summary("times")["time"], 3600)

    def test_a_frame_is_a_start(self):
        words = sets(grid__cells=[8, 8, 8])
        self.good_run("whole", *words, *sets(time__steps=30))
        self.good_run("half", *words, *sets(time__steps=15))
        frame = self.frames("half")[-1]
        if frame.suffix != ".h5":
            self.skipTest("this build writes no HDF5 files")
        self.good_run("rest", *words, *sets(time__steps=15, initial__temperature__type="file",
                                            initial__temperature__path=frame))
        self.assertEqual(self.summary("whole")["norms"], self.summary("rest")["norms"])

    def test_without_frames(self):
        self.good_run("bare", *sets(grid__cells=[8, 8, 8], time__steps=5, output__frames="false",
                                    output__pictures="false"))
        left = sorted(path.name for path in (self.folder / "bare").iterdir() if not path.name.startswith("."))
        self.assertEqual(left, ["config.toml", "summary.json"])


class SameBits(ProgramTest):
    """The same problem gives the same bits, however it is run."""

    name = "heat3d"
    problem = (CASES / "heated_slab.toml", *sets(grid__cells=[17, 13, 19], time__steps=50, output__pictures="false"))

    def test_threads_strategies_tiles_and_checks(self):
        self.good_run("reference", *self.problem)
        for number, (threads, options) in enumerate([
            (1, {}), (2, {}), (3, {}),
            (1, {"run__strategy": "naive"}), (2, {"run__strategy": "team"}),
            (2, {"run__strategy": "team", "run__tile": "[5,3]"}), (1, {"run__tile": "[64,4,4]"}),
            (2, {"run__check_every": 7, "output__checkpoint_every": 11}),
        ]):
            with self.subTest(threads=threads, **options):
                self.good_run(str(number), *self.problem, *sets(**options), threads=threads)
                self.assert_same_end("reference", str(number))

    def test_backends_agree(self):
        found = []
        for backend in ("openmp", "cuda", "hip"):
            result = self.run_program(*self.problem, "--backend", backend, "--output", backend)
            if result.code == 0:
                found.append(backend)
            else:
                self.assertIn("built for", result.err)
        self.assertGreaterEqual(len(found), 1)
        if len(found) < 2:
            self.skipTest(f"only built for {found[0]}")
        for key, value in self.summary(found[0])["norms"].items():
            self.assertAlmostEqual(value, self.summary(found[1])["norms"][key], delta=1e-12 * abs(value))

    def test_the_same_run_writes_the_same_bytes(self):
        for output in ("first", "second"):
            self.good_run(output, *self.problem, *sets(output__every=20))
        first, second = self.frames("first"), self.frames("second")
        self.assertEqual([path.name for path in first], [path.name for path in second])
        for one, other in zip(first, second):
            self.assertEqual(last_bytes(one), last_bytes(other), one.name)


if __name__ == "__main__":
    unittest.main()
