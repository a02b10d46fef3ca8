#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Tessera authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""run.py --program PATH [options]: measures one commit on one device. bench/run builds the program and calls this.

Each pass runs every case of the selection once; the passes are the repetitions, so that a slow minute of the machine
spreads over all cases. What was measured is kept in a work folder until the result is written.
"""
import argparse
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import cases
import machine
from result import result, write
from work import Work, entries_of

ROOT = Path(__file__).resolve().parents[2]
PUBLISHED = ROOT / "bench/results"
LEAST_REPETITIONS = 5  # of a result that is published


def parsed(arguments):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", type=Path)
    parser.add_argument("--built-here", action="store_true", help="the program was built of this checkout just now")
    parser.add_argument("--check-only", action="store_true", help="check options and checkout; measure nothing")
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--filter", default="")
    parser.add_argument("--repetitions", type=int, default=LEAST_REPETITIONS)
    parser.add_argument("--batches", type=int)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--dirty", action="store_true")
    parser.add_argument("--fresh", action="store_true")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--out", type=Path)
    parser.add_argument("--work", type=Path, default=ROOT / "out/bench/work")
    options, rest = parser.parse_known_args(arguments)
    options.rest = rest
    options.batches = options.batches if options.batches is not None else 2 if options.short else 3
    for word in rest:
        if not word.startswith("--kokkos-"):
            parser.error(f"what is {word}?")
    if options.repetitions < 1 or options.batches < 1:
        parser.error("--repetitions and --batches are numbers from 1 on")
    try:
        re.compile(options.filter.removeprefix("-"))
    except re.error as problem:
        parser.error(f"--filter {options.filter}: {problem}")
    options.published = not (options.filter or options.quick or options.dirty or options.repetitions < LEAST_REPETITIONS)
    if options.out is None:
        options.out = PUBLISHED if options.published else ROOT / "out/bench"
    elif not options.published and options.out.resolve().is_relative_to(PUBLISHED):
        parser.error("only whole measurements of a clean commit go to bench/results: name another folder with --out")
    return options


def check_tree(root, dirty):
    """Refuses a checkout whose files are not those of its commit."""
    changed = machine.changed_files(root)
    if changed and not dirty:
        shown = "\n".join(f"  {line}" for line in changed[:10] + (["..."] if len(changed) > 10 else []))
        raise RuntimeError("files differ from the commit that is checked out, so no commit would stand for the result:\n"
                           f"{shown}\nCommit or stash them. --dirty measures all the same, marks the file, and keeps it "
                           "out of bench/results.")


def environment(options):
    env = dict(os.environ)
    if options.quick:
        return env | {"TESSERA_BENCH_SMALL": "1", "OMP_PROC_BIND": "false"}
    env.setdefault("OMP_PROC_BIND", "spread")
    env.setdefault("OMP_PLACES", "cores")
    return env | {"TESSERA_BENCH_BATCHES": str(options.batches)}


def probe(options, program, env, folder):
    """The program's context: its commit, its device, and how it was built."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"probe.{os.getpid()}.json"
    command = [*program, "--benchmark_filter=^copy/", f"--benchmark_out={path}", "--benchmark_out_format=json"]
    try:
        done = subprocess.run(command, env=env | {"TESSERA_BENCH_SMALL": "1"}, capture_output=True, text=True, check=False)
        context = entries_of(path.read_text(encoding="utf-8"))[0] if done.returncode == 0 and path.exists() else None
    finally:
        path.unlink(missing_ok=True)
    if context is None:
        raise RuntimeError(f"{options.program} does not run:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return context


def commit_of(options, context):
    """The commit that the result is of, in 12 digits, "-dirty" after it if it is not that commit alone."""
    commit = context["commit"]
    digits = re.fullmatch(r"([0-9a-f]{12})[0-9a-f]*(-dirty)?", commit)
    if options.dirty or options.quick:
        return f"{digits.group(1) if digits else 'unknown'}-dirty"
    if not digits:
        raise RuntimeError(f"the program says that it is of commit '{commit}'. Outside a checkout, TESSERA_COMMIT in the "
                           "environment of the build says which it is. --dirty measures all the same.")
    if digits.group(2):
        raise RuntimeError(f"the program was built from files that differed from commit {digits.group(1)}: build it again of a "
                           "clean checkout. --dirty measures all the same.")
    here = machine.head(ROOT)
    if options.built_here and "TESSERA_COMMIT" not in os.environ and here and here != digits.group(1):
        raise RuntimeError(f"the program is of commit {digits.group(1)}, but {here} is checked out")
    return digits.group(1)


def place(options, context, commit):
    """The file of the result."""
    folder = options.out / machine.device_folder(context["device"])
    if options.published:
        return folder / f"{commit}.json"
    return folder / ("quick.json" if options.quick else f"{commit}.json" if options.dirty else f"{commit}-part.json")


def run_program(program, env, work, names):
    """One run of the program over `names`; whatever it wrote is taken over."""
    command = [*program, f"--benchmark_filter={cases.exactly(names)}", "--benchmark_repetitions=1",
               f"--benchmark_out={work.part}", "--benchmark_out_format=json"]
    began = time.monotonic()
    status = None
    with machine.Watch() as watch, open(work.log, "a", encoding="utf-8") as log:
        child = subprocess.Popen(command, env=env, stdout=log, stderr=subprocess.STDOUT)
        try:
            status = child.wait()
        finally:
            if status is None:
                child.terminate()
                child.wait()
            seconds = round(time.monotonic() - began, 1)
            taken = work.absorb({"seconds": seconds} | ({} if status == 0 else {"unfinished": True}))
    if work.passes and taken:
        work.passes[-1] |= watch.summary()
    if status != 0 or taken == 0:
        lines = work.log.read_text(encoding="utf-8", errors="replace").splitlines()[-20:]
        raise RuntimeError(f"the program ended with {status} after {taken} of {len(names)} cases; the same command goes on "
                           "from there.\nIt printed last:\n" + "\n".join(f"  {line}" for line in lines))


def measure(options, program, env, work, names):
    began = time.monotonic()
    for repetition in range(1, options.repetitions + 1):
        todo = [n for n in names if work.count(cases.plain(n)) < repetition]
        if not todo:
            continue
        say(f"pass {repetition} of {options.repetitions}: {len(todo)} cases")
        for part in cases.batches(todo):
            run_program(program, env | ({"TESSERA_BENCH_CHECK": "0"} if repetition > 1 else {}), work, part)
        say(f"pass {repetition} of {options.repetitions}: {time.monotonic() - began:.0f} s since the beginning")


def say(text):
    print(f"tessera: {text}", file=sys.stderr, flush=True)


def run(arguments):
    options = parsed(arguments)
    if options.program is None or options.built_here:
        check_tree(ROOT, options.dirty or options.quick)
    if options.check_only:
        return None
    env = environment(options)
    program = [options.program.resolve(), *options.rest]
    names = cases.listed(program, env)
    selection = "short" if options.short else None if options.filter else "all"
    names = cases.chosen(names, selection, options.filter)
    if not names:
        raise RuntimeError("no case is measured: --filter matches none of the selection")
    if options.list:
        print("\n".join(map(cases.plain, names)))
        return None
    context = probe(options, program, env, options.work)
    commit = commit_of(options, context)
    path = place(options, context, commit)
    if options.published and path.exists():
        raise RuntimeError(f"{path} is there: a result is never changed. --out DIR writes elsewhere.")

    gpu = machine.gpu() if context["device_space"] != context["host_space"] else {}
    uuid = gpu.pop("uuid", "")
    settings = {"binary": machine.file_hash(options.program), "gpu": uuid, "options": options.rest, "quick": options.quick,
                **{k: context.get(k) for k in ("device", "host", "threads", "omp_proc_bind", "omp_places")},
                "batches": None if options.quick else options.batches}
    about = {"commit": commit, "selection": selection or "filter", "filter": options.filter,
             "repetitions": options.repetitions, "dirty": commit.endswith("-dirty"), "command": command(arguments)}
    if gpu:
        about["gpu"] = gpu | ({"id": machine.short_hash(uuid)} if uuid else {})
    with Work(options.work / f"{settings['binary']}-{machine.short_hash(repr(settings))}", settings) as work:
        if options.fresh:
            work.remove()
        there = sum(min(work.count(cases.plain(n)), options.repetitions) for n in names)
        if there:
            say(f"goes on from what is in {work.folder}: {there} of {len(names) * options.repetitions} measurements")
        measure(options, program, env, work, names)
        measured = [cases.plain(n) for n in names]
        write(path, result(work, measured, about), replace=not options.published)
        work.forget(measured)
    say(f"wrote {path}")
    return path


def command(arguments):
    """The options as a user gave them, without paths."""
    hidden = ("--program", "--out", "--work")
    words, skip = [], False
    for word in arguments:
        if skip or word == "--built-here" or word.startswith(tuple(f"{h}=" for h in hidden)):
            skip = False
        elif word in hidden:
            skip = True
        else:
            words.append(word)
    return " ".join(["bench/run", *words])


def main():
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    try:
        path = run(sys.argv[1:])
    except (RuntimeError, OSError) as problem:
        sys.exit(f"tessera: {problem}")
    except KeyboardInterrupt:
        sys.exit("tessera: stopped; the same command goes on from there")
    if path:
        print(path)


if __name__ == "__main__":
    main()
