# SPDX-FileCopyrightText: The Tessera authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a measurement runs on: the GPU as nvidia-smi describes it, its clocks and power meanwhile, and the checkout."""
import hashlib
import os
import re
import statistics
import subprocess
import threading

GPU = {  # what nvidia-smi is asked once: its name of a field, and ours
    "uuid": "uuid", "driver_version": "driver", "clocks.max.sm": "max_sm_clock_mhz",
    "clocks.max.memory": "max_memory_clock_mhz", "power.limit": "power_limit_w", "memory.total": "memory_mib",
    "persistence_mode": "persistence_mode", "ecc.mode.current": "ecc",
}
MEANWHILE = {  # and again and again
    "clocks.sm": "sm_clock_mhz", "clocks.memory": "memory_clock_mhz", "power.draw": "power_w",
    "temperature.gpu": "temperature_c",
}


def output(command, **more):
    """What a command prints; None if it is not here, or fails."""
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True, timeout=60, **more).stdout
    except (OSError, subprocess.SubprocessError):
        return None


def number(text):
    try:
        value = float(text)
    except ValueError:
        return text
    return int(value) if value == int(value) else value


def smi(fields):
    """Fields of the first GPU that programs see; None without nvidia-smi. What it does not know is left out."""
    command = ["nvidia-smi", "--query-gpu=" + ",".join(fields), "--format=csv,noheader,nounits"]
    visible = os.environ.get("CUDA_VISIBLE_DEVICES", "").split(",")[0]
    if visible:
        command.append(f"--id={visible}")
    said = output(command)
    lines = said.splitlines() if said else []
    values = [value.strip() for value in lines[0].split(",")] if lines else []
    if len(values) != len(fields):
        return None
    return {name: number(v) for name, v in zip(fields.values(), values) if not re.search(r"N/A|Not Supported|Unknown", v)}


def gpu():
    """The GPU: driver, limits, and `uuid`, which names this one piece. Empty without nvidia-smi."""
    found = smi(GPU) or {}
    return found | {name: str(found[name]) for name in ("uuid", "driver") if name in found}


def short_hash(text):
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def file_hash(path):
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        while piece := file.read(1 << 20):
            digest.update(piece)
    return digest.hexdigest()[:12]


class Watch:
    """Asks nvidia-smi for clocks, power and temperature every few seconds while a `with` block runs."""

    def __init__(self, seconds=15.0):
        self.samples = []
        self._seconds = seconds
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)

    def _watch(self):
        while not self._over.wait(self._seconds if self.samples else min(self._seconds, 2.0)):
            sample = smi(MEANWHILE)
            if sample is None:
                return
            self.samples.append(sample)

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._over.set()
        self._thread.join()

    def summary(self):
        """Least, median and most of what was seen."""
        found = {}
        for name in MEANWHILE.values():
            values = sorted(s[name] for s in self.samples if isinstance(s.get(name), (int, float)))
            if values:
                found[name] = [values[0], statistics.median(values), values[-1]]
        return found


def device_folder(device):
    """What the folder of a device's results is called: NVIDIA H200 is nvidia-h200."""
    return re.sub(r"[^a-z0-9]+", "-", device.lower()).strip("-") or "unknown"


def changed_files(root):
    """What differs from the commit that is checked out, results apart; None if `root` is no checkout."""
    if not (root / ".git").exists():
        return None
    said = output(["git", "status", "--porcelain", "--", ".", ":!bench/results"], cwd=root)
    return None if said is None else said.splitlines()


def head(root):
    """The commit that is checked out, in 12 digits; None if `root` is no checkout."""
    said = output(["git", "rev-parse", "HEAD"], cwd=root) if (root / ".git").exists() else None
    return said.strip()[:12] if said else None
