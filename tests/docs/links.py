#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Tessera authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""links.py ROOT: whether every relative link of the Markdown pages below ROOT leads to a file, and to a heading of it."""
import re
import sys
from pathlib import Path

LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
ELSEWHERE = re.compile(r"^[a-z]+:")
SKIPPED = {"build", "out"}  # and folders whose names begin with a dot


def is_skipped(folder):
    return folder in SKIPPED or folder.startswith(".")


def without_code(text):
    """The text without its blocks of code and its code in sentences."""
    return re.sub(r"`[^`\n]*`", "", re.sub(r"^```.*?^```$", "", text, flags=re.M | re.S))


def anchors(page):
    """The anchors of a page's headings, as GitHub makes them."""
    text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)
    found = set()
    for heading in re.findall(r"^#+ (.*)$", text, re.M):
        words = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).strip().lower()
        anchor = re.sub(r"[^\w\- ]", "", words).replace(" ", "-")
        same = sum(1 for other in found if re.fullmatch(re.escape(anchor) + r"(-\d+)?", other))
        found.add(f"{anchor}-{same}" if anchor in found else anchor)
    return found


def faults(page):
    """What is wrong with the links of a page."""
    for link in LINK.findall(without_code(page.read_text(encoding="utf-8"))):
        if ELSEWHERE.match(link):
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        if not target.exists():
            yield f"{link}: there is no such file"
        elif anchor and target.suffix == ".md" and anchor not in anchors(target):
            yield f"{link}: there is no such heading"


def main():
    root = Path(sys.argv[1]).resolve()
    pages = [p for p in sorted(root.rglob("*.md")) if not any(is_skipped(part) for part in p.relative_to(root).parts)]
    bad = [f"{page.relative_to(root)}: {fault}" for page in pages for fault in faults(page)]
    print("\n".join(bad) or f"{len(pages)} pages: every link leads somewhere")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
