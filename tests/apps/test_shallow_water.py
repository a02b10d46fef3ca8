# SPDX-FileCopyrightText: The Tessera authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""shallow_water as a user meets it: its cases, restarts, budgets, files, and what it refuses."""
import csv
import unittest

from program import SOURCE, ProgramTest, needs_h5py, numpy, sets

CASES = SOURCE / "apps" / "shallow_water"
# Every case, made small: what is changed of it, and a time in it.
SMALL = {
    "default": sets(grid__cells=[64, 64], time__end=0.5, output__every_time=0.25),
    "water_column": sets(grid__cells=[64, 64], time__end=0.5, output__every_time=0.25),
    "lake_at_rest": sets(grid__cells=[40, 40], time__steps=100),
    "stoker": sets(grid__cells=[100, 4], time__end=2.0),
    "ritter": sets(grid__cells=[100, 4], time__end=2.0),
    "thacker": sets(grid__cells=[50, 50], time__end=2.242851),
    "valley_flood": sets(grid__cells=[80, 40], time__end="5 min", output__every_time="150 s"),
    "estuary": sets(grid__cells=[50, 50], time__end="1 h", output__every_time="30 min"),
}
QUIET = sets(output__pictures="false")


class FlowTest(ProgramTest):
    name = "shallow_water"

    def run_case(self, case, *words, output=None):
        self.good_run(output or case, CASES / f"{case}.toml", *SMALL[case], *words)
        return self.summary(output or case)


class Cases(FlowTest):
    def test_all_run_and_lose_nothing(self):
        self.assertEqual({path.stem for path in CASES.glob("*.toml")}, set(SMALL))
        for case in SMALL:
            with self.subTest(case):
                text = (CASES / f"{case}.toml").read_text()
                self.assertTrue(text.startswith("# "), "a case begins with what it is")
                self.assertIn("apps/run shallow_water", text)
                self.assertIn("What to see", text)
                summary = self.run_case(case)
                hold = 1e-5 if summary["precision"] == "float" else 1e-12
                self.assertLess(abs(summary["water_missing"]), hold)
                self.assertLess(abs(summary["pollutant_missing"]), hold)
                self.assertTrue((self.folder / case / "depth.png").is_file())
                self.assertTrue((self.folder / case / "depth_start.png").is_file())
                self.assert_good_frames(case)

    def test_precisions_and_algorithms(self):
        for words in (sets(run__precision="float"), sets(physics__algorithm="naive"), sets(physics__algorithm="decoupled"),
                      sets(physics__scheme="upwind"), sets(physics__algorithm="naive", physics__scheme="paper"),
                      sets(run__strategy="naive")):
            with self.subTest(words):
                self.run_case("stoker", *words, *QUIET, output="_".join(words[1::2]).replace("=", "_"))

    @needs_h5py
    def test_a_lake_at_rest_is_left_alone(self):
        self.run_case("lake_at_rest", *QUIET)
        for name in ("qx", "qy"):
            self.assertEqual(numpy.abs(self.last_field("lake_at_rest", name)).max(), 0)

    @needs_h5py
    def test_a_discharge_is_what_was_asked_for(self):
        summary = self.run_case("valley_flood", *QUIET)
        self.assertAlmostEqual(summary["water_entered"] / (300.0 * 300), 1, delta=0.01)
        self.assertGreater(summary["water_rained"], 0)
        self.assertGreater(summary["water_seeped"], 0)


