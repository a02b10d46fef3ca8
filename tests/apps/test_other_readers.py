# SPDX-FileCopyrightText: The Tessera authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What is written is judged by others: VTK, xarray, and a checker of the CF conventions.

They are taken from the Python that runs the tests, else installed by pip into the build folder, once. Without a network, or
with TESSERA_FETCH=OFF, their tests are skipped.
"""
import json
import os
import pathlib
import subprocess
import sys
import unittest

from program import BIN, ProgramTest, needs_h5py, numpy, sets

PACKAGES = {"vtk": ["vtk"], "xarray": ["xarray", "h5netcdf"], "compliance_checker": ["compliance-checker"]}
OWN = BIN.parent / "python"  # a Python of the build folder


def run_quietly(*command):
    """What a command that failed says at its end; empty if it did not fail."""
    try:
        result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=600, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    return "" if result.returncode == 0 else result.stdout.decode()[-300:] or f"exit code {result.returncode}"


def python_with(module):
    """A Python that has `module`; skips the test if there is none."""
    def has(python):
        line = f"import {module}" + ("; import h5netcdf" if module == "xarray" else "")
        return subprocess.run([python, "-c", line], stderr=subprocess.DEVNULL, check=False).returncode == 0

    own = str(OWN / "bin" / "python3")
    for python in (sys.executable, own if pathlib.Path(own).exists() else sys.executable):
        if has(python):
            return python
    if os.environ.get("TESSERA_FETCH") == "OFF":
        raise unittest.SkipTest(f"no {module}, and TESSERA_FETCH is OFF")
    said = "no Python can make a virtual environment (Debian: python3-venv)"
    for maker in (sys.executable, "python3"):
        ready = pathlib.Path(own).exists() or run_quietly(maker, "-m", "venv", str(OWN)) == ""
        if not ready:
            continue
        said = run_quietly(own, "-m", "pip", "install", "-q", *PACKAGES[module])
        if said == "" and has(own):
            return own
    raise unittest.SkipTest(f"no {module}: {said}")


class Frames(ProgramTest):
    """Frames of every rank, with other origins and spacings along every axis."""

    CASES = {
        ("gallery", "jacobi1d3", 1): sets(physics__stencil='{ type = "jacobi1d3" }', grid__cells=[7], grid__spacing=[2.0],
                                          grid__origin=[10.0]),
        ("gallery", "jacobi2d", 2): sets(physics__stencil='{ type = "jacobi2d" }', grid__cells=[7, 5],
                                         grid__spacing=[2.0, 3.0], grid__origin=[10.0, 20.0]),
        ("shallow_water", "h", 2): sets(grid__cells=[7, 5], grid__spacing=[2.0, 3.0], grid__origin=[10.0, 20.0],
                                        initial__depth='{ type = "ball", value = 2.0, background = 1.0 }'),
        ("heat3d", "temperature", 3): sets(grid__cells=[7, 5, 4], grid__spacing=[2.0, 3.0, 4.0],
                                           grid__origin=[10.0, 20.0, 30.0],
                                           initial__temperature='{ type = "sine", value = 1.0 }'),
    }

    def written(self, name, field, words):
        """The folder of a run, the name of its field, and its values."""
        self.name = name
        self.good_run(f"{name}_{field}", *words, *sets(time__steps=4, output__every=2, output__pictures="false"))
        import h5py
        path = self.frames(f"{name}_{field}")[-1]
        with h5py.File(path) as file:
            found = field if field in file else next(key for key in file if file[key].ndim and key not in "xyz")
            return path.parent, found, file[found][()]

    def seen(self, python, reader, folder, field):
        script = pathlib.Path(__file__).with_name("read_by_others.py")
        text = subprocess.run([python, str(script), reader, str(folder), field], stdout=subprocess.PIPE, check=True, text=True)
        return json.loads(text.stdout)

    @needs_h5py
    def test_vtk_reads_every_rank(self):
        python = python_with("vtk")
        for (name, field, rank), words in self.CASES.items():
            with self.subTest(f"{name}, {rank}D"):
                folder, field, values = self.written(name, field, words)
                seen = self.seen(python, "vtk", folder, field)
                self.assertEqual(seen["cells"], values.size)
                self.assertEqual(seen["values"], values.ravel().tolist())
                for axis, (low, spacing, cells) in enumerate(list(zip((10, 20, 30), (2, 3, 4), (7, 5, 4)))[:rank]):
                    self.assertEqual(seen["bounds"][2 * axis:2 * axis + 2], [low, low + spacing * cells])
                self.assertEqual(len(seen["times"]), 3)

    @needs_h5py
    def test_xarray_reads_every_rank(self):
        python = python_with("xarray")
        for (name, field, rank), words in self.CASES.items():
            with self.subTest(f"{name}, {rank}D"):
                folder, field, values = self.written(name, field, words)
                seen = self.seen(python, "xarray", folder, field)
                self.assertEqual(seen["dims"], ["z", "y", "x"][3 - rank:])
                self.assertEqual(seen["values"], values.ravel().tolist())
                for axis, low, spacing, cells in list(zip("xyz", (10, 20, 30), (2, 3, 4), (7, 5, 4)))[:rank]:
                    self.assertEqual(seen["coords"][axis], (low + spacing * (numpy.arange(cells) + 0.5)).tolist())


class Conventions(ProgramTest):
    name = "shallow_water"
    UTM = ('PROJCS["WGS_1984_UTM_Zone_29N",GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,'
           '298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],'
           'PARAMETER["False_Easting",500000.0],PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",-9.0],'
           'PARAMETER["Scale_Factor",0.9996],PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]')

    def test_the_file_keeps_the_conventions(self):
        python = python_with("compliance_checker")
        self.write("t.asc", "ncols 4\nnrows 3\nxllcorner 500000\nyllcorner 4700000\ncellsize 10\n" + "1 2 3 4\n" * 3)
        self.write("t.prj", self.UTM)
        words = sets(grid__cells=[4, 3], grid__spacing=[10, 10], grid__origin=[500000, 4700000], time__steps=4,
                     output__every=2, output__netcdf="true", output__maxima="true", output__pictures="false",
                     time__reference='"2026-11-21T18:00:00Z"', initial__bed='{ type = "raster", path = "t.asc" }')
        result = self.run_program("--output", "run", *words)
        if "no netCDF-C" in result.err:
            self.skipTest("this build has no netCDF-C")
        self.assertEqual(result.code, 0, result)
        line = ("import json, sys; from compliance_checker.runner import ComplianceChecker, CheckSuite; "
                "CheckSuite.load_all_available_checkers(); "
                "ComplianceChecker.run_checker(sys.argv[1], ['cf:1.10'], 0, 'normal', output_filename=sys.argv[2], "
                "output_format='json')")
        subprocess.run([python, "-c", line, str(self.folder / "run" / "flow.nc"), str(self.folder / "report.json")],
                       check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        report = json.loads((self.folder / "report.json").read_text())["cf:1.10"]
        faults = [f"{check['name']}: {check['msgs']}" for kind in ("high", "medium") for check in
                  report[f"{kind}_priorities"] if check["msgs"]]
        self.assertEqual(faults, [])
        self.assertGreater(report["possible_points"], 50)


if __name__ == "__main__":
    unittest.main()
