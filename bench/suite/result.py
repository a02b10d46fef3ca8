# SPDX-FileCopyrightText: The Tessera authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The file of a result: what was measured on what, and a line for each case."""
import json
import os
import statistics

FORMAT = "tessera-bench 2"
PRIVATE = ("host_name", "load_avg", "executable")  # of Google Benchmark's context; what names a machine is not published


def rounded(value):
    return float(f"{value:.7g}") if isinstance(value, float) else value


def row(name, repetitions):
    """A case: all its rates with their median, least and most, and the medians of its other counters."""
    unit = "bytes_per_second" if "bytes_per_second" in repetitions[0] else "items_per_second"
    rates = [r[unit] for r in repetitions]
    others = {c: statistics.median(r[c] for r in repetitions if c in r) for c in repetitions[0] if c not in (unit, "label")}
    numbers = {unit: statistics.median(rates), "min": min(rates), "max": max(rates), **others}
    return {"name": name, "label": repetitions[0]["label"], **{k: rounded(v) for k, v in numbers.items()},
            "rates": [rounded(r) for r in rates]}


def result(work, names, about):
    """All that a file says of `names`. `about` goes into the context."""
    context = {"format": FORMAT, "executable": "tessera-bench"} | {k: v for k, v in work.context.items() if k not in PRIVATE}
    context |= about | {"passes": work.passes}
    rows = [row(n, work.cases[n]) for n in names if n in work.cases]
    rows += [{"name": n, "error_occurred": True, "error_message": work.skipped[n]} for n in names
             if n in work.skipped and n not in work.cases]
    return {"context": context, "benchmarks": rows}


def text(data):
    """JSON with a line for each pass and each case, so that differences of files are readable."""
    context = dict(data["context"])
    passes = ",\n".join(f"      {json.dumps(p)}" for p in context.pop("passes"))
    shown = ",\n".join(f"    {json.dumps(k)}: {json.dumps(v)}" for k, v in context.items())
    rows = ",\n".join(f"    {json.dumps(r)}" for r in data["benchmarks"])
    return f'{{\n  "context": {{\n{shown},\n    "passes": [\n{passes}\n    ]\n  }},\n  "benchmarks": [\n{rows}\n  ]\n}}\n'


def write(path, data, replace=False):
    """Writes a result; one that is there is left alone, unless `replace`."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(f".{path.name}.{os.getpid()}")
    fresh.write_text(text(data), encoding="utf-8")
    try:
        if replace:
            os.replace(fresh, path)
        else:
            os.link(fresh, path)  # fails if the path is there
    except FileExistsError:
        raise RuntimeError(f"{path} is there: a result is never changed") from None
    finally:
        fresh.unlink(missing_ok=True)
