# SPDX-FileCopyrightText: The Tessera authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The formulas of bench/corpus against a second text of their equations, in NumPy (corpus_equations.py). The tests in C++
compare strategies with an oracle that evaluates the same formulas, and cannot see an error in one."""
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

from program import BIN

try:
    import numpy
    import corpus_equations as equations
except ImportError:
    numpy = equations = None

# Of the largest value of a field. In two steps a value is the sum of a few hundred products of values that are at most some
# times larger, each rounded to 1.1e-16: round-off stays far below 1e-12 (on a host it is 8e-16). A coefficient that
# is wrong by a millionth shows at 1e-8 and more.
TOLERANCE = 1e-12


class Dump:
    """What the program wrote of one operator."""

    def __init__(self, folder, name):
        self.name, self.folder = name, folder
        lines = [line.split() for line in (folder / f"{name}.txt").read_text().splitlines()]
        facts = {words[0]: words[1:] for words in lines}
        self.shape = tuple(int(n) for n in reversed(facts["cells"]))
        self.quantities, self.steps = facts["quantities"], int(facts["steps"][0])
        self.before, self.after = self.read("before"), self.read("after")
        for quantity in self.quantities:
            if (folder / f"{name}.{quantity}.old.bin").exists():
                self.before[f"{quantity}.old"] = self.values(quantity, "old")

    def values(self, quantity, when):
        return numpy.fromfile(self.folder / f"{self.name}.{quantity}.{when}.bin", dtype="<f8").reshape(self.shape)

    def read(self, when):
        return {quantity: self.values(quantity, when) for quantity in self.quantities}

    def states(self, **coefficients):
        """The fields after each step of the equations."""
        state, states = dict(self.before), []
        for _ in range(self.steps):
            state = {**state, **equations.STEPS[self.name](state, **coefficients)}
            states.append(state)
        return states

    def error(self, **coefficients):
        """The largest difference to the program's fields, in parts of the largest value of the field."""
        expected = self.states(**coefficients)[-1]
        return max(abs(expected[q] - self.after[q]).max() / abs(self.after[q]).max() for q in self.quantities)


@unittest.skipIf(numpy is None, "no NumPy")
class Corpus(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = pathlib.Path(tempfile.mkdtemp(prefix="tessera-test-"))
        cls.addClassCleanup(shutil.rmtree, folder, ignore_errors=True)
        own = {"TESSERA_DUMP": str(folder), "OMP_WAIT_POLICY": "passive", "OMP_PROC_BIND": "false"}
        subprocess.run([str(BIN / "tessera-test-corpus"), "[.dump]"], env={**os.environ, **own}, check=True, timeout=300,
                       stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        cls.dumps = {path.stem: Dump(folder, path.stem) for path in sorted(folder.glob("*.txt"))}

    def test_all_are_there(self):
        self.assertEqual(set(self.dumps), set(equations.STEPS))
        for dump in self.dumps.values():
            with self.subTest(dump.name):
                self.assertEqual(dump.steps, 2)
                self.assertTrue(all(n % 2 for n in dump.shape), "odd, so that no two axes or directions are alike")
                self.assertEqual(len(set(dump.shape)), len(dump.shape))

    def test_the_steps_are_those_of_the_equations(self):
        for dump in self.dumps.values():
            with self.subTest(dump.name):
                self.assertLess(dump.error(), TOLERANCE)

    def test_every_coefficient_counts(self):
        """The comparison fails for a coefficient that is wrong by a millionth, and for a term that is left out."""
        for dump in self.dumps.values():
            for name, value in equations.STEPS[dump.name].__kwdefaults__.items():
                for factor in (1 + 1e-6, 0):
                    if (name, factor) == ("gamma", 0):  # no gas, and roots of negative numbers
                        continue
                    with self.subTest(f"{dump.name}: {name} times {factor}"):
                        self.assertGreater(dump.error(**{name: factor * value}), 100 * TOLERANCE)

    def test_no_bound_acts(self):
        """The equations know no bounds of densities and pressures: the states have to be inside these at every step."""
        gas, lattice = self.dumps["euler_hll"], self.dumps["lattice_boltzmann"]
        for state in (gas.before, *gas.states()):
            u = [state[q] for q in gas.quantities]
            self.assertGreater(u[0].min(), 0.1)
            self.assertGreater(equations.pressure(u, 1.4).min(), 0.01)
        for state in (lattice.before, *lattice.states()):
            self.assertGreater(sum(state[q] for q in lattice.quantities).min(), 1)

    def test_every_case_occurs(self):
        """Fluxes of gas that is supersonic to either side, and subsonic; flows of both signs."""
        gas = self.dumps["euler_hll"]
        u = numpy.stack([gas.before[q] for q in gas.quantities])
        for axis in range(2):
            self.assertEqual(set(equations.hll(u, axis, 1.4)[1].ravel()), {0, 1, 2})
        for q in self.dumps["burgers"].before.values():
            self.assertLess(q.min(), 0)
            self.assertGreater(q.max(), 0)


if __name__ == "__main__":
    unittest.main()
