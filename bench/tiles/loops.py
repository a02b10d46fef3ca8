#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Tessera authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""loops.py OBJECT [--kernel NAME] [--least N] [--skip FROM-TO ...] [--beside FROM-TO ...]: the loops of kernels, as nvcc
compiled them for sm_90.

For each innermost loop of at least N instructions: its addresses, what it consists of, how often it uses local memory, and
how many cycles a turn takes by a model. Two warps go around the loop and share a scheduler: an instruction a cycle, from
each in turn; an operation in double every two cycles; a word of 32 lanes every four, which is a scheduler's quarter of what
shuffles and shared memory pass; after each instruction the cycles that nvcc put there, and what it waits for. The model knows
no other warps, no barriers and no memory. It takes all code of a loop but for addresses to --skip (hexadecimal): what a warp
jumps over. The other warp goes the same way, or jumps over what --beside says.

Needs cuobjdump (CUDA toolkit). Stall counts and scoreboards stand in bits 41 to 58 of an instruction's upper half, which is
not documented: Z. Jia, M. Maggioni, B. Staiger, D. Scarpazza: Dissecting the NVIDIA Volta GPU Architecture via
Microbenchmarking, 2018, arXiv:1804.06826, section 2.1. Latencies of Hopper are rough.
"""
import argparse
import collections
import re
import subprocess
import sys

Instruction = collections.namedtuple("Instruction", "address text name stall writes reads waits")

LATENCY = {"SHFL": 23, "LDS": 29, "S2R": 22, "LDC": 30, "LDGSTS": 20, "SYNCS": 22, "LDL": 35}  # others: 20
SHARED_PIPE = {"SHFL", "LDS", "STS", "LDGSTS", "STG", "S2R", "SYNCS", "STAS", "LDL", "STL"}
DOUBLE = {"DADD", "DMUL", "DFMA"}
SINGLE = {"FADD", "FMUL", "FFMA"}
QUEUE = 12  # instructions for the shared pipe that may wait


def kernels(path, name):
    """Yields (kernel, its instructions) for each kernel of an object whose name contains `name`."""
    text = subprocess.run(["cuobjdump", "-sass", path], capture_output=True, text=True, check=True).stdout
    code = []
    kernel = None
    for line in text.splitlines():
        if found := re.search(r"Function : (\S+)", line):
            if kernel and name in kernel:
                yield kernel, code
            kernel, code = found.group(1), []
        elif found := re.match(r"\s+/\*([0-9a-f]{4,5})\*/\s+(.*?);", line):
            code.append((int(found.group(1), 16), found.group(2).strip()))
        elif (found := re.match(r"\s+/\* (0x[0-9a-f]{16}) \*/", line)) and code and len(code[-1]) == 2:
            code[-1] = decoded(*code[-1], int(found.group(1), 16) >> 41)
    if kernel and name in kernel:
        yield kernel, code


def decoded(address, text, control):
    name = re.sub(r"^@!?U?P\w+\s+", "", text).split()[0].split(".")[0]
    return Instruction(address, text, name, max(control & 15, 1), control >> 5 & 7, control >> 8 & 7, control >> 11 & 63)


def innermost_loops(code, least):
    """The innermost loops, as pairs of positions: from where a later instruction jumps back to, to that one."""
    at = {each.address: i for i, each in enumerate(code)}
    loops = []
    for i, each in enumerate(code):
        target = re.search(r"\bBRA\S*\s+.*?(0x[0-9a-f]+)", each.text)
        begin = at.get(int(target.group(1), 16)) if target else None
        if begin is not None and begin < i and i - begin + 1 >= least:
            loops.append((begin, i))
    return [a for a in loops if not any(b != a and a[0] <= b[0] and b[1] <= a[1] for b in loops)]


def words(each):
    """Of 32 lanes, that an instruction passes through the pipe of shuffles and shared memory."""
    if each.name not in ("LDS", "STS", "LDGSTS", "STG", "STAS", "LDL", "STL"):
        return 1
    return 4 if ".128" in each.text else 2 if ".64" in each.text else 1


class Warp:
    def __init__(self):
        self.at = self.turns = self.ready = 0
        self.due = [0] * 8  # when what a scoreboard stands for is there

    def may_issue(self, each, now):
        return self.ready <= now and all(self.due[k] <= now for k in range(6) if each.waits >> k & 1)


def cycles_of_turn(codes, turns=40):
    """The cycles in which each of two warps goes around its code once, on average."""
    warps = [Warp(), Warp()]
    now = last = double = shared = 0
    queue = []
    while min(warp.turns for warp in warps) < turns:
        queue = [end for end in queue if end > now]
        for number in (1 - last, last):
            warp = warps[number]
            each = codes[number][warp.at]
            if not warp.may_issue(each, now) or (each.name in DOUBLE and double > now):
                continue
            done = now
            if each.name in DOUBLE:
                double = now + 2
            elif each.name in SHARED_PIPE:
                if len(queue) >= QUEUE:
                    continue
                done = shared = max(shared, now) + 4 * words(each)
                queue.append(shared)
            warp.due[each.writes] = max(warp.due[each.writes], done + LATENCY.get(each.name, 20))
            warp.due[each.reads] = max(warp.due[each.reads], done + 2)
            warp.ready = now + each.stall
            warp.at = (warp.at + 1) % len(codes[number])
            warp.turns += warp.at == 0
            last = number
            break
        now += 1
    return now * len(warps) / sum(warp.turns for warp in warps)


def without(code, skipped):
    return [each for each in code if not any(a <= each.address <= b for a, b in skipped)]


def report(code, skips):
    count = collections.Counter(each.name for each in code)
    double, single, local = (sum(count[name] for name in names) for names in (DOUBLE, SINGLE, ("LDL", "STL")))
    return (f"  {code[0].address:#x}-{code[-1].address:#x}: {len(code)} instructions, {double} in double, {single} in float, "
            f"{count['SHFL']} shuffles, {count['LDS']} + {count['STS']} of shared memory, {local} of local memory; "
            f"{cycles_of_turn([without(code, skipped) for skipped in skips]):.0f} cycles a turn")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("object")
    parser.add_argument("--kernel", default="register_tile_kernel", metavar="NAME", help="part of the kernels' names")
    parser.add_argument("--least", type=int, default=200, metavar="N", help="instructions of a loop")
    parser.add_argument("--skip", nargs="*", default=[], metavar="FROM-TO", help="addresses that a warp jumps over")
    parser.add_argument("--beside", nargs="*", metavar="FROM-TO", help="and that the other one does, if not the same")
    request = parser.parse_args()
    skips = [[tuple(int(end, 16) for end in each.split("-")) for each in ranges]
             for ranges in (request.skip, request.skip if request.beside is None else request.beside)]
    try:
        for kernel, code in kernels(request.object, request.kernel):
            print(kernel)
            for begin, end in innermost_loops(code, request.least):
                print(report(code[begin:end + 1], skips))
    except OSError as problem:
        sys.exit(f"loops.py: {problem}: cuobjdump, of the CUDA toolkit, has to be in PATH")
    except subprocess.CalledProcessError as problem:
        sys.exit(f"loops.py: {request.object} is no object with code for a device: {problem.stderr.strip()}")


if __name__ == "__main__":
    main()
