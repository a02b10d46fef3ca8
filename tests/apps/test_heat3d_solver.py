# SPDX-FileCopyrightText: The Tessera authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""heat3d's solver for steady states: against a direct solution of the same linear system, against steps, and bad input."""
import math
import unittest

from program import ProgramTest, needs_h5py, numpy, sets

NO_PICTURES = sets(output__pictures="false")
ALL_FACES = [f"{axis}_{side}" for axis in "xyz" for side in ("low", "high")]


def harmonic(a, b):
    return 0 if a * b == 0 else 2 * a * b / (a + b)


def direct_solution(cells, spacing, faces, source, diffusivity):
    """div(diffusivity grad u) + source = 0 by a dense direct solver; arrays are [z, y, x]. `faces` maps x_low ... to
    ("dirichlet", value), ("node", value), ("neumann", gradient) or None for a periodic axis."""
    n = [cells[2], cells[1], cells[0]]
    h = [spacing[2], spacing[1], spacing[0]]
    index = numpy.arange(numpy.prod(n)).reshape(n)
    matrix = numpy.zeros((index.size, index.size))
    right = -numpy.array(source, float).reshape(-1)
    for place in numpy.ndindex(*n):
        here = index[place]
        for axis in range(3):
            for step in (-1, 1):
                beside = list(place)
                beside[axis] += step
                face = faces["zyx"[axis] + ("_low" if step < 0 else "_high")]
                if face is None:
                    beside[axis] %= n[axis]
                if 0 <= beside[axis] < n[axis]:
                    c = harmonic(diffusivity[place], diffusivity[tuple(beside)]) / h[axis] ** 2
                    matrix[here, index[tuple(beside)]] += c
                    matrix[here, here] -= c
                    continue
                c, (kind, value) = diffusivity[place] / h[axis] ** 2, face
                if kind == "dirichlet":
                    matrix[here, here] -= 2 * c
                    right[here] -= 2 * c * value
                elif kind == "node":
                    matrix[here, here] -= c
                    right[here] -= c * value
                else:
                    right[here] -= c * h[axis] * value
    return numpy.linalg.solve(matrix, right).reshape(n)


def face_text(face):
    if face is None:
        return '{ type = "periodic" }'
    kind, value = face
    if kind == "neumann":
        return f'{{ type = "neumann", gradient = {value} }}'
    return f'{{ type = "dirichlet", value = {value}' + (', at = "node" }' if kind == "node" else " }")


