# SPDX-FileCopyrightText: The Tessera authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What heat3d says to input that it cannot use: one line that names place and remedy, exit code 2, nothing left behind."""
import math
import os
import unittest

from program import ProgramTest, h5py, is_root, needs_h5py, numpy, sets

GRID = sets(grid__cells=[8, 8, 8], time__steps=5)
ALL_FACES = [f"boundary__{axis}_{side}" for axis in "xyz" for side in ("low", "high")]


class Config(ProgramTest):
    name = "heat3d"

    def test_what_a_file_says(self):
        for text, parts in [
            ("# a case\n[grid]\ncels = [8, 8, 8]\n", ("case.toml:3: grid.cels", 'did you mean "grid.cells"?')),
            ("[gird]\ncells = [8, 8, 8]\n", ("case.toml:1: gird: no such table", 'did you mean "grid"?')),
            ("[grid]\nsteps = 5\n", ("case.toml:2: grid.steps: no such key", 'did you mean "time.steps"?')),
            ("[grid]\n\ncells = [8, 8]\n", ("case.toml:3: grid.cells", "expected 3 integers", "got 2")),
            ("[grid]\ncells = [8, 0, 8]\n", ("case.toml:2: grid.cells: 0 is out of range", "at least 1")),
            ("[grid]\ncells = [8, -8, 8]\n", ("case.toml:2: grid.cells: -8 is out of range", "at least 1")),
            ("[grid]\ncells = [8, 8.5, 8]\n", ("case.toml:2: grid.cells", "expected 3 integers")),
            ("[grid]\ncells = 8\n", ("case.toml:2: grid.cells", "expected 3 integers", "got an integer")),
            ("[grid]\nlength = [1, 0, 1]\n", ("case.toml:2: grid.length: 0 is out of range", "above 0")),
            ("[grid]\nlength = [1, 1, 1]\nspacing = [0.1, 0.1, 0.1]\n",
             ("case.toml:3: grid.spacing", "grid.length (case.toml:2)", "only one of them")),
            ("[grid]\ncells = [8, 8, 8]\ncells = [8, 8, 8]\n", ("case.toml:3", "not valid TOML")),
            ("[grid\ncells = [8, 8, 8]\n", ("case.toml:1", "not valid TOML")),
            ("[physics]\ndiffusivity = -1\n", ("case.toml:2: physics.diffusivity: -1 is out of range", "above 0")),
            ("[physics]\ndiffusivity = nan\n", ("case.toml:2: physics.diffusivity", "not a finite number")),
            ('[physics]\ndiffusivity = "air"\n', ("case.toml:2: physics.diffusivity: expected a number", '"air"')),
            ("[physics]\nsource = 3\n", ("case.toml:2: physics.source", '"gaussian"', "got an integer")),
            ('[boundary]\nx_low = { type = "dirichelt", value = 1 }\n',
             ("case.toml:2: boundary.x_low.type", '"dirichelt"', 'did you mean "dirichlet"?')),
            ('[boundary]\nx_low = { type = "dirichlet", valeu = 1 }\n',
             ("case.toml:2: boundary.x_low.valeu", 'did you mean "value"?')),
            ('[boundary]\nx_low = { type = "neumann", value = 1 }\n', ("case.toml:2: boundary.x_low.value", '"neumann"')),
            ('[boundary]\nx_low = { type = "dirichlet" }\n', ("case.toml:2: boundary.x_low", "needs one of value and file")),
            ('[boundary]\nx_low = { type = "dirichlet", value = 1, file = "a.npy" }\n',
             ("case.toml:2: boundary.x_low.file", "only one of value and file")),
            ('[boundary]\nx_lwo = { type = "periodic" }\n',
             ("case.toml:2: boundary.x_lwo", 'did you mean "boundary.x_low"?')),
            ('[boundary]\n\ny_high = { type = "periodic" }\n',
             ("case.toml:3: boundary.y_high: is periodic, but boundary.y_low is dirichlet", "both faces")),
            ("[time]\nsteps = 3\nend = 4.0\n", ("case.toml:3: time.end", "time.steps (case.toml:2)", "only one of them")),
            ("[time]\nsteps = -3\n", ("case.toml:2: time.steps: -3 is out of range", "at least 0")),
            ('[time]\nend = "6 hosr"\n', ("case.toml:2: time.end", '"6 h"', '"6 hosr"')),
            ('[time]\nuntil = "stedy"\n', ("case.toml:2: time.until", 'did you mean "steady"?')),
            ("[time]\ntolerance = 2\n", ("case.toml:2: time.tolerance: 2 is out of range", "below 1")),
            ('[run]\nstrategy = "temas"\n', ("case.toml:2: run.strategy", '"naive"', 'did you mean "team"?')),
            ('[run]\nstrategy = "diamond"\n', ("case.toml:2: run.strategy", '"auto" or ', '"naive"')),
            ('[run]\nprecision = "half"\n', ("case.toml:2: run.precision", '"double" or "float"')),
            ("[run]\nsteps_per_launch = 65\n", ("case.toml:2: run.steps_per_launch: 65 is out of range", "at most 64")),
            ('[run]\ngraph = "yes"\n', ("case.toml:2: run.graph", '"auto" or "on" or "off"')),
            ("[run]\ntile = [8]\n", ("case.toml:2: run.tile", "[x, y] or [x, y, z]")),
            ("[output]\nevery = 0\n", ("case.toml:2: output.every: 0 is out of range", "at least 1")),
            ('[output]\nevery = 5\nevery_time = "1 h"\n', ("case.toml:3: output.every_time", "output.every (case.toml:2)")),
        ]:
            with self.subTest(text):
                self.write("case.toml", text)
                self.assert_refused(["case.toml"], *parts)

    def test_what_set_says(self):
        for text, parts in [
            ("grid.cels=[8,8,8]", ("--set grid.cels=[8,8,8]", 'did you mean "grid.cells"?')),
            ("grid.cells=[8,8]", ("--set grid.cells=[8,8]: grid.cells", "got 2")),
            ("run.strategy=temas", ('did you mean "team"?',)),
            ("run.strategy=wavefront", ("strategy 'wavefront' is not compiled", "-DTESSERA_ALL_STRATEGIES=ON")),
            ("boundary.x_low.type=dirichelt", ("boundary.x_low.type", 'did you mean "dirichlet"?')),
            ("grid", ("--set grid: expected table.key=value",)),
            ("initial.temperature.type=file", ("initial.temperature.type", 'needs path = "..."')),
        ]:
            with self.subTest(text):
                self.assert_refused([*GRID, "--set", text], *parts)

    def test_a_step_over_the_limit(self):
        limit = (1 / 8)**2 / (6 * 1.9e-5)
        for dt in (limit * 1.000001, 1000.0):
            self.assert_refused([*GRID, *sets(time__dt=dt)], f"--set time.dt={dt}: time.dt",
                                f"stability limit of {limit:.9g} s", "0.9 of it")
        self.good_run("below", *GRID, *sets(time__dt=limit * 0.999999))
        # Spacings that differ, and the place in a file.
        self.write("case.toml", "[grid]\ncells = [4, 5, 6]\nspacing = [0.1, 0.2, 0.3]\n[time]\ndt = 200\n")
        limit = 1 / (2 * 1.9e-5 * sum(1 / h**2 for h in (0.1, 0.2, 0.3)))
        self.assert_refused(["case.toml"], "case.toml:5: time.dt: 200 s", f"{limit:.9g}")

    def test_more_than_the_memory(self):
        error = self.assert_refused(sets(grid__cells=[20000, 20000, 20000], run__solver="steps"), "this grid needs 117 TiB of ",
                                    "are free", "Take fewer cells")
        self.assertRegex(error, r"; \d[\d.]* [GM]iB are free")
        self.assert_refused(sets(grid__cells=[500000, 500000, 500000]), "grid.cells", "more than any memory")
        self.assert_refused(sets(grid__cells=[2**40, 2, 2]), "grid.cells", "out of range", "at most 2147483647")

    def test_command_line(self):
        self.assert_refused(["nowhere.toml"], "nowhere.toml: cannot read the config: No such file or directory")
        self.assert_refused(["."], ".: this is a folder, not a config")
        self.assert_refused([*GRID, "--outptu=x"], 'did you mean "--output"?')
        self.assert_refused([*GRID, "--restart=auot"], "--restart=auot", "--restart=auto")
        self.assert_refused([*GRID, "--restart", "--overwrite"], "exclude each other")
        self.assert_refused([*GRID, "--restart"], "there is no checkpoint to go on from")
        self.assert_refused([*GRID, "--backend=opnemp"], "run.backend", 'did you mean "openmp"?')
        self.assert_refused([*GRID, "--kokkos-num-threads=two"], "--kokkos-num-threads=two: expected a whole number")
        self.write("a.toml", "")
        self.assert_refused(["a.toml", "b.toml"], "b.toml: a second config")

    def test_several_processes(self):
        os.environ["OMPI_COMM_WORLD_SIZE"] = "4"
        self.addCleanup(os.environ.pop, "OMPI_COMM_WORLD_SIZE")
        self.assert_refused(GRID, "started as 4 processes", "without mpirun")


