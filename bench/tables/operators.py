# SPDX-FileCopyrightText: The Tessera authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The table of operators: what the default strategy reaches through `advance`, beside what it is to reach."""
import json
from pathlib import Path

from layout import giga, percent, size_text

TARGETS = json.loads((Path(__file__).parent / "targets.json").read_text(encoding="utf-8"))
NAMES = {
    "heat7": "3D star, radius 1 (heat step)",
    "star13": "3D star, radius 2",
    "star25": "3D star, radius 4",
    "box19": "3D box without corners",
    "box27": "3D box, radius 1",
    "star5": "2D star, radius 1",
    "box9": "2D box, radius 1",
}
POINTS = {kind: int("".join(c for c in kind if c.isdigit())) for kind in NAMES}


def target(results, space, key):
    side = "device" if space == results.device_space else "host"
    share = TARGETS[side].get(f"{key.kind}/{key.precision}/{key.size}")
    return "-" if share is None else f"{share} %"


def per_step(key, rate):
    """Time of one step in microseconds: what small grids are judged by."""
    cells = 1
    for edge in key.size.split("x"):
        cells *= int(edge)
    return f"{1e6 * cells / rate.value:.3g}"


def table(results, space):
    """Header and rows of one execution space."""
    header = ["operator", "cells", "points", "precision", "10^9 updates/s", "us/step", "of copy", "aim"]
    rows = []
    for kind, text in NAMES.items():
        for precision in ("double", "float"):
            for key, rate in results.of_kind(kind, space):
                if (key.strategy, key.precision) == ("default", precision):
                    rows.append([text, size_text(key.size), str(POINTS[kind]), precision, giga(rate),
                                 per_step(key, rate), percent(rate), target(results, space, key)])
    return header, rows
