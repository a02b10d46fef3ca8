# SPDX-FileCopyrightText: The Tessera authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a program announces is what it launches: for every case of every program, the plan of a dry run is the plan of the
run, and the strategy of the banner and the summary is the one that took the steps."""
import re

from program import SOURCE, ProgramTest, sets

APPS = SOURCE / "apps"
QUIET = sets(output__frames="false", output__pictures="false")
SHORT = {  # enough for a launch of several steps, where there are any
    "heat3d": sets(grid__cells=[40, 36, 32], time__steps=9),
    "gallery": sets(time__steps=9),
    "shallow_water": sets(grid__cells=[48, 40], time__steps=3),
}
OWN = {
    "gallery/fdtd2d": sets(time__end=2e-10),
}


def plan_of(text):
    """The lines of an explanation that say what is planned: without counts of what was done."""
    lines = [line for line in text.splitlines() if not line.startswith("launched: ")]
    return [re.sub(r"; captured \d+, replayed \d+", "", line) for line in lines if line.strip()]


class Announced(ProgramTest):
    def check(self, app):
        self.name = app
        cases = sorted((APPS / app).glob("*.toml"))
        self.assertTrue(cases)
        for case in cases:
            with self.subTest(f"{app}/{case.stem}"):
                words = [case, *OWN.get(f"{app}/{case.stem}", SHORT[app]), *QUIET]
                dry = self.run_program("--dry-run", *words)
                self.assertEqual(dry.code, 0, dry)
                run = self.good_run(f"{app}_{case.stem}", *words)
                summary = self.summary(f"{app}_{case.stem}")
                planned = plan_of(summary["explanation"])
                self.assertGreaterEqual(len(planned), 4)
                for line in planned:
                    self.assertIn(line, dry.out)
                launched = [line for line in summary["explanation"].splitlines() if line.startswith("launched: ")]
                self.assertEqual(len(launched), 1, summary["explanation"])
                self.assertIn(f"by {summary['strategy']}", launched[0])
                self.assertNotIn("by none", launched[0])
                self.assertIn(f"; {summary['strategy']} ({summary['schedule']})", run.out + run.err)

    def test_heat3d(self):
        self.check("heat3d")

    def test_gallery(self):
        self.check("gallery")

    def test_shallow_water(self):
        self.check("shallow_water")
