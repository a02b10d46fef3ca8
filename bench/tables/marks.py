# SPDX-FileCopyrightText: The Tessera authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Parts of a document that a script writes: what stands between <!-- bench:NAME begin --> and <!-- bench:NAME end -->."""
import sys


def replaced(text, mark, new, document):
    """`text` with `new` between the marks."""
    begin, end = f"<!-- bench:{mark} begin -->", f"<!-- bench:{mark} end -->"
    before, found_begin, rest = text.partition(begin)
    _, found_end, after = rest.partition(end)
    if not found_begin or not found_end:
        sys.exit(f"{document} has no lines '{begin}' and '{end}'")
    return f"{before}{begin}\n{new}\n{end}{after}"


def update(document, parts, check):
    """Puts `parts` (text by mark) into `document`. With `check` it changes nothing, and says if it would have."""
    old = document.read_text(encoding="utf-8")
    new = old
    for mark, text in parts.items():
        new = replaced(new, mark, text, document)
    if new == old:
        return True
    if check:
        print(f"{document} does not show the results in bench/results", file=sys.stderr)
        return False
    document.write_text(new, encoding="utf-8")
    return True
