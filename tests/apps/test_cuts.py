# SPDX-FileCopyrightText: The Tessera authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A result does not depend on how a run is cut: looked at often, stopped and gone on with, made longer, or run twice."""
import random
import signal
import time
import unittest

from program import SOURCE, ProgramTest, last_bytes, send, sets

APPS = SOURCE / "apps"


class Cuts:
    """For one program: a problem whose frames come at times of its own, cut at random moments."""

    words = ()     # the problem, without its end
    end = 0.0      # s
    long = ()      # the same problem, made so slow that a signal meets it while it computes

    def setUp(self):
        super().setUp()
        self.chance = random.Random(20261129)
        self.good_run("straight", *self.words, *sets(time__end=self.end))

    def assert_same_run(self, output, straight="straight", more_frames=0):
        """All frames are there and the same to the bit, and so is what the summary says of the end."""
        one, other = ([last_bytes(path) for path in self.frames(name)] for name in (straight, output))
        self.assertGreater(len(one), 3)
        self.assertIn(len(other), range(len(one), len(one) + more_frames + 1))
        for number, frame in enumerate(one):
            self.assertTrue(frame in other, f"frame {number} of {straight} is not among those of {output}")
        first, second = self.summary(straight), self.summary(output)
        for key in ("steps", "time", "norms", *(key for key in first if key.startswith(("water", "pollutant")))):
            self.assertEqual(first[key], second[key], key)

    def test_the_same_twice_and_with_other_threads(self):
        self.good_run("again", *self.words, *sets(time__end=self.end))
        self.assert_same_run("again")
        self.good_run("threads", *self.words, *sets(time__end=self.end), threads=2)
        self.assert_same_run("threads")

    def test_looks_at_the_numbers_change_nothing(self):
        for every in (1, 7):
            with self.subTest(every=every):
                self.good_run(f"looked{every}", *self.words, *sets(time__end=self.end, run__check_every=every))
                self.assert_same_run(f"looked{every}")

    def test_made_longer_by_steps_it_goes_on_as_if_nothing_had_been(self):
        steps = self.summary("straight")["steps"]
        cuts = sorted(self.chance.sample(range(1, steps), 3))
        for cut in cuts:
            self.good_run("parts", *self.words, *sets(time__steps=cut, output__checkpoint_every=10**6),
                          *(["--restart"] if cut != cuts[0] else []))
        self.good_run("parts", *self.words, *sets(time__end=self.end, run__check_every=1), "--restart")
        self.assert_same_run("parts", more_frames=len(cuts))  # where the parts ended

    def test_made_longer_by_an_end_that_is_no_time_of_a_frame(self):
        ends = sorted(self.end * self.chance.uniform(0.05, 0.95) for _ in range(4))
        for number, end in enumerate(ends):
            self.good_run("parts", *self.words, *sets(time__end=end, output__checkpoint_every=self.chance.choice([1, 10**6])),
                          *(["--restart"] if number > 0 else []))
            self.assertEqual(self.summary("parts")["time"], end)
        self.good_run("parts", *self.words, *sets(time__end=self.end), "--restart")
        self.assert_same_run("parts")

    def test_terminated_again_and_again(self):
        begin = time.monotonic()
        self.good_run("long", *self.words, *self.long)
        most = min(0.3, 0.5 * (time.monotonic() - begin))  # s: a fast machine must not be done before the signal
        cuts = 0
        for number in range(40):
            process = self.start("--output", "parts", *self.words, *self.long, *(["--restart=auto"] if number else []),
                                 *sets(run__check_every=self.chance.choice([1, 10, 100])))
            self.wait_for((self.folder / "parts" / "config.toml").exists, "it began", process)
            time.sleep(self.chance.uniform(0, most))
            if cuts < 4:
                send(process, signal.SIGTERM)
            result = self.finish(process)
            if result.code == 0:
                break
            if result.code == 75 and self.checkpoints("parts"):
                cuts += 1
            else:
                self.assertIn(result.code, (75, -signal.SIGTERM), result)  # -SIGTERM: before it listened
        self.assertGreater(cuts, 0, "it was never cut")
        self.assert_same_run("parts", "long")


class Flow(Cuts, ProgramTest):
    """A tank with a tide on one side, on which it rains now and then, and whose ground takes some of it."""
    name = "shallow_water"
    end = 10.0
    long = sets(time__end=60.0)
    algorithm = "fused"

    def setUp(self):
        rows = [(0, 0), (2.9, 0), (3, 400), (3.4, 400), (3.5, 0), (100, 50)]
        self.words = sets(
            grid__cells=[24, 16], grid__spacing=[1.0, 1.0], output__every_time=0.5, output__pictures="false",
            boundary__west='{ type = "level", value = 1.0, amplitude = [0.9], period = [0.7] }',
            initial__level='{ type = "value", value = 1.0 }', physics__algorithm=self.algorithm,
            initial__bed='{ type = "rough", height = 1.5, size = 12.0, mean = 0.4 }',
            physics__rain='{ type = "series", path = "rain.csv" }',
            physics__infiltration='{ type = "value", value = 90.0 }')
        self.rain = "time (s), rain (mm/h)\n" + "".join(f"{t}, {v}\n" for t, v in rows)
        super().setUp()

    def good_run(self, output, *words, **how):
        self.write("rain.csv", self.rain)
        return super().good_run(output, *words, **how)


class NaiveFlow(Flow):
    algorithm = "naive"


class DryFlow(Cuts, ProgramTest):
    """Bursts of a river on dry ground, where steps are as long as they may be."""
    name = "shallow_water"
    end = 600.0
    long = sets(time__end=6000.0)

    def setUp(self):
        self.words = sets(
            grid__cells=[24, 16], grid__spacing=[10.0, 10.0], output__every_time=70, output__pictures="false",
            physics__manning='{ type = "value", value = 0.03 }', initial__bed='{ type = "rough", height = 1.0, size = 80.0 }',
            boundary__west='{ type = "discharge", path = "river.csv", from = 30.0, to = 60.0 }', output__maxima="true")
        super().setUp()

    def good_run(self, output, *words, **how):
        self.write("river.csv", "0 0\n131 0\n132 5\n142 5\n143 0\n6000 3\n")
        return super().good_run(output, *words, **how)


class Heat(Cuts, ProgramTest):
    name = "heat3d"
    words = sets(grid__cells=[16, 16, 16], output__every_time=333, output__pictures="false")
    end = 4000.0
    long = sets(time__end=400000.0, output__every_time=100000)


class Waves(Cuts, ProgramTest):
    name = "gallery"
    words = (APPS / "gallery" / "fdtd2d.toml",
             *sets(grid__cells=[60, 40], output__every_time=0.7e-9, output__pictures="false"))
    end = 6e-9
    long = sets(time__end=2e-6, output__every_time=0.5e-6)


if __name__ == "__main__":
    unittest.main()
