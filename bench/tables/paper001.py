# SPDX-FileCopyrightText: The Tessera authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The microbenchmarks and the size sweep of paper 001, ours beside the paper's."""
from layout import giga, percent, size_text

KIND = "paper001"


def best(results, kind, space, precision, counter):
    """The largest value of a counter among all benchmarks of a kind; None without any."""
    found = [r.counters[counter] for k, r in results.of_kind(kind, space)
             if k.precision == precision and counter in r.counters]
    return max(found, default=None)


def ceilings(results, space, precision):
    """What an execution space can do at most: flops per second, and bytes per second by where they are."""
    return {
        "fma": best(results, "registers", space, precision, "flops_per_second"),
        "registers": best(results, "registers", space, precision, "bytes_per_second"),
        "scratch": best(results, "scratch", space, precision, "bytes_per_second"),
        "cache": best(results, "cache", space, precision, "bytes_per_second"),
        "copy": results.roof(space),
    }


LINES = {
    "fma": "multiply-adds, 10^9 flops/s",
    "registers": "registers, GB/s",
    "scratch": "team scratch, GB/s",
    "cache": "first-level cache, GB/s",
    "copy": "memory (copy), GB/s",
}


def cell(value, copy):
    """A number in 10^9, and how many times the copy it is (flops: how many there are for each byte copied)."""
    return "-" if value is None else f"{value * 1e-9:.0f} ({value / copy:.1f})" if copy else f"{value * 1e-9:.0f}"


def micro(results, figures):
    """Header and rows: table 1 of the paper and ours, with the share of what the maker says where that is known."""
    paper = figures[KIND]["table_1"]
    header = ["", *paper["cards"]]
    rows = [[text] + [cell(1e9 * v, 1e9 * copy) for v, copy in zip(paper[key], paper["copy"])]
            for key, text in LINES.items()]
    for space in results.spaces:
        nominal = figures["nominal"].get(results.context["device"] if space == results.device_space else "")
        for precision in ("double", "float"):
            found = ceilings(results, space, precision)
            header += [f"{space}, {precision}"] + (["of nominal"] if nominal else [])
            for row, key in zip(rows, LINES):
                row.append(cell(found[key], found["copy"]))
                if nominal:
                    known = nominal[precision].get(key)
                    row.append(f"{100 * found[key] / known:.0f} %" if known and found[key] else "-")
    return header, rows


def overlap(results, space):
    """Header and rows: time of n multiply-adds per element of a copy, in units of the copy's time."""
    header = ["precision", "multiply-adds", "arithmetic", "larger of both", "sum", "measured", "hidden"]
    rows = []
    for key, rate in results.of_kind("overlap", space):
        c = rate.counters
        memory, work, both = c["seconds_of_memory"], c["seconds_of_arithmetic"], c["seconds"]
        rows.append([key.precision, f"{c['fmas_per_element']:.0f}", f"{work / memory:.2f}",
                     f"{max(1, work / memory):.2f}", f"{1 + work / memory:.2f}", f"{both / memory:.2f}",
                     f"{100 * c['hidden']:.0f} %"])
    return header, rows


def sizes(results, space):
    """Header and rows: updates per second of each strategy by size."""
    strategies = results.strategies(space, KIND)
    roof = results.roof(space)
    limit = f"{roof / 16 * 1e-9:.3g}" if roof else "-"  # a value read and a value written per update
    header = ["cells", "copy allows"]
    for strategy in strategies:
        header += [strategy, "of copy"]
    rows = []
    for size in results.sizes("double", KIND, space):
        found = [results.rate(KIND, space, s, "double", size) for s in strategies]
        if any(found):
            rows.append([size_text(size), limit, *(f(r) for r in found for f in (giga, percent))])
    return header, rows
