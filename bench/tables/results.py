# SPDX-FileCopyrightText: The Tessera authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Results as rates by what was measured: of bench/run, with a line for each case, and Google Benchmark's JSON of the papers'
programs, with an entry for each repetition."""
import json
import statistics
from pathlib import Path
from typing import NamedTuple


class Key(NamedTuple):
    """A benchmark's name: heat7/cuda/team/double/512x512x512, peer/openmp/..., copy/cuda/...; of
    shallow_water/cuda/fused/float/wet/100x100 the kind is shallow_water/wet."""
    kind: str
    space: str
    strategy: str  # "" where the kind has none
    precision: str
    size: str


class Rate(NamedTuple):
    """The median of the repetitions: updates per second (or bytes), the share of the roof, all counters; and all rates."""
    value: float
    share: float
    label: str
    counters: dict
    values: list

    @property
    def least(self):
        return min(self.values)

    @property
    def most(self):
        return max(self.values)


def key_of(name):
    """The Key of a benchmark's name, without what Google Benchmark appends to it."""
    parts = [p for p in name.split("/") if ":" not in p and p not in ("manual_time", "real_time")]
    if len(parts) == 4:
        parts.insert(2, "")
    if len(parts) == 6:  # the ground of a flow, as part of the kind
        parts[0] += "/" + parts.pop(4)
    return Key(*parts) if len(parts) == 5 else None


ROOT = Path(__file__).resolve().parents[2]
RESULTS = ROOT / "bench/results"

# What an entry of Google Benchmark holds beside numbers that were measured.
BOOKKEEPING = {"family_index", "per_family_instance_index", "repetitions", "repetition_index", "threads", "iterations"}


class Results:
    """One file: `context`, `rates` by Key, `skipped`, the reasons by Key, and `kernels`, what kernels are and do."""

    def __init__(self, path):
        self.path = Path(path)
        data = json.loads(self.path.read_text(encoding="utf-8"))
        self.context = data["context"]
        self.kernels = data.get("kernels", {})
        self.skipped = {}
        runs = {}
        for entry in data["benchmarks"]:
            key = key_of(entry["name"])
            if key is None or entry.get("run_type", "iteration") != "iteration":
                continue
            if entry.get("error_occurred"):
                self.skipped[key] = entry.get("error_message", "no reason given")
            else:
                runs.setdefault(key, []).append(entry)
        self.rates = {key: self._median(entries) for key, entries in runs.items()}

    @staticmethod
    def _median(entries):
        numbers = [c for c, v in entries[0].items() if isinstance(v, (int, float)) and c not in BOOKKEEPING]
        counters = {c: statistics.median(e[c] for e in entries) for c in numbers}
        unit = "bytes_per_second" if "bytes_per_second" in counters else "items_per_second"
        values = entries[0].get("rates") or [e[unit] for e in entries if unit in e]
        return Rate(counters.get(unit), counters.get("share_of_roof"), entries[0].get("label", ""), counters, values)

    @property
    def source(self):
        """The commit that was measured; an older result of several says what it is (`note_on_commits`)."""
        return self.context.get("note_on_commits") or f"commit {self.context['commit']}"

    @property
    def device_space(self):
        """The execution space of the accelerator, or None if this was a build for hosts."""
        space = self.context["device_space"]
        return None if space == self.context["host_space"] else space

    @property
    def host_space(self):
        return self.context["host_space"]

    @property
    def spaces(self):
        """The execution spaces, the accelerator's first."""
        return [s for s in (self.device_space, self.host_space) if s]

    def name(self, space):
        """What computes in an execution space."""
        if space == self.device_space:
            return self.context["device"]
        return f"{self.context['host']}, {self.context['threads']} threads"

    def roof(self, space):
        """The copy bandwidth that the shares of `space` refer to, in bytes per second."""
        copies = [r for k, r in self.rates.items() if k.kind == "copy" and k.space == space]
        if copies:
            return copies[-1].value / copies[-1].share
        for k, r in self.rates.items():  # of a filtered run: from any sweep
            if k.space == space and "bytes_per_update" in r.counters:
                return r.value * r.counters["bytes_per_update"] / r.share
        return None

    def rate(self, kind, space, strategy, precision, size):
        return self.rates.get(Key(kind, space, strategy, precision, size))

    def heat7(self, space, strategy, precision, size):
        return self.rate("heat7", space, strategy, precision, size)

    def peer(self, precision, size):
        """The best of the hand-written loops."""
        found = [r for k, r in self.rates.items() if k.kind == "peer" and (k.precision, k.size) == (precision, size)]
        return max(found, default=None, key=lambda r: r.value)

    def of_kind(self, kind, space):
        """Key and rate of everything of one kind on one execution space, in the order of the run."""
        return [(k, r) for k, r in self.rates.items() if k.kind == kind and k.space == space]

    def sizes(self, precision, kind="heat7", space=None):
        """Sizes of which a sweep was measured (on one execution space), in the order of the run."""
        return list(dict.fromkeys(k.size for k in self.rates if (k.kind, k.precision) == (kind, precision)
                                  and space in (None, k.space)))

    def precisions(self):
        return [p for p in ("double", "float") if self.sizes(p)]

    def strategies(self, space, kind="heat7"):
        return list(dict.fromkeys(k.strategy for k in self.rates if k.kind == kind and k.space == space))


def of_device(folder, whole=False):
    """The paths of what bench/run measured on a device, the oldest first; with `whole` without those of --short."""
    found = []
    for path in folder.glob("*.json"):
        context = json.loads(path.read_text(encoding="utf-8")).get("context", {})
        of_part = context.get("selection", "all") != "all"
        if context.get("executable") == "tessera-bench" and not (whole and of_part):
            found.append((context["date"], path))
    return [path for _, path in sorted(found)]


def newest_of_devices(whole=False, folder=RESULTS):
    """The newest result of each device that has one."""
    paths = [of_device(f, whole) for f in sorted(folder.iterdir()) if f.is_dir()]
    return [Results(p[-1]) for p in paths if p]


def sweep_results(path, sweeps=None):
    """What bench/run measured on the device of the results of the papers in `path`: the newest whole one; None without any."""
    found = [sweeps] if sweeps else of_device(path.parent.parent / path.stem, whole=True)
    return Results(found[-1]) if found else None