class Ranges(FlowTest):
    """Several ranges along a side."""

    BASIN = sets(grid__cells=[30, 20], grid__spacing=[10.0, 10.0], grid__origin=[500.0, 1000.0],
                 initial__depth='{ type = "value", value = 2.0 }')

    def river(self, output, *ranges, side="west", time=sets(time__end=60)):
        self.write(f"{output}.toml", f"[boundary]\n{side} = [\n  " + ",\n  ".join(ranges) + "\n]\n")
        self.good_run(output, f"{output}.toml", *self.BASIN, *time, *QUIET)
        return self.summary(output)

    def test_a_river_mouth_of_three_cells_brings_its_discharge(self):
        mouth = '{ type = "discharge", value = 25.0, concentration = 1.0, %s }'
        ways = {"metres": "from = 1070.0, to = 1100.0", "cells": "cells = [7, 9]"}
        for name, where in ways.items():
            summary = self.river(name, mouth % where)
            self.assertAlmostEqual(summary["water_entered"] / (25.0 * 60), 1, delta=1e-12)
            self.assertAlmostEqual(summary["pollutant_entered"] / (25.0 * 60), 1, delta=1e-12)
            self.assertLess(abs(summary["water_missing"]), 1e-12)
            self.assertAlmostEqual(summary["water"], 300 * 200 * 2 + 25.0 * 60, delta=1e-7)
        self.assert_same_end("metres", "cells")

    @needs_h5py
    def test_only_the_mouth_lets_water_in(self):
        self.river("out", '{ type = "discharge", value = 25.0, concentration = 1.0, cells = [7, 9] }',
                   '{ type = "discharge", value = 5.0, concentration = 1.0, cells = [15, 15] }', side="south",
                   time=sets(time__steps=1))
        entered = self.last_field("out", "hc") > 0
        self.assertEqual(sorted(map(tuple, numpy.argwhere(entered))), [(0, 7), (0, 8), (0, 9), (0, 15)])

    def test_ranges_add_up_and_may_be_tables(self):
        ranges = ['{ type = "discharge", value = 25.0, from = 1000.0, to = 1050.0 }',
                  '{ type = "discharge", value = -5.0, from = 1050.0, to = 1100.0 }', '{ type = "open", cells = [19, 19] }']
        both = self.river("both", *ranges[:2])
        self.assertAlmostEqual(both["water_entered"] / (20.0 * 60), 1, delta=1e-12)
        self.assertLess(abs(self.river("open", *ranges)["water_missing"]), 1e-12)
        self.write("tables.toml", "".join("[[boundary.west]]\n" + line.strip("{ }").replace(", from", "\nfrom")
                                          .replace(", to", "\nto").replace(", value", "\nvalue") + "\n"
                                          for line in ranges[:2]))
        self.good_run("tables", "tables.toml", *self.BASIN, *sets(time__end=60), *QUIET)
        self.assert_same_end("both", "tables")
        # What a run writes down of its config is that config.
        self.good_run("again", self.folder / "both" / "config.toml", *QUIET)
        self.assert_same_end("both", "again")

    def test_a_range_can_be_changed_from_outside(self):
        self.river("first", '{ type = "discharge", value = 25.0, cells = [7, 9] }')
        self.good_run("second", "first.toml", *self.BASIN, *sets(time__end=60), *QUIET, "--set", "boundary.west[0].value=50")
        self.assertAlmostEqual(self.summary("second")["water_entered"] / (50.0 * 60), 1, delta=1e-12)

    def test_refused(self):
        open_range = '{ type = "open", from = 1000.0, to = 1100.0 }'
        for ranges, parts in [
            ([open_range, '{ type = "open", from = 1090.0, to = 1150.0 }'],
             (":3: boundary.west[1]: overlaps boundary.west[0]", ":2)", "cell 9")),
            ([open_range, '{ type = "open", cells = [9, 12] }'], ("boundary.west[1]: overlaps", "cell 9")),
            ([open_range, '{ type = "open", from = 1150.0, to = 1300.0 }'], (":3: boundary.west[1].to", "1300 m", "1200 m")),
            (['{ type = "open", from = 900.0 }'], (":2: boundary.west[0].from", "900 m", "from 1000 to 1200 m")),
            (['{ type = "open", from = 1100.0, to = 1100.0 }'], (":2: boundary.west[0].to", "from must be below to")),
            (['{ type = "open", from = 1101.0, to = 1104.0 }'], (":2: boundary.west[0]", "no centre", "10 m long")),
            (['{ type = "open", cells = [7, 20] }'], (":2: boundary.west[0].cells", "0 to 19")),
            (['{ type = "open", cells = [7, 6] }'], (":2: boundary.west[0].cells", "[first, last]")),
            (['{ type = "open", cells = [7] }'], (":2: boundary.west[0].cells", "expected 2 integers")),
            (['{ type = "open", cells = [7, 8], to = 1100.0 }'], (":2: boundary.west[0].to", "only one of cells")),
            ([open_range, '{ type = "discharge", cells = [15, 16] }'], (":3: boundary.west[1]", "one of value and path")),
            ([open_range, '{ type = "open", form = 1150.0 }'], (":3: boundary.west[1].form", 'did you mean "from"?')),
            ([open_range, '{ type = "sea", from = 1150.0 }'], (":3: boundary.west[1].type", '"sea"', '"level"')),
            ([open_range, '{ type = "wall" }'], (":3: boundary.west[1]", "leave it out")),
            (['{ type = "periodic" }'], (":2: boundary.west[0]", "as a whole")),
            ([open_range, "12"], (":3: boundary.west[1]", "expected", "got an integer")),
            ([], ("boundary.west", "empty list")),
        ]:
            with self.subTest(ranges):
                self.write("case.toml", "[boundary]\nwest = [" + ",\n  ".join(ranges) + "]\n")
                self.assert_refused(["case.toml", *self.BASIN], *parts)
        self.write("case.toml", '[boundary]\nwest = [{ type = "open" }]\neast = { type = "periodic" }\n')
        self.assert_refused(["case.toml", *self.BASIN], ":3: boundary.east", "boundary.west is a list")
        self.assert_refused(["case.toml", *self.BASIN, "--set", "boundary.west.from=3"], "is a list of 1", "[0]")
        self.assert_refused(["case.toml", *self.BASIN, "--set", "boundary.east[1].from=3"], "is no list", "leave out [1]")


