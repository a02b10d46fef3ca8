# SPDX-FileCopyrightText: The Tessera authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tables I, II and V of paper 003 (shallow water with a pollutant), ours beside the paper's."""
from layout import size_text

KIND = "paper003"
WEEK = 604800  # seconds, which the paper simulates
ALGORITHMS = ("naive", "decoupled", "fused")


def number(value, digits=3):
    """At least so many digits, without an exponent."""
    if value is None:
        return "-"
    return f"{value:.0f}" if abs(value) >= 10 ** (digits - 1) else f"{value:.{digits}g}"


def rate(results, space, algorithm, precision, size):
    """The rate on the estuary, or, where that was not measured, on water without a coast."""
    for kind in (KIND, "shallow_water/wet"):
        found = results.rate(kind, space, algorithm, precision, size)
        if found:
            return found
    return None


def paper_rates(figures, edge):
    """10^6 cells and steps per second of the paper's five programs on one mesh."""
    paper = figures[KIND]
    work = int(edge) ** 2 * paper["table_II"][edge][0] * 1e-6
    return [work / seconds for seconds in paper["table_I"][edge]]


def edges(figures):
    return [key for key in figures[KIND]["table_I"] if key.isdigit()]


def table_1(results, figures, space):
    """Header and rows: rates per mesh, the paper's machines and ours."""
    paper = figures[KIND]["table_I"]["columns"]
    ours = [(a, "float") for a in ALGORITHMS] + [(a, "double") for a in ALGORITHMS]
    header = ["cells", *(f"paper, {c}" for c in paper), *(f"{a}, {p}" for a, p in ours), "fused / paper's GPU"]
    rows = []
    for edge in edges(figures):
        size = f"{edge}x{edge}"
        found = [rate(results, space, a, p, size) for a, p in ours]
        if not any(found):
            continue
        theirs = paper_rates(figures, edge)
        mine = [r.value * 1e-6 if r else None for r in found]
        fused = mine[ALGORITHMS.index("fused")]
        rows.append([size_text(size), *map(number, theirs), *map(number, mine),
                     number(fused / theirs[3] if fused else None)])
    return header, rows


def table_2(results, figures, space):
    """Header and rows: what the paper's improvements gave, ours over naive, and a week of the estuary."""
    header = ["cells", "paper: steps", "decoupled / naive", "optimised / naive", "week, s", "ours: steps",
              "decoupled / naive", "fused / naive", "week, fused, s"]
    rows = []
    for edge in edges(figures):
        size = f"{edge}x{edge}"
        naive, decoupled, fused = (rate(results, space, a, "float", size) for a in ALGORITHMS)
        if not fused:
            continue
        steps, first, second, _, best = figures[KIND]["table_II"][edge]
        step = fused.counters.get("step_seconds")
        if step and step > WEEK:  # the flow was lost, and its clock ran to the end of time
            step = None
        seconds = WEEK / step * int(edge) ** 2 / fused.value if step else None
        rows.append([size_text(size), str(steps), f"{first / second:.2f}", f"{first / best:.2f}", number(best),
                     number(WEEK / step if step else None), gain(decoupled, naive), gain(fused, naive),
                     number(seconds)])
    return header, rows


def gain(a, b):
    return f"{a.value / b.value:.2f}" if a and b else "-"


def table_5(results, figures, space):
    """Header and rows: float against double after a second of the water column."""
    header = ["L1", "cells", "paper", *(f"ours, {a}" for a in ALGORITHMS)]
    rows = []
    for name in ("h", "qx", "qy"):
        for edge, theirs in figures[KIND]["table_V"][name].items():
            found = [results.rate("paper003_error", space, a, "float", f"{edge}x{edge}") for a in ALGORITHMS]
            if any(found):
                errors = [f"{r.counters[f'l1_{name}']:.2e}" if r else "-" for r in found]
                rows.append([name, f"{edge}^2", f"{theirs:.2e}", *errors])
    return header, rows
