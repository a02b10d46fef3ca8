#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Tessera authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""doc_tables.py [--check]: the tables of the pages in docs/ that PAGES names, from bench/results/ and its folders.

Rewrites what stands between the marks <!-- bench:NAME begin --> and <!-- bench:NAME end -->. --check changes nothing and
ends with 1 if a page says something else than the results.
"""
import argparse
import sys

import operator_table
import paper000
import paper001
import paper002
import paper003
import roofline
import steady
import tune
from figures import FIGURES
from heading import machine
from layout import markdown_table
from marks import update
from results import RESULTS, ROOT, Results, newest_of_devices, sweep_results

NOTHING = "Not measured yet: `bench/reproduce` and `bench/run` do."
PAGES = {  # which page of docs/ shows which parts
    "paper000.md": ("kernels", "kernels-plot", "counters"),
    "paper001.md": ("micro", "overlap", "overlap-plot", "sizes", "sizes-plot"),
    "paper002.md": ("stencils", "stencil-rates", "stencils-plot", "stencils-printed"),
    "paper003.md": ("paper003-rates", "paper003-gains", "paper003-error"),
    "performance.md": ("roofline", "roofline-plot"),
    "performance_operators.md": ("operators",),
    "time_tiling_results.md": ("tune", "steady"),
}


def measured(folder):
    return [Results(p) for p in sorted(folder.glob("*.json")) if p.stem != "quick"]


def section(files, tables):
    """For each file, what it was measured on and its tables; `tables` gives titles, headers and rows."""
    parts = []
    for results in files:
        shown = [f"{name}\n\n{markdown_table(header, rows)}" for name, header, rows in tables(results) if rows]
        if shown:
            parts += [f"{machine(results)} ({results.source}).", *shown]
    return "\n\n".join(parts) or NOTHING


def by_space(results, text, table):
    for space in results.spaces:
        yield f"{text}, {results.name(space)}:", *table(space)


def roofs(results):
    sweeps = sweep_results(results.path)
    if sweeps:
        yield from by_space(results, "10^9 updates/s", lambda space: roofline.table(results, sweeps, space))


def printed():
    """What paper 002 prints, beside the first accelerator that was measured."""
    accelerators = [r for r in newest_of_devices(whole=True) if r.device_space]
    return markdown_table(*paper002.printed(FIGURES, accelerators[0] if accelerators else None))


def figure(files, name, text):
    """The images of one kind that lie beside the results: RESULT-NAME.svg, or NAME.svg in the folder of a device."""
    images = [r.path.with_name(file) for r in files for file in (f"{r.path.stem}-{name}.svg", f"{name}.svg")]
    shown = [f"![{text}](../{i.relative_to(ROOT)})" for i in images if i.exists()]
    return "\n\n".join(shown) or NOTHING


def parts():
    files = measured(RESULTS / "papers")
    return {
        "kernels": section(files, lambda r: by_space(
            r, "One step", lambda space: paper000.table_1(r, FIGURES, space))),
        "kernels-plot": figure(files, "kernels", "Times of the seven kernels over that of the base"),
        "counters": section([r for r in files if r.kernels], lambda r: [
            ("One step on 128^3 nodes; in brackets the paper's GTX680:", *paper000.table_2(r, FIGURES))]),
        "micro": section(files, lambda r: [
            ("In brackets how many times the copy that is (flops: for each byte copied):", *paper001.micro(r, FIGURES))]),
        "overlap": section(files, lambda r: by_space(
            r, "Times over that of the copy", lambda space: paper001.overlap(r, space))),
        "overlap-plot": figure(files, "overlap", "Time of a copy with arithmetic over multiply-adds per element"),
        "sizes": section(files, lambda r: by_space(r, "10^9 updates/s", lambda space: paper001.sizes(r, space))),
        "sizes-plot": figure(files, "sizes", "Updates per second over the edge of the cube"),
        "roofline": section(files, roofs),
        "roofline-plot": figure(files, "roofline", "Flops per second over flops per byte"),
        "stencils": markdown_table(*paper002.per_cell(FIGURES)),
        "stencil-rates": section(newest_of_devices(whole=True), lambda r: by_space(
            r, "10^9 updates/s", lambda space: paper002.rates(r, FIGURES, space))),
        "stencils-printed": printed(),
        "stencils-plot": figure(newest_of_devices(whole=True), "stencils", "Shares of the copy bandwidth, by stencil"),
        "operators": section(newest_of_devices(whole=True), lambda r: by_space(
            r, "Through `advance`", lambda space: operator_table.table(r, space))),
    }


def searches():
    """Each search: its title, what it says of the default, its table and its figure."""
    shown = []
    for path in sorted((RESULTS / "tune").glob("*/*.json")):
        if path.stem == "quick":
            continue
        trials = tune.Trials(path)
        shown += [f"**{trials.title()}.** {tune.verdict(trials)}", markdown_table(*tune.by_steps(trials))]
        if path.with_suffix(".svg").exists():
            shown.append(f"![Updates per second over steps per launch](../{path.with_suffix('.svg').relative_to(ROOT)})")
    return "\n\n".join(shown) or "Nothing was searched yet: `bench/tune` does."


def steady_states():
    """heat3d to the steady state, on each device."""
    files = [p for p in sorted((RESULTS / "steady").glob("*.json")) if p.stem != "quick"]
    shown = []
    for runs in map(steady.Runs, files):
        shown += [f"**{runs.title()}.**", markdown_table(*steady.table(runs))]
    return "\n\n".join(shown) or "Not measured yet: `bench/steady` does."


def flow_parts():
    """Of paper 003. What bench/run measures of shallow water stands for a device until bench/reproduce has."""
    files = measured(RESULTS / "paper003")
    devices = {r.context["device"] for r in files}
    rates = files + [r for r in newest_of_devices(whole=True) if r.context["device"] not in devices]
    return {
        "paper003-rates": section(rates, lambda r: by_space(
            r, "10^6 cells/s", lambda space: paper003.table_1(r, FIGURES, space))),
        "paper003-gains": section(rates, lambda r: by_space(
            r, "Rates over naive's", lambda space: paper003.table_2(r, FIGURES, space))),
        "paper003-error": section(files, lambda r: by_space(
            r, "After one second", lambda space: paper003.table_5(r, FIGURES, space))),
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="change nothing; 1 if the page is out of date")
    options = parser.parse_args()
    tables = {**parts(), **flow_parts(), "tune": searches(), "steady": steady_states()}
    good = [update(ROOT / "docs" / page, {name: tables[name] for name in names}, options.check)
            for page, names in PAGES.items()]
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
