# SPDX-FileCopyrightText: The Tessera authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Of renew.py: what it replaces, keeps and adds, and what it refuses."""
import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from results import Results

SCRIPT = Path(__file__).with_name("renew.py")


def run(commit, rates, **more):
    """A result of these rates; those of one name are repetitions."""
    context = {"device": "d", "host": "h", "threads": "2", "device_space": "cuda", "host_space": "openmp", "commit": commit}
    entries = [{"name": n, "items_per_second": v, "share_of_roof": 0.5} for n, v in rates]
    return {"context": context | more, "benchmarks": entries}


class Renew(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def call(self, old, new):
        paths = [Path(self.folder.name) / name for name in ("old.json", "new.json")]
        for path, data in zip(paths, (old, new)):
            path.write_text(json.dumps(data), encoding="utf-8")
        return paths[0], subprocess.run([sys.executable, SCRIPT, *paths], capture_output=True, text=True, check=False)

    def test_rates_are_replaced_kept_and_added(self):
        names = [f"heat7/cuda/default/double/{n}x{n}x{n}" for n in (64, 128, 256)]
        path, done = self.call(run("one", [(names[0], 1.0), (names[1], 2.0)]),
                               run("two", [(names[1], 3.0), (names[1], 5.0), (names[2], 7.0)]))
        self.assertEqual(done.returncode, 0, done.stderr)
        results = Results(path)
        rates = {key.size: (rate.value, rate.commit) for key, rate in results.rates.items()}
        self.assertEqual(rates, {"64x64x64": (1, "one"), "128x128x128": (4, "two"), "256x256x256": (7, "two")})
        self.assertEqual(results.commits, "commit one; 2 rates of commit two")

    def test_another_device_is_refused(self):
        old = run("one", [("heat7/cuda/default/double/64x64x64", 1.0)])
        path, done = self.call(old, run("two", [("heat7/cuda/default/double/64x64x64", 2.0)], device="another"))
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("device is 'd' in the result and 'another' in the part", done.stderr)
        self.assertEqual(json.loads(path.read_text(encoding="utf-8")), old)


if __name__ == "__main__":
    unittest.main()
