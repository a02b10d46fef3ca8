# SPDX-FileCopyrightText: The Tessera authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Of bench/run: what it measures, keeps, writes and refuses, with a made program; and with the one that TESSERA_BENCH names."""
import contextlib
import io
import json
import os
import subprocess
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import cases
import machine
import run
from result import row, write
from work import entries_of

FAKE = Path(__file__).with_name("fake_program.py")
COMMIT = "0123456789ab"


class Suite(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name)
        self.calls = self.folder / "calls"
        for patch in (mock.patch.dict(os.environ, {"FAKE_CALLS": str(self.calls)}),
                      mock.patch.object(machine, "gpu", lambda: {"uuid": "GPU-1", "driver": "580"}),
                      mock.patch.object(run, "PUBLISHED", self.folder / "out")):
            patch.start()
            self.addCleanup(patch.stop)

    def call(self, *options, program=FAKE, **env):
        words = ["--program", str(program), "--out", str(self.folder / "out"), "--work", str(self.folder / "work"), *options]
        with mock.patch.dict(os.environ, env), contextlib.redirect_stderr(io.StringIO()) as self.said:
            return run.run(words)

    def filters(self):
        """The filters by which the program was called, without those that ask for its context."""
        return [line for line in self.calls.read_text(encoding="utf-8").splitlines() if line != "^copy/"]

    def read(self, path):
        return json.loads(path.read_text(encoding="utf-8"))


