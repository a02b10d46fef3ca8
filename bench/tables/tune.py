#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Tessera authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""tune.py RESULT.json [--plot]: the best of all schedules that bench/tune tried, beside what is done by default.

--plot also draws the rate over the steps per launch as RESULT.svg and RESULT.png, if matplotlib is there.
"""
import argparse
import json
import sys
from pathlib import Path
from typing import NamedTuple

from layout import size_text, text_table


class Trial(NamedTuple):
    """One schedule: its name, updates per second, what it was, and the numbers with which it ran."""
    name: str
    rate: float
    label: str
    numbers: dict

    @property
    def steps(self):
        return int(self.numbers["steps_per_launch"])

    @property
    def strategy(self):
        return self.name.split("/")[0]

    @property
    def chosen(self):
        """Whether the strategy chose its own tile."""
        return "/0x0/chunk0/team0" in self.name


class Trials:
    """One file: what was tuned, on what, and all trials."""

    def __init__(self, path):
        self.path = Path(path)
        data = json.loads(self.path.read_text(encoding="utf-8"))
        self.context = data["context"]
        entries = [b for b in data["benchmarks"] if b["name"].startswith("tune/") and not b.get("error_occurred")]
        if not entries:
            sys.exit(f"{path} holds no trials: bench/tune writes such files")
        _, self.operator, self.space, self.precision, self.size, _ = entries[0]["name"].split("/", 5)
        self.all = [Trial(e["name"].split("/", 5)[5].split("/iterations:")[0], e["items_per_second"], e.get("label", ""), e)
                    for e in entries]

    def named(self, name):
        return next((t for t in self.all if t.name == name), None)

    @property
    def searched(self):
        return [t for t in self.all if t.name not in ("default", "single")]

    @property
    def best(self):
        return max(self.all, key=lambda t: t.rate)

    def machine(self):
        if self.space == self.context["host_space"]:
            return f"{self.context['threads']} threads of {self.context['host']}"
        return self.context["device"]

    def title(self):
        return (f"{self.operator}, {self.precision}, {size_text(self.size)}, {self.space}: {self.machine()} "
                f"{self.clock()}(commit {self.context['commit']})")

    def clock(self):
        """Of a run that was timed by processor time, because others used the machine."""
        return "by processor time " if self.context.get("clock") == "processor" else ""


def giga(trial):
    return "-" if trial is None else f"{trial.rate * 1e-9:.3g}"


def share(trial, of):
    return "-" if trial is None else f"{100 * trial.rate / of.rate:.0f} %"


def by_steps(trials):
    """Header and rows: for each number of steps per launch the best schedule, and the one whose tile was chosen."""
    header = ["steps a launch", "best schedule", "tried", "10^9 updates/s", "of the best", "tile chosen", "of the best"]
    rows = []
    for steps in sorted({t.steps for t in trials.searched}):
        found = [t for t in trials.searched if t.steps == steps]
        best = max(found, key=lambda t: t.rate)
        own = max((t for t in found if t.chosen and t.strategy != "naive"), default=None, key=lambda t: t.rate)
        rows.append([str(steps), f"{best.strategy}: {best.label}", str(len(found)), giga(best), share(best, trials.best),
                     giga(own), share(own, trials.best)])
    for name in ("default", "single"):
        t = trials.named(name)
        if t:
            rows.append([f"{name}: {t.steps}", t.label, "1", giga(t), share(t, trials.best), "-", "-"])
    return header, rows


def verdict(trials):
    """What the search says of the default, in a sentence."""
    default, best = trials.named("default"), trials.best
    if default is None:
        return f"The best is {best.name}; the default was not tried."
    return (f"Of {len(trials.all)} schedules the best is {best.strategy} ({best.label}) with {giga(best)} x 10^9 updates/s; "
            f"the default ({default.label}) has {giga(default)}, {share(default, best)} of it.")


def curves(trials):
    """Name and rates by steps of what is plotted: the best, the chosen tile, and the widths of tiles that several steps
    were tried with."""
    steps = sorted({t.steps for t in trials.searched})

    def best_of(keep):
        found = {s: max((t.rate for t in trials.searched if t.steps == s and keep(t)), default=None) for s in steps}
        return [(s, r * 1e-9) for s, r in found.items() if r]

    yield "best of all", best_of(lambda t: True), {"color": "black", "marker": "o"}
    yield "tile chosen by the model", best_of(lambda t: t.chosen and t.strategy != "naive"), {
        "color": "tab:red", "marker": "x", "linestyle": "--"}
    for width in sorted({int(t.numbers["tile_x"]) for t in trials.searched if t.steps > 1 and not t.chosen}):
        yield f"tiles of {width} along x", best_of(
            lambda t, w=width: int(t.numbers["tile_x"]) == w and not t.chosen), {"linewidth": 0.9, "marker": "."}


def plot(trials):
    """Rate over steps per launch, as RESULT.svg and RESULT.png."""
    try:
        import matplotlib
    except ImportError:
        print("tune.py: no plot, because Python has no matplotlib (Debian: python3-matplotlib)", file=sys.stderr)
        return
    matplotlib.use("Agg")
    matplotlib.rcParams["svg.hashsalt"] = "tessera"  # the same results give the same file
    from matplotlib import pyplot

    figure, axis = pyplot.subplots(figsize=(8, 5))
    for name, points, style in curves(trials):
        if points:
            axis.plot(*zip(*points), label=name, **style)
    for name, style in (("default", "-"), ("single", ":")):
        t = trials.named(name)
        if t:
            axis.axhline(t.rate * 1e-9, color="gray", linestyle=style, linewidth=0.9, label=name)
    axis.set(xlabel="steps per launch", ylabel="10^9 updates/s", ylim=(0, None), title=trials.title())
    axis.set_xticks(sorted({t.steps for t in trials.searched}))
    axis.title.set_fontsize(9)
    axis.grid(alpha=0.3)
    axis.legend(fontsize="small")
    figure.tight_layout()
    for suffix, metadata in ((".svg", {"Date": None}), (".png", {"Software": None})):
        path = trials.path.with_suffix(suffix)
        figure.savefig(path, dpi=120, metadata=metadata)
        print(f"tune.py: wrote {path}", file=sys.stderr)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("result", type=Path)
    parser.add_argument("--plot", action="store_true", help="also draw the figure")
    options = parser.parse_args()
    trials = Trials(options.result)
    print(f"{trials.title()}\n\n{text_table(*by_steps(trials))}\n\n{verdict(trials)}")
    if options.plot:
        plot(trials)


if __name__ == "__main__":
    main()
