#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Tessera authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Stands for tessera-bench in tests: lists benchmarks, and writes made rates as Google Benchmark does.

FAKE_COMMIT is the commit that it says it is of. With FAKE_STOP=N it is killed while it writes the entry after N. Each run
leaves a line with its filter in FAKE_CALLS.
"""
import json
import os
import re
import sys

SMALL = os.environ.get("TESSERA_BENCH_SMALL") == "1"
EDGES = (32,) if SMALL else (64, 512)
NAMES = [f"copy/{s}/double/{n}x{n}x{n}" for s in ("cuda", "openmp") for n in EDGES]
NAMES += [f"heat7/{s}/{how}/{p}/{n}x{n}x{n}" for s in ("cuda", "openmp") for how in ("default", "single", "naive")
          for p in ("double", "float") for n in EDGES]
NAMES += ["star7/cuda/default/double/512x512x512", "star7/cuda/team/double/512x512x512", "fdtd/cuda/default/double/1024x1024"]
NAMES += ["heat7/cuda/default/double/9999x9999x9999"]  # does not fit


def entry(name):
    common = {"name": name, "run_name": name, "run_type": "iteration", "repetitions": 1, "repetition_index": 0, "threads": 1,
              "iterations": 3, "real_time": 1.5}
    if "9999" in name:
        return common | {"error_occurred": True, "error_message": "too large"}
    rate = 1e9 + 1e6 * (os.getpid() % 7)
    unit = "bytes_per_second" if name.startswith("copy") else "items_per_second"
    return common | {unit: rate, "share_of_roof": 0.5, "steps": 8.0, "label": "a schedule"}


def main():
    options = dict(word.removeprefix("--benchmark_").split("=", 1) for word in sys.argv[1:] if "=" in word)
    names = [f"{name}/iterations:{os.environ.get('TESSERA_BENCH_BATCHES', 10)}/manual_time" for name in NAMES]
    if "--benchmark_list_tests" in sys.argv:
        print("\n".join(names))
        return
    with open(os.environ["FAKE_CALLS"], "a", encoding="utf-8") as calls:
        calls.write(options["filter"] + "\n")
    context = {"date": "2026-01-01T00:00:00+00:00", "host_name": "a-secret", "load_avg": [1.0], "device": "NVIDIA H200",
               "host": "a processor", "threads": "2", "device_space": "cuda", "host_space": "openmp", "tessera": "0.1.0",
               "commit": os.environ.get("FAKE_COMMIT", "0123456789ab"), "kokkos": "4.5.1", "compiler": "a compiler",
               "compile_flags": "-O3", "batches": os.environ.get("TESSERA_BENCH_BATCHES", "10")}
    chosen = [entry(name) for name in names if re.search(options["filter"], name)]
    text = json.dumps({"context": context, "benchmarks": chosen}, indent=2) + "\n"
    stop = int(os.environ.get("FAKE_STOP", 0))
    if stop and options["filter"] != "^copy/":
        begin = [m.start() for m in re.finditer(r"\n    \{", text)]
        text = text[:begin[stop] + 40]  # within an entry
    with open(options["out"], "w", encoding="utf-8") as file:
        file.write(text)
    if stop and options["filter"] != "^copy/":
        print("what it said last")
        os.kill(os.getpid(), 9)


if __name__ == "__main__":
    main()
