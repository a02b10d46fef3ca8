#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Tessera authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""check.py COMPILE_COMMANDS.json FOLDER: whether each mistake of mistakes.cpp is answered by the words that stand beside it.

The compiler only checks, by the command of the build, and reads the library's headers precompiled, from FOLDER.
"""
import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

SOURCE = Path(__file__).with_name("mistakes.cpp")


def command_of(database):
    """The compiler and its options for mistakes.cpp, without files and without -Werror."""
    entry = next(e for e in json.loads(Path(database).read_text(encoding="utf-8")) if Path(e["file"]) == SOURCE)
    words = shlex.split(entry["command"])
    place = words.index("-o")
    return [word for word in words[:place] + words[place + 2:] if word not in ("-c", "-Werror", str(SOURCE))]


def precompile(command, folder):
    header = Path(folder) / "program.hpp"
    header.parent.mkdir(parents=True, exist_ok=True)
    header.write_text("#include <tessera/program.hpp>\n", encoding="utf-8")
    subprocess.run([*command, "-x", "c++-header", str(header), "-o", f"{header}.gch"], check=True)
    return header


def first_error(command, header, number):
    """The first line of the compiler with an error; empty if there is none."""
    words = [*command, "-include", str(header), "-fsyntax-only", f"-DMISTAKE={number}", str(SOURCE)]
    said = subprocess.run(words, stderr=subprocess.PIPE, text=True).stderr
    return next((line for line in said.splitlines() if re.search(r"\berror\b", line)), "")


def main():
    command = command_of(sys.argv[1])
    header = precompile(command, sys.argv[2])
    bad = 0
    for number, words in re.findall(r"^#(?:if|elif) MISTAKE == (\d+)(?:  // (.*))?$", SOURCE.read_text(encoding="utf-8"), re.M):
        line = first_error(command, header, number)
        if (words not in line) if words else line:
            bad += 1
            print(f"mistake {number}: {words or 'no error'!r} was expected, and the compiler says first: {line!r}")
    print("all mistakes are answered" if bad == 0 else f"{bad} differ")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
