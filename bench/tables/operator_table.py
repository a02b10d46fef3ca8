# SPDX-FileCopyrightText: The Tessera authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The table of operators: what `advance` reaches by default and with one step per launch, beside what it is to reach."""
import json
from pathlib import Path

from layout import giga, percent, size_text

TARGETS = json.loads((Path(__file__).parent / "targets.json").read_text(encoding="utf-8"))
NAMES = {
    "heat7": "7 points, 3D star (heat step)",
    "star7": "7 points, 3D star",
    "star13": "13 points, 3D star of radius 2",
    "star25": "25 points, 3D star of radius 4",
    "box19": "19 points, 3D box without corners",
    "box27": "27 points, 3D box",
    "star5": "5 points, 2D star",
    "box9": "9 points, 2D box",
    "star2d13": "13 points, 2D star of radius 3",
    "jacobi1d3": "3 points, 1D",
    "jacobi1d5": "5 points, 1D",
    "jacobi1d7": "7 points, 1D",
    "fdtd": "electromagnetic waves, 2D",
    "rician": "Rician denoising, 2D",
    "gradient": "gradient, 2D",
    "tv": "TV update, 2D",
}


def target(results, space, key):
    """What is aimed at: a share of the copy bandwidth, 10^9 updates/s (G), or a time per step; None without one."""
    side = "device" if space == results.device_space else "host"
    return TARGETS[side].get(f"{key.kind}/{key.strategy}/{key.precision}/{key.size}")


def per_step(key, rate):
    """Time of one step in microseconds: what small grids are judged by."""
    cells = 1
    for edge in key.size.split("x"):
        cells *= int(edge)
    time = 1e6 * cells / rate.value
    return f"{time:.0f}" if time >= 100 else f"{time:.3g}"


def table(results, space):
    """Header and rows of one execution space: what is done by default, single steps, and what else has an aim."""
    header = ["operator", "strategy", "cells", "precision", "10^9 updates/s", "us/step", "of copy", "aim"]
    rows = []
    for kind, text in NAMES.items():
        for precision in ("double", "float"):
            for key, rate in results.of_kind(kind, space):
                aim = target(results, space, key)
                if key.precision == precision and (key.strategy in ("default", "single") or aim):
                    rows.append([text, key.strategy, size_text(key.size), precision, giga(rate), per_step(key, rate),
                                 percent(rate), aim or "-"])
    return header, rows
