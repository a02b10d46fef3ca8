# SPDX-FileCopyrightText: The Tessera authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The gallery as a user meets it: its cases, starts from files, and what it refuses."""
import math
import signal
import struct
import unittest
import zlib

from program import SOURCE, ProgramTest, last_bytes, needs_h5py, sets

CASES = SOURCE / "apps" / "gallery"
STENCILS = ("jacobi1d3", "jacobi1d5", "jacobi1d7", "jacobi2d", "jacobi3d", "poisson2d", "fdtd2d", "rician2d", "gradient2d",
            "tv2d")


def stencil(name, **parameters):
    fields = "".join(f", {key} = {value}" for key, value in parameters.items())
    return ["--set", f'physics.stencil={{ type = "{name}"{fields} }}']


class GalleryTest(ProgramTest):
    name = "gallery"

    def write_png(self, name, rows):
        """A grey picture of 8 bits; the first row is the upper one."""
        def chunk(kind, data):
            return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        header = struct.pack(">IIBBBBB", len(rows[0]), len(rows), 8, 0, 0, 0, 0)
        pixels = zlib.compress(b"".join(b"\0" + bytes(row) for row in rows))
        data = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")
        (self.folder / name).write_bytes(data)


class Cases(GalleryTest):
    def test_there_is_a_case_for_each(self):
        self.assertEqual({case.stem for case in CASES.glob("*.toml")}, {*STENCILS, "default"})
        for name in (*STENCILS, "default"):
            with self.subTest(name):
                text = (CASES / f"{name}.toml").read_text()
                self.assertTrue(text.startswith("# "), "a case begins with what it is")
                self.assertIn("apps/run gallery", text)
                steps = sets(time__end=2e-10, output__every_time=1e-10) if name == "fdtd2d" else sets(time__steps=3)
                self.good_run(name, CASES / f"{name}.toml", *steps)
                pictures = sorted(path.name for path in (self.folder / name).glob("*.png"))
                self.assertIn(len(pictures), (2, 4), pictures)
                self.assertEqual(sum("_start" in picture for picture in pictures), len(pictures) / 2)
                self.assert_good_frames(name)

    def test_in_float(self):
        for name in STENCILS:
            with self.subTest(name):
                steps = sets(time__end=2e-10) if name == "fdtd2d" else sets(time__steps=3)
                for precision in ("float", "double"):
                    self.good_run(f"{name}_{precision}", CASES / f"{name}.toml", *steps,
                                  *sets(run__precision=precision, output__pictures="false"))
                one, other = (self.summary(f"{name}_{p}")["norms"] for p in ("float", "double"))
                self.assertAlmostEqual(one["l2"], other["l2"], delta=1e-5 * abs(other["l2"]))

    def test_strategies_give_the_same_bits(self):
        for name in STENCILS:
            with self.subTest(name):
                steps = sets(time__end=2e-10) if name == "fdtd2d" else sets(time__steps=5)
                for strategy in ("naive", "team"):
                    self.good_run(f"{name}_{strategy}", CASES / f"{name}.toml", *steps,
                                  *sets(run__strategy=strategy, output__pictures="false"), threads=2)
                self.assert_same_end(f"{name}_naive", f"{name}_team")

    def test_the_resolved_config_gives_the_same_again(self):
        for name in ("jacobi1d5", "poisson2d", "tv2d"):
            with self.subTest(name):
                self.good_run(name, CASES / f"{name}.toml", *sets(time__steps=7))
                self.good_run(f"{name}_again", self.folder / name / "config.toml")
                self.assert_same_end(name, f"{name}_again")