class Measuring(Suite):
    def test_a_whole_result(self):
        path = self.call()
        self.assertEqual(path, self.folder / "out/nvidia-h200" / f"{COMMIT}.json")
        data = self.read(path)
        context = data["context"]
        said = {k: context[k] for k in ("commit", "selection", "repetitions", "dirty", "batches")}
        self.assertEqual(said, {"commit": COMMIT, "selection": "all", "repetitions": 5, "dirty": False, "batches": "3"})
        self.assertEqual(context["gpu"]["driver"], "580")
        self.assertNotIn("GPU-1", path.read_text(encoding="utf-8"))
        self.assertNotIn("a-secret", path.read_text(encoding="utf-8"))
        self.assertEqual([len(p) > 0 for p in context["passes"]], [True] * 5)
        rows = {r["name"]: r for r in data["benchmarks"]}
        one = rows["heat7/cuda/naive/double/64x64x64"]
        self.assertEqual(len(one["rates"]), 5)
        self.assertTrue(one["min"] <= one["items_per_second"] <= one["max"])
        self.assertIn("bytes_per_second", rows["copy/cuda/double/512x512x512"])
        self.assertEqual(rows["heat7/cuda/default/double/9999x9999x9999"]["error_message"], "too large")
        self.assertNotIn("star7/cuda/team/double/512x512x512", rows)
        self.assertEqual(len(self.filters()), 5)  # each pass runs all cases once
        self.assertNotIn("9999", self.filters()[1])  # what was skipped is not tried again
        self.assertFalse(list((self.folder / "work").glob("*/work.json")))

    def test_a_result_is_never_changed(self):
        path = self.call()
        before = path.read_bytes()
        with self.assertRaisesRegex(RuntimeError, "never changed"):
            self.call("--short")
        self.assertEqual(path.read_bytes(), before)
        with self.assertRaisesRegex(RuntimeError, "never changed"):
            write(path, self.read(path))

    def test_short_and_filter(self):
        names = [r["name"] for r in self.read(self.call("--short"))["benchmarks"]]
        self.assertIn("heat7/cuda/single/float/512x512x512", names)
        self.assertIn("heat7/openmp/default/double/64x64x64", names)
        self.assertFalse([n for n in names if "naive" in n or "fdtd" in n or n == "copy/cuda/double/64x64x64"])
        path = self.call("--filter", "heat7.*/64", "--out", str(self.folder / "elsewhere"))
        self.assertEqual(path.name, f"{COMMIT}-part.json")
        self.assertTrue(all("/64x" in r["name"] for r in self.read(path)["benchmarks"]))
        path = self.call("--filter", "/team/", "--out", str(self.folder / "elsewhere"))  # of all that the program has
        self.assertEqual([r["name"] for r in self.read(path)["benchmarks"]], ["star7/cuda/team/double/512x512x512"])
        with self.assertRaisesRegex(RuntimeError, "matches none"):
            self.call("--filter", "nothing", "--out", str(self.folder / "elsewhere"))

    def test_it_goes_on_where_it_stopped(self):
        with self.assertRaisesRegex(RuntimeError, "(?s)after 4 of .*what it said last"):
            self.call("--short", FAKE_STOP="4")
        self.calls.unlink()
        data = self.read(self.call("--short"))
        self.assertIn("goes on from what is in", self.said.getvalue())
        self.assertTrue(all(len(r["rates"]) == 5 for r in data["benchmarks"] if "rates" in r))
        first, second = self.filters()[:2]
        self.assertEqual(second.count("|") + 1, first.count("|") + 1 + 4 - 1)  # without the one that does not fit
        self.assertEqual([p.get("unfinished", False) for p in data["context"]["passes"]], [True] + [False] * 5)

    def test_what_a_killed_run_left_is_taken(self):
        with self.assertRaises(RuntimeError):
            self.call(FAKE_STOP="1")
        part = next((self.folder / "work").glob("*/work.json")).with_name("part.json")
        part.with_name("work.json").unlink()
        part.write_text(json.dumps({"context": {"date": ""}, "benchmarks": [
            {"name": "heat7/cuda/single/float/64x64x64/manual_time", "items_per_second": 7.0}]}), encoding="utf-8")
        data = self.read(self.call())
        rates = {r["name"]: r.get("rates") for r in data["benchmarks"]}
        self.assertEqual(rates["heat7/cuda/single/float/64x64x64"][0], 7.0)

    def test_another_binary_or_gpu_begins_anew(self):
        for change in ("binary", "gpu"):
            with self.assertRaises(RuntimeError):
                self.call(FAKE_STOP="4")
            program = FAKE
            with contextlib.ExitStack() as stack:
                if change == "binary":
                    program = self.folder / "another.py"
                    program.write_text(FAKE.read_text(encoding="utf-8") + "\n", encoding="utf-8")
                    program.chmod(0o755)
                else:
                    stack.enter_context(mock.patch.object(machine, "gpu", lambda: {"uuid": "GPU-2"}))
                self.call(program=program)
            self.assertNotIn("goes on from", self.said.getvalue(), change)
            (self.folder / "out/nvidia-h200" / f"{COMMIT}.json").unlink()

    def test_a_filtered_run_leaves_what_a_stopped_one_has(self):
        with self.assertRaises(RuntimeError):
            self.call(FAKE_STOP="3")
        self.call("--filter=star7", "--out", str(self.folder / "elsewhere"))
        self.call()
        self.assertIn("goes on from what is in", self.said.getvalue())

    def test_fresh_forgets(self):
        with self.assertRaises(RuntimeError):
            self.call(FAKE_STOP="4")
        self.call("--fresh")
        self.assertNotIn("goes on from", self.said.getvalue())

    def test_quick_and_list(self):
        data = self.read(self.call("--quick", "--repetitions=1", "--out", str(self.folder / "elsewhere")))
        self.assertTrue(any("32x32x32" in r["name"] for r in data["benchmarks"]))
        with contextlib.redirect_stdout(io.StringIO()) as said:
            self.assertIsNone(self.call("--list", "--short"))
        self.assertIn("heat7/cuda/default/double/64x64x64\n", said.getvalue())


