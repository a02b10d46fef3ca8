# SPDX-FileCopyrightText: The Tessera authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The figures of the papers' tables: kernels, sizes, overlap and roofline as RESULT-NAME.svg and .png, stencils as stencils.svg."""
import sys
import textwrap

import operator_table
import paper000
import paper001
import paper002
import roofline
from heading import title
from layout import size_text


def draw(results, sweeps, figures):
    """All figures of which there are results."""
    try:
        import matplotlib
    except ImportError:
        print("papers.py: no plots, because Python has no matplotlib (Debian: python3-matplotlib)", file=sys.stderr)
        return
    matplotlib.use("Agg")
    matplotlib.rcParams["svg.hashsalt"] = "tessera"  # the same results give the same file
    draw_each(results, "kernels", lambda axis, space: kernels(axis, results, figures, space))
    draw_each(results, "sizes", lambda axis, space: sizes(axis, results, space))
    draw_each(results, "overlap", lambda axis, space: overlap(axis, results, space))
    draw_each(results, "roofline", lambda axis, space: roof(axis, results, sweeps, space))


def draw_stencils(results, figures):
    """The figure of paper 002's stencils, beside the results of tessera-bench."""
    draw_each(results, "stencils", lambda axis, space: paper002.bars(axis, results, figures, space), prefix="")


def draw_each(results, name, panel, prefix=None):
    """One figure, PREFIXname.svg, with a panel for each execution space; `panel` says whether it had anything to draw. The
    prefix is the result's name unless it is given."""
    from matplotlib import pyplot

    prefix = f"{results.path.stem}-" if prefix is None else prefix
    spaces = results.spaces
    figure, axes = pyplot.subplots(1, len(spaces), figsize=(7 * len(spaces), 5), squeeze=False)
    drawn = [panel(axis, space) for axis, space in zip(axes[0], spaces)]
    for axis, space in zip(axes[0], spaces):
        axis.set_title(results.name(space), fontsize=10)
        axis.set_axisbelow(True)
        axis.grid(alpha=0.3)
    figure.suptitle("\n".join(textwrap.fill(line, 150) for line in title(results).splitlines()[-2:]), fontsize=8)
    figure.tight_layout()
    for suffix, metadata in (("svg", {"Date": None}), ("png", {"Software": None})) if any(drawn) else ():
        path = results.path.with_name(f"{prefix}{name}.{suffix}")
        figure.savefig(path, dpi=120, metadata=metadata)
        print(f"papers.py: wrote {path}", file=sys.stderr)
    pyplot.close(figure)


def legend(axis, drawn):
    if drawn:
        axis.legend(fontsize="small")
    return drawn


def kernels(axis, results, figures, space):
    """Times of the kernels over the base's: the paper's cards and ours, side by side."""
    paper = figures[paper000.KIND]["table_I"]
    names = figures[paper000.KIND]["ours"]
    groups = [(card, [paper[k][at] / paper[paper000.BASE][at] for k in names]) for at, card in enumerate(paper["cards"])]
    for size in results.sizes("double", paper000.KIND, space):
        times = [paper000.milliseconds(results.rate(paper000.KIND, space, s, "double", size), size)
                 for s in names.values()]
        if times[0]:
            groups.append((f"ours, {size_text(size)}", [t / times[0] if t else 0 for t in times]))
    width = 0.8 / len(groups)
    for at, (label, ratios) in enumerate(groups):
        axis.bar([x + at * width for x in range(len(names))], ratios, width, label=label)
    ticks = [x + 0.4 - width / 2 for x in range(len(names))]
    axis.set_xticks(ticks, [f"{k}\n{s}" for k, s in names.items()], fontsize=6)
    axis.set(ylabel="time over that of the base, 3DBase")
    axis.axhline(1, color="black", linewidth=0.8)
    return legend(axis, len(groups) > len(paper["cards"]))


