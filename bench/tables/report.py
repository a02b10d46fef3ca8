#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Tessera authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""report.py [RESULT.json] [--plot]: CPU against GPU, and strategy against strategy, from one result of bench/run.

Without RESULT.json: the newest of each device in bench/results. --plot also draws heat7.svg and stencils.svg beside the
result, and the same as PNG, if matplotlib is there.
"""
import argparse
import sys
import textwrap

import operator_table
import paper002
import papers_plot
from figures import FIGURES
from heading import title
from layout import by_strategy, comparison, size_text, text_table
from results import Results, newest_of_devices


def report(results):
    """All tables as text."""
    parts = [title(results), "7-point heat step, 10^9 updates/s\n" + text_table(*comparison(results))]
    for space in filter(None, (results.device_space, results.host_space)):
        header, rows = by_strategy(results, space)
        if rows:
            parts.append(f"by strategy, {space}\n" + text_table(header, rows))
        parts.append(f"all operators, {space}\n" + text_table(*operator_table.table(results, space)))
    parts.append(stencil_report(results))
    if results.skipped:
        lines = [f"{'/'.join(filter(None, key))}: {why}" for key, why in results.skipped.items()]
        parts.append("\n".join(["skipped", *lines]))
    return "\n\n".join(parts)


def stencil_report(results):
    """The tables of paper 002's stencils."""
    tables = [("what a step does per cell", *paper002.per_cell(FIGURES))]
    tables += [(f"10^9 updates/s, {space}", *paper002.rates(results, FIGURES, space)) for space in results.spaces]
    return "\n\n".join(f"stencils of paper 002: {name}\n{text_table(header, rows)}"
                       for name, header, rows in tables if rows)


def curves(results, precision):
    """Name and rate by size, of what is plotted."""
    sizes = results.sizes(precision)
    gpu, cpu = results.device_space, results.host_space
    if gpu:
        for strategy in results.strategies(gpu):
            yield f"GPU {strategy}", [results.heat7(gpu, strategy, precision, s) for s in sizes]
    for strategy in ("naive", "default"):
        yield f"CPU {strategy}", [results.heat7(cpu, strategy, precision, s) for s in sizes]
    yield "CPU by hand", [results.peer(precision, s) for s in sizes]


def plot(results):
    """The figures of all that was measured, if there is what draws them."""
    try:
        import matplotlib
    except ImportError:
        print("report.py: no plot, because Python has no matplotlib (Debian: python3-matplotlib)", file=sys.stderr)
        return
    matplotlib.use("Agg")
    matplotlib.rcParams["svg.hashsalt"] = "tessera"  # the same results give the same file
    precisions = results.precisions()
    if precisions:
        plot_heat(results, precisions)
    papers_plot.draw_stencils(results, FIGURES)


def plot_heat(results, precisions):
    """Rates and shares of the copy bandwidth of the heat step over the sizes, as heat7.svg and heat7.png."""
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(2, len(precisions), figsize=(5.5 * len(precisions), 8), squeeze=False, sharey="row")
    for column, precision in enumerate(precisions):
        sizes = [size_text(s) for s in results.sizes(precision)]
        rate, share = axes[0][column], axes[1][column]
        for name, rates in curves(results, precision):
            points = [(x, r) for x, r in enumerate(rates) if r]
            if not points:
                continue
            style = {"marker": "o", "linestyle": "-" if name.startswith("GPU") else "--", "label": name}
            rate.plot([x for x, _ in points], [r.value * 1e-9 for _, r in points], **style)
            share.plot([x for x, _ in points], [100 * r.share for _, r in points], **style)
        rate.set(title=f"7-point heat step, {precision}", yscale="log", ylabel="10^9 updates/s" if column == 0 else "")
        share.set(xlabel="cells", ylabel="% of copy bandwidth" if column == 0 else "", ylim=(0, 120))
        share.axhline(100, color="black", linewidth=0.8)
        for axis in (rate, share):
            axis.set_xticks(range(len(sizes)), sizes, rotation=20)
            axis.grid(alpha=0.3)
    figure.legend(*axes[0][0].get_legend_handles_labels(), loc="lower center", ncol=4, fontsize="small")
    figure.suptitle("\n".join(textwrap.fill(line, 110) for line in title(results).splitlines()), fontsize=9)
    figure.tight_layout(rect=(0, 0.05, 1, 1))
    for suffix, metadata in ((".svg", {"Date": None}), (".png", {"Software": None})):
        path = results.path.with_name(f"heat7{suffix}")
        figure.savefig(path, dpi=120, metadata=metadata)
        print(f"report.py: wrote {path}", file=sys.stderr)
    pyplot.close(figure)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("result", nargs="?")
    parser.add_argument("--plot", action="store_true", help="also draw the figure")
    options = parser.parse_args()
    found = [Results(options.result)] if options.result else newest_of_devices()
    print("\n\n".join(map(report, found)))
    for results in found if options.plot else ():
        plot(results)


if __name__ == "__main__":
    main()