class Outlets(FlowTest):
    """How water leaves."""

    SLOPE, MANNING, DEPTH = 0.001, 0.03, 0.9688861611972635  # the normal depth of 1 m^2/s

    def river(self, output, side, *words):
        """A river of 1 m^2/s along x at its normal depth; the depths in its middle and in its last cell."""
        numpy.save(self.folder / "bed.npy", numpy.outer(numpy.ones(2), self.SLOPE * (995.0 - 10 * numpy.arange(100))))
        self.good_run(output, *sets(grid__cells=[100, 2], grid__spacing=[10.0, 10.0], time__end=10000,
                                    physics__manning=f'{{ type = "value", value = {self.MANNING} }}',
                                    initial__bed='{ type = "file", path = "bed.npy" }',
                                    initial__depth=f'{{ type = "value", value = {self.DEPTH} }}',
                                    boundary__west='{ type = "discharge", value = 20.0 }', boundary__east=side), *words, *QUIET)
        self.assertLess(abs(self.summary(output)["water_missing"]), 1e-12)
        h = self.last_field(output, "h")
        return h[0, 50], h[0, 99]

    @needs_h5py
    def test_a_river_keeps_its_normal_depth_at_an_open_side(self):
        for scheme in ("second_order", "upwind"):
            for end in (10000, 20000):
                middle, last = self.river(f"{scheme}{end}", '{ type = "open" }', *sets(time__end=end, physics__scheme=scheme))
                self.assertAlmostEqual(middle / self.DEPTH, 1, delta=0.02)
                self.assertAlmostEqual(last / self.DEPTH, 1, delta=0.03)

    @needs_h5py
    def test_normal_depth_takes_the_ground_s_slope_or_a_given_one(self):
        ground = self.river("ground", '{ type = "normal_depth" }')
        given = self.river("given", '{ type = "normal_depth", slope = 0.001 }')
        for a, b in zip(ground, given):
            self.assertAlmostEqual(a, b, delta=1e-6)
        steeper = self.river("steeper", '{ type = "normal_depth", slope = 0.004 }')
        self.assertLess(steeper[1], 0.85 * given[1])

    @needs_h5py
    def test_free_and_rating(self):
        middle, last = self.river("free", '{ type = "free" }')
        self.assertAlmostEqual(middle / self.DEPTH, 1, delta=0.05)
        self.assertTrue(0.467 < last < 0.65, last)
        self.write("weir.csv", "level (cm), discharge (l/s)\n0, 0\n100, 10000\n300, 50000\n")
        last = self.river("rating", '{ type = "rating", path = "weir.csv" }')[1]
        self.assertAlmostEqual(last + 0.005, 1.5, delta=0.02)  # 20 m^3/s at 1.5 m

    @needs_h5py
    def test_a_valley_does_not_pond_at_its_outlet(self):
        self.run_case("valley_flood", *sets(grid__cells=[100, 50], time__end="3 h", output__every_time="1 h"), *QUIET)
        depths = [self.field(frame, "h") for frame in self.frames("valley_flood")[-2:]]
        for h in depths:
            self.assertLess(h[:, -1].max(), 3)
        self.assertLess(abs(depths[1][:, -1].max() - depths[0][:, -1].max()), 0.05)

    def test_refused(self):
        rough = sets(physics__manning='{ type = "value", value = 0.03 }')
        self.write("falls.csv", "level (m), discharge (m^3/s)\n0, 0\n1, 5\n2, 4\n")
        self.write("gap.csv", "0, 0\n1, -9999\n")
        self.write("one.csv", "0, 0\n")
        self.write("kilos.csv", "level (kg), discharge\n0, 0\n1, 5\n")
        for side, words, parts in [
            ('{ type = "normal_depth", slope = 0.001 }', [], ("boundary.east", "needs roughness", "physics.manning")),
            ('{ type = "normal_depth" }', rough, ("boundary.east", "does not fall towards the side", "slope = ")),
            ('{ type = "normal_depth", slope = 0 }', rough, ("boundary.east.slope", "above 0")),
            ('{ type = "rating" }', [], ("boundary.east", "needs path")),
            ('{ type = "rating", path = "falls.csv" }', [], ("boundary.east.path", "falls.csv:4", "less than in the row before")),
            ('{ type = "rating", path = "gap.csv" }', [], ("boundary.east.path", "gap.csv:2", "missing value")),
            ('{ type = "rating", path = "one.csv" }', [], ("boundary.east.path", "one.csv", "two rows at least")),
            ('{ type = "rating", path = "kilos.csv" }', [], ("boundary.east.path", "kilos.csv:1", "kg")),
            ('{ type = "free", concentration = 1.0 }', [], ("boundary.east.concentration",)),
            ('{ type = "radiation" }', [], ("boundary.east", "needs one of value and path")),
        ]:
            with self.subTest(side):
                self.assert_refused([*sets(grid__cells=[8, 8], boundary__east=side), *words], *parts)


