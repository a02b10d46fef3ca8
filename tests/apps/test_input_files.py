# SPDX-FileCopyrightText: The Tessera authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""shallow_water reads what files of other programs mean: units, depths, missing values; or refuses them."""
import unittest

from program import ProgramTest, needs_h5py, numpy, sets

try:
    import netCDF4
except ImportError:
    netCDF4 = None

needs_netcdf = unittest.skipIf(netCDF4 is None, "no netCDF4 for Python")
GRID = sets(grid__cells=[4, 3], grid__spacing=[10, 10], run__precision="double", output__pictures="false")
ONCE = GRID + sets(time__steps=1)
STILL = GRID + sets(time__end="10 min", initial__depth='{ type = "value", value = 1.0 }')
PLAIN = "ncols 4\nnrows 3\nxllcorner 0\nyllcorner 0\ncellsize 10\n"


class InputTest(ProgramTest):
    name = "shallow_water"

    def rain_of(self, text):
        self.write("rain.csv", text)
        return [*STILL, *sets(physics__rain='{ type = "series", path = "rain.csv" }')]

    def rained(self, text):
        """The depth of rain that falls in ten minutes, m."""
        self.good_run("rain", "--overwrite", *self.rain_of(text))
        return self.summary("rain")["water_rained"] / 1200

    def bed(self, path, *words, key="bed", **fields):
        """The ground of a run whose map is at `path`, rows from the south."""
        more = "".join(f', {name} = {value}' for name, value in fields.items())
        self.good_run("bed", "--overwrite", *words, *ONCE,
                      *sets(**{f"initial__{key}": f'{{ type = "raster", path = "{path}"{more} }}'}))
        return self.field(self.frames("bed")[0], "bed")

    def refuse_bed(self, path, *parts, **fields):
        more = "".join(f', {name} = {value}' for name, value in fields.items())
        self.assert_refused([*ONCE, *sets(initial__bed=f'{{ type = "raster", path = "{path}"{more} }}')], *parts)

    def netcdf(self, name, data, kind="NETCDF3_64BIT_OFFSET", **attributes):
        """A map whose cells are the grid's, as other programs write it: the north comes first."""
        with netCDF4.Dataset(self.folder / name, "w", format=kind) as file:
            for dimension, centres in (("y", numpy.array([25.0, 15, 5])), ("x", numpy.array([5.0, 15, 25, 35]))):
                file.createDimension(dimension, len(centres))
                axis = file.createVariable(dimension, "f8", (dimension,))
                axis[:] = centres
                axis.units = "m"
            z = file.createVariable("z", data.dtype, ("y", "x"))
            z.set_auto_maskandscale(False)
            z.setncatts(attributes)
            z[:] = data[::-1]
        return name


