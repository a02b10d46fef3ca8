# SPDX-FileCopyrightText: The Tessera authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes NetCDF rasters as other programs do, for the tests to read. The exit code is 77 without netCDF4 and NumPy.

Usage: make_netcdf.py FOLDER. In all of them the value at column i, row j from the south is 100 j + i, on 4 x 3 cells of
10 m whose low corner is (1000, 2000), unless the name says otherwise.
"""
import sys

try:
    import netCDF4
    import numpy
except ImportError:
    sys.exit(77)

folder = sys.argv[1]
x, y = 1005 + 10.0 * numpy.arange(4), 2005 + 10.0 * numpy.arange(3)
values = 100.0 * numpy.arange(3)[:, None] + numpy.arange(4)

# EPSG:32629 and EPSG:2277 as gdalsrsinfo -o wkt1 prints them, without authorities.
UTM = """PROJCS["WGS 84 / UTM zone 29N",GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]],
    PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],
    PARAMETER["latitude_of_origin",0],PARAMETER["central_meridian",-9],PARAMETER["scale_factor",0.9996],
    PARAMETER["false_easting",500000],PARAMETER["false_northing",0],UNIT["metre",1]]"""
TEXAS = """PROJCS["NAD83 / Texas Central (ftUS)",GEOGCS["NAD83",DATUM["North_American_Datum_1983",
    SPHEROID["GRS 1980",6378137,298.257222101]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]],
    PROJECTION["Lambert_Conformal_Conic_2SP"],PARAMETER["latitude_of_origin",29.6666666666667],
    PARAMETER["central_meridian",-100.333333333333],PARAMETER["standard_parallel_1",31.8833333333333],
    PARAMETER["standard_parallel_2",30.1166666666667],PARAMETER["false_easting",2296583.333],
    PARAMETER["false_northing",9842500],UNIT["US survey foot",0.304800609601219]]"""


def write(name, kind="NETCDF4", names=("y", "x"), north_first=False, transposed=False, unit="m", xs=x, ys=y, times=0,
          dtype="f8", data=values, fill=None, attributes=None, extra=None, unlimited="", coordinates="f8", value_unit="m",
          axes=None, crs=UTM):
    with netCDF4.Dataset(f"{folder}/{name}.nc", "w", format=kind) as file:
        ys, data = (ys[::-1], data[::-1]) if north_first else (ys, data)
        dimensions = names[::-1] if transposed else names
        for dimension, centres in zip(names, (ys, xs)):
            file.createDimension(dimension, None if dimension == unlimited else len(centres))
            if not coordinates:
                continue
            coordinate = file.createVariable(dimension, coordinates, (dimension,))
            coordinate[:] = centres
            north_or_east = "_north" if dimension == names[0] else "_east"
            if unit:
                coordinate.units = unit + (north_or_east if unit == "degrees" else "")
            if axes:
                coordinate.axis = axes[dimension]
        if times:
            file.createDimension("time", None)
            dimensions = ("time",) + dimensions
            file.createVariable("time", "f8", ("time",))[:] = numpy.arange(times)
        packed = file.createVariable("elevation", dtype, dimensions, fill_value=fill)
        packed.set_auto_maskandscale(False)
        packed.units = value_unit
        for key, value in (attributes or {}).items():
            packed.setncattr(key, value)
        data = data.T if transposed else data
        packed[:] = numpy.stack([data] * times) if times else data
        if extra:
            file.createVariable(extra, "f4", names)[:] = data
        if kind == "NETCDF4":
            file.createVariable("crs", "i4", ()).crs_wkt = crs
            packed.grid_mapping = "crs"


holes = values.copy()
holes[2, 1] = numpy.nan
packed = ((values - 5) / 0.5).astype("i2")
packed[0, 3] = -32768
for kind in ("NETCDF4", "NETCDF3_CLASSIC", "NETCDF3_64BIT_OFFSET", "NETCDF3_64BIT_DATA"):
    write(f"plain_{kind}", kind)
    write(f"north_{kind}", kind, north_first=True)
    write(f"time_{kind}", kind, times=1, dtype="f4")
    # Records of six bytes, padded to eight.
    write(f"records_{kind}", kind, dtype="i2", xs=x[:3], data=values[:, :3], unlimited="y")
    write(f"packed_{kind}", kind, dtype="i2", fill=-32768, data=packed,
          attributes={"scale_factor": 0.5, "add_offset": 5.0})
write("transposed", names=("northing", "easting"), transposed=True)
write("descending_x", xs=x[::-1], data=values[:, ::-1])
write("nan_is_missing", fill=numpy.nan, data=holes)
write("nan_is_wrong", data=holes)
write("two_maps", extra="roughness")
write("many_times", times=3)
write("degrees", names=("lat", "lon"), unit="degrees", xs=-9 + x / 1000, ys=42 + y / 1000)
write("uneven", xs=numpy.array([1005.0, 1015, 1026, 1035]))

far = 4710000 + numpy.array([0.5, 1.5, 3.5, 4.5, 5.5])  # the row at 2.5 is missing
five = numpy.outer(numpy.arange(5), [1.0, 1, 1, 1]) + numpy.arange(4)
write("missing_row_far_north", ys=far, data=five)
write("missing_row_far_north_float", ys=far, data=five, coordinates="f4")
write("missing_row_near", ys=far - 4710000, data=five)
write("missing_column", xs=numpy.array([1005.0, 1015, 1035, 1045]))
# Cells of 5 m there are known in float to half a metre.
write("float_far_north", ys=4710000 + 5 * numpy.arange(3) + 2.3, xs=2.3 + 5 * numpy.arange(4), coordinates="f4")
write("packed_coordinates", xs=numpy.arange(4, dtype="i2"), ys=numpy.arange(3, dtype="i2"), coordinates="i2")
with netCDF4.Dataset(f"{folder}/packed_coordinates.nc", "a") as file:
    for name, offset in (("x", 1005.0), ("y", 2005.0)):
        file[name].setncattr("scale_factor", 10.0)
        file[name].setncattr("add_offset", offset)

write("feet", value_unit="ft")
write("mm_per_day", value_unit=" mm d-1 ")
write("miles", xs=x / 1609.344, ys=y / 1609.344, unit="mile")
write("seconds", unit="s")
write("radians", unit="rad", xs=x / 1e6, ys=y / 1e6)
write("survey_feet", crs=TEXAS, unit="")
write("metres_in_feet", crs=TEXAS)
write("crs_of_another_program", crs="made by hand")
write("no_coordinates", coordinates="")
write("other_axes", names=("v", "u"), axes={"v": "Y", "u": "X"})
write("axis_is_not_x", axes={"y": "Y", "x": "Z"})
write("down", attributes={"positive": "down"})
write("depth_by_name", attributes={"standard_name": "sea_floor_depth_below_geoid"})
write("up_by_attribute", attributes={"standard_name": "sea_floor_depth_below_geoid", "positive": "up"})

marked = values.copy()
marked.flat[[1, 5, 7, 11]] = -9999, -8888, 1e30, 9001
write("several_markers", data=marked, attributes={"missing_value": numpy.array([-9999.0, -8888.0]),
                                                  "valid_range": numpy.array([-500.0, 9000.0])})
write("undeclared_marker", data=numpy.where(values == 101, -9999.0, values))
write("sea_floor_near_the_marker", data=-9990.0 - numpy.arange(12).reshape(3, 4))
for kind, dtype in (("NETCDF3_CLASSIC", "i1"), ("NETCDF4", "i1"), ("NETCDF4_I2", "i2")):
    wide = 20 * numpy.arange(12).reshape(3, 4) * (1 if dtype == "i1" else 250)
    write(f"unsigned_{kind}", kind.split("_I2")[0], dtype=dtype, data=wide.astype("u" + dtype[1]).astype(dtype),
          attributes={"_Unsigned": "true", "valid_max": numpy.array(wide.max() - 1, "u" + dtype[1]).astype(dtype)})
# A range of floats is one of what packed integers mean.
write("range_of_meant", dtype="i2", data=(values / 0.5).astype("i2"),
      attributes={"scale_factor": 0.5, "valid_min": 100.0, "valid_max": 200.0})
write("default_fill_of_integers", dtype="i2", data=numpy.where(values == 101, -32767, values).astype("i2"))
write("no_numbers", attributes={"scale_factor": "ten"})

# What netCDF4 itself makes of them, for comparison: values with NaN where masked, rows from the south.
import glob
import warnings

warnings.simplefilter("ignore")
for path in glob.glob(f"{folder}/*.nc"):
    with netCDF4.Dataset(path) as file:
        if "several" in path or "unsigned" in path or "default_fill" in path or "packed_" in path:
            numpy.savetxt(path[:-3] + ".txt", numpy.ma.filled(file["elevation"][:].astype(float), numpy.nan).reshape(-1))
