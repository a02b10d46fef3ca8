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


def write(name, kind="NETCDF4", names=("y", "x"), north_first=False, transposed=False, unit="m", xs=x, ys=y, times=0,
          dtype="f8", data=values, fill=None, attributes=None, extra=None, unlimited=""):
    with netCDF4.Dataset(f"{folder}/{name}.nc", "w", format=kind) as file:
        ys, data = (ys[::-1], data[::-1]) if north_first else (ys, data)
        dimensions = names[::-1] if transposed else names
        for dimension, centres in zip(names, (ys, xs)):
            file.createDimension(dimension, None if dimension == unlimited else len(centres))
            coordinate = file.createVariable(dimension, "f8", (dimension,))
            coordinate[:] = centres
            if unit:
                coordinate.units = unit if unit == "m" else unit + ("_north" if dimension == names[0] else "_east")
        if times:
            file.createDimension("time", None)
            dimensions = ("time",) + dimensions
            file.createVariable("time", "f8", ("time",))[:] = numpy.arange(times)
        packed = file.createVariable("elevation", dtype, dimensions, fill_value=fill)
        packed.set_auto_maskandscale(False)
        packed.units = "m"
        for key, value in (attributes or {}).items():
            packed.setncattr(key, value)
        data = data.T if transposed else data
        packed[:] = numpy.stack([data] * times) if times else data
        if extra:
            file.createVariable(extra, "f4", names)[:] = data
        if kind == "NETCDF4":
            file.createVariable("crs", "i4", ()).crs_wkt = "PROJCS[\"made\",UNIT[\"metre\",1]]"
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
