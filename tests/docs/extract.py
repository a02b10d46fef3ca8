#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Tessera authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""extract.py PAGE.md HEADING OUT.cpp [LINES]: the C++ blocks that stand under a heading of a page, as one program.

A line "// NAME from above" of a block is replaced by the block before it. With LINES it fails if the program has more lines
that are not empty.
"""
import re
import sys
from pathlib import Path


def under(text, heading):
    """What stands between a heading and the next one."""
    found = re.search(rf"^#+ {re.escape(heading)}$(.*?)(?=^#+ |\\Z)", without_code(text), re.M | re.S)
    if not found:
        sys.exit(f"extract.py: there is no heading '{heading}'")
    return text[found.start(1):found.end(1)]


def without_code(text):
    """The same text with the lines of its blocks blanked out, so that what begins with # there is no heading."""
    return re.sub(r"^```.*?^```$", lambda block: re.sub(r"[^\n]", " ", block.group()), text, flags=re.M | re.S)


def program(text):
    """The blocks as one program."""
    blocks = re.findall(r"^```cpp\n(.*?)^```$", text, re.M | re.S)
    whole = ""
    for block in blocks:
        whole = re.sub(r"^// \w+ from above\n", lambda _: whole, block, flags=re.M)
    return whole


def main():
    page, heading, out = sys.argv[1:4]
    code = program(under(Path(page).read_text(encoding="utf-8"), heading))
    if "int main" not in code:
        sys.exit(f"extract.py: {page}, {heading}: no whole program")
    lines = len([line for line in code.splitlines() if line.strip()])
    if len(sys.argv) > 4 and lines > int(sys.argv[4]):
        sys.exit(f"extract.py: {page}, {heading}: {lines} lines, {sys.argv[4]} are promised")
    Path(out).write_text(code, encoding="utf-8")


if __name__ == "__main__":
    main()
