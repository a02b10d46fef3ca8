#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Tessera authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""papers.py RESULT.json [--sweeps SWEEPS.json] [--plot]: the papers' tables, ours beside theirs. Those of papers 000 and 001,
or of paper 003, by what was measured.

RESULT.json is what bench/reproduce wrote. The roofline's sweeps are of SWEEPS.json, which bench/run wrote; by default the
newest whole one of the same device. --plot also draws the figures beside RESULT.json, if matplotlib is there.
"""
import argparse
from pathlib import Path

import paper000
import paper001
import paper003
import papers_plot
import roofline
from figures import FIGURES
from heading import title
from layout import text_table
from results import Results, sweep_results


def flow_report(results):
    """The tables of paper 003, as titles, headers and rows."""
    for space in results.spaces:
        name = results.name(space)
        yield f"paper 003, table I: 10^6 cells/s, {name}", *paper003.table_1(results, FIGURES, space)
        yield f"paper 003, table II: what improvements gave, {name}", *paper003.table_2(results, FIGURES, space)
        yield f"paper 003, table V: float against double, {name}", *paper003.table_5(results, FIGURES, space)


def report(results, sweeps):
    """The tables of papers 000 and 001, as titles, headers and rows."""
    for space in results.spaces:
        yield f"paper 000, table I: a step of seven kernels, {results.name(space)}", *paper000.table_1(
            results, FIGURES, space)
    if results.kernels:
        yield "paper 000, table II: what the kernels are and do", *paper000.table_2(results, FIGURES)
    yield "paper 001, table 1: in brackets, times the copy", *paper001.micro(results, FIGURES)
    for space in results.spaces:
        yield f"paper 001, figure 4: arithmetic under a copy, {results.name(space)}", *paper001.overlap(results, space)
        yield f"paper 001, figure 8: 10^9 updates/s over sizes, {results.name(space)}", *paper001.sizes(results, space)
        if sweeps and space in sweeps.spaces:
            yield f"roofline, 10^9 updates/s, {results.name(space)}", *roofline.table(results, sweeps, space)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("result", type=Path)
    parser.add_argument("--sweeps", type=Path)
    parser.add_argument("--plot", action="store_true", help="also draw the figures")
    options = parser.parse_args()
    results = Results(options.result)
    sweeps = sweep_results(options.result, options.sweeps)
    print(title(results))
    flow = any(key.kind.startswith(paper003.KIND) for key in results.rates)
    for name, header, rows in flow_report(results) if flow else report(results, sweeps):
        if rows:
            print(f"\n{name}\n{text_table(header, rows)}")
    for key, why in results.skipped.items():
        print(f"skipped: {'/'.join(filter(None, key))}: {why}")
    if options.plot and not flow:
        papers_plot.draw(results, sweeps, FIGURES)


if __name__ == "__main__":
    main()
