# SPDX-FileCopyrightText: The Tessera authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reads a folder of frames by other programs' readers and prints what they see as JSON.

Usage: read_by_others.py vtk|xarray FOLDER FIELD: the newest frame in FOLDER.
"""
import glob
import json
import sys


def vtk_sees(folder, name):
    from vtkmodules.util.numpy_support import vtk_to_numpy
    from vtkmodules.vtkIOXdmf2 import vtkXdmfReader
    reader = vtkXdmfReader()
    reader.SetFileName(f"{folder}/fields.xdmf")
    reader.UpdateInformation()
    times = reader.GetOutputInformation(0).Get(reader.GetExecutive().TIME_STEPS())
    reader.UpdateTimeStep(times[-1])
    grid = reader.GetOutputDataObject(0)
    while grid.IsA("vtkMultiBlockDataSet"):
        grid = grid.GetBlock(0)
    values = vtk_to_numpy(grid.GetCellData().GetArray(name))
    return {"cells": grid.GetNumberOfCells(), "values": values.tolist(), "bounds": grid.GetBounds(), "times": times}


def xarray_sees(folder, name):
    import xarray
    with xarray.open_dataset(sorted(glob.glob(f"{folder}/fields_*.h5"))[-1]) as data:
        field = data[name]
        return {"values": field.values.ravel().tolist(), "dims": field.dims, "time": float(data.attrs["time"]),
                "coords": {axis: field[axis].values.tolist() for axis in field.dims}}


print(json.dumps({"vtk": vtk_sees, "xarray": xarray_sees}[sys.argv[1]](*sys.argv[2:])))
