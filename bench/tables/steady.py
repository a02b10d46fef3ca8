#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Tessera authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""steady.py RESULT.json: what bench/steady measured: heat3d to the steady state by several schedules."""
import argparse
import json
from pathlib import Path
from statistics import median

from layout import text_table

NAMES = {"": "default", "run.steps_per_launch=1": "single steps", "run.strategy=register_tile": "register tiles"}
HEADER = ["schedule", "strategy", "steps", "10^9 updates/s", "time of the steps", "of single steps' rate", "whole run"]


class Runs:
    def __init__(self, path):
        result = json.loads(Path(path).read_text(encoding="utf-8"))
        self.first = result["runs"][0]["summary"]
        self.by_set = {}
        for run in result["runs"]:
            self.by_set.setdefault(run["set"], []).append(run["summary"])

    def title(self):
        cells = " x ".join(str(n) for n in self.first["cells"])
        return f"heat3d to the steady state, {cells}, {self.first['precision']}, {self.first['device']} (commit {self.first['commit']})"

    def values(self, of_set, key):
        return [summary[key] for summary in self.by_set[of_set]]


def seconds(values):
    low, high = (f"{v:.3g} s" for v in (min(values), max(values)))
    return low if low == high else f"{low[:-2]} to {high}"


def strategy(summary):
    """What its steps are taken by: what `explain` says of launches of several, or the strategy of a single step."""
    text = summary["explanation"]
    for begin in ("in one launch by strategy ", "per launch by strategy "):
        if begin in text:
            return text.split(begin)[1].split(" ")[0]
    return summary["strategy"]


def table(runs):
    single = median(runs.values("run.steps_per_launch=1", "updates_per_second"))
    rows = []
    for of_set, summaries in runs.by_set.items():
        rate = median(runs.values(of_set, "updates_per_second"))
        rows.append([NAMES.get(of_set, of_set), strategy(summaries[0]), str(summaries[0]["steps"]), f"{rate * 1e-9:.3g}",
                     seconds(runs.values(of_set, "seconds_in_steps")), f"{rate / single:.2f} x",
                     seconds(runs.values(of_set, "wall_seconds"))])
    return HEADER, rows


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("result")
    runs = Runs(parser.parse_args().result)
    print(runs.title())
    print(text_table(*table(runs)))


if __name__ == "__main__":
    main()
