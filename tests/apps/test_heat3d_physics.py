# SPDX-FileCopyrightText: The Tessera authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""heat3d against what is known on paper: series, exact discrete solutions, conservation."""
import math
import unittest

from program import SOURCE, ProgramTest, needs_h5py, numpy, sets

CASES = SOURCE / "apps" / "heat3d"
NO_PICTURES = sets(output__pictures="false")
ALL_FACES = [f"boundary__{axis}_{side}" for axis in "xyz" for side in ("low", "high")]


def faces(text):
    return sets(**{face: text for face in ALL_FACES})


def hot_face(x, y, z, terms=80):
    """Steady temperature in the unit cube with the face x = 0 at 100 and the others at 0, as a Fourier series."""
    total = 0.0
    for m in range(1, terms, 2):
        for n in range(1, terms, 2):
            k = math.pi * math.hypot(m, n)
            decay = (math.exp(-k * x) - math.exp(-k * (2 - x))) / (1 - math.exp(-2 * k))
            total += 1600 / (math.pi**2 * m * n) * math.sin(m * math.pi * y) * math.sin(n * math.pi * z) * decay
    return total


def hot_face_nodes(n):
    """The same of the 7-point scheme itself, at n x n x n inner nodes, as [z, y, x]; exact but for round-off."""
    node = numpy.arange(1, n + 1)
    sines = numpy.sin(numpy.pi * numpy.outer(node, node) / (n + 1))  # [mode, node]
    weight = 2 / (n + 1) * sines.sum(axis=1)  # of each mode in the constant 1
    cosine = numpy.cos(numpy.pi * node / (n + 1))
    mu = numpy.arccosh(3 - cosine[:, None] - cosine[None, :])
    along = numpy.sinh(mu[:, :, None] * (n + 1 - node)) / numpy.sinh(mu * (n + 1))[:, :, None]  # [my, mz, x]
    return 100 * numpy.einsum("a,b,ay,bz,abx->zyx", weight, weight, sines, sines, along)


