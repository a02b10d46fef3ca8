# SPDX-FileCopyrightText: The Tessera authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Opens a CF-NetCDF file as its users do and checks it against what the C++ test wrote.

Usage: check_cf.py FILE BITS STATES. The exit code is 77 if netCDF4 and NumPy are missing.
"""
import sys

try:
    import netCDF4
    import numpy
except ImportError:
    sys.exit(77)

path, bits, states = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
with netCDF4.Dataset(path) as file:
    assert file.data_model == "NETCDF3_64BIT_OFFSET", file.data_model
    assert file.Conventions == "CF-1.10" and file.source == "test 1.0"
    assert file.dimensions["time"].isunlimited() and len(file.dimensions["time"]) == states
    time = file["time"]
    assert time.units == "seconds since 2026-11-21T18:00:00Z" and time.standard_name == "time"
    first = netCDF4.num2date(time[0], time.units, time.calendar)
    assert (first.year, first.month, first.day, first.hour, first.minute) == (2026, 11, 21, 18, 0), first
    assert (time[:] == 3600.0 * numpy.arange(states)).all(), time[:]
    assert numpy.allclose(file["x"][:], 500000 + 10 * (numpy.arange(5) + 0.5))
    assert numpy.allclose(file["y"][:], 4700000 + 20 * (numpy.arange(4) + 0.5))
    assert file["x"].standard_name == "projection_x_coordinate" and file["y"].axis == "Y"
    depth = file["depth"]
    assert depth.dimensions == ("time", "y", "x") and depth.dtype == f"f{bits // 8}", depth
    assert depth.units == "m" and depth.wet_threshold == 0.001 and depth.grid_mapping == "crs"
    for n in range(states):
        expected = numpy.ma.masked_array(numpy.arange(20.0).reshape(4, 5) + 100 * n)
        expected[1, 2] = numpy.ma.masked
        assert (depth[n].mask == numpy.ma.getmaskarray(expected)).all(), depth[n]
        assert (depth[n] == expected).all(), depth[n]
        assert (file["speed"][n] == 7.0 + n).all()
    assert "UTM zone 29N" in file["crs"].crs_wkt
    crs = file["crs"]
    assert crs.grid_mapping_name == "transverse_mercator" and crs.longitude_of_central_meridian == -9
    assert crs.scale_factor_at_central_meridian == 0.9996 and crs.false_easting == 500000
    assert crs.semi_major_axis == 6378137 and crs.inverse_flattening == 298.257223563
    assert (file["bed"][:] == -numpy.arange(20.0).reshape(4, 5)).all()

try:
    import xarray
except ImportError:
    sys.exit(0)
with xarray.open_dataset(path, engine="netcdf4") as data:
    assert data.depth.dims == ("time", "y", "x")
    assert str(data.time.values[0]).startswith("2026-11-21T18:00:00"), data.time
    assert numpy.isnan(data.depth.values[0, 1, 2])
    assert data.depth.sel(x=500012, y=4700055, method="nearest").values[0] == 11
