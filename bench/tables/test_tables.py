# SPDX-FileCopyrightText: The Tessera authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Of the tables: which files they read, what they say of them, and that their modules do not import each other in a circle."""
import ast
import contextlib
import graphlib
import io
import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import compare
import readme_table
import report
from results import Results, newest_of_devices, of_device, sweep_results

FOLDER = Path(__file__).parent
NAME = "heat7/cuda/default/double/{0}x{0}x{0}"


def context(commit="0123456789ab", date="2026-01-01T00:00:00+00:00", **more):
    return {"executable": "tessera-bench", "device": "NVIDIA H200", "host": "a processor", "threads": "2", "device_space": "cuda",
            "host_space": "openmp", "commit": commit, "date": date, "tessera": "0.1.0", "kokkos": "4.5.1",
            "compiler": "a compiler"} | more


def suite(rates, **more):
    """A result of bench/run: its rates by name."""
    rows = [{"name": n, "label": "a schedule", "items_per_second": sorted(r)[len(r) // 2], "min": min(r), "max": max(r),
             "share_of_roof": 0.5, "bytes_per_update": 16.0, "rates": r} for n, r in rates.items()]
    return {"context": context(**more), "benchmarks": rows}


def google(rates, **more):
    """The same as Google Benchmark writes it."""
    rows = [{"name": f"{n}/iterations:10/manual_time", "run_type": "iteration", "repetition_index": i, "iterations": 10,
             "items_per_second": r, "share_of_roof": 0.5, "bytes_per_update": 16.0}
            for n, repetitions in rates.items() for i, r in enumerate(repetitions)]
    return {"context": context(**more), "benchmarks": rows}


class WithFolder(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name)

    def put(self, name, data):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(data), encoding="utf-8")
        return path


class Reading(WithFolder):
    def test_both_forms_say_the_same(self):
        rates = {NAME.format(64): [3e9, 1e9, 2e9], NAME.format(128): [5e9]}
        for form in (suite, google):
            results = Results(self.put("a.json", form(rates)))
            found = {k.size: (r.value, r.least, r.most, r.share) for k, r in results.rates.items()}
            self.assertEqual(found, {"64x64x64": (2e9, 1e9, 3e9, 0.5), "128x128x128": (5e9, 5e9, 5e9, 0.5)}, form.__name__)
            self.assertEqual(results.source, "commit 0123456789ab")

    def test_skipped_cases_have_reasons(self):
        data = suite({})
        data["benchmarks"].append({"name": NAME.format(64), "error_occurred": True, "error_message": "too large"})
        results = Results(self.put("a.json", data))
        self.assertEqual((results.rates, list(results.skipped.values())), ({}, ["too large"]))

    def test_a_mix_of_commits_says_so(self):
        results = Results(self.put("a.json", suite({}, note_on_commits="a mix of commits before 2026-11-29")))
        self.assertEqual(results.source, "a mix of commits before 2026-11-29")

    def test_the_newest_of_a_device_is_taken(self):
        self.put("nvidia-h200/old.json", suite({}, commit="old", date="2026-01-01T10:00:00+00:00"))
        self.put("nvidia-h200/new.json", suite({}, commit="new", date="2026-01-02T09:00:00+00:00"))
        self.put("nvidia-h200/short.json", suite({}, commit="short", date="2026-01-03T09:00:00+00:00", selection="short"))
        self.put("amd-epyc/one.json", suite({}, commit="one"))
        self.put("papers/nvidia-h200.json", suite({}, executable="tessera-bench-papers"))
        self.put("steady/nvidia-h200.json", {"runs": []})
        self.assertEqual([r.context["commit"] for r in newest_of_devices(folder=self.folder)], ["one", "short"])
        self.assertEqual([r.context["commit"] for r in newest_of_devices(whole=True, folder=self.folder)], ["one", "new"])
        self.assertEqual([p.stem for p in of_device(self.folder / "nvidia-h200")], ["old", "new", "short"])
        self.assertEqual(sweep_results(self.folder / "papers/nvidia-h200.json").context["commit"], "new")
        self.assertIsNone(sweep_results(self.folder / "papers/another.json"))

    def test_what_is_in_bench_results_is_read(self):
        found = newest_of_devices()
        self.assertTrue(found)
        self.assertTrue(all(r.rates for r in found))


