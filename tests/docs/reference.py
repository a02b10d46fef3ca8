#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Tessera authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""reference.py DOXYGEN DOXYFILE WARNINGS: makes the reference of all public names; fails at what Doxygen warns of.

A class without a docstring is an error. A member without one is not: the docstring of its class may say all that there is to say.
"""
import re
import subprocess
import sys
from pathlib import Path

ALLOWED = re.compile(r"warning: Member .* is not documented")


def main():
    doxygen, doxyfile, warnings = sys.argv[1:4]
    Path(warnings).parent.mkdir(parents=True, exist_ok=True)
    subprocess.run([doxygen, doxyfile], check=True)
    said = Path(warnings).read_text(encoding="utf-8").splitlines()
    bad = [line for line in said if line and not ALLOWED.search(line)]
    print("\n".join(bad) or f"the reference stands in {Path(warnings).parent}/html")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
