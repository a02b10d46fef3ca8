#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Tessera authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""many_run.py PROGRAM FOLDER HAS_MPI: runs the program of docs/many_devices.md on 1, 2 and 6 ranks; all leave the same frames."""
import os
import shutil
import subprocess
import sys
from pathlib import Path


def main():
    program, folder, has_mpi = sys.argv[1], Path(sys.argv[2]), sys.argv[3:] in (["TRUE"], ["1"], ["ON"])
    if not has_mpi or not shutil.which("mpirun"):
        print("no MPI: not run")
        return
    shutil.rmtree(folder, ignore_errors=True)
    environment = {**os.environ, "OMP_NUM_THREADS": "1", "OMP_PROC_BIND": "false"}
    said, frames = {}, {}
    for ranks in (1, 2, 6):
        launch = ["mpirun", "--allow-run-as-root", "--oversubscribe", "--bind-to", "none", "-np", str(ranks)]
        done = subprocess.run([*launch, program, folder / str(ranks)], env=environment, stdin=subprocess.DEVNULL, text=True,
                              stdout=subprocess.PIPE, timeout=120, check=True)
        said[ranks] = [line for line in done.stdout.splitlines() if line.startswith("step ")]
        frames[ranks] = {path.name: path.read_bytes() for path in (folder / str(ranks)).iterdir()}
        if ranks > 1 and f"for {ranks} processes" not in done.stdout:
            sys.exit(f"{ranks} ranks did not share the grid: {done.stdout}")
        if said[ranks] != said[1] or frames[ranks] != frames[1]:
            sys.exit(f"{ranks} ranks differ from 1: {said[ranks]} {said[1]}")
    if len(said[1]) != 4 or len(frames[1]) < 5:
        sys.exit(f"expected four frames: {said[1]} {sorted(frames[1])}")
    print("the same frames on 1, 2 and 6 ranks")


if __name__ == "__main__":
    main()