class Printing(WithFolder):
    def setUp(self):
        super().setUp()
        self.path = self.put("d/a.json", suite({NAME.format(512): [6e11, 5e11, 7e11], "copy/cuda/double/512x512x512": [1e12]}))

    def test_the_readme_names_one_commit(self):
        readme = self.folder / "README.md"
        readme.write_text("<!-- bench:heat3d begin -->\n<!-- bench:heat3d end -->\n", encoding="utf-8")
        command = [sys.executable, "-B", FOLDER / "readme_table.py", "--readme", readme, self.path]
        self.assertEqual(subprocess.run(command, check=False).returncode, 0)
        self.assertIn("(commit 0123456789ab):\n", readme.read_text(encoding="utf-8"))
        self.assertEqual(subprocess.run([*command, "--check"], check=False).returncode, 0)
        self.assertIn("| double | 512^3 |", readme_table.section(Results(self.path)))

    def test_the_report_has_the_rates(self):
        self.assertIn("600", report.report(Results(self.path)))


class Comparing(WithFolder):
    def call(self, a, b, *options):
        paths = [self.put(f"{n}.json", d) for n, d in (("a", a), ("b", b))]
        said = io.StringIO()
        before = sys.argv
        sys.argv = ["compare.py", *map(str, paths), *options]
        try:
            with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
                status = compare.main()
        finally:
            sys.argv = before
        return status, said.getvalue()

    def test_ratios_with_their_spread(self):
        status, said = self.call(suite({NAME.format(64): [1e9, 2e9, 4e9]}), suite({NAME.format(64): [2e9, 2e9, 2e9]}))
        self.assertEqual(status, 0)
        self.assertRegex(said, r"heat7/cuda/default/double/64x64x64 +2\.00 +2\.00 +1\.000 +0\.500 +2\.000")
        self.assertIn("1 rows, 0 below 0.98", said)

    def test_a_row_below_the_threshold_is_an_error(self):
        a = suite({NAME.format(64): [1e9], NAME.format(128): [1e9, 1e9, 1e9]})
        b = suite({NAME.format(64): [1e9], NAME.format(128): [0.8e9, 0.9e9, 1.1e9]})
        status, said = self.call(a, b)
        self.assertEqual(status, 1)
        self.assertRegex(said, r"128x128x128 +below, spread reaches it")
        self.assertEqual(self.call(a, b, "--least", "0.9")[0], 0)
        self.assertEqual(self.call(a, b, "--filter", "/64x")[0], 0)

    def test_rows_of_one_file_are_named(self):
        a = suite({NAME.format(64): [1e9], "shallow_water/cuda/fused/float/wet/100x100": [1e9]})
        status, said = self.call(a, google({NAME.format(64): [1e9], NAME.format(128): [1e9]}))
        self.assertEqual(status, 0)
        self.assertIn("only in A: shallow_water/cuda/fused/float/wet/100x100", said)
        self.assertIn(f"only in B: {NAME.format(128)}", said)

    def test_other_machines_and_nothing_in_common_are_refused(self):
        a = suite({NAME.format(64): [1e9]})
        status, said = self.call(a, suite({NAME.format(64): [1e9]}, device="another"))
        self.assertEqual(status, 2)
        self.assertIn("device: NVIDIA H200 and another", said)
        self.assertEqual(self.call(a, suite({NAME.format(64): [1e9]}, device="another"), "--any-machine")[0], 0)
        self.assertEqual(self.call(a, suite({NAME.format(128): [1e9]}))[0], 2)


class Imports(unittest.TestCase):
    def test_there_is_no_circle(self):
        for folder in (FOLDER, FOLDER.parent / "suite"):
            modules = {p.stem: p for p in folder.glob("*.py")}
            graph = {}
            for name, path in modules.items():
                tree = ast.walk(ast.parse(path.read_text(encoding="utf-8")))  # also within functions
                imported = set()
                for node in tree:
                    if isinstance(node, ast.Import):
                        imported |= {alias.name for alias in node.names}
                    elif isinstance(node, ast.ImportFrom):
                        imported.add(node.module)
                graph[name] = imported & modules.keys()
            with self.subTest(folder.name):
                graphlib.TopologicalSorter(graph).prepare()  # raises CycleError, which names the circle


if __name__ == "__main__":
    unittest.main()
