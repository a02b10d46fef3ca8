#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Tessera authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""own_run.py PROGRAM FOLDER: runs the program of docs/your_own_program.md as the page says, and looks at what it leaves."""
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

PROGRAM, FOLDER = Path(sys.argv[1]).resolve(), Path(sys.argv[2])
FEW = ["--no-roof", "--set", "grid.cells=[40, 20]", "--set", "output.netcdf=true", "--set", "output.every=50"]


def run(*words, code=0):
    environment = {**os.environ, "OMP_NUM_THREADS": "1"}
    result = subprocess.run([PROGRAM, *words], cwd=FOLDER, env=environment, capture_output=True, text=True)
    assert result.returncode == code, f"{words}: exit code {result.returncode}\n{result.stdout}{result.stderr}"
    return result


def summary(output):
    return json.loads((FOLDER / output / "summary.json").read_text(encoding="utf-8"))


def main():
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    hint = run("--set", "physics.wnd=2", code=2).stderr
    assert 'did you mean "physics.wind"?' in hint, hint

    run(*FEW, "--set", "time.steps=200", "--output", "whole")
    there = {path.name for path in (FOLDER / "whole").iterdir()}
    assert {"smoke.nc", "fields.xdmf", "summary.json", "config.toml"} <= there, there
    # The smoke front has passed: what comes in has filled the box.
    assert summary("whole")["norms"]["minimum"] > 0.9 and summary("whole")["norms"]["maximum"] < 1.0001, summary("whole")

    run(*FEW, "--set", "time.steps=100", "--set", "output.checkpoint_every=100", "--output", "parts")
    run(*FEW, "--set", "time.steps=200", "--set", "output.checkpoint_every=100", "--output", "parts", "--restart")
    for key in ("steps", "time", "norms"):
        assert summary("parts")[key] == summary("whole")[key], f"{key} after a restart"
    assert (FOLDER / "parts/smoke.nc").read_bytes() == (FOLDER / "whole/smoke.nc").read_bytes(), "NetCDF after a restart"
    print("the program of the page runs")


if __name__ == "__main__":
    main()
