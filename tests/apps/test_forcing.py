# SPDX-FileCopyrightText: The Tessera authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What drives shallow_water: volumes of series, ground that takes water, series that end, files that change."""
import unittest

from program import ProgramTest, needs_h5py, sets

QUIET = sets(output__pictures="false")
BASIN = sets(grid__cells=[4, 3], grid__spacing=[10.0, 10.0])  # 1200 m^2


def trapezoids(rows):
    """The integral of a series that is linear between its rows."""
    return sum((t1 - t0) * (v0 + v1) / 2 for (t0, v0), (t1, v1) in zip(rows, rows[1:]))


def bursts(most, count=12, period=300):
    """Rows of `count` bursts of 11 s, with long pauses between."""
    rows = [(0, 0)]
    for k in range(count):
        rows += [(period * k + t, v) for t, v in ((31, 0), (32, most), (42, most), (43, 0))]
    return rows + [(period * count, 0)]


class ForcingTest(ProgramTest):
    name = "shallow_water"

    def write_series(self, name, rows):
        return self.write(name, "".join(f"{t},{v}\n" for t, v in rows))


class Volumes(ForcingTest):
    STORM = [(0, 0), (1, 0), (300, 0), (301, 10), (600, 10), (601, 80), (900, 80), (901, 120), (1200, 120), (1201, 40),
             (1500, 40), (1501, 5), (1800, 5), (1801, 0), (3600, 0)]
    ZIGZAG = [(0.7 * k, 30 * (k % 3)) for k in range(6000)]

    def test_all_rain_of_a_series_falls(self):
        for name, rows in (("bursts", bursts(720)), ("storm", self.STORM), ("zigzag", self.ZIGZAG)):
            self.write_series("rain.csv", rows)
            right = trapezoids([row for row in rows if row[0] <= 3600]) / 3.6e6 * 1200
            for number, words in enumerate((sets(), sets(time__dt=1), sets(time__gamma=0.5), sets(physics__algorithm="naive"),
                                            sets(initial__depth='{ type = "value", value = 1.0 }'))):
                with self.subTest(name, words=words):
                    output = f"{name}{number}"
                    self.good_run(output, *BASIN, *QUIET, *sets(
                        time__end=3600, physics__rain='{ type = "series", path = "rain.csv" }'), *words)
                    summary = self.summary(output)
                    self.assertAlmostEqual(summary["water_rained"], right, delta=1e-3 * right if name == "zigzag" else 1e-9)
                    self.assertAlmostEqual(summary["water_rained"], summary["water_rain_series"], delta=1e-9 * right)
                    self.assertAlmostEqual(summary["water"] - summary["water_start"], summary["water_rained"], delta=1e-8)

    def test_a_discharge_brings_what_its_series_holds(self):
        self.write_series("river.csv", bursts(5))
        for number, words in enumerate((sets(), sets(physics__algorithm="naive"), sets(physics__algorithm="decoupled"),
                                        sets(boundary__west='{ type = "discharge", path = "river.csv", cells = [1, 1] }'))):
            with self.subTest(words):
                west = sets(boundary__west='{ type = "discharge", path = "river.csv" }')
                self.good_run(str(number), *BASIN, *QUIET, *sets(time__end=3600), *west, *words)
                summary = self.summary(str(number))
                self.assertAlmostEqual(summary["water_entered"], 12 * 55, delta=1e-8)
                self.assertAlmostEqual(summary["water_discharge_series"], 12 * 55, delta=1e-8)

    @needs_h5py
    def test_a_flood_on_dry_ground_does_not_pile_up(self):
        # The critical depth of 1 m^2/s is (q^2 / g)^(1/3) = 0.467 m; a step of 60 s would make 6 m of it.
        self.write_series("river.csv", [(0, 0), (20, 0), (21, 30), (3600, 30)])
        self.good_run("out", *sets(grid__cells=[40, 3], grid__spacing=[10.0, 10.0], time__end=30,
                                   boundary__west='{ type = "discharge", path = "river.csv" }'), *QUIET)
        self.assertLess(self.last_field("out", "h").max(), 0.6)
        self.assertGreater(self.last_field("out", "h").max(), 0.3)
        # A sea that leaps to 3 m for 10 s lets no more than its own depth in.
        self.write_series("sea.csv", [(0, -1), (20, -1), (21, 3), (31, 3), (32, -1), (3600, -1)])
        self.good_run("sea", *sets(grid__cells=[40, 3], grid__spacing=[10.0, 10.0], time__end=31,
                                   boundary__west='{ type = "level", path = "sea.csv" }'), *QUIET)
        self.assertLess(self.last_field("sea", "h").max(), 3)
        self.assertGreater(self.summary("sea")["water_entered"], 100)


