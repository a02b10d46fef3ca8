#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Tessera authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""readme_table.py [--check] [--readme FILE] [RESULT.json ...]: the table of measured rates in the README.

Rewrites what stands between <!-- bench:heat3d begin --> and <!-- bench:heat3d end --> from the newest result of each device
in bench/results, or from those that are named.
--check changes nothing and ends with 1 if the README says something else than the results.
"""
import argparse
import sys
from pathlib import Path

from heading import machine
from layout import comparison, markdown_table, size_text
from marks import update
from results import ROOT, Results, newest_of_devices

SIZES = {"128^3", "256^3", "512^3", size_text("509x511x513"), "1024^3"}  # smaller ones say more about launches


def section(results):
    """One machine: a line that says what it is, and its table; empty if it has no rates of the heat step."""
    header, rows = comparison(results)
    if not rows:
        return ""
    rows = [row for row in rows if row[1] in SIZES] or rows
    return f"{machine(results)} ({results.source}):\n\n{markdown_table(header, rows)}"


def table(found):
    parts = [part for part in map(section, found) if part]
    parts.append("10^9 cell updates per second through `advance`, boundaries on; \"of copy\" is the share of the copy "
                 "bandwidth measured in the same run, \"by hand\" the best OpenMP loop written by hand.")
    return "\n\n".join(parts)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("results", nargs="*", type=Path, help="default: the newest of each device")
    parser.add_argument("--check", action="store_true", help="change nothing; 1 if the README is out of date")
    parser.add_argument("--readme", type=Path, default=ROOT / "README.md")
    options = parser.parse_args()
    found = [Results(p) for p in options.results] or newest_of_devices()
    if not found:
        sys.exit("readme_table.py: there are no results in bench/results; bench/run measures them")
    return 0 if update(options.readme, {"heat3d": table(found)}, options.check) else 1


if __name__ == "__main__":
    sys.exit(main())
