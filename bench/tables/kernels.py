#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Tessera authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""kernels.py RESULT.json: puts what ncu and the compiler told of the kernels (RESULT.kernels.txt) into RESULT.json.

The text holds, after a line "# strategy NAME", ncu's CSV for one step by that strategy, and after "# resources" what
cuobjdump says of the binary. In the JSON it becomes `kernels`: numbers by strategy and name.
"""
import csv
import json
import re
import sys
from pathlib import Path


def number(text):
    try:
        return float(text.replace(",", ""))
    except ValueError:
        return None


def counted(lines):
    """One step from ncu's CSV: of several kernels, counts are added up, and of what one kernel is, the most is taken."""
    table = [row for row in csv.reader(line for line in lines if line.startswith('"'))]
    if len(table) < 3 or table[0][0] != "ID":  # names, units, kernels
        return {}
    totals = {}
    for row in table[2:]:
        for name, text in zip(table[0], row):
            value = number(text) if "__" in name else None
            if value is None:
                continue
            adds = not name.startswith("launch__") and ".sum" in name
            totals[name] = totals.get(name, 0) + value if adds else max(totals.get(name, 0), value)
    return totals


def kernels_of(strategy, names):
    """The mangled names of a strategy's kernels: those with the strategy as a template argument, or else its sweep's."""
    words = "".join(word.capitalize() for word in strategy.split("_"))
    tagged = [name for name in names if f"{len(words)}{words}E" in name]
    return tagged or [name for name in names if f"{len(words) + 5}{words}Sweep" in name]


def compiled(lines, strategies):
    """Registers, stack and local memory by strategy, from cuobjdump; the most, where several kernels are of one."""
    found = {}
    pairs = {name: numbers for name, numbers in zip(lines, lines[1:]) if "Function " in name and "REG:" in numbers}
    for strategy in strategies:
        for name in kernels_of(strategy, pairs):
            kept = found.setdefault(strategy, {})
            for key, value in re.findall(r"\b(REG|STACK|SHARED|LOCAL):(\d+)", pairs[name]):
                label = f"compiler_{key.lower()}"
                kept[label] = max(kept.get(label, 0), int(value))
    return found


def sections(text):
    """The lines after each line that begins with "# ", by what it says."""
    parts, lines = {}, []
    for line in text.splitlines():
        if line.startswith("# strategy ") or line == "# resources":
            lines = parts.setdefault(line[2:], [])
        else:
            lines.append(line)
    return parts


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    result = Path(sys.argv[1])
    parts = sections(result.with_suffix(".kernels.txt").read_text(encoding="utf-8"))
    data = json.loads(result.read_text(encoding="utf-8"))
    runs = (b["name"].split("/") for b in data["benchmarks"])
    strategies = list(dict.fromkeys(name[2] for name in runs if name[0] == "paper000"))
    kernels = {s: counted(parts.get(f"strategy {s}", [])) for s in strategies}
    for strategy, values in compiled(parts.get("resources", []), strategies).items():
        kernels[strategy].update(values)
    data["kernels"] = {s: values for s, values in kernels.items() if values}
    result.write_text(json.dumps(data, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