class Ground(ForcingTest):
    SLOPE = sets(grid__cells=[40, 3], grid__spacing=[5.0, 5.0], time__end="4 h", boundary__west='{ type = "open" }',
                 physics__manning='{ type = "value", value = 0.03 }')

    def test_nothing_runs_off_ground_that_takes_more_than_it_rains(self):
        self.write_npy("bed.npy", (3, 40), [0.05 * (5 * i + 2.5) for _ in range(3) for i in range(40)])
        for gamma in (0.9, 0.5):
            for name in ("fused", "naive"):
                output = f"{name}{gamma}"
                self.good_run(output, *self.SLOPE, *QUIET, *sets(
                    initial__bed='{ type = "file", path = "bed.npy" }', physics__rain='{ type = "value", value = 5.0 }',
                    physics__infiltration='{ type = "value", value = 10.0 }', time__gamma=gamma, physics__algorithm=name))
                summary = self.summary(output)
                self.assertEqual(summary["water_entered"], 0)
                self.assertEqual(summary["water"], 0)
                self.assertAlmostEqual(summary["water_seeped"], 0.02 * 3000, delta=1e-9)

    def test_what_runs_onto_such_ground_seeps_away_there(self):
        # It rains on the upper 100 m alone; the lower 100 m, dry, take twice as much as comes, so half of them stay dry.
        self.write_npy("bed.npy", (3, 40), [0.05 * (5 * i + 2.5) for _ in range(3) for i in range(40)])
        self.write_npy("share.npy", (3, 40), [float(i >= 20) for _ in range(3) for i in range(40)])
        self.write_npy("takes.npy", (3, 40), [10.0 * (i < 20) for _ in range(3) for i in range(40)])
        self.good_run("out", *self.SLOPE, *QUIET, *sets(
            initial__bed='{ type = "file", path = "bed.npy" }', physics__rain='{ type = "value", value = 5.0 }',
            physics__rain_share='{ type = "file", path = "share.npy" }',
            physics__infiltration='{ type = "file", path = "takes.npy" }'))
        summary = self.summary("out")
        self.assertAlmostEqual(summary["water_rained"], 0.02 * 1500, delta=1e-9)
        self.assertLess(abs(summary["water_entered"]), 1e-3 * summary["water_rained"])
        self.assertLess(abs(summary["water_missing"]), 1e-12)


class Ends(ForcingTest):
    def test_a_run_by_steps_ends_where_its_series_ends(self):
        self.write_series("tide.csv", [(0, 1), (30, 1.2), (60, 1)])
        self.write_series("rain.csv", [(0, 1), (600, 1)])
        words = [*BASIN, *QUIET, *sets(boundary__west='{ type = "level", path = "tide.csv" }', output__every_time=25,
                                       physics__rain='{ type = "series", path = "rain.csv" }',
                                       initial__depth='{ type = "value", value = 1.0 }')]
        result = self.run_program("--output", "out", *words, *sets(time__steps=2000))
        self.assertEqual(result.code, 1, result)
        error = result.err.splitlines()[-1]
        for part in ("error: ", "tide.csv: the series ends at 60 s", "add rows to it, or say time.end = 60"):
            self.assertIn(part, error)
        summary = self.summary("out")
        self.assertEqual((summary["time"], summary["stopped_because"]), (60, "input_end"))
        self.assertEqual(len(self.frames("out")), 4)  # 0, 25, 50 and 60 s
        self.assert_good_frames("out")
        self.good_run("short", *words, *sets(time__steps=summary["steps"] - 1))
        self.good_run("whole", *words, *sets(time__end=60))
        self.assertEqual(self.summary("whole")["steps"], summary["steps"])
        self.assert_refused([*words, *sets(time__end=61)], "boundary.west", "tide.csv")