class Units(InputTest):
    def test_rain_in_any_unit_of_rates(self):
        expected = 1e-3 / 6  # 1 mm/h for ten minutes
        for header, value in (("time (h),rain (mm/h)", 1), ("time (h) rain (mm / d)", 24), ("time (min),rain (cm/h)", 0.1),
                              ("time (h);rain (in d-1)", 24 / 25.4), ("# time (h), rain (mm/h)", 1), ("", 1)):
            mark = ";" if ";" in header else " "
            with self.subTest(header):
                last = 600 if not header else 10 if "min" in header else 0.5
                self.assertAlmostEqual(self.rained(f"{header}\n0{mark}{value}\n{last}{mark}{value}\n".lstrip()), expected,
                                       delta=1e-12)

    def test_units_of_another_kind(self):
        for unit in ("mm", "m3/s", "deg", "m", "buckets"):
            with self.subTest(unit):
                words = self.rain_of(f"# a gauge\ntime (h),rain ({unit})\n0,1\n1,1\n")
                self.assert_refused(words, "physics.rain", "rain.csv:2: ", f'"{unit}"', "mm/h")
        for side, unit in (("level", "mm/h"), ("level", "m3/s"), ("discharge", "m"), ("discharge", "degrees")):
            with self.subTest(side):
                self.write("side.csv", f"time (h),it ({unit})\n0,1\n1,1\n")
                words = sets(boundary__west=f'{{ type = "{side}", path = "side.csv" }}')
                self.assert_refused([*STILL, *words], "side.csv:1: ", f'"{unit}"')

    def test_durations(self):
        for text in ("1h30", "1 h 30"):
            self.assert_refused([*STILL, *sets(time__end=f'"{text}"')], "time.end", '"6 h"')

    @needs_netcdf
    @needs_h5py
    def test_maps(self):
        data = numpy.arange(12.0).reshape(3, 4)
        for unit, metres in (("ft", 0.3048), ("cm", 0.01), ("km", 1000), ("m", 1), (" metre ", 1)):
            with self.subTest(unit):
                bed = self.bed(self.netcdf("map.nc", data, units=unit))
                self.assertLess(numpy.abs(bed - metres * data).max(), 1e-12 * metres * 11)
        self.netcdf("seeps.nc", data, units="cm d-1")
        self.assert_refused([*STILL, *sets(physics__manning='{ type = "raster", path = "seeps.nc" }')], '"cm d-1"')
        self.refuse_bed("seeps.nc", '"cm d-1" is not of the kind of m')

    @needs_netcdf
    @needs_h5py
    def test_infiltration_in_another_unit(self):
        self.netcdf("seeps.nc", numpy.full((3, 4), 2.4), units="cm d-1")  # 1 mm/h
        self.good_run("seeps", *STILL, *sets(physics__infiltration='{ type = "raster", path = "seeps.nc" }'))
        self.assertAlmostEqual(self.summary("seeps")["water_seeped"] / 1200, 1e-3 / 6, delta=1e-10)

    @needs_netcdf
    @needs_h5py
    def test_a_field_of_a_file_has_a_unit_too(self):
        data = numpy.arange(12.0).reshape(3, 4)
        with netCDF4.Dataset(self.folder / "field.nc", "w") as file:
            file.createDimension("y", 3)
            file.createDimension("x", 4)
            for name, unit in (("feet", "ft"), ("rate", "mm/h"), ("packed", "m")):
                field = file.createVariable(name, "f8", ("y", "x"))
                field.units = unit
                field[:] = data
            field.scale_factor = 2.0
        field = '{{ type = "file", path = "field.nc", dataset = "{}" }}'
        self.good_run("field", *ONCE, *sets(initial__bed=field.format("feet")))
        self.assertLess(numpy.abs(self.field(self.frames("field")[0], "bed") - 0.3048 * data).max(), 1e-12)
        self.assert_refused([*ONCE, *sets(initial__bed=field.format("rate"))], '"rate"', '"mm/h" is not of the kind of m')
        self.assert_refused([*ONCE, *sets(initial__bed=field.format("packed"))], "scale_factor", 'type = "raster"')


class Meaning(InputTest):
    @needs_netcdf
    @needs_h5py
    def test_a_chart_of_depths_is_turned(self):
        data = numpy.arange(12.0).reshape(3, 4)
        self.netcdf("chart.nc", data, units="m", positive="down", standard_name="sea_floor_depth_below_geoid")
        words = sets(initial__level='{ type = "value", value = 0.0 }')
        self.assertTrue((self.bed("chart.nc", *words) == -data).all())
        self.assertTrue((self.field(self.frames("bed")[0], "h") == data).all())

    @needs_netcdf
    @needs_h5py
    def test_missing_values(self):
        data = numpy.arange(12.0).reshape(3, 4)
        data[0, 0], data[1, 1], data[2, 2] = -9999, -8888, 1e30
        self.netcdf("map.nc", data, missing_value=numpy.array([-9999.0, -8888]), valid_range=numpy.array([-500.0, 9000]))
        bed = self.bed("map.nc", nodata=77)
        self.assertEqual((bed == 77).sum(), 3)
        self.assertTrue((bed[bed != 77] == data[bed != 77]).all())
        self.refuse_bed("map.nc", "3 of its cells in the grid have no data")
        bytes_ = (20 * numpy.arange(12)).astype("u1").reshape(3, 4)
        self.netcdf("bytes.nc", bytes_.astype("i1"), **{"_Unsigned": "true"})
        self.assertTrue((self.bed("bytes.nc") == bytes_).all())

    @needs_h5py
    def test_missing_values_of_text(self):
        for marker, stored in (("-1.79769313486232e+308", "-1.7976931348623157e+308"),
                               ("-3.4e+38", "-3.4028234663852886e+38"), ("-9999", "-9999.0")):
            with self.subTest(marker):
                self.write("t.asc", f"{PLAIN}NODATA_value {marker}\n1 2 3 {stored}\n1 2 3 4\n1 2 3 4\n")
                bed = self.bed("t.asc", nodata=9)
                self.assertEqual((bed == 9).sum(), 1)
                self.assertEqual(bed[2, 3], 9)
        self.write("t.asc", f"{PLAIN}NODATA_value -1\n1 2 3 -3.4028235e+38\n1 2 3 4\n1 2 3 4\n")
        self.refuse_bed("t.asc", "marks missing data by custom", "row 1, column 4")


if __name__ == "__main__":
    unittest.main()
