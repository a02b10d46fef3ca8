# SPDX-FileCopyrightText: The Tessera authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The cases of the benchmark program, and which of them are measured."""
import re
import subprocess
from pathlib import Path

FOLDER = Path(__file__).parent


def plain(name):
    """A benchmark's name without what Google Benchmark appends to it, such as /iterations:3/manual_time."""
    return "/".join(p for p in name.split("/") if ":" not in p and p not in ("manual_time", "real_time"))


def listed(program, env):
    """The names of all benchmarks of a program, in its order, as Google Benchmark writes them."""
    done = subprocess.run([*program, "--benchmark_list_tests"], capture_output=True, text=True, env=env, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"the program does not list its benchmarks:\n{done.stderr.strip()}")
    return [line.strip() for line in done.stdout.splitlines() if "/" in line and " " not in line.strip()]


def patterns(selection, names):
    """The regular expressions of a selection's file. In them DEVICE and HOST stand for the execution spaces of the program."""
    spaces = list(dict.fromkeys(name.split("/")[1] for name in names if name.startswith("copy/")))
    if not spaces:
        raise RuntimeError("the program has no benchmark copy/SPACE/..., which says what its execution spaces are")
    lines = (FOLDER / f"{selection}.txt").read_text(encoding="utf-8").splitlines()
    return [line.replace("DEVICE", spaces[0]).replace("HOST", spaces[-1])
            for line in map(str.strip, lines) if line and not line.startswith("#")]


def chosen(names, selection, only=None):
    """Those of `names` that a selection asks for (None: all), and of them those that match `only`; -REGEX: those that do not."""
    wanted = [re.compile(p) for p in (patterns(selection, names) if selection else ["."])]
    found = [name for name in names if any(p.search(plain(name)) for p in wanted)]
    if not only:
        return found
    negative = only.startswith("-")
    expression = re.compile(only[1:] if negative else only)
    return [name for name in found if bool(expression.search(plain(name))) != negative]


def exactly(names):
    """A regular expression (POSIX extended) that matches these names and no others."""
    return "^(" + "|".join(re.sub(r"([.\[\](){}*+?^$|\\])", r"\\\1", name) for name in names) + ")$"


def batches(names, most=30000):
    """`names` in lists whose regular expression is not longer than `most` characters."""
    parts, length = [], most
    for name in names:
        if length + len(name) + 1 > most:
            parts.append([])
            length = 0
        parts[-1].append(name)
        length += len(name) + 1
    return parts