class Restarts(FlowTest):
    def test_a_restart_is_no_restart(self):
        words = [CASES / "estuary.toml", *sets(grid__cells=[40, 40], output__every_time="20 min"), *QUIET]
        self.good_run("whole", *words, *sets(time__end="1 h"))
        self.good_run("parts", *words, *sets(time__end="20 min", output__checkpoint_every=1000000))
        self.good_run("parts", *words, *sets(time__end="1 h"), "--restart")
        self.assert_same_end("whole", "parts")
        whole, parts = self.summary("whole"), self.summary("parts")
        self.assertEqual(whole["water_entered"], parts["water_entered"])
        self.assertEqual((self.folder / "whole" / "flow.nc").read_bytes(), (self.folder / "parts" / "flow.nc").read_bytes())

    def test_times_are_hit(self):
        summary = self.run_case("default", *QUIET)
        self.assertEqual(summary["time"], 0.5)
        self.assertEqual(len(self.frames("default")), 3)


class Files(FlowTest):
    def write_asc(self, name, rows, cell=10.0, nodata=-9999):
        """An ESRI grid whose first row is the north."""
        head = f"ncols {len(rows[0])}\nnrows {len(rows)}\nxllcorner 0\nyllcorner 0\ncellsize {cell}\nNODATA_value {nodata}\n"
        return self.write(name, head + "\n".join(" ".join(str(v) for v in row) for row in rows) + "\n")

    @needs_h5py
    def test_terrain_from_an_ascii_grid_lies_as_it_should(self):
        rows = [[10.0 * j + i for i in range(12)] for j in range(8)]
        self.write_asc("terrain.asc", rows)
        self.good_run("out", *sets(grid__cells=[12, 8], grid__spacing=[10.0, 10.0], time__steps=1,
                                   initial__bed='{ type = "raster", path = "terrain.asc" }'), *QUIET)
        self.assertTrue((self.last_field("out", "bed")[::-1] == numpy.array(rows)).all())

    def test_holes_are_refused_or_walls(self):
        rows = [[1.0] * 12 for _ in range(8)]
        rows[2][3] = -9999
        self.write_asc("terrain.asc", rows)
        words = sets(grid__cells=[12, 8], grid__spacing=[10.0, 10.0], time__end=600,
                     physics__rain='{ type = "value", value = 100.0 }')
        bed = '{ type = "raster", path = "terrain.asc" }'
        self.assert_refused([*words, *sets(initial__bed=bed)], "initial.bed", "terrain.asc")
        bed = '{ type = "raster", path = "terrain.asc", nodata = "wall" }'
        self.good_run("walls", *words, *sets(initial__bed=bed), *QUIET)
        self.assertLess(abs(self.summary("walls")["water_missing"]), 1e-12)

    @needs_h5py
    def test_walls_stand_100_m_above_the_highest_ground_in_frames(self):
        rows = [[1.0, 2.0, 1.0], [1.0, -9999, 2.5]]
        self.write_asc("terrain.asc", rows)
        words = sets(grid__cells=[3, 2], grid__spacing=[10.0, 10.0], time__steps=1,
                     initial__bed='{ type = "raster", path = "terrain.asc", nodata = "wall" }')
        self.good_run("out", *words, *QUIET)
        self.assertEqual(self.last_field("out", "bed")[::-1].tolist(), [[1.0, 2.0, 1.0], [1.0, 102.5, 2.5]])
        self.write_asc("terrain.asc", [[-9999] * 3] * 2)
        self.assert_refused(words, "initial.bed.path", "terrain.asc: it has no data anywhere in the grid")

    def test_a_gauge_s_name_in_quotes_is_read_without_them(self):
        words = sets(grid__cells=[3, 2], grid__spacing=[10.0, 10.0], time__steps=1, output__gauges_every=1,
                     output__gauges=self.write("gauges.csv", '"name","x","y"\n"old bridge",15,15\n'))
        self.good_run("out", *words, *QUIET)
        with open(self.folder / "out" / "gauges.csv", encoding="utf-8") as file:
            self.assertEqual(next(csv.reader(file))[1], "old bridge level (m)")
        self.write("gauges.csv", 'name,x,y\n"bridge, old",15,15\n')
        self.assert_refused(words, "output.gauges", "gauges.csv:2: ", '"bridge, old"', "no comma, quote or line break")

    def test_gauges_and_series(self):
        self.write("tide.csv", "time (h), level (m)\n0, 0.5\n1, 1.5\n")
        self.write("gauges.csv", "name, x, y\nharbour, 100, 50\npier, 20, 20\n")
        self.write("case.toml", "\n".join([
            "[grid]", "cells = [20, 10]", "spacing = [10.0, 10.0]", "[initial]", 'bed = { type = "value", value = -2.0 }',
            'level = { type = "value", value = 0.5 }', "[boundary]", 'west = { type = "level", path = "tide.csv" }',
            "[time]", 'end = "30 min"', "[output]", 'gauges = "gauges.csv"', 'gauges_every = "5 min"', "pictures = false"]))
        self.good_run("out", "case.toml")
        with open(self.folder / "out" / "gauges.csv", encoding="utf-8") as file:
            rows = list(csv.reader(file))
        self.assertEqual(rows[0][1], "harbour level (m)")
        self.assertEqual([float(row[0]) for row in rows[1:]], [300.0 * k for k in range(7)])
        for row in rows[2:]:
            self.assertAlmostEqual(float(row[1]), 0.5 + float(row[0]) / 3600, delta=0.02)
        self.assert_refused(["case.toml", *sets(time__end="2 h")], "tide.csv", output="later")
        self.write("gauges.csv", "name, x, y\nelsewhere, 1000, 50\n")
        self.assert_refused(["case.toml"], "elsewhere", output="later")

    @needs_h5py
    def test_a_map_of_one_number_is_that_number(self):
        shape = '{{ type = "box", value = {0}, background = {0} }}'
        number = '{{ type = "value", value = {0} }}'
        for name, form in (("maps", shape), ("numbers", number)):
            self.run_case("valley_flood", *sets(physics__manning=form.format(0.04), physics__infiltration=form.format(5.0)),
                          *QUIET, output=name)
        for field in ("h", "qx", "qy", "hc"):
            self.assertTrue((self.last_field("maps", field) == self.last_field("numbers", field)).all(), field)

    def test_the_readme_s_own_terrain_and_tide(self):
        case = (CASES / "README.md").read_text().split("```toml\n")[1].split("```")[0]
        self.write("harbour.toml", case)
        rows = [[-8.0 + 0.05 * i + 0.03 * j for i in range(50)] for j in range(38)]
        text = self.write_asc("terrain.asc", rows, cell=200.0).read_text()
        self.write("terrain.asc", text.replace("xllcorner 0\nyllcorner 0", "xllcorner 511000\nyllcorner 4709000"))
        self.write("tide.csv", "time (h), level (m)\n0, 0.3\n200, 0.5\n")
        self.write("outfall.csv", "time (h), discharge (m^3/s)\n0, 2\n200, 2\n")
        self.write("gauges.csv", "name, x, y\npier, 515000, 4713000\n")
        self.good_run("out", "harbour.toml", *sets(time__end=4, output__every_time=4))
        summary = self.summary("out")
        self.assertLess(abs(summary["water_missing"]), 1e-12)
        self.assertLess(abs(summary["pollutant_missing"]), 1e-12)
        for name in ("depth.png", "pollutant.png", "highest_depth.png", "arrival.png", "flow.nc", "gauges.csv"):
            self.assertTrue((self.folder / "out" / name).is_file(), name)

    def test_film_and_maxima(self):
        self.run_case("valley_flood", *sets(output__film="true", output__netcdf="true"))
        for name in ("depth_000000", "depth_000002", "highest_depth", "arrival", "pollutant"):
            self.assertTrue((self.folder / "valley_flood" / f"{name}.png").is_file(), name)
        self.assertEqual((self.folder / "valley_flood" / "flow.nc").read_bytes()[:3], b"CDF")

    @needs_h5py
    def test_a_frame_gives_the_start_of_another_run(self):
        self.run_case("default", *QUIET)
        frame = self.frames("default")[-1]
        fields = {"depth": "h", "qx": "qx", "qy": "qy"}
        self.good_run("again", *sets(grid__cells=[64, 64], time__steps=0, **{
            f"initial__{key}": f'{{ type = "file", path = "{frame}", dataset = "{name}" }}' for key, name in fields.items()}),
            *QUIET)
        self.assertTrue((self.last_field("again", "h") == self.last_field("default", "h")).all())