class HotFace(ProgramTest):
    name = "heat3d"

    def steady(self, cells, *words):
        output = f"steady{cells}"
        self.good_run(output, CASES / "default.toml", *NO_PICTURES,
                      *sets(grid__cells=[cells] * 3, time__tolerance=1e-7, run__check_every=20), *words)
        return output

    def test_the_mean_is_a_sixth(self):
        for cells in (8, 15):
            output = self.steady(cells)
            self.assertAlmostEqual(self.summary(output)["norms"]["mean"], 100 / 6, delta=1e-5)
            self.assertEqual(self.summary(output)["stopped_because"], "steady")

    def test_the_slowest_mode_decays_as_it_should(self):
        # With the mode (1, 1, 1) alone left, the mean lacks 3200/(3 pi^3) (2/pi)^3 exp(-3 pi^2 alpha t).
        self.good_run("late", *sets(grid__cells=[32, 32, 32], time__end=7000), *NO_PICTURES)
        missing = 100 / 6 - self.summary("late")["norms"]["mean"]
        slowest = 3200 / (3 * math.pi**3) * (2 / math.pi)**3 * math.exp(-3 * math.pi**2 * 1.9e-5 * 7000)
        self.assertAlmostEqual(missing / slowest, 1, delta=0.02)

    def test_the_error_estimate_is_no_less_than_the_error(self):
        for tolerance in (0.03, 0.003):
            self.good_run(f"t{tolerance}", *sets(grid__cells=[16, 16, 16], time__tolerance=tolerance, run__check_every=4,
                                                 run__solver="steps"),
                          *NO_PICTURES)
            summary = self.summary(f"t{tolerance}")
            # The mean lacks (2/pi)^3 of what the centre lacks.
            error = (100 / 6 - summary["norms"]["mean"]) / (2 / math.pi)**3
            self.assertLess(error, summary["error_estimate"])
            self.assertLess(error, 100 * tolerance)
            self.assertGreater(error, 10 * tolerance, "far too cautious")

    @needs_h5py
    def test_against_the_fourier_series(self):
        errors = []
        for cells in (16, 32):
            field = self.last_field(self.steady(cells))
            middle = field[cells // 2 - 1:cells // 2 + 1, cells // 2 - 1:cells // 2 + 1, :].mean(axis=(0, 1))
            self.assertAlmostEqual(middle[cells // 2 - 1:cells // 2 + 1].mean(), 100 / 6, delta=1e-4)
            worst = 0
            for i in range(cells // 4, cells, 3 * cells // 16):
                x, y, z = ((index + 0.5) / cells for index in (i, cells // 2, cells // 4))
                worst = max(worst, abs(field[cells // 4, cells // 2, i] - hot_face(x, y, z)))
            errors.append(worst)
        self.assertLess(errors[1], 0.05)
        self.assertGreater(errors[0] / errors[1], 3.5, f"not of second order: {errors}")

    @needs_h5py
    def test_paper000_is_the_scheme_of_the_paper(self):
        spacing = sets(grid__spacing=[1 / 15] * 3, grid__origin=[1 / 30] * 3)
        self.good_run("nodes", CASES / "paper000.toml", *NO_PICTURES, *sets(grid__cells=[14, 14, 14]), *spacing)
        self.assertLess(abs(self.last_field("nodes") - hot_face_nodes(14)).max(), 1e-7)

    def test_float_agrees_with_double(self):
        words = (*sets(grid__cells=[16, 16, 16], time__steps=400), *NO_PICTURES)
        self.good_run("double", *words)
        self.good_run("float", *words, *sets(run__precision="float"))
        one, other = self.summary("double"), self.summary("float")
        self.assertEqual((one["precision"], other["precision"]), ("double", "float"))
        self.assertEqual(one["time"], other["time"])
        for key in ("maximum", "mean", "l2"):
            self.assertAlmostEqual(one["norms"][key], other["norms"][key], delta=1e-4)
        self.assertNotEqual(one["norms"], other["norms"])

    def test_float_says_what_it_cannot_reach(self):
        self.good_run("floor", *sets(grid__cells=[16, 16, 16], time__tolerance=1e-9, run__precision="float",
                                          run__solver="steps"), *NO_PICTURES)
        summary = self.summary("floor")
        self.assertEqual(summary["stopped_because"], "precision_floor")
        self.assertLess(abs(summary["norms"]["mean"] - 100 / 6), max(summary["error_estimate"], 1e-3))


class HeatedSlab(ProgramTest):
    name = "heat3d"

    def exact(self, x, z):
        height, alpha, wave = 0.1, 1.2e-5, 2 * math.pi / 0.2
        flux = 20 + 400 * (height - z) + 0.02 * (height**2 - z**2) / (2 * alpha)
        shape = (1 - numpy.cosh(wave * z) / math.cosh(wave * height)) / (alpha * wave**2)
        return flux[:, None] + 0.3 * numpy.sin(wave * x)[None, :] * shape[:, None]

    @needs_h5py
    def test_against_its_formula(self):
        errors = []
        for cells in ([16, 4, 8], [32, 4, 16]):
            output = f"slab{cells[0]}"
            self.good_run(output, CASES / "heated_slab.toml", *NO_PICTURES, *sets(grid__cells=cells, time__tolerance=1e-8))
            field = self.last_field(output)
            x, z = ((numpy.arange(n) + 0.5) * length / n for n, length in ((cells[0], 0.2), (cells[2], 0.1)))
            errors.append(abs(field - self.exact(x, z)[:, None, :]).max())
        self.assertLess(errors[1], 0.2)
        self.assertGreater(errors[0] / errors[1], 3.5, f"not of second order: {errors}")

    def test_turned_it_is_the_same(self):
        """The slab along x instead of z, with the pattern along y."""
        words = (*NO_PICTURES, *sets(time__steps=500))
        self.good_run("upright", CASES / "heated_slab.toml", *words, *sets(grid__cells=[16, 4, 8]))
        turned = sets(grid__cells=[8, 16, 4], grid__length=[0.1, 0.2, 0.2], physics__source__modes=[0, 2, 0],
                      boundary__x_low='{ type = "neumann", gradient = 400.0 }',
                      boundary__x_high='{ type = "dirichlet", value = 20.0 }',
                      boundary__z_low='{ type = "periodic" }', boundary__z_high='{ type = "periodic" }')
        self.good_run("turned", CASES / "heated_slab.toml", *words, *turned)
        for key, value in self.summary("upright")["norms"].items():
            self.assertAlmostEqual(value, self.summary("turned")["norms"][key], delta=1e-9)


class Conservation(ProgramTest):
    name = "heat3d"
    bell = sets(grid__cells=[12, 10, 14], time__steps=300,
                initial__temperature='{ type = "gaussian", value = 50.0, background = 10.0, centre = [0.3, 0.6, 0.5] }')

    def mean_after(self, output, *words):
        self.good_run(output + "0", *self.bell, *NO_PICTURES, *words, *sets(time__steps=0))
        self.good_run(output, *self.bell, *NO_PICTURES, *words)
        start, end = self.summary(output + "0")["norms"], self.summary(output)["norms"]
        self.assertLess(end["l2"], start["l2"], "nothing happened")
        return start["mean"], end["mean"]

    def test_periodic_and_insulated_boxes_keep_the_mean(self):
        for kind, text in (("periodic", '{ type = "periodic" }'), ("insulated", '{ type = "neumann", gradient = 0.0 }')):
            with self.subTest(kind):
                start, end = self.mean_after(kind, *faces(text))
                self.assertAlmostEqual(start, end, delta=1e-12 * start)

    def test_a_varying_diffusivity_keeps_it_too(self):
        values = [1e-5 * (1 + (i * 7919 % 13)) for i in range(12 * 10 * 14)]
        self.write_npy("diffusivity.npy", (14, 10, 12), values)
        start, end = self.mean_after("varying", *faces('{ type = "neumann", gradient = 0.0 }'),
                                     *sets(physics__diffusivity_file="diffusivity.npy"))
        self.assertAlmostEqual(start, end, delta=1e-12 * start)

    def test_a_flux_and_a_source_add_what_they_should(self):
        words = (*sets(grid__cells=[6, 7, 8], grid__length=[0.6, 0.5, 0.4], time__end=100), *NO_PICTURES,
                 *faces('{ type = "neumann", gradient = 0.0 }'),
                 *sets(boundary__y_high='{ type = "neumann", gradient = 30.0 }',
                       physics__source='{ type = "value", value = 0.25 }'))
        self.good_run("fed", *words)
        grown = 100 * (0.25 + 1.9e-5 * 30 / 0.5)
        self.assertAlmostEqual(self.summary("fed")["norms"]["mean"], grown, delta=1e-11 * grown)


class InsulatedSteadyState(ProgramTest):
    """Boxes without a given temperature in which as much heat comes in as goes out."""
    name = "heat3d"

    def steady_mean(self, output, *words):
        self.good_run(output, *NO_PICTURES, *faces('{ type = "neumann", gradient = 0.0 }'), *words,
                      *sets(grid__cells=[12, 4, 3], grid__spacing=[0.01] * 3, physics__diffusivity=1e-4,
                            time__until='"steady"', run__check_every=20))
        self.assertEqual(self.summary(output)["stopped_because"], "steady")
        return self.summary(output)["norms"]

    def test_a_source_and_a_gradient_that_cancel(self):
        # 0.1 K/s leave over a length of 0.12 m: u'' = -0.1 / 1e-4, so that the range is 1000 / 2 (0.115^2 - 0.005^2).
        norms = self.steady_mean("cancel", *sets(physics__source='{ type = "value", value = 0.1 }',
                                                 boundary__x_high='{ type = "neumann", gradient = -120.0 }'))
        self.assertAlmostEqual(norms["maximum"] - norms["minimum"], 6.6, delta=0.1)
        self.assertAlmostEqual(norms["mean"], 0, delta=1e-9)

    def test_a_flow_through_and_a_source_of_both_signs(self):
        self.steady_mean("through", *sets(boundary__x_low='{ type = "neumann", gradient = 50.0 }',
                                          boundary__x_high='{ type = "neumann", gradient = -50.0 }'))
        values = [0.3 if i % 12 < 6 else -0.3 for i in range(144)]
        self.write_npy("both.npy", (3, 4, 12), values)
        norms = self.steady_mean("both", *sets(physics__source='{ type = "file", path = "both.npy", dataset = "source" }'))
        self.assertAlmostEqual(norms["mean"], 0, delta=1e-9)


class Layers(ProgramTest):
    """Layers of different diffusivity between a face at 100 and one at 0 degC: resistances in series."""
    name = "heat3d"

    def steady(self, output, diffusivity, axis="x", *words):
        cells = {a: len(diffusivity) if a == axis else 1 for a in "xyz"}
        self.write_npy(f"{output}.npy", (cells["z"], cells["y"], cells["x"]), diffusivity)
        hot = {f"boundary__{axis}_low": '{ type = "dirichlet", value = 100.0 }',
               f"boundary__{axis}_high": '{ type = "dirichlet", value = 0.0 }'}
        self.good_run(output, *NO_PICTURES, *faces('{ type = "neumann", gradient = 0.0 }'), *sets(**hot),
                      *sets(grid__cells=[cells[a] for a in "xyz"], grid__spacing=[0.01] * 3,
                            physics__diffusivity_file=f"{output}.npy", time__until='"steady"', time__tolerance=1e-7), *words)
        return self.last_field(output).ravel()

    @staticmethod
    def exact(diffusivity):
        resistance = 1 / numpy.array(diffusivity)
        return 100 * (1 - (numpy.cumsum(resistance) - resistance / 2) / resistance.sum())

    @needs_h5py
    def test_thin_insulation_is_felt(self):
        thin = [1e-4] * 10 + [1e-7] + [1e-4] * 10
        for precision, delta in (("double", 1e-4), ("float", 0.2)):
            field = self.steady(precision, thin, "x", *sets(run__precision=precision))
            self.assertLess(abs(field - self.exact(thin)).max(), delta)
        self.assertAlmostEqual(self.steady("again", thin)[9], 99.07, delta=0.005)

    @needs_h5py
    def test_two_layers_along_each_axis_and_at_any_contrast(self):
        for axis, ratio in (("x", 3), ("y", 100), ("z", 1e4)):
            layers = [1e-4] * 6 + [1e-4 / ratio] * 2
            self.assertLess(abs(self.steady(axis, layers, axis) - self.exact(layers)).max(), 1e-4)

    @needs_h5py
    def test_a_cell_of_0_passes_no_heat(self):
        for precision in ("double", "float"):
            field = self.steady(f"wall_{precision}", [1e-4] * 5 + [0] + [1e-4] * 5, "x", *sets(run__precision=precision))
            self.assertLess(abs(field - numpy.array([100.0] * 5 + [0.0] * 6)).max(), 1e-2)

    @needs_h5py
    def test_a_run_goes_on_while_slow_cells_are_not_steady(self):
        # The fast halves are steady to within 1 % long before the cell between them is.
        slow = [1e-4] * 6 + [1e-9] + [1e-4] * 6
        field = self.steady("slow", slow, "x", *sets(time__tolerance=0.01))
        self.assertLess(abs(field - self.exact(slow)).max(), 1)


class Scheme(ProgramTest):
    name = "heat3d"

    def test_a_sine_decays_by_the_exact_factor(self):
        cells, lengths, modes, steps = [8, 9, 10], [1.0, 0.9, 1.2], [1, 2, 3], 40
        self.good_run("sine", *NO_PICTURES, *faces('{ type = "dirichlet", value = 0.0 }'),
                      *sets(grid__cells=cells, grid__length=lengths, time__steps=steps,
                            initial__temperature=f'{{ type = "sine", value = 1.0, modes = {modes} }}'))
        summary = self.summary("sine")
        factor = 1.0
        for n, length, mode in zip(cells, lengths, modes):
            c = 1.9e-5 * summary["dt"] / (length / n)**2
            factor -= 4 * c * math.sin(math.pi * mode / (2 * n))**2
        expected = abs(factor)**steps * 0.5**1.5  # the root mean square of a product of three sines
        self.assertAlmostEqual(summary["norms"]["l2"] / expected, 1, delta=1e-12)

    def test_an_even_diffusivity_map_is_a_number(self):
        words = (*sets(grid__cells=[7, 8, 9], time__steps=60), *NO_PICTURES)
        self.write_npy("even.npy", (9, 8, 7), 1.9e-5)
        self.good_run("number", *words)
        self.good_run("map", *words, *sets(physics__diffusivity_file="even.npy"))
        one, other = self.summary("number"), self.summary("map")
        self.assertEqual(one["dt"], other["dt"])
        for key, value in one["norms"].items():
            self.assertAlmostEqual(value, other["norms"][key], delta=1e-11 * abs(value))

    def test_a_boundary_map_is_a_number_where_it_is_even_and_stands_where_it_should(self):
        words = (*sets(grid__cells=[6, 7, 8], time__steps=200), *NO_PICTURES, *faces('{ type = "neumann", gradient = 0.0 }'))
        hot = 'boundary__y_low={ type = "dirichlet", value = 80.0 }'.split("=", 1)
        self.good_run("number", *words, *sets(**{hot[0]: hot[1]}))
        self.write_npy("even.npy", (8, 6), 80.0)
        self.good_run("map", *words, *sets(boundary__y_low='{ type = "dirichlet", file = "even.npy" }'))
        self.assert_same_end("number", "map")

    @needs_h5py
    def test_a_boundary_map_is_turned_the_right_way(self):
        # After one step only the cells at the face have changed, each by its own value.
        values = [10.0 * k + i for k in range(8) for i in range(6)]
        self.write_npy("map.npy", (8, 6), values)
        self.good_run("map", *sets(grid__cells=[6, 7, 8], time__steps=1), *NO_PICTURES,
                      *faces('{ type = "neumann", gradient = 0.0 }'),
                      *sets(boundary__y_low='{ type = "dirichlet", file = "map.npy" }'))
        field = self.last_field("map")
        share = field[:, 0, :] / (numpy.array(values).reshape(8, 6) + 1e-300)
        self.assertTrue(numpy.allclose(share[1:, 1:], share[1, 1], rtol=1e-12))
        self.assertEqual(abs(field[:, 1:, :]).max(), 0)


if __name__ == "__main__":
    unittest.main()
