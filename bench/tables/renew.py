#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Tessera authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""renew.py RESULT.json PART.json: puts what was measured again (PART) into a result, each rate with the commit it is of.

Both must be of the same device and the same number of threads. RESULT keeps the rates that PART does not have, and its context.
"""
import argparse
import json
import sys
from pathlib import Path

SAME = ("device", "host", "threads", "device_space", "host_space")  # in the contexts of both


def renewed(result, part):
    """The result with the part's benchmarks in place of those of the same names; new names come last."""
    for key in SAME:
        ours, theirs = result["context"].get(key), part["context"].get(key)
        if ours != theirs:
            raise ValueError(f"{key} is {ours!r} in the result and {theirs!r} in the part: measure the part where the result was")
    commit = part["context"]["commit"]
    again = {}
    for entry in part["benchmarks"]:
        again.setdefault(entry["name"], []).append(entry | {"commit": commit})
    benchmarks = []
    for entry in result["benchmarks"]:
        if entry["name"] not in again:
            benchmarks.append(entry)
        elif again[entry["name"]]:
            benchmarks += again[entry["name"]]
            again[entry["name"]] = []
    return result | {"benchmarks": benchmarks + [e for entries in again.values() for e in entries]}


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("result", type=Path)
    parser.add_argument("part", type=Path)
    options = parser.parse_args()
    read = [json.loads(path.read_text(encoding="utf-8")) for path in (options.result, options.part)]
    try:
        together = renewed(*read)
    except ValueError as error:
        sys.exit(f"{options.part}: {error}")
    fresh = options.result.with_suffix(".partial")
    fresh.write_text(json.dumps(together, indent=2) + "\n", encoding="utf-8")
    fresh.replace(options.result)


if __name__ == "__main__":
    main()