def sizes(axis, results, space):
    """Updates per second over the edge of the cube."""
    limit = results.roof(space)
    for strategy in results.strategies(space, paper001.KIND):
        found = [(int(k.size.split("x")[0]), r.value * 1e-9) for k, r in results.of_kind(paper001.KIND, space)
                 if k.strategy == strategy]
        axis.plot(*zip(*sorted(found)), marker="o", label=strategy)
    if limit:
        axis.axhline(limit / 16 * 1e-9, color="black", linewidth=0.8, label="copy / 16 bytes")
    axis.set(xlabel="cells along an edge", ylabel="10^9 updates/s, double", xscale="log", ylim=(0, None))
    ticks = sorted({int(k.size.split("x")[0]) for k, _ in results.of_kind(paper001.KIND, space)})
    axis.set_xticks(ticks, ticks, fontsize=6, rotation=90)
    axis.minorticks_off()
    return legend(axis, bool(ticks))


def overlap(axis, results, space):
    """Time over multiply-adds per element: measured, and between the larger of both parts and their sum."""
    found = results.of_kind("overlap", space)
    for color, precision in (("tab:blue", "double"), ("tab:orange", "float")):
        points = [r.counters for k, r in found if k.precision == precision]
        if not points:
            continue
        x = [p["fmas_per_element"] for p in points]
        memory = [p["seconds_of_memory"] for p in points]
        work = [p["seconds_of_arithmetic"] / m for p, m in zip(points, memory)]
        axis.plot(x, [p["seconds"] / m for p, m in zip(points, memory)], color=color, marker="o", label=precision)
        axis.plot(x, [max(1, w) for w in work], color=color, linestyle=":", label="larger of copy and arithmetic")
        axis.plot(x, [1 + w for w in work], color=color, linestyle="--", label="sum of both")
    axis.set(xlabel="fused multiply-adds per element", ylabel="time over that of the copy", ylim=(0, None))
    return legend(axis, bool(found))


MARKERS = dict(zip(operator_table.NAMES, "osD^vPX*hp<>dH"))  # a shape for each sweep, since names beside points would overlap


def roof(axis, results, sweeps, space):
    """Flops per second over flops per byte: ceilings as lines, sweeps of large grids as points."""
    shown = set()
    drawn = False
    for color, precision in (("tab:blue", "double"), ("tab:orange", "float")):
        top = paper001.ceilings(results, space, precision)
        if not top["fma"] or not top["copy"]:
            continue
        drawn = True
        ceilings(axis, top, color, precision)
        for name, (_, rate) in (roofline.sweeps(sweeps, space, precision) if sweeps else {}).items():
            sweep_points(axis, rate, roofline.VALUE_BYTES[precision], {"color": color, "marker": MARKERS[name]})
            shown.add(name)
    axis.set(xscale="log", yscale="log", ylabel="10^9 flops/s",
             xlabel="flops per byte (full: to and from memory; hollow: of neighbours read)")
    for name in (n for n in MARKERS if n in shown):
        axis.plot([], [], color="gray", marker=MARKERS[name], linestyle="", label=name)
    return legend(axis, drawn)


def ceilings(axis, top, color, precision):
    """Lines of what memory, the first-level cache and the arithmetic allow."""
    knees = [top["fma"] / top[level] for level in ("copy", "cache") if top[level]]
    x = sorted([2.0**e for e in range(-4, 7)] + knees)
    for level, linestyle, text in (("copy", "-", "copy"), ("cache", ":", "first-level cache")):
        if top[level]:
            axis.plot(x, [min(i * top[level], top["fma"]) * 1e-9 for i in x], color=color, linestyle=linestyle,
                      label=f"{precision}: {text}")


def sweep_points(axis, rate, value_bytes, style):
    """A full point belongs to the copy's ceiling; the hollow one at its height to the cache's, as if every neighbour
    were read from there."""
    c = rate.counters
    height = rate.value * c["flops_per_update"] * 1e-9
    axis.plot(roofline.intensity(rate), height, linestyle="", **style)
    axis.plot(c["flops_per_update"] / (c["points"] * value_bytes), height, linestyle="", fillstyle="none", **style)