class Physics(GalleryTest):
    """What the cases' comments promise."""

    @needs_h5py
    def test_denoising(self):
        exact = sets(initial__noise="{ type = \"none\" }", time__steps=0)
        for name, before, after in (("rician2d", 26, 38), ("tv2d", 20, 36)):
            with self.subTest(name):
                case = (CASES / f"{name}.toml", *sets(output__pictures="false"))
                self.good_run(f"{name}_exact", *case, *exact)
                self.good_run(f"{name}_noisy", *case, *sets(time__steps=0))
                self.good_run(name, *case)
                clean = self.last_field(f"{name}_exact", "image")
                for output, expected in ((f"{name}_noisy", before), (name, after)):
                    error = ((self.last_field(output, "image") - clean)**2).mean()
                    self.assertAlmostEqual(-10 * math.log10(error), expected, delta=0.5, msg=output)

    def test_membrane(self):
        self.good_run("membrane", CASES / "poisson2d.toml")
        summary = self.summary("membrane")
        # The series of a square membrane under an even load.
        exact = sum(16 / (math.pi**4 * m * n * (m * m + n * n)) * math.sin(m * math.pi / 2) * math.sin(n * math.pi / 2)
                    for m in range(1, 200, 2) for n in range(1, 200, 2))
        self.assertEqual(summary["stopped_because"], "steady")
        self.assertAlmostEqual(summary["norms"]["maximum"], exact, delta=3e-5)

    def test_means(self):
        self.good_run("start", CASES / "jacobi2d.toml", *sets(time__steps=0))
        self.good_run("end", CASES / "jacobi2d.toml")
        mean = self.summary("start")["norms"]["mean"]
        self.assertAlmostEqual(mean, 0.50046, delta=1e-5)
        self.assertAlmostEqual(self.summary("end")["norms"]["mean"], mean, delta=1e-14)

    def test_waves(self):
        self.good_run("waves", CASES / "fdtd2d.toml", *sets(grid__cells=[80, 60], output__pictures="false"))
        summary = self.summary("waves")
        self.assertEqual(summary["time"], 8e-9)
        self.assertEqual(len(self.frames("waves")), 9)
        self.assertAlmostEqual(summary["dt"], 0.9 * summary["dt_limit"])
        self.assertAlmostEqual(summary["dt_limit"], 0.05 / math.sqrt(2) / 299792458, delta=1e-18)

    def test_faces(self):
        self.good_run("cold", *stencil("jacobi2d"), *sets(
            grid__cells=[12, 12], time__steps=2000, initial__field='{ type = "value", value = 1 }',
            boundary__x_low='{ type = "dirichlet", value = 3 }', boundary__x_high='{ type = "dirichlet", value = 3 }'))
        self.assertAlmostEqual(self.summary("cold")["norms"]["minimum"], 3, delta=1e-3)


class Starts(GalleryTest):
    size = sets(grid__cells=[4, 3], output__pictures="false", time__steps=0)

    @needs_h5py
    def test_a_picture(self):
        self.write_png("mine.png", [[0, 255, 51, 0], [0, 0, 0, 102], [153, 0, 0, 255]])
        self.good_run("png", *self.size, *sets(initial__field='{ type = "file", path = "mine.png" }'))
        field = self.last_field("png", "image")
        self.assertEqual([[round(5 * v) for v in row] for row in field.tolist()],
                         [[3, 0, 0, 5], [0, 0, 0, 2], [0, 5, 1, 0]])  # the lowest row first

    @needs_h5py
    def test_an_array_and_a_frame(self):
        self.write_npy("mine.npy", (3, 4), [v / 8 for v in range(12)])
        self.good_run("npy", *self.size, *sets(initial__field='{ type = "file", path = "mine.npy" }'))
        frame = self.frames("npy")[-1]
        self.good_run("frame", *self.size, "--set", f'initial.field={{ type = "file", path = "{frame}" }}')
        self.assertEqual(self.last_field("npy", "image").tolist(), self.last_field("frame", "image").tolist())
        self.assertEqual(self.last_field("npy", "image")[2, 3], 11 / 8)

    def test_noise_is_the_same_with_the_same_seed(self):
        for output, seed in (("one", 5), ("two", 5), ("other", 6)):
            self.good_run(output, *self.size, *sets(initial__noise=f'{{ type = "normal", seed = {seed} }}'))
        self.assertEqual(last_bytes(self.frames("one")[-1]), last_bytes(self.frames("two")[-1]))
        self.assertNotEqual(self.summary("one")["norms"], self.summary("other")["norms"])

    def test_the_example_of_the_readme(self):
        text = (CASES / "README.md").read_text().split("```toml\n")[1].split("```")[0]
        self.write("mine.toml", text)
        self.write_png("photo.png", [[(x * y) % 200 for x in range(320)] for y in range(240)])
        self.good_run("mine", "mine.toml", *sets(time__steps=60))
        self.assertEqual(self.summary("mine")["cells"], [320, 240])
        self.assertEqual(len(self.frames("mine")), 3)  # steps 0, 50 and the last

    def test_photons(self):
        size = sets(grid__cells=[200, 200], output__pictures="false", time__steps=0)
        self.good_run("photons", *size, *sets(initial__field='{ type = "value", value = 0.5 }',
                                              initial__noise='{ type = "poisson", photons = 40 }'))
        norms = self.summary("photons")["norms"]
        self.assertAlmostEqual(norms["mean"], 0.5, delta=0.004)
        self.assertAlmostEqual(math.sqrt(norms["l2"]**2 - norms["mean"]**2), math.sqrt(20) / 40, delta=0.004)