class Commits(Suite):
    def test_programs_of_no_commit_are_refused(self):
        for commit, why in (("0123456789ab-dirty", "differed from commit 0123456789ab"), ("unknown", "commit 'unknown'")):
            with self.subTest(commit), self.assertRaisesRegex(RuntimeError, why):
                self.call(FAKE_COMMIT=commit)
        self.assertEqual(self.call(FAKE_COMMIT="0123456789ab" + "c" * 28).name, f"{COMMIT}.json")

    def test_dirty_is_marked_and_not_published(self):
        path = self.call("--dirty", "--out", str(self.folder / "elsewhere"), FAKE_COMMIT="0123456789ab-dirty")
        self.assertEqual(path.name, f"{COMMIT}-dirty.json")
        context = self.read(path)["context"]
        self.assertEqual((context["commit"], context["dirty"]), (f"{COMMIT}-dirty", True))
        for option in ("--dirty", "--quick", "--filter=x", "--repetitions=4"):
            with self.subTest(option), self.assertRaises(SystemExit), contextlib.redirect_stderr(io.StringIO()):
                self.call(option)  # to what stands for bench/results

    def test_a_checkout_with_changed_files_is_refused(self):
        def git(*words):
            subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@b", *words], cwd=self.folder, check=True,
                           capture_output=True)
        git("init")
        (self.folder / "bench/results").mkdir(parents=True)
        (self.folder / "a").write_text("1", encoding="utf-8")
        git("add", "a")
        git("commit", "-m", "a")
        (self.folder / "bench/results/new.json").write_text("{}", encoding="utf-8")
        run.check_tree(self.folder, dirty=False)  # results may be new
        self.assertRegex(machine.head(self.folder), "^[0-9a-f]{12}$")
        (self.folder / "a").write_text("2", encoding="utf-8")
        with self.assertRaisesRegex(RuntimeError, "(?s)files differ from the commit.*M a.*--dirty"):
            run.check_tree(self.folder, dirty=False)
        run.check_tree(self.folder, dirty=True)
        with tempfile.TemporaryDirectory() as outside:
            run.check_tree(Path(outside), dirty=False)  # no checkout: the program says its commit


class Parts(unittest.TestCase):
    def test_names_are_matched_exactly(self):
        self.assertEqual(cases.exactly(["a/b+c", "a(1)"]), r"^(a/b\+c|a\(1\))$")
        self.assertEqual(cases.plain("a/b/8x8/iterations:3/manual_time"), "a/b/8x8")
        self.assertEqual(cases.batches(["aaa", "bbb", "ccc"], most=8), [["aaa", "bbb"], ["ccc"]])

    def test_folders_of_devices(self):
        self.assertEqual(machine.device_folder("NVIDIA H200"), "nvidia-h200")
        self.assertEqual(machine.device_folder("Intel(R) Xeon(R) Processor"), "intel-r-xeon-r-processor")

    def test_the_middle_of_rates(self):
        made = row("n", [{"items_per_second": r, "share_of_roof": r / 10, "label": "l"} for r in (1.0, 9.0, 3.0)])
        self.assertEqual((made["items_per_second"], made["min"], made["max"], made["share_of_roof"]), (3.0, 1.0, 9.0, 0.3))

    def test_files_without_an_end(self):
        text = json.dumps({"context": {"date": "x"}, "benchmarks": [{"name": "a"}, {"name": "b"}]}, indent=2)
        self.assertEqual(entries_of(text[:40]), (None, []))
        context, entries = entries_of(text[:text.index('"b"')])
        self.assertEqual((context, entries), ({"date": "x"}, [{"name": "a"}]))

    def test_clocks_and_power(self):
        said = "GPU-1, 580.1, 1980, 2619, 700.00, 143771, Enabled, [N/A]\n"
        with mock.patch.object(machine, "output", lambda *_: said):
            found = machine.gpu()
        self.assertEqual((found["driver"], found["max_sm_clock_mhz"], found["power_limit_w"]), ("580.1", 1980, 700))
        self.assertNotIn("ecc", found)
        watch = machine.Watch()
        watch.samples = [{"sm_clock_mhz": v} for v in (1, 9, 5)]
        self.assertEqual(watch.summary(), {"sm_clock_mhz": [1, 5, 9]})


@unittest.skipUnless("TESSERA_BENCH" in os.environ, "TESSERA_BENCH names no program")
class RealProgram(unittest.TestCase):
    def test_a_small_measurement(self):
        with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stderr(io.StringIO()):
            path = run.run(["--program", os.environ["TESSERA_BENCH"], "--quick", "--repetitions=2",
                            "--filter=^(copy|heat7.*/default)/", "--out", f"{folder}/out", "--work", f"{folder}/work"])
            rows = json.loads(path.read_text(encoding="utf-8"))["benchmarks"]
        self.assertTrue(any(r["name"].startswith("heat7/") for r in rows))
        self.assertTrue(all(len(r["rates"]) == 2 for r in rows))


if __name__ == "__main__":
    unittest.main()
