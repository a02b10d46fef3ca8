# SPDX-FileCopyrightText: The Tessera authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The results of tessera-bench: Google Benchmark's JSON as rates by what was measured."""
import json
import statistics
from pathlib import Path
from typing import NamedTuple


class Key(NamedTuple):
    """A benchmark's name: heat7/cuda/team/double/512x512x512, peer/openmp/..., copy/cuda/..."""
    kind: str
    space: str
    strategy: str  # "" where the kind has none
    precision: str
    size: str


class Rate(NamedTuple):
    """The median of the repetitions: updates per second (of a copy: bytes), and the share of the roof."""
    value: float
    share: float
    label: str


def key_of(name):
    """The Key of a benchmark's name, without what Google Benchmark appends to it."""
    parts = [p for p in name.split("/") if ":" not in p and p not in ("manual_time", "real_time")]
    if len(parts) == 4:
        parts.insert(2, "")
    return Key(*parts) if len(parts) == 5 else None


class Results:
    """One file: `context`, `rates` by Key, and `skipped`, the reasons by Key."""

    def __init__(self, path):
        self.path = Path(path)
        data = json.loads(self.path.read_text(encoding="utf-8"))
        self.context = data["context"]
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
        value = "bytes_per_second" if "bytes_per_second" in entries[0] else "items_per_second"
        return Rate(statistics.median(e[value] for e in entries),
                    statistics.median(e["share_of_roof"] for e in entries), entries[0].get("label", ""))

    @property
    def device_space(self):
        """The execution space of the accelerator, or None if this was a build for hosts."""
        space = self.context["device_space"]
        return None if space == self.context["host_space"] else space

    @property
    def host_space(self):
        return self.context["host_space"]

    def roof(self, space):
        """The copy bandwidth that the shares of `space` refer to, in bytes per second."""
        copies = [r for k, r in self.rates.items() if k.kind == "copy" and k.space == space]
        if copies:
            return copies[-1].value / copies[-1].share
        for k, r in self.rates.items():  # of a filtered run: from any sweep
            if k.kind == "heat7" and k.space == space:
                return r.value * 2 * (8 if k.precision == "double" else 4) / r.share
        return None

    def heat7(self, space, strategy, precision, size):
        return self.rates.get(Key("heat7", space, strategy, precision, size))

    def peer(self, precision, size):
        """The best of the hand-written loops."""
        found = [r for k, r in self.rates.items() if k.kind == "peer" and (k.precision, k.size) == (precision, size)]
        return max(found, default=None)

    def sizes(self, precision):
        """Sizes of which a sweep was measured, in the order of the run."""
        return list(dict.fromkeys(k.size for k in self.rates if k.kind == "heat7" and k.precision == precision))

    def precisions(self):
        return [p for p in ("double", "float") if self.sizes(p)]

    def strategies(self, space):
        return list(dict.fromkeys(k.strategy for k in self.rates if k.kind == "heat7" and k.space == space))