class Long(GalleryTest):
    words = (CASES / "tv2d.toml", *sets(output__pictures="false"))

    def test_a_restart_gives_the_same_bits(self):
        self.good_run("whole", *self.words, *sets(time__steps=40))
        self.good_run("part", *self.words, *sets(time__steps=25, output__checkpoint_every=25))
        self.good_run("part", "--restart", *self.words, *sets(time__steps=40))
        self.assert_same_end("whole", "part")

    def test_a_signal_leaves_a_checkpoint(self):
        process = self.start("--output", "stopped", *self.words, *sets(time__steps=10000000))
        self.wait_for(lambda: (self.folder / "stopped/config.toml").exists(), "the run has begun", process)
        process.send_signal(signal.SIGTERM)
        result = self.finish(process)
        self.assertEqual(result.code, 75, result)
        self.assertTrue(self.checkpoints("stopped"), result)


class Refused(GalleryTest):
    def test_what_a_config_says(self):
        for text, parts in [
            ('[physics]\nstencil = { type = "jacobi3d" }\n',
             ("case.toml:2: physics.stencil", "jacobi3d needs a grid with 3 axes", "grid.cells has 2 (default)")),
            ('[physics]\nstencil = { type = "rician2" }\n',
             ("case.toml:2: physics.stencil.type", 'did you mean "rician2d"?')),
            ('[physics]\nstencil = { type = "tv2d", sigma = 3 }\n', ("case.toml:2: physics.stencil.sigma", '"tv2d"')),
            ('[physics]\nstencil = { type = "rician2d", sigma = 0 }\n',
             ("case.toml:2: physics.stencil.sigma: 0 is out of range", "above 0")),
            ("[grid]\ncells = [4, 4, 4, 4]\n", ("case.toml:2: grid.cells", "4 axes", "three at most")),
            ("[grid]\ncells = [4, 4]\nlength = [1.0]\n",
             ("case.toml:3: grid.length: expected 2 numbers", "(case.toml:2), got 1")),
            ("[time]\nend = 3.0\n", ("case.toml:2: time.end: rician2d has no time; say steps instead",)),
            ("[time]\ndt = 3.0\n", ("case.toml:2: time.dt: rician2d has no time; say steps instead",)),
            ("[output]\nevery_time = 3.0\n", ("case.toml:2: output.every_time: rician2d has no time",)),
            ('[initial]\nload = { type = "value", value = 1 }\n', ("case.toml:2: initial.load: rician2d takes no load",)),
            ('[boundary]\nz_low = { type = "periodic" }\nz_high = { type = "periodic" }\n',
             ("case.toml:2: boundary.z_low: the grid of rician2d has no such face",)),
            ('[initial]\nfield = { type = "noise", low = 2.0 }\n', ("initial.field.high", "must be above low")),
            ('[initial]\nfield = { type = "gaussian", centre = [1.0] }\n',
             ("case.toml:2: initial.field.centre: expected 2 numbers", "got 1")),
            ('[initial]\nnoise = { type = "poisson", photons = 1e9 }\n', ("initial.noise.photons", "out of range")),
            ('[initial]\nfield = { type = "file" }\n', ("initial.field.type", 'needs path = "..."')),
        ]:
            with self.subTest(text):
                self.write("case.toml", text)
                self.assert_refused(["case.toml"], *parts)

    def test_waves(self):
        waves = stencil("fdtd2d")
        self.assert_refused([*waves, *sets(time__until="steady")], "time.until", "fdtd2d works in place", "steps or end")
        self.assert_refused([*waves, *sets(time__dt=1.0)], "time.dt", "stability limit of 2.35865")
        self.assert_refused([*waves, *sets(boundary__x_low='{ type = "neumann", gradient = 0 }')], "boundary.x_low",
                            "own or periodic")

    def test_cells_that_are_not_square(self):
        self.assert_refused([*stencil("poisson2d"), *sets(grid__cells=[8, 4], grid__length=[1, 1])],
                            "poisson2d needs square cells", "grid.spacing = [h, h]")

    def test_files(self):
        self.write_png("small.png", [[0, 1], [2, 3]])
        start = sets(grid__cells=[4, 4], initial__field='{ type = "file", path = "small.png" }')
        self.assert_refused(start, "initial.field.path", "the shape (2, 2), but the grid needs (4, 4)")
        whole = (self.folder / "small.png").read_bytes()
        (self.folder / "small.png").write_bytes(whole[:-30])
        self.assert_refused(start, "small.png is damaged or cut short")
        self.write("words.png", "not a picture")
        start[-1] = start[-1].replace("small", "words")
        self.assert_refused(start, "neither an HDF5 nor an .npy file nor a PNG picture")


if __name__ == "__main__":
    unittest.main()
