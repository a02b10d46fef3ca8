#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Tessera authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""compare.py A.json B.json [--least 0.98] [--filter REGEX]: the rates of B over those of A, row by row.

A ratio is that of the medians. Its spread is the least of B over the most of A, to the most of B over the least of A. Ends
with 1 if the ratio of any row is below --least, with 2 if the files cannot be compared.
"""
import argparse
import re
import sys
from typing import NamedTuple

from layout import giga, text_table
from results import Results

SAME = ("device", "device_space", "host", "threads")  # in the contexts of files that may be compared


class Row(NamedTuple):
    name: str
    a: object  # Rate
    b: object

    @property
    def ratio(self):
        return self.b.value / self.a.value

    @property
    def spread(self):
        return self.b.least / self.a.most, self.b.most / self.a.least


def name_of(key):
    """A benchmark's name, from its key."""
    kind, _, ground = key.kind.partition("/")
    return "/".join(filter(None, (kind, key.space, key.strategy, key.precision, ground, key.size)))


def rows(a, b, only=""):
    """What both results have and matches `only`, in the order of A."""
    return [Row(name_of(k), rate, b.rates[k]) for k, rate in a.rates.items()
            if k in b.rates and rate.value and re.search(only, name_of(k))]


def lost(a, b, only=""):
    """The names of what A has and B has not."""
    return [name_of(k) for k in a.rates if k not in b.rates and re.search(only, name_of(k))]


def table(found, least):
    header = ["case", "", "A", "B", "B / A", "from", "to"]
    lines = []
    for row in found:
        low, high = row.spread
        note = "" if row.ratio >= least else "below" if high < least else "below, spread reaches it"
        lines.append([row.name, note, giga(row.a), giga(row.b), f"{row.ratio:.3f}", f"{low:.3f}", f"{high:.3f}"])
    return header, lines


def differences(a, b):
    """What of the machines differs."""
    return [f"{key}: {a.context.get(key)} and {b.context.get(key)}" for key in SAME
            if a.context.get(key) != b.context.get(key)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("a", metavar="A.json")
    parser.add_argument("b", metavar="B.json")
    parser.add_argument("--least", type=float, default=0.98, help="the least ratio that is good; default: 0.98")
    parser.add_argument("--filter", default="", metavar="REGEX", help="only rows whose names match")
    parser.add_argument("--any-machine", action="store_true", help="compare results of different machines, too")
    options = parser.parse_args()
    try:
        a, b = Results(options.a), Results(options.b)
        found = rows(a, b, options.filter)
    except (OSError, ValueError, KeyError, re.error) as problem:
        print(f"compare.py: {problem}", file=sys.stderr)
        return 2
    if differences(a, b) and not options.any_machine:
        print("compare.py: measured on different machines (--any-machine compares them):", *differences(a, b), sep="\n  ",
              file=sys.stderr)
        return 2
    if not found:
        print("compare.py: no row is in both", file=sys.stderr)
        return 2
    print(f"A: {a.source}\nB: {b.source}\n10^9 updates/s (copy: GB/s)\n\n{text_table(*table(found, options.least))}")
    for title, names in (("only in A", lost(a, b, options.filter)), ("only in B", lost(b, a, options.filter))):
        if names:
            print(f"\n{title}: {', '.join(names)}")
    below = [row for row in found if row.ratio < options.least]
    worst = min(found, key=lambda row: row.ratio)
    print(f"\n{len(found)} rows, {len(below)} below {options.least:g}; the least is {worst.ratio:.3f}, {worst.name}")
    return 1 if below else 0


if __name__ == "__main__":
    sys.exit(main())