class Files(ForcingTest):
    def test_a_restart_with_other_content_is_refused(self):
        def utm(zone, meridian):
            return (f'PROJCS["WGS_1984_UTM_Zone_{zone}N",GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",'
                    'SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],'
                    'PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",500000.0],PARAMETER["False_Northing",0.0],'
                    f'PARAMETER["Central_Meridian",{meridian}],PARAMETER["Scale_Factor",0.9996],'
                    'PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]')

        def write_all(**other):
            self.write("terrain.asc", other.get("terrain", "ncols 4\nnrows 3\nxllcorner 0\nyllcorner 0\ncellsize 10\n"
                                                "0 0 0 0\n0 1 1 0\n0 0 0 0\n"))
            self.write("terrain.prj", other.get("prj", utm(30, -3.0)))
            self.write("rain.csv", other.get("rain", "0,10\n1000,20\n"))
            self.write("gauges.csv", other.get("gauges", "name,x,y\npier,15,15\n"))
        words = [*BASIN, *QUIET, *sets(
            initial__bed='{ type = "raster", path = "terrain.asc" }', initial__level='{ type = "value", value = 3.0 }',
            physics__rain='{ type = "series", path = "rain.csv" }', output__gauges="gauges.csv", output__gauges_every=50,
            output__checkpoint_every=1000)]
        write_all()
        self.good_run("out", *words, *sets(time__end=100))
        before = {path.name: path.read_bytes() for path in (self.folder / "out").iterdir()}
        for key, name, other in (
                ("terrain", "terrain.asc", "ncols 4\nnrows 3\nxllcorner 0\nyllcorner 0\ncellsize 10\n" + "1 1 1 1\n" * 3),
                ("prj", "terrain.prj", utm(31, 3.0)), ("rain", "rain.csv", "0,10\n1000,21\n"),
                ("gauges", "gauges.csv", "name,x,y\npier,15,16\n")):
            with self.subTest(key):
                write_all(**{key: other})
                result = self.run_program("--output", "out", "--restart", *words, *sets(time__end=200))
                self.assertEqual((result.code, result.err.count("\n")), (2, 1), result)
                self.assertIn("is of another problem", result.err)
                self.assertIn(name, result.err)
        self.assertEqual(before, {path.name: path.read_bytes() for path in (self.folder / "out").iterdir()})
        write_all()
        self.good_run("out", "--restart", *words, *sets(time__end=200))


class HeatFiles(ProgramTest):
    name = "heat3d"

    def test_a_restart_with_other_content_is_refused(self):
        self.write_npy("start.npy", (8, 8, 8), 1.0)
        self.write_npy("face.npy", (8, 8), 2.0)
        words = [*QUIET, *sets(grid__cells=[8, 8, 8], output__checkpoint_every=5,
                               initial__temperature='{ type = "file", path = "start.npy" }',
                               boundary__x_low='{ type = "dirichlet", file = "face.npy" }')]
        self.good_run("out", *words, *sets(time__steps=5))
        for name, shape in (("start.npy", (8, 8, 8)), ("face.npy", (8, 8))):
            kept = (self.folder / name).read_bytes()
            self.write_npy(name, shape, 3.0)
            result = self.run_program("--output", "out", "--restart", *words, *sets(time__steps=9))
            self.assertEqual((result.code, result.err.count("\n")), (2, 1), result)
            self.assertIn(f"(content): {name}", result.err)
            (self.folder / name).write_bytes(kept)
        self.good_run("out", "--restart", *words, *sets(time__steps=9))


if __name__ == "__main__":
    unittest.main()
