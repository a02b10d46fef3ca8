# SPDX-FileCopyrightText: The Tessera authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""heat3d interrupted: checkpoints, restarts to the same bits, signals, kill -9, full disks, numbers that fail."""
import random
import shutil
import signal
import subprocess
import time
import unittest

from program import SOURCE, ProgramTest, last_bytes, mount_tmpfs, send, sets

CASES = SOURCE / "apps" / "heat3d"
SMALL = sets(grid__cells=[16, 16, 16], output__pictures="false")


class Restart(ProgramTest):
    name = "heat3d"

    def test_restart_is_no_restart(self):
        problems = {
            "double": (CASES / "default.toml",),
            "float": (CASES / "default.toml", *sets(run__precision="float")),
            "source": (CASES / "heated_slab.toml",),
        }
        for name, problem in problems.items():
            with self.subTest(name):
                words = (*problem, *SMALL,
                         *sets(output__every=17, output__checkpoint_every=20, run__check_every=13))
                straight, halves = f"{name}_straight", f"{name}_halves"
                self.good_run(straight, *words, *sets(time__steps=100))
                self.good_run(halves, *words, *sets(time__steps=60))
                result = self.good_run(halves, "--restart", *words, *sets(time__steps=100))
                self.assertIn("going on from", result.err)
                self.assertEqual(self.summary(halves)["steps_in_this_run"], 40)
                self.assert_same_end(straight, halves)
                self.assert_good_frames(halves)

    def test_restart_with_other_threads_strategy_and_output(self):
        words = (CASES / "heated_slab.toml", *SMALL)
        self.good_run("straight", *words, *sets(time__steps=90))
        self.good_run("halves", *words, *sets(time__steps=45, output__checkpoint_every=45))
        other = sets(run__strategy="naive", output__checkpoint_every=7)
        self.good_run("halves", "--restart", *words, *other, *sets(time__steps=90), threads=2)
        self.assert_same_end("straight", "halves")

    def test_a_steady_state_is_reached_at_the_same_step(self):
        words = (*SMALL, *sets(time__tolerance=0.001, run__check_every=5, run__solver="steps"))
        self.good_run("straight", *words)
        steps = self.summary("straight")["steps"]
        for stop in (steps // 3, steps - 3):
            halves = f"halves{stop}"
            # The first part ends by the number of steps, so it knows no tolerance; the estimate begins with the second.
            self.good_run(halves, *words, *sets(time__steps=stop, output__checkpoint_every=stop))
            self.good_run(halves, "--restart", *words)
            self.assertEqual(self.summary(halves)["stopped_because"], "steady")

    def test_times_are_hit_after_a_restart_too(self):
        words = (*SMALL, *sets(output__every_time=500, output__checkpoint_every=10))
        self.good_run("straight", *words, *sets(time__end=4000))
        self.good_run("halves", *words, *sets(time__end=1234))
        # The run to 1234 s ended with a shorter step; a checkpoint before that one is on the way of both.
        newest = self.checkpoints("halves")[-1]
        if len(self.checkpoints("halves")) > 1:
            newest.unlink()
        self.good_run("halves", "--restart", *words, *sets(time__end=4000))
        self.assert_same_end("straight", "halves")

    def test_auto_starts_afresh_where_there_is_none(self):
        words = (*SMALL, *sets(time__steps=20, output__checkpoint_every=10))
        self.good_run("auto", "--restart=auto", *words)
        first = self.summary("auto")["norms"]
        self.good_run("auto", "--restart=auto", *words)  # nothing is left to do
        self.assertEqual(self.summary("auto")["steps_in_this_run"], 0)
        self.assertEqual(self.summary("auto")["norms"], first)
        # Results without a checkpoint are not lost for it.
        self.good_run("done", *SMALL, *sets(time__steps=20))
        result = self.run_program("--output", "done", "--restart=auto", *SMALL, *sets(time__steps=30))
        self.assertEqual(result.code, 2, result)
        self.assertIn("there are results already", result.err)

    def test_a_damaged_checkpoint_is_passed_over(self):
        words = (*SMALL, *sets(output__checkpoint_every=10))
        self.good_run("straight", *words, *sets(time__steps=50))
        self.good_run("damaged", *words, *sets(time__steps=30))
        newest = self.checkpoints("damaged")[-1]
        data = bytearray(newest.read_bytes())
        data[len(data) // 2] ^= 1
        newest.write_bytes(data)
        result = self.good_run("damaged", "--restart", *words, *sets(time__steps=50))
        self.assertIn(newest.name, result.err)
        self.assertIn("the one before", result.err)
        self.assert_same_end("straight", "damaged")

    def test_refused(self):
        words = (*SMALL, *sets(time__steps=20))
        self.assert_refused(("--restart", *words), "there is no checkpoint to go on from", "--restart=auto")
        self.good_run("other", *words, *sets(output__checkpoint_every=20))
        before = {path.name: path.read_bytes() for path in (self.folder / "other").iterdir()}
        for change, parts in [
            (sets(physics__diffusivity=2e-5), ("another problem", "physics.diffusivity", "1.9e-05", "2e-05")),
            (sets(grid__cells=[16, 16, 18]), ("another problem", "grid.cells", "[16, 16, 16]", "[16, 16, 18]")),
            (sets(boundary__z_low__value=1), ("another problem", "boundary.z_low")),
        ]:
            result = self.run_program("--output", "other", "--restart", *words, *change)
            self.assertEqual((result.code, result.err.count("\n")), (2, 1), result)
            for part in parts:
                self.assertIn(part, result.err)
        self.assertEqual(before, {path.name: path.read_bytes() for path in (self.folder / "other").iterdir()})

    def test_two_runs_in_one_folder(self):
        words = (*SMALL, *sets(time__steps=10**8))
        first = self.start("--output", "shared", *words)
        self.addCleanup(lambda: self.finish(first))
        self.addCleanup(send, first, signal.SIGKILL)
        self.wait_for((self.folder / "shared/config.toml").exists, "the first run", first)
        second = self.run_program("--output", "shared", "--overwrite", *words)
        self.assertEqual(second.code, 2, second)
        self.assertIn("another run is writing here", second.err)
        self.assertIsNone(first.poll())


class Signals(ProgramTest):
    name = "heat3d"
    long = (CASES / "heated_slab.toml", *SMALL)

    def start_long(self, output, *words):
        process = self.start("--output", output, *self.long, *words)
        self.wait_for((self.folder / output / "config.toml").exists, "it began", process)
        time.sleep(0.1)
        return process

    def interrupt(self, output, number, *words):
        process = self.start_long(output, *words)
        send(process, number)
        result = self.finish(process)
        self.assertEqual(result.code, 75, result)
        self.assertEqual(len(self.checkpoints(output)), 1, "checkpoints")
        self.assertEqual(self.summary(output)["stopped_because"], signal.Signals(number).name)
        self.assertIn("to go on: ", result.err)
        return result

    def test_terminated_and_continued_to_the_same_bits(self):
        for number in (signal.SIGTERM, signal.SIGINT):
            with self.subTest(number.name):
                output = number.name
                self.interrupt(output, number, *sets(time__steps=10**8))
                steps = self.summary(output)["steps"] + 321
                self.good_run(output, "--restart", *self.long, *sets(time__steps=steps))
                self.good_run(output + "straight", *self.long, *sets(time__steps=steps))
                self.assert_same_end(output + "straight", output)

    def test_the_command_to_go_on_is_one(self):
        result = self.interrupt("said", signal.SIGTERM, *sets(time__end="1000 d"))
        said = result.err.split("to go on: ")[1].splitlines()[0]
        # It goes on, and is interrupted again; then it ends, as the time is short enough.
        dry = subprocess.run(said + " --dry-run", shell=True, cwd=self.folder, env=self.environment(1), text=True,
                             capture_output=True)
        self.assertEqual(dry.returncode, 0, dry.stderr)
        self.assertIn(self.checkpoints("said")[0].name, dry.stdout)

    def test_a_search_for_the_steady_state_goes_on_as_if_nothing_had_been(self):
        steady = (CASES / "paper000.toml", *sets(grid__cells=[30, 30, 30], output__pictures="false"))
        self.good_run("straight", *steady)
        process = self.start("--output", "stopped", *steady)
        self.wait_for((self.folder / "stopped/config.toml").exists, "it began", process)
        time.sleep(0.05)
        send(process, signal.SIGTERM)
        result = self.finish(process)
        if result.code == 0:
            self.skipTest("it was too fast to be interrupted")
        self.assertEqual(result.code, 75, result)
        self.good_run("stopped", "--restart", *steady)
        self.assert_same_end("straight", "stopped")

    def test_a_checkpoint_on_request(self):
        process = self.start_long("asked", *sets(time__steps=10**8))
        send(process, signal.SIGUSR1)
        self.wait_for(lambda: self.checkpoints("asked"), "the checkpoint", process)
        time.sleep(0.05)
        self.assertIsNone(process.poll(), "it should go on")
        send(process, signal.SIGTERM)
        self.assertEqual(self.finish(process).code, 75)

    def test_wall_limit(self):
        result = self.run_program("--output", "limit", *self.long, *sets(time__steps=10**8, run__wall_limit=0.3))
        self.assertEqual(result.code, 75, result)
        self.assertEqual(self.summary("limit")["stopped_because"], "wall_limit")
        self.assertLess(self.summary("limit")["wall_seconds"], 10)
        steps = self.summary("limit")["steps"]
        self.assertGreater(steps, 0)
        self.good_run("limit", "--restart", *self.long, *sets(time__steps=steps + 50))
        self.good_run("straight", *self.long, *sets(time__steps=steps + 50))
        self.assert_same_end("straight", "limit")


class Killed(ProgramTest):
    name = "heat3d"
    # Files so large, and written so often, that many a kill comes while one is being written.
    words = (CASES / "heated_slab.toml", *sets(output__pictures="false", grid__cells=[64, 64, 64]))
    writing = sets(output__every=10, output__checkpoint_every=1)

    def complete_frames(self, output):
        """Name and bytes of the frames that the list names: those were complete."""
        if not (self.folder / output / "fields.xdmf").exists():
            return {}
        text = (self.folder / output / "fields.xdmf").read_text()
        return {path.name: last_bytes(path) for path in self.frames(output) if path.name in text}

    def wait_for_a_file(self, output, process):
        """Until the run has written one (how long it takes to start, a GPU decides), or has ended."""
        def newest():
            return sorted(path.name for path in (self.folder / output).glob("*.*"))
        before = newest()  # names tell: frames and checkpoints are numbered
        for _ in range(2000):
            if newest() != before or process.poll() is not None:
                return
            time.sleep(0.01)

    def test_kill_9_while_writing_loses_nothing(self):
        kills = 15
        chance = random.Random(2026)
        reached = 0
        for kill in range(kills):
            process = self.start("--output", "killed", "--restart=auto", *self.words, *self.writing,
                                 *sets(time__steps=2000))
            # Some are killed while they start, the others while they write one file after another.
            if kill % 5 != 4:
                self.wait_for_a_file("killed", process)
            time.sleep(chance.uniform(0, 0.05) if kill % 5 == 4 else chance.uniform(0, 0.2))
            send(process, signal.SIGKILL)
            result = self.finish(process)
            self.assertEqual(result.code, -signal.SIGKILL, result)
            if not (self.folder / "killed").exists() or not self.frames("killed"):
                continue
            if (self.folder / "killed/fields.xdmf").exists():
                self.assert_good_frames("killed")
            if not self.checkpoints("killed"):
                continue
            before = self.complete_frames("killed")
            # Each of the checkpoints that are left can be gone on from, and no frame before it changes.
            copy = self.folder / "copy"
            shutil.rmtree(copy, ignore_errors=True)
            shutil.copytree(self.folder / "killed", copy)
            step = int(self.checkpoints("copy")[-1].stem.split("_")[1])
            self.assertGreaterEqual(step, reached, "a checkpoint was lost")
            reached = step
            result = self.good_run("copy", "--restart", *self.words, *self.writing, *sets(time__steps=step))
            self.assertIn(f"checkpoint_{step:010d}", result.err)
            self.assertNotIn("the one before", result.err)
            after = self.complete_frames("copy")
            for number, (name, data) in enumerate(before.items()):
                if 10 * number <= step:
                    self.assertEqual(after.get(name), data, name)
        self.assertGreater(reached, 0, "no run came as far as a checkpoint")

        steps = reached + 40
        self.good_run("killed", "--restart", *self.words, *self.writing, *sets(time__steps=steps))
        self.good_run("straight", *self.words, *sets(output__every=10, time__steps=steps))
        self.assert_same_end("straight", "killed")
        straight, killed = self.frames("straight"), self.frames("killed")
        self.assertEqual([path.name for path in straight], [path.name for path in killed])
        for one, other in zip(straight, killed):
            self.assertEqual(last_bytes(one), last_bytes(other), one.name)
        hidden = [path.name for path in (self.folder / "killed").glob(".*") if path.name != ".lock"]
        self.assertEqual(hidden, [], "unfinished files")


class NumbersFail(ProgramTest):
    name = "heat3d"

    def test_too_large_a_source(self):
        # The temperature grows past the largest number within some hundred steps.
        insulated = '{ type = "neumann", gradient = 0.0 }'
        words = sets(grid__cells=[9, 9, 9], time__steps=5000, output__pictures="false", run__check_every=50,
                     output__every=100, output__checkpoint_every=100,
                     physics__source='{ type = "box", value = 1e304, low = [0.2, 0.2, 0.2], high = [0.8, 0.8, 0.8] }',
                     **{f"boundary__{axis}_{side}": insulated for axis in "xyz" for side in ("low", "high")})
        result = self.run_program("--output", "nan", *words)
        self.assertEqual(result.code, 3, result)
        error = result.err.splitlines()[-1]
        self.assertRegex(error, r"^error: the numbers failed: temperature at cell \(x, y, z\) = \(\d, \d, \d\) "
                                r"is not finite at step \d+; step \d+ was still good")
        self.assertFalse((self.folder / "nan/summary.json").exists())
        failed, good = (int(word) for word in (error.split("at step ")[1].split(";")[0],
                                               error.split("; step ")[1].split(" ")[0]))
        self.assertTrue(0 < failed - good <= 50, error)
        # The last good output is kept, and named.
        frame, checkpoint = self.frames("nan")[-1], self.checkpoints("nan")[-1]
        self.assertIn(f"last good frame: nan/{frame.name}", error)
        self.assertIn(f"last good checkpoint: nan/{checkpoint.name}", error)
        self.assert_good_frames("nan")
        step = int(checkpoint.stem.split("_")[1])
        self.good_run("nan", "--restart", *words, *sets(time__steps=step))

    def test_a_start_near_the_largest_number(self):
        values = [1.7e308 if (i + j + k) % 2 else -1.7e308 for k in range(8) for j in range(8) for i in range(8)]
        self.write_npy("huge.npy", (8, 8, 8), values)
        words = sets(grid__cells=[8, 8, 8], time__steps=20, initial__temperature__type="file",
                     initial__temperature__path="huge.npy", output__pictures="false")
        result = self.run_program("--output", "huge", *words)
        self.assertEqual(result.code, 3, result)
        self.assertIn("temperature at cell (x, y, z) = (0, 0, 0) is not finite at step 20", result.err)
        self.assertEqual(self.frames("huge"), [])


class FullDisk(ProgramTest):
    name = "heat3d"

    def test_told_before_the_first_step(self):
        mount_tmpfs(self, self.folder / "disk", "200k")
        result = self.run_program("--output", "disk/run", *sets(grid__cells=[40, 40, 40], time__steps=5))
        self.assertEqual((result.code, result.err.count("\n")), (2, 1), result)
        self.assertRegex(result.err, r"output folder disk/run: .* need 1011 KiB, but \d+ KiB (is|are) free; free some space")
        self.assertEqual(list((self.folder / "disk").iterdir()), [])

    def test_while_running(self):
        mount_tmpfs(self, self.folder / "disk", "600k")
        words = (*SMALL, *sets(time__tolerance=1e-12, output__every=5, output__checkpoint_every=5))
        result = self.run_program("--output", "disk/run", *words)
        self.assertEqual(result.code, 1, result)
        error = result.err.splitlines()[-1]
        self.assertIn("error: cannot write disk/run/", error)
        self.assertIn("No space left on device; free some space, or choose another folder with --output", error)
        self.assertGreater(len(self.frames("disk/run")), 2)
        self.assert_good_frames("disk/run")
        self.assertTrue(self.checkpoints("disk/run"))
        # With room again, it goes on.
        shutil.copytree(self.folder / "disk/run", self.folder / "moved")
        self.good_run("moved", "--restart", *words, *sets(time__steps=200))
        self.good_run("straight", *words, *sets(time__steps=200))
        self.assert_same_end("straight", "moved")

    def test_read_only(self):
        disk = self.folder / "disk"
        mount_tmpfs(self, disk, "1m")
        if subprocess.run(["mount", "-o", "remount,ro", str(disk)], stderr=subprocess.DEVNULL).returncode != 0:
            self.skipTest("cannot be mounted read-only")
        result = self.run_program("--output", "disk/run", *SMALL, *sets(time__steps=5))
        self.assertEqual((result.code, result.err.count("\n")), (2, 1), result)
        self.assertIn("cannot create output folder disk/run: Read-only file system; choose a folder that you may write to",
                      result.err)


if __name__ == "__main__":
    unittest.main()
