# SPDX-FileCopyrightText: The Tessera authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tables of rates, as text and as Markdown."""


def giga(rate):
    """Updates per second in 10^9: three digits."""
    if rate is None:
        return "-"
    g = rate.value * 1e-9
    return f"{g:.0f}" if g >= 100 else f"{g:.1f}" if g >= 10 else f"{g:.2f}"


def percent(rate):
    return "-" if rate is None else f"{100 * rate.share:.0f} %"


def ratio(a, b):
    return "-" if a is None or b is None else f"{a.value / b.value:.2f}"


def times(a, b):
    if a is None or b is None:
        return "-"
    return f"{a.value / b.value:.3g} x"


def size_text(size):
    """512x512x512 as 512^3, 1024x1024 as 1024^2, 509x511x513 as it is, and a line of 67108864 as 2^26."""
    edges = size.split("x")
    if len(edges) == 1:
        power = int(size).bit_length() - 1
        return f"2^{power}" if int(size) == 1 << power else size
    return f"{edges[0]}^{len(edges)}" if len(set(edges)) == 1 else size


def text_table(header, rows):
    """Columns as wide as they need, the first two to the left."""
    widths = [max(len(str(r[c])) for r in [header, *rows]) for c in range(len(header))]
    lines = []
    for row in [header, *rows]:
        cells = [str(v).ljust(w) if c < 2 else str(v).rjust(w) for c, (v, w) in enumerate(zip(row, widths))]
        lines.append("  ".join(cells).rstrip())
    lines.insert(1, "-" * max(len(line) for line in lines))
    return "\n".join(lines)


def markdown_table(header, rows):
    rule = [" --- " if c < 2 else " ---: " for c in range(len(header))]
    lines = ["| " + " | ".join(row) + " |" for row in [header, *rows]]
    lines.insert(1, "|" + "|".join(rule) + "|")
    return "\n".join(lines)


def comparison(results):
    """Header and rows of the comparison of CPU and GPU: what each does by default, the hand-written loop, and the GPU with
    one step per launch, whose share of the copy is the sweep's own."""
    gpu, cpu = results.device_space, results.host_space
    header = ["precision", "cells", "CPU", "of copy", "by hand", "CPU / by hand"]
    if gpu:
        header += ["GPU, single steps", "of copy", "GPU", "GPU / CPU"]
    rows = []
    for precision in results.precisions():
        for size in results.sizes(precision):
            c = results.heat7(cpu, "default", precision, size)
            hand = results.peer(precision, size)
            row = [precision, size_text(size), giga(c), percent(c), giga(hand), ratio(c, hand)]
            if gpu:
                g = results.heat7(gpu, "default", precision, size)
                single = results.heat7(gpu, "single", precision, size)
                row += [giga(single), percent(single), giga(g), times(g, c)]
            rows.append(row)
    return header, rows


def by_strategy(results, space):
    """Header and rows of all strategies of one execution space."""
    strategies = results.strategies(space)
    header = ["precision", "cells"]
    for strategy in strategies:
        header += [strategy, "of copy"]
    rows = []
    for precision in results.precisions():
        for size in results.sizes(precision):
            rates = [results.heat7(space, s, precision, size) for s in strategies]
            if any(rates):
                rows.append([precision, size_text(size), *(f(r) for r in rates for f in (giga, percent))])
    return header, rows