class BadInput(FlowTest):
    def test_series_with_gaps_and_negative_rain_are_refused(self):
        basin = [*sets(grid__cells=[4, 3], grid__spacing=[10.0, 10.0], time__end=60)]
        rain = sets(physics__rain='{ type = "series", path = "series.csv" }')
        level = sets(boundary__west='{ type = "level", path = "series.csv" }')
        for words, value, parts in [(rain, "-9999", ("physics.rain", "marks a missing value")),
                                    (rain, "-3", ("physics.rain", "-3 is out of range: expected a number, at least 0")),
                                    (level, "-9999", ("boundary.west", "marks a missing value", "leave the row out"))]:
            with self.subTest(words=words, value=value):
                self.write("series.csv", f"time (min),value\n0,2\n1,{value}\n")
                self.assert_refused([*basin, *words], "series.csv:3: ", *parts)

    def test_steps_that_shrink_to_nothing_end_the_run(self):
        # The sea leaps so high that waves cross a cell in less than a billionth of a second.
        self.write("leap.csv", "time (s),level (m)\n0,1\n3600,1\n3600.001,9e19\n7200,9e19\n")
        result = self.run_program("--output", "out", *sets(
            grid__cells=[4, 3], grid__spacing=[10.0, 10.0], time__end="2 h", output__every_time=600,
            initial__depth='{ type = "value", value = 1.0 }', boundary__west='{ type = "level", path = "leap.csv" }'), *QUIET)
        self.assertEqual(result.code, 3, result)
        for part in ("time stands still at 360", "has shrunk to nothing", "last good frame: "):
            self.assertIn(part, result.err)

    def test_refused(self):
        for text, parts in [
            ('[boundary]\nwest = { type = "level" }\n', ("boundary.west", "needs one of value and path")),
            ('[boundary]\nwest = { type = "level", value = 0, amplitude = [1.0] }\n', ("boundary.west.amplitude", "period")),
            ('[boundary]\nwest = { type = "level", value = 0, amplitude = [1.0], period = [1.0, 2.0] }\n',
             ("boundary.west.period", "as many as amplitude")),
            ('[boundary]\nwest = { type = "level", value = 0, amplitude = [1.0], period = [0.0] }\n', ("above 0",)),
            ('[boundary]\nwest = { type = "discharge" }\n', ("boundary.west", "needs one of value and path")),
            ('[boundary]\nwest = { type = "open", from = 100.0 }\n', ("boundary.west.from", "which reaches from")),
            ('[boundary]\nwest = { type = "periodic" }\n', ("boundary.west", "both faces")),
            ('[boundary]\nwest = { type = "sea" }\n', ("boundary.west.type", '"sea"')),
            ('[initial]\ndepth = { type = "value", value = -1.0 }\n', ("initial.depth", "must not be negative", "(x, y)")),
            ('[initial]\nconcentration = { type = "value", value = -1.0 }\n', ("initial.concentration", "negative")),
            ('[initial]\nlevel = { type = "value", value = 1.0 }\ndepth = { type = "value", value = 1.0 }\n', ("only one",)),
            ('[initial]\nbed = { type = "raster" }\n', ("initial.bed", "path")),
            ('[initial]\nbed = { type = "raster", path = "none.asc" }\n', ("initial.bed", "none.asc")),
            ('[physics]\nmanning = { type = "value", value = -0.1 }\n', ("physics.manning", "negative")),
            ('[physics]\nscheme = "paper"\n', ("physics.scheme", "naive")),
            ('[physics]\nalgorithm = "naive"\n[output]\nmaxima = true\n', ("physics.algorithm", "fused")),
            ('[physics]\nalgorithm = "naive"\nscheme = "second_order"\n', ("physics.scheme", "say upwind")),
            ('[time]\nuntil = "steady"\n', ("time.until",)),
            ('[time]\nreference = "yesterday"\n', ("time.reference", "date")),
            ('[output]\ngauges = "none.csv"\n', ("output.gauges", "none.csv")),
        ]:
            with self.subTest(text):
                self.write("case.toml", text)
                self.assert_refused(["case.toml", *sets(grid__cells=[8, 8])], *parts)


if __name__ == "__main__":
    unittest.main()
