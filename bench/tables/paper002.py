# SPDX-FileCopyrightText: The Tessera authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The ten stencils of paper 002: what they do per cell, their rates with one step and with several per launch, and the
rates that the paper prints."""
import json
from pathlib import Path

from layout import giga, percent, size_text

KIND = "paper002"
COUNTS = json.loads((Path(__file__).parent / "counts.json").read_text(encoding="utf-8"))
VALUE_BYTES = {"double": 8, "float": 4}


def per_cell(figures):
    """Header and rows: what a step does per cell, counted from our programs, beside the paper's operations."""
    header = ["paper", "ours", "stages", "values read", "operations", "the paper's", "flops", "bytes, double", "float",
              "flops/byte, double"]
    rows = []
    for paper, stencil in figures[KIND]["stencils"].items():
        double, single = (COUNTS[f"{stencil['ours']}/{p}"] for p in VALUE_BYTES)
        rows.append([paper, stencil["ours"], *(str(double[c]) for c in ("stages", "points", "operations")),
                     str(stencil["operations"]), str(double["flops"]), str(double["bytes"]), str(single["bytes"]),
                     f"{double['flops'] / double['bytes']:.2f}"])
    return header, rows


def largest(results, space, kind, precision):
    """The largest size at which a stencil was measured with single steps; None without any."""
    sizes = [k.size for k, _ in results.of_kind(kind, space) if (k.strategy, k.precision) == ("single", precision)]
    cells = {s: eval_size(s) for s in sizes if s != "1024x1024x1024"}  # 512^3 is the size of all others in space
    return max(cells, key=cells.get, default=None)


def eval_size(size):
    cells = 1
    for edge in size.split("x"):
        cells *= int(edge)
    return cells


def measured(results, space, kind, precision):
    """Size, rate of single steps and rate by default, of a stencil's largest grid."""
    size = largest(results, space, kind, precision)
    if size is None:
        return None, None, None
    return size, *(results.rate(kind, space, s, precision, size) for s in ("single", "default"))


def multiple(single, default):
    """How many times the rate of single steps the default has; None if it was not measured."""
    return default.value / single.value if single and as_planned(default) else None


def steps(default):
    """Steps per launch that the default takes."""
    return int(default.counters.get("steps_per_launch", 1)) if default else None


def as_planned(default):
    """Whether the launches that the default takes were in what was timed: a call of advance ends with a single step, so
    that a call for one or two steps has no others."""
    return bool(default) and (steps(default) == 1 or default.counters.get("steps", 0) > 2)


def rates(results, figures, space):
    """Header and rows: rates stage by stage, with all stages of a step in one launch, and by default; how many times the
    first the last is, beside what the paper says of it. Stencils that were not measured have no row."""
    header = ["paper", "cells", "precision", "single steps", "of copy", "stages at once", "default", "of copy", "steps a launch",
              "multiple", "the paper: pays"]
    rows = []
    for paper, stencil in figures[KIND]["stencils"].items():
        for precision in VALUE_BYTES:
            size, single, default = measured(results, space, stencil["ours"], precision)
            if not size:
                continue
            ratio = multiple(single, default)
            fused = results.rate(stencil["ours"], space, "fused", precision, size)
            rows.append([paper, size_text(size), precision, giga(single), percent(single), giga(fused),
                         giga(default), percent(default), steps_text(default),
                         f"{ratio:.2f}" if ratio else "-", stencil["pays"]])
    return header, rows


def steps_text(default):
    if default is None:
        return "-"
    return f"{steps(default)}" if as_planned(default) else f"{steps(default)}, none timed"


def printed(figures, results=None):
    """Header and rows: the rates that the paper prints, as updates and as a share of what one sweep could have had from
    the card's memory; beside it the same of our default on the accelerator of `results`."""
    paper = figures[KIND]
    header = ["paper", "card", "precision", "10^9 flops/s", "10^9 updates/s", "memory allows", "of it", "ours, of copy"]
    rows = []
    for stencil, card, precision, gflops in paper["rates"]:
        share, updates, allowed = share_of(paper, stencil, card, precision, gflops)
        ours = None
        if results and results.device_space:
            ours = measured(results, results.device_space, paper["stencils"][stencil]["ours"], precision)[2]
        rows.append([stencil, card, precision, f"{gflops:g}", f"{updates:.3g}", f"{allowed:.3g}", f"{100 * share:.0f} %",
                     percent(ours)])
    return header, rows


def share_of(paper, stencil, card, precision, gflops):
    """Share of what a sweep could have had at the card's nominal bandwidth, updates/s, and what that allows (10^9)."""
    entry = paper["stencils"][stencil]
    updates = gflops / entry["operations"]
    allowed = paper["cards"][card] / COUNTS[f"{entry['ours']}/{precision}"]["bytes"]
    return updates / allowed, updates, allowed


COLORS = {"double": "tab:blue", "float": "tab:orange"}


def bars(axis, results, figures, space):
    """Shares of the copy bandwidth by stencil: single steps and default, and on an accelerator what the paper prints of
    its cards. Says whether there was anything to draw."""
    names = list(figures[KIND]["stencils"])
    found = [[measured(results, space, figures[KIND]["stencils"][n]["ours"], p) for p in VALUE_BYTES] for n in names]
    for at, (precision, color) in enumerate(COLORS.items()):
        for side, (label, hatch) in enumerate((("single steps", "//"), ("default", ""))):
            rates_here = [(n, f[at][1 + side]) for n, f in enumerate(found) if side == 0 or as_planned(f[at][2])]
            points = [(n + 0.2 * (2 * at + side), 100 * rate.share) for n, rate in rates_here if rate]
            if not points:
                continue
            axis.bar([x for x, _ in points], [y for _, y in points], 0.2, hatch=hatch, color=color, edgecolor="white",
                     label=f"{precision}, {label}")
    for n, sizes in enumerate(found):
        if not any(size for size, _, _ in sizes):
            axis.text(n + 0.3, 5, "not measured", rotation=90, ha="center", va="bottom", fontsize=7, color="gray")
    if space == results.device_space:
        paper_points(axis, figures[KIND], names)
    axis.axhline(100, color="black", linewidth=0.8)
    axis.set_xticks([n + 0.3 for n in range(len(names))], names, fontsize=7, rotation=30, ha="right")
    axis.set(ylabel="% of what the copy allows a sweep", xlim=(-0.3, len(names)), ylim=(0, None))
    axis.legend(fontsize="small", loc="upper right")
    return any(size for sizes in found for size, _, _ in sizes)


def paper_points(axis, paper, names):
    """The paper's rates as shares of the nominal bandwidth of its cards."""
    shown = set()
    for stencil, card, precision, gflops in paper["rates"]:
        label = f"the paper's {card}"
        axis.plot(names.index(stencil) + (0.1 if precision == "double" else 0.5),
                  100 * share_of(paper, stencil, card, precision, gflops)[0], linestyle="",
                  marker={"GTX 580": "D", "GTX 280": "s"}[card], markeredgecolor="black",
                  color=COLORS[precision], label=None if label in shown else label)
        shown.add(label)