class NoSteadyState(ProgramTest):
    """No face has a given temperature, and heat comes in or goes out: refused before the first step."""
    name = "heat3d"

    def refused_box(self, *parts, **values):
        """Refuses a box of 4 x 5 x 6 cells of 0.1 m whose faces are insulated but for what `values` say."""
        box = dict.fromkeys(ALL_FACES, '{ type = "neumann", gradient = 0.0 }')
        box.update(grid__cells=[4, 5, 6], grid__spacing=[0.1] * 3, physics__diffusivity=1e-3, time__until='"steady"')
        box.update(values)
        return self.assert_refused(sets(**box), "time.until: there is no steady state: no face has a given temperature",
                                   "dirichlet", "time.steps or time.end", *parts)

    def test_a_source(self):
        self.refused_box("changes by 0.25 K/s (source 0.25 K/s, gradients 0 K/s)",
                         physics__source='{ type = "value", value = 0.25 }')
        periodic = dict.fromkeys(ALL_FACES, '{ type = "periodic" }')
        cooled = sets(grid__cells=[4, 4, 4], physics__source='{ type = "value", value = -1.0 }', **periodic)
        self.assert_refused([*cooled, "--dry-run"], "no steady state", "changes by -1 K/s")

    def test_a_part_that_cells_of_0_cut_off(self):
        # Six cells in a row, the third of which insulates: the left two reach the face at 100 degC, the right three nothing.
        self.write_npy("cut.npy", (1, 1, 6), [1e-3, 1e-3, 0, 1e-3, 1e-3, 1e-3])
        faces = dict.fromkeys(ALL_FACES, '{ type = "neumann", gradient = 0.0 }')
        faces["boundary__x_low"] = '{ type = "dirichlet", value = 100.0 }'
        box = dict(faces, grid__cells=[6, 1, 1], grid__spacing=[0.1] * 3, physics__diffusivity_file="cut.npy",
                   time__until='"steady"', output__pictures="false")
        heated = '{ type = "box", value = 3.0, low = [0.5, 0.0, 0.0], high = [0.6, 0.1, 0.1] }'
        self.assert_refused(sets(**dict(box, physics__source=heated)), "time.until: there is no steady state",
                            "around cell (x, y, z) = (3, 0, 0)", "changes by 1 K/s")
        self.assert_refused(sets(**dict(box, boundary__x_high='{ type = "neumann", gradient = 30.0 }')), "changes by 0.1 K/s")
        near = '{ type = "box", value = 3.0, low = [0.0, 0.0, 0.0], high = [0.1, 0.1, 0.1] }'
        self.good_run("near", *sets(**dict(box, physics__source=near)))
        self.good_run("quiet", *sets(**box))

    def test_a_gradient(self):
        # diffusivity times gradient over the length of the axis: 1e-3 * 30 / 0.5
        self.refused_box("changes by 0.06 K/s (source 0 K/s, gradients 0.06 K/s)",
                         boundary__y_high='{ type = "neumann", gradient = 30.0 }')
        self.refused_box("changes by -0.06 K/s", boundary__y_low='{ type = "neumann", gradient = -30.0 }',
                         boundary__x_low='{ type = "periodic" }', boundary__x_high='{ type = "periodic" }')

    def test_maps(self):
        # Of the 30 cells of the face one has a gradient, where the diffusivity is 2e-3: 2e-3 * 120 / 0.1 / 120.
        gradients, diffusivity = [0.0] * 30, [1e-3] * 120
        gradients[5 * 2 + 3] = 120.0  # z = 2, y = 3
        diffusivity[(2 * 5 + 3) * 4 + 3] = 2e-3
        self.write_npy("gradients.npy", (6, 5), gradients)
        self.write_npy("diffusivity.npy", (6, 5, 4), diffusivity)
        self.refused_box("changes by 0.02 K/s", physics__diffusivity_file="diffusivity.npy",
                         boundary__x_high='{ type = "neumann", file = "gradients.npy" }')


