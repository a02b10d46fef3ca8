#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Tessera authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""convergence.py [--scheme NAME] [--program PATH] [--tables]: how fast the errors of shallow_water fall with the mesh.

Runs a scheme of the program (default: upwind, then second_order) on flows whose solution is known, on several meshes in
double and float, writes the errors to bench/results/convergence/, draws docs/shallow_water_convergence.svg of upwind, and
puts a table into the page of the scheme. --tables does the last two from what was measured before. Needs Python with
NumPy, h5py and matplotlib (Debian: python3-numpy python3-h5py python3-matplotlib). Some five minutes a scheme on two cores.
"""
import argparse
import json
import math
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from layout import markdown_table
from marks import update

ROOT = Path(__file__).resolve().parents[2]
CASES = ROOT / "apps/shallow_water"
RESULTS = ROOT / "bench/results/convergence"
SCHEMES = {"upwind": ("shallow_water.json", "docs/shallow_water.md"),
           "second_order": ("shallow_water_second_order.json", "docs/shallow_water_second_order.md")}
FIGURE = ROOT / "docs/shallow_water_convergence.svg"
TITLES = {"simple wave": "a smooth wave on a periodic channel", "stoker": "a dam breaks onto shallow water",
          "thacker": "water swings in a bowl, after a period"}
MESHES = {"simple wave": (50, 100, 200, 400, 800, 1600), "stoker": (100, 200, 400, 800, 1600, 3200),
          "thacker": (25, 50, 100, 200, 400)}


def centres(cells, length):
    import numpy

    return (numpy.arange(cells) + 0.5) * length / cells


def strip(cells, length):
    """A channel four cells wide. Cells are square on all meshes, so that the step is the same share of what waves take."""
    return sets(grid__cells=[cells, 4], grid__length=[length, 4 * length / cells])


def simple_wave(cells, folder):
    """Options of the program's run, and what gives the exact depths."""
    import numpy
    from exact_flows import SimpleWave

    flow = SimpleWave()
    x = centres(cells, flow.length)
    for name, values in zip(("h", "qx"), flow.state(x, 0.0)):
        numpy.save(folder / f"{name}.npy", numpy.tile(values, (4, 1)))
    words = sets(time__end=flow.end) + strip(cells, flow.length)
    for side in ("west", "east", "south", "north"):
        words += sets(**{f"boundary__{side}": '{ type = "periodic" }'})
    for key, name in (("depth", "h"), ("qx", "qx")):
        words += sets(**{f"initial__{key}": f'{{ type = "file", path = "{folder / name}.npy" }}'})
    return words, lambda: numpy.tile(flow.state(x, flow.end)[0], (4, 1))


def stoker(cells, _folder):
    import numpy
    from exact_flows import Stoker

    flow = Stoker()
    words = [CASES / "stoker.toml", *strip(cells, flow.length)]
    words += [word for key in ("depth", "concentration") for word in sets(**{f"initial__{key}.high": [flow.dam, flow.length]})]
    return words, lambda: numpy.tile(flow.depth(centres(cells, flow.length), flow.end), (4, 1))


def thacker(cells, _folder):
    import numpy
    from exact_flows import Thacker

    flow = Thacker()
    words = [CASES / "thacker.toml", *sets(grid__cells=[cells, cells], time__end=repr(float(flow.end)))]
    x, y = numpy.meshgrid(centres(cells, flow.length), centres(cells, flow.length))
    return words, lambda: flow.depth(x, y, flow.end)


SET_UPS = {"simple wave": simple_wave, "stoker": stoker, "thacker": thacker}


def sets(**values):
    """Options --set table.key=value, from table__key=value."""
    return [word for name, value in values.items() for word in ("--set", f"{name.replace('__', '.')}={value}")]