class Solver(ProgramTest):
    name = "heat3d"

    def solve(self, output, cells, spacing, faces, *words, **keys):
        keys = {"time__tolerance": 1e-10, "run__solver": "multigrid", **keys}
        return self.good_run(output, *NO_PICTURES, *sets(grid__cells=cells, grid__spacing=spacing, **keys),
                             *sets(**{f"boundary__{name}": face_text(faces[name]) for name in ALL_FACES}), *words)

    def compare(self, output, cells, spacing, faces, variable):
        random = numpy.random.default_rng(7)
        shape = cells[::-1]
        source = random.uniform(-1e-4, 1e-4, shape)
        diffusivity = random.uniform(0.2e-5, 4e-5, shape) if variable else numpy.full(shape, 1.9e-5)
        numpy.save(self.folder / "source.npy", source)
        numpy.save(self.folder / "diffusivity.npy", diffusivity)
        keys = sets(physics__source='{ type = "file", path = "source.npy" }')
        if variable:
            keys += sets(physics__diffusivity_file="diffusivity.npy")
        self.solve(output, cells, spacing, faces, *keys)
        summary = self.summary(output)
        right = direct_solution(cells, spacing, faces, source, diffusivity)
        wide = right.max() - right.min()
        self.assertLess(abs(self.last_field(output) - right).max(), 1e-8 * wide)
        self.assertEqual(summary["stopped_because"], "steady")
        self.assertLess(summary["steps"], 30)

    @needs_h5py
    def test_against_a_direct_solver(self):
        around = {"x_low": ("dirichlet", 100.0), "x_high": ("neumann", 30.0), "y_low": None, "y_high": None,
                  "z_low": ("node", -20.0), "z_high": ("dirichlet", 5.0)}
        closed = {name: ("dirichlet", float(i)) for i, name in enumerate(ALL_FACES)}
        for number, (cells, spacing, faces) in enumerate([
                ([13, 8, 7], [0.1, 0.1, 0.1], around), ([11, 11, 11], [0.1, 0.1, 0.1], closed),
                ([17, 1, 5], [0.1, 0.1, 0.1], around), ([16, 12, 4], [0.02, 0.1, 0.3], closed)]):
            for variable in (False, True):
                with self.subTest(cells=cells, variable=variable):
                    self.compare(f"out{number}{variable}", cells, spacing, faces, variable)

    @needs_h5py
    def test_all_solvers(self):
        faces = {"x_low": ("dirichlet", 100.0), "x_high": ("neumann", 30.0), "y_low": None, "y_high": None,
                 "z_low": ("node", -20.0), "z_high": ("dirichlet", 5.0)}
        cells, spacing = [9, 8, 7], [0.1, 0.1, 0.1]
        diffusivity = numpy.random.default_rng(3).uniform(0.2e-5, 4e-5, cells[::-1])
        numpy.save(self.folder / "diffusivity.npy", diffusivity)
        right = direct_solution(cells, spacing, faces, numpy.zeros(cells[::-1]), diffusivity)
        for solver, words in (("cg", "conjugate gradients preconditioned by multigrid"), ("chebyshev", "Chebyshev"),
                              ("bicgstab", "BiCGStab preconditioned by multigrid")):
            with self.subTest(solver):
                run = self.solve(solver, cells, spacing, faces, *sets(physics__diffusivity_file="diffusivity.npy"),
                                 run__solver=solver)
                self.assertIn(words, run.out + run.err)
                self.assertLess(abs(self.last_field(solver) - right).max(), 1e-7 * (right.max() - right.min()))

    @needs_h5py
    def test_a_part_in_thin_insulation(self):
        """A block inside a shell of one cell that conducts a million times less, and a thin layer beside it."""
        cells, spacing = [10, 9, 8], [0.1, 0.1, 0.1]
        faces = {name: ("neumann", 0.0) for name in ALL_FACES}
        faces.update(x_low=("dirichlet", 100.0), x_high=("dirichlet", 0.0))
        diffusivity = numpy.full(cells[::-1], 1e-4)
        diffusivity[1:7, 1:7, 1:6] = 1e-10
        diffusivity[2:6, 2:6, 2:5] = 1e-4
        diffusivity[:, :, 8] = 1e-10
        numpy.save(self.folder / "diffusivity.npy", diffusivity)
        right = direct_solution(cells, spacing, faces, numpy.zeros(cells[::-1]), diffusivity)
        for solver, words in (("auto", "BiCGStab preconditioned by multigrid"),
                              ("cg", "conjugate gradients preconditioned by Chebyshev")):
            with self.subTest(solver):
                run = self.solve(solver, cells, spacing, faces, *sets(physics__diffusivity_file="diffusivity.npy"),
                                 run__solver=solver, time__tolerance=1e-4)
                self.assertIn(words, run.out + run.err)
                self.assertLess(abs(self.last_field(solver) - right).max(), 1e-4 * 100)

    def test_as_steps_find_it(self):
        faces = {name: ("dirichlet", 10.0 * i) for i, name in enumerate(ALL_FACES)}
        case = ([20, 20, 20], [0.05, 0.05, 0.05], faces)
        self.solve("solved", *case)
        self.solve("stepped", *case, run__solver="steps", time__tolerance=1e-8)
        solved, stepped = self.summary("solved"), self.summary("stepped")
        self.assertAlmostEqual(solved["norms"]["mean"], stepped["norms"]["mean"], delta=1e-5)
        self.assertGreater(stepped["steps"], 20 * solved["steps"])

    def test_closed_faces_keep_the_mean(self):
        """Insulated, with as much heating as cooling: the mean of the beginning stays."""
        faces = {name: ("neumann", 0.0) for name in ALL_FACES}
        self.solve("out", [12, 9, 7], [0.1, 0.1, 0.1], faces,
                   *sets(physics__source='{ type = "sine", value = 1e-4, modes = [2, 0, 0] }',
                         initial__temperature='{ type = "value", value = 40.0 }'))
        self.assertAlmostEqual(self.summary("out")["norms"]["mean"], 40, delta=1e-9)
        self.assertGreater(self.summary("out")["norms"]["maximum"], 40.01)

    def test_a_restart_gives_the_same_bits(self):
        faces = {name: ("dirichlet", 10.0 * i) for i, name in enumerate(ALL_FACES)}
        case = ([18, 14, 10], [0.05, 0.05, 0.05], faces)
        self.solve("whole", *case)
        self.solve("parts", *case, time__tolerance=1e-3, output__checkpoint_every=1)
        self.solve("parts", *case, "--restart", output__checkpoint_every=1)
        self.assert_same_end("whole", "parts")

    def test_the_default(self):
        small = sets(grid__cells=[12, 12, 12])
        self.good_run("default", *small, *NO_PICTURES)
        self.assertLess(self.summary("default")["steps"], 20)
        self.good_run("frames", *small, *NO_PICTURES, *sets(output__every_time="10 min"))
        self.assertGreater(self.summary("frames")["time"], 1000)

    def test_float_ends_at_its_floor(self):
        self.good_run("out", *NO_PICTURES, *sets(grid__cells=[24, 24, 24], time__tolerance=1e-9, run__precision="float"))
        summary = self.summary("out")
        self.assertEqual(summary["stopped_because"], "precision_floor")
        self.assertLess(abs(summary["norms"]["mean"] - 100 / 6), 1e-3)

    def test_implicit_steps(self):
        """A sine between faces at 0 decays as exp(-3 (pi / L)^2 alpha t): steps 30 times the explicit limit long."""
        faces = {name: ("dirichlet", 0.0) for name in ALL_FACES}
        self.good_run("start", *NO_PICTURES, *sets(
            grid__cells=[16, 16, 16], time__steps=0,
            initial__temperature='{ type = "sine", value = 1.0, modes = [1, 1, 1] }'),
            *sets(**{f"boundary__{name}": face_text(faces[name]) for name in ALL_FACES}))
        before = self.summary("start")["norms"]["mean"]
        eigenvalue = 3 * (2 * 16 * math.sin(math.pi / 32)) ** 2  # of the 7-point scheme
        errors = []
        for steps in (10, 20):
            output = f"implicit{steps}"
            self.good_run(output, *NO_PICTURES, *sets(
                grid__cells=[16, 16, 16], time__end=2000, time__dt=2000 / steps, time__method="implicit",
                initial__temperature='{ type = "sine", value = 1.0, modes = [1, 1, 1] }'),
                *sets(**{f"boundary__{name}": face_text(faces[name]) for name in ALL_FACES}))
            summary = self.summary(output)
            self.assertEqual(summary["steps"], steps)
            errors.append(abs(summary["norms"]["mean"] / before - math.exp(-eigenvalue * 1.9e-5 * 2000)))
        self.assertLess(errors[1], 1e-3)
        self.assertGreater(errors[0] / errors[1], 3.5, f"not of second order: {errors}")

    @needs_h5py
    def test_layers_of_the_largest_contrast(self):
        """A bar with a thin insulation and a thick one: resistances in series."""
        for number, thin in enumerate((range(10, 11), range(10, 21))):
            alpha = numpy.full(21, 1e-4)
            alpha[list(thin)] = 1.1e-6
            numpy.save(self.folder / "bar.npy", alpha.reshape(1, 1, 21))
            faces = {name: ("neumann", 0.0) for name in ALL_FACES}
            faces.update(x_low=("dirichlet", 100.0), x_high=("dirichlet", 0.0))
            self.solve(f"bar{number}", [21, 1, 1], [0.01, 0.01, 0.01], faces, *sets(physics__diffusivity_file="bar.npy"))
            resistance = 1 / alpha
            before = numpy.cumsum(resistance) - resistance / 2
            right = 100 * (1 - before / resistance.sum())
            self.assertLess(abs(self.last_field(f"bar{number}")[0, 0] - right).max(), 1e-6)

    @needs_h5py
    def test_bad_input(self):
        solver = sets(run__solver="multigrid")
        self.assert_refused([*solver, *sets(time__end=10)], "run.solver", 'time.until = "steady"')
        self.assert_refused([*solver, *sets(output__every_time=10)], "run.solver", "output.every_time")
        self.assert_refused([*solver, *sets(time__dt=10)], "run.solver", "time.dt")
        numpy.save(self.folder / "layers.npy", numpy.where(numpy.arange(8) < 4, 1e-4, 9e-7).reshape(1, 1, 8))
        self.assert_refused([*solver, *sets(grid__cells=[8, 1, 1], physics__diffusivity_file="layers.npy")], "run.solver",
                            "differ by a factor of 111", "bicgstab")
        self.assert_refused(sets(time__method="implicit", time__end=10), "time.method", "set time.dt")
        self.assert_refused(sets(time__method="implicit", time__dt=10), "time.method", "time.until")


if __name__ == "__main__":
    unittest.main()