class Files(ProgramTest):
    name = "heat3d"

    def refused_start(self, path, *parts, dataset=None):
        self.write("case.toml", '# start\n[initial]\ntemperature = { type = "file", path = "%s"%s }\n'
                   % (path, f', dataset = "{dataset}"' if dataset else ""))
        self.assert_refused(["case.toml", *GRID], "case.toml:3: initial.temperature.path", str(self.folder / path), *parts)

    def test_initial_state(self):
        self.refused_start("nowhere.npy", "no such file")
        self.write("words.npy", "not numbers\n")
        self.refused_start("words.npy", "neither an HDF5 nor an .npy file")
        self.write_npy("shape.npy", (8, 8, 7), 1.0)
        self.refused_start("shape.npy", "the shape (8, 8, 7), but the grid needs (8, 8, 8) (nz, ny, nx)")
        self.write_npy("flat.npy", (512,), 1.0)
        self.refused_start("flat.npy", "the shape (512), but the grid needs (8, 8, 8)")
        for bad, name in ((math.nan, "nan.npy"), (-math.inf, "inf.npy")):
            values = [0.0] * 512
            values[64 * 1 + 8 * 2 + 3] = values[500] = bad
            self.write_npy(name, (8, 8, 8), values)
            self.refused_start(name, "2 values that are NaN or infinite; the first is at cell (x, y, z) = (3, 2, 1)")
        whole = self.write_npy("short.npy", (8, 8, 8), 1.0).read_bytes()
        (self.folder / "short.npy").write_bytes(whole[:-1000])
        self.refused_start("short.npy", "cut short")
        (self.folder / "folder.npy").mkdir()
        self.refused_start("folder.npy", "is a folder")

    @needs_h5py
    def test_initial_state_in_hdf5(self):
        with h5py.File(self.folder / "state.h5", "w") as file:
            file["temp"] = numpy.zeros((8, 8, 8))
            file["small"] = numpy.zeros((4, 4, 4))
            file["bad"] = numpy.full((8, 8, 8), numpy.nan)
        self.refused_start("state.h5", 'no dataset "temperature"; it has bad, small, temp')
        self.refused_start("state.h5", "the shape (4, 4, 4), but the grid needs (8, 8, 8)", dataset="small")
        self.refused_start("state.h5", "512 values that are NaN or infinite", "(x, y, z) = (0, 0, 0)", dataset="bad")
        (self.folder / "cut.h5").write_bytes((self.folder / "state.h5").read_bytes()[:3000])
        self.refused_start("cut.h5", "not a whole HDF5 file")

    def test_source_diffusivity_and_faces(self):
        self.write_npy("wrong.npy", (8, 7), 1.0)
        self.write_npy("negative.npy", (8, 8, 8), -1.0)
        self.write_npy("zero.npy", (8, 8, 8), 0.0)
        shape = "the shape (8, 7), but the grid needs (8, 8"
        source = sets(physics__source='{ type = "file", path = "wrong.npy" }')
        self.assert_refused([*GRID, *source], "physics.source.path", shape)
        face = sets(boundary__y_low='{ type = "neumann", file = "wrong.npy" }')
        self.assert_refused([*GRID, *face], "boundary.y_low.file", shape)
        for name, parts in (("wrong.npy", (shape,)), ("negative.npy", ("must not be negative", "-1.0 m^2/s")),
                            ("zero.npy", ("0 everywhere",)), ("nowhere.npy", ("no such file",))):
            self.assert_refused([*GRID, *sets(physics__diffusivity_file=name)], "physics.diffusivity_file: ", *parts)


class OutputFolder(ProgramTest):
    name = "heat3d"

    def refused_folder(self, output, *parts):
        result = self.run_program("--output", output, *GRID)
        self.assertEqual((result.code, result.err.count("\n")), (2, 1), result)
        for part in (f"output folder {output}", *parts, "--output"):
            self.assertIn(part, result.err)

    def test_a_file_in_the_way(self):
        self.write("file", "kept")
        self.refused_folder("file", "file is a file")
        self.refused_folder("file/run", "file is a file")
        self.assertEqual((self.folder / "file").read_text(), "kept")

    def test_not_writable(self):
        self.refused_folder("/proc/run")
        if is_root():
            self.skipTest("root may write anywhere")
        (self.folder / "closed").mkdir(mode=0o500)
        self.refused_folder("closed", "Permission denied", "you may write to")
        self.refused_folder("closed/run", "Permission denied", "you may write to")


if __name__ == "__main__":
    unittest.main()