def relative_error(program, scheme, case, cells, precision):
    """L1 of the depth over that of the exact one, and the summary of the run."""
    import h5py
    import numpy

    with tempfile.TemporaryDirectory(prefix="tessera-convergence-") as name:
        folder = Path(name)
        words, exact = SET_UPS[case](cells, folder)
        last = sets(run__precision=precision, physics__scheme=scheme, output__pictures="false")
        command = [program, "--no-roof", "--output", folder / "out", *words, *last]
        subprocess.run(list(map(str, command)), check=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        frame = sorted((folder / "out").glob("fields_*.h5"))[-1]
        with h5py.File(frame) as file:
            depth = file["h"][()].astype(numpy.float64)
        summary = json.loads((folder / "out/summary.json").read_text(encoding="utf-8"))
    return float(numpy.abs(depth - exact()).sum() / numpy.abs(exact()).sum()), summary


def measure(program, scheme):
    errors = {}
    for case, meshes in MESHES.items():
        for precision in ("double", "float"):
            for cells in meshes:
                error, summary = relative_error(program, scheme, case, cells, precision)
                errors.setdefault(case, {}).setdefault(precision, {})[str(cells)] = error
                print(f"{scheme}: {case}, {cells} cells, {precision}: {error:.3e}", file=sys.stderr)
    known = ("version", "commit", "compiler", "kokkos", "backend", "device")
    context = {key: summary[key] for key in known}
    result = RESULTS / SCHEMES[scheme][0]
    result.parent.mkdir(parents=True, exist_ok=True)
    result.write_text(json.dumps({"context": context, "relative_l1_of_depth": errors}, indent=2) + "\n", encoding="utf-8")


def order(errors, meshes, at):
    """By which power of the mesh the error fell from the mesh before; none at the first."""
    if at == 0:
        return None
    ratio = errors[str(meshes[at - 1])] / errors[str(meshes[at])]
    return math.log(ratio) / math.log(meshes[at] / meshes[at - 1])


def table(errors):
    rows = []
    for case, meshes in MESHES.items():
        for at, cells in enumerate(meshes):
            row = [TITLES[case] if at == 0 else "", str(cells)]
            for precision in ("double", "float"):
                power = order(errors[case][precision], meshes, at)
                row += [f"{errors[case][precision][str(cells)]:.2e}", "" if power is None else f"{power:.2f}"]
            rows.append(row)
    return markdown_table(["flow", "cells", "double", "order", "float", "order"], rows)


def draw(errors):
    import matplotlib

    matplotlib.use("Agg")
    matplotlib.rcParams["svg.hashsalt"] = "tessera"  # the same results give the same file
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(1, len(MESHES), figsize=(4.6 * len(MESHES), 4.2))
    for axis, (case, meshes) in zip(axes, MESHES.items()):
        for precision, style in (("double", "o-"), ("float", "x--")):
            axis.loglog(meshes, [errors[case][precision][str(n)] for n in meshes], style, label=precision)
        first = errors[case]["double"][str(meshes[0])]
        for power, line in ((1, ":"), (0.75, "-.")):
            guide = [0.7 * first * (meshes[0] / n) ** power for n in meshes]
            axis.loglog(meshes, guide, line, color="grey", linewidth=1, label=f"order {power:g}")
        axis.set_xticks(meshes, [str(n) for n in meshes])
        axis.minorticks_off()
        axis.set(title=TITLES[case], xlabel="cells along an axis", ylabel="relative L1 error of the depth")
        axis.title.set_fontsize(10)
        axis.grid(alpha=0.3)
        axis.legend(fontsize="small")
    figure.tight_layout()
    figure.savefig(FIGURE, metadata={"Date": None})
    figure.savefig(FIGURE.with_suffix(".png"), dpi=120, metadata={"Software": None})
    pyplot.close(figure)


def find_program():
    """The program on the path, else the one that was built last here."""
    built = sorted(ROOT.glob("build/*/bin/tessera-shallow_water"), key=lambda path: path.stat().st_mtime)
    return shutil.which("tessera-shallow_water") or (built[-1] if built else None)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scheme", choices=SCHEMES, help="default: all")
    parser.add_argument("--program", help="default: tessera-shallow_water on the path, or the one built here")
    parser.add_argument("--tables", action="store_true", help="measure nothing")
    options = parser.parse_args()
    program = options.program or find_program()
    if program is None and not options.tables:
        sys.exit("convergence.py: no tessera-shallow_water; apps/run shallow_water --setup-only builds it")
    for scheme in [options.scheme] if options.scheme else SCHEMES:
        if not options.tables:
            measure(program, scheme)
        result, page = SCHEMES[scheme]
        errors = json.loads((RESULTS / result).read_text(encoding="utf-8"))["relative_l1_of_depth"]
        if scheme == "upwind":
            draw(errors)
        update(ROOT / page, {"convergence": table(errors)}, check=False)


if __name__ == "__main__":
    main()
