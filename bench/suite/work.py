# SPDX-FileCopyrightText: The Tessera authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What was measured so far: a folder for each binary, GPU and setting, from which a later run goes on."""
import fcntl
import json
import os

from cases import plain

# What an entry of Google Benchmark holds beside numbers that were measured.
BOOKKEEPING = {"family_index", "per_family_instance_index", "repetitions", "repetition_index", "threads", "iterations",
               "real_time", "cpu_time"}


def entries_of(text):
    """Context and entries of Google Benchmark's JSON, also of a file whose end is missing because the program was stopped."""
    try:
        data = json.loads(text)
    except json.JSONDecodeError:
        begin, end = text.find('"benchmarks": ['), text.rfind("\n    }")
        if begin < 0 or end < begin:
            return None, []
        data = json.loads(text[:end] + "\n    }\n  ]\n}")
    entries = [e for e in data["benchmarks"] if e.get("run_type", "iteration") == "iteration"]
    return data["context"], entries


class Work:
    """`passes`: what is known of each run of the program; `cases`: a list of repetitions by name; `skipped`: reasons."""

    def __init__(self, folder, settings):
        self.folder = folder
        self.part = folder / "part.json"  # what the program writes
        self.log = folder / "log.txt"  # and what it prints
        self._file = folder / "work.json"
        folder.mkdir(parents=True, exist_ok=True)
        self._lock = open(folder / "lock", "w", encoding="utf-8")
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self._lock.close()
            raise RuntimeError(f"another bench/run is measuring the same: {folder} is in use") from None
        data = {"settings": settings, "context": None, "passes": [], "cases": {}, "skipped": {}}
        if self._file.exists():
            data |= json.loads(self._file.read_text(encoding="utf-8"))
        self.settings, self.context = data["settings"], data["context"]
        self.passes, self.cases, self.skipped = data["passes"], data["cases"], data["skipped"]
        self.absorb({"unfinished": True})

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._lock.close()

    def count(self, name):
        """How often a case was measured; without end if the program skips it."""
        return float("inf") if name in self.skipped else len(self.cases.get(name, []))

    def absorb(self, about):
        """Takes over what the program wrote, if it did, and says how many cases that were. `about` is kept with the pass."""
        if not self.part.exists():
            return 0
        context, entries = entries_of(self.part.read_text(encoding="utf-8"))
        for entry in entries:
            name = plain(entry["name"])
            if entry.get("error_occurred"):
                self.skipped[name] = entry.get("error_message", "no reason given")
                continue
            kept = {k: v for k, v in entry.items() if isinstance(v, (int, float)) and k not in BOOKKEEPING}
            self.cases.setdefault(name, []).append(kept | {"label": entry.get("label", "")})
        if entries:
            self.context = self.context or context
            known = {"date": context.get("date", ""), "cases": len(entries), "load": context.get("load_avg", [])}
            self.passes.append(known | about)
            self._save()
        self.part.unlink()
        return len(entries)

    def _save(self):
        fresh = self._file.with_suffix(".new")
        data = {"settings": self.settings, "context": self.context, "passes": self.passes, "cases": self.cases,
                "skipped": self.skipped}
        fresh.write_text(json.dumps(data), encoding="utf-8")
        os.replace(fresh, self._file)

    def forget(self, names):
        """Drops the measurements of `names`, because a result has them now; without others the whole file."""
        for kept in (self.cases, self.skipped):
            for name in names:
                kept.pop(name, None)
        if self.cases:
            self._save()
        else:
            self.remove()

    def remove(self):
        """Deletes all that was measured."""
        for path in (self.part, self._file, self.log):
            path.unlink(missing_ok=True)
        self.passes, self.cases, self.skipped, self.context = [], {}, {}, None
