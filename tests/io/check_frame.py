# SPDX-FileCopyrightText: The Tessera authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Opens a frame as a NumPy user does and checks it against what the C++ test wrote.

Usage: check_frame.py FILE RANK BITS. The field "temperature" holds its own index in (z, y, x) order.
The exit code is 77 if h5py and NumPy are missing.
"""
import sys

try:
    import h5py
    import numpy
except ImportError:
    sys.exit(77)


def check_h5py(path, rank, bits):
    with h5py.File(path) as file:
        field = file["temperature"]
        assert field.dtype == numpy.dtype(f"<f{bits // 8}"), field.dtype
        assert field.shape == (3, 4, 5)[3 - rank:], field.shape
        assert (field[()].ravel() == numpy.arange(field.size)).all()
        assert [field.dims[i][0].name for i in range(rank)] == ["/z", "/y", "/x"][3 - rank:]
        assert field.attrs["units"] in ("degC", b"degC")
        assert file.attrs["step"] == 12 and file.attrs["time"] == 1.5
        assert numpy.allclose(file.attrs["origin"], [10, 20, 30][:rank])
        assert numpy.allclose(file.attrs["spacing"], [0.5, 0.25, 0.125][:rank])
        assert numpy.allclose(file["x"][()], 10 + 0.5 * (numpy.arange(5) + 0.5))


def check_xarray(path, rank):
    try:
        import xarray
    except ImportError:
        return
    for engine in ("h5netcdf", "netcdf4"):
        try:
            data = xarray.open_dataset(path, engine=engine)
        except (ImportError, ValueError) as error:
            if "netcdf" in str(error).lower():
                continue  # this engine is not installed
            raise
        with data:
            assert data.temperature.dims == ("z", "y", "x")[3 - rank:], data.temperature.dims
            assert set(data.coords) == set("xyz"[:rank]), data.coords
            assert data.temperature.sel(x=11.3, method="nearest").values.ravel()[0] == 2
            assert data.attrs["time"] == 1.5


check_h5py(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
check_xarray(sys.argv[1], int(sys.argv[2]))
