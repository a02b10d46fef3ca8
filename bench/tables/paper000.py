# SPDX-FileCopyrightText: The Tessera authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tables I and II of paper 000 (seven kernels of one heat step), ours beside the paper's."""
from layout import giga, percent

KIND = "paper000"
BASE = "3DBase"
UPDATED = 126**3  # cells that a step updates on 128^3 nodes


def kernels(results, figures, space):
    """Pairs of the paper's name (or "-") and our strategy, the paper's first."""
    ours = figures[KIND]["ours"]
    pairs = list(ours.items())
    return pairs + [("-", s) for s in results.strategies(space, KIND) if s not in ours.values()]


def milliseconds(rate, size):
    cells = 1
    for edge in size.split("x"):
        cells *= int(edge)
    return None if rate is None else 1e3 * cells / rate.value


def ratio_text(value, base):
    return "-" if value is None or base is None else f"{value / base:.2f}"


def table_1(results, figures, space):
    """Header and rows: times of one step and their ratios to the base, on the paper's cards and on `space`."""
    paper = figures[KIND]["table_I"]
    sizes = results.sizes("double", KIND, space)
    header = ["paper", "strategy"]
    for card in paper["cards"]:
        header += [f"{card} ms", "ratio"]
    for size in sizes:
        header += [f"{size.split('x')[0]}^3 ms", "ratio", "10^9/s", "of copy"]
    base = {size: milliseconds(results.rate(KIND, space, figures[KIND]["ours"][BASE], "double", size), size)
            for size in sizes}
    rows = []
    for theirs, ours in kernels(results, figures, space):
        row = [theirs, ours]
        for card in range(len(paper["cards"])):
            time = paper[theirs][card] if theirs in paper else None
            row += ["-" if time is None else f"{time:g}", ratio_text(time, paper[BASE][card])]
        for size in sizes:
            rate = results.rate(KIND, space, ours, "double", size)
            time = milliseconds(rate, size)
            row += ["-" if time is None else f"{time:.3g}", ratio_text(time, base[size]), giga(rate), percent(rate)]
        rows.append(row)
    return header, rows


# Our columns beside those of the paper: what of ncu's numbers each is, or else of the compiler's.
COLUMNS = {
    "registers": (["launch__registers_per_thread"], "compiler_reg"),
    "divergent": (["smsp__sass_branch_targets_threads_divergent.sum"], None),
    "shared": (["launch__shared_mem_per_block_static", "launch__shared_mem_per_block_dynamic"], "compiler_shared"),
    "loads": (["smsp__sass_data_bytes_mem_global_op_ld.sum"], None),
    "stores": (["smsp__sass_data_bytes_mem_global_op_st.sum"], None),
}


def whole(value):
    return "-" if value is None else f"{round(value)}"


def counted(numbers, column):
    names, fallback = COLUMNS[column]
    if all(name in numbers for name in names):
        value = sum(numbers[name] for name in names)
        return value / 8 if column in ("loads", "stores") else value  # as many as there are 64-bit values
    return numbers.get(fallback)


# What the paper does not count, per update: ncu's number and how many each count of it stands for.
PER_UPDATE = {
    "local loads/update": ("smsp__sass_inst_executed_op_local_ld.sum", 32),  # by all threads of a warp
    "DRAM bytes read/update": ("dram__bytes_read.sum", 1),
    "written/update": ("dram__bytes_write.sum", 1),
    "cache sectors/update": ("l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", 1),
}


def per_update(numbers, name, each):
    return f"{each * numbers[name] / UPDATED:.2f}" if name in numbers else "-"


def table_2(results, figures):
    """Header and rows: what each kernel is and does in one step, in brackets on the paper's GTX680."""
    paper = figures[KIND]["table_II"]
    header = ["paper", "strategy", *paper["columns"], "stack bytes", *PER_UPDATE]
    rows = []
    for theirs, ours in kernels(results, figures, results.spaces[0]):
        numbers = results.kernels.get(ours, {})
        if theirs not in paper and not numbers:
            continue  # the default, which stands there by its own name
        row = [theirs, ours]
        for at, column in enumerate(paper["columns"]):
            shown = whole(counted(numbers, column))
            row.append(f"{shown} ({paper[theirs][at]})" if theirs in paper else shown)
        row.append(whole(numbers.get("compiler_stack")))
        rows.append(row + [per_update(numbers, *count) for count in PER_UPDATE.values()])
    return header, rows
