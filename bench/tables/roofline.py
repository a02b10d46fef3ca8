# SPDX-FileCopyrightText: The Tessera authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Where the sweeps stand under what the machine can do: ceilings from one file of results, sweeps from another."""
from layout import giga, percent, size_text
from paper001 import ceilings

VALUE_BYTES = {"double": 8, "float": 4}


def sweeps(results, space, precision):
    """Name and rate of single steps on grids too large for caches, of which flops were counted; of what is done by
    default in results that have no others."""
    found = {}
    strategy = "single" if any(key.strategy == "single" for key in results.rates) else "default"
    for key, rate in results.rates.items():
        large = key.size in ("512x512x512", "16384x16384", "67108864")
        if (key.space, key.strategy, key.precision) == (space, strategy, precision) and large:
            if "flops_per_update" in rate.counters:
                found[key.kind] = (key, rate)
    return found


def intensity(rate):
    """Flops per byte that has to be moved."""
    return rate.counters["flops_per_update"] / rate.counters["bytes_per_update"]


def table(ceiling_results, sweep_results, space):
    """Header and rows: what an update takes, which rates each ceiling allows, and the rate that is reached."""
    header = ["sweep", "cells", "precision", "flops", "bytes", "flops/byte", "copy allows", "cache allows",
              "arithmetic allows", "reached", "of copy"]
    rows = []
    for precision, size in VALUE_BYTES.items():
        top = ceilings(ceiling_results, space, precision)
        for name, (key, rate) in sweeps(sweep_results, space, precision).items():
            c = rate.counters
            allowed = [
                divided(top["copy"], c["bytes_per_update"]),
                divided(top["cache"], c["points"] * size),  # every neighbour read for itself, none from registers
                divided(top["fma"], 2 * c["operations_per_update"]),  # an operation takes the place of a multiply-add
            ]
            rows.append([name, size_text(key.size), precision, f"{c['flops_per_update']:.0f}",
                         f"{c['bytes_per_update']:.0f}", f"{intensity(rate):.2f}", *allowed, giga(rate), percent(rate)])
    return header, rows


def divided(ceiling, per_update):
    return "-" if ceiling is None else f"{ceiling / per_update * 1e-9:.3g}"
