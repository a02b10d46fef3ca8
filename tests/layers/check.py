#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Tessera authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""check.py [ROOT]: the layers apps -> stencils -> core -> Kokkos, and the few files that may know a backend or a library.

Prints each line that breaks a rule; ends with 1 if there is one.
"""
import re
import sys
from pathlib import Path

CODE = {".hpp", ".cpp", ".h", ".cu", ".cuh"}

# A line of these folders that matches is a breach: (folders, pattern, what is wrong).
FORBIDDEN = [
    (["core"], r'#\s*include\s*[<"](tessera/)?(stencils|apps)/', "core knows neither stencils nor apps"),
    (["core", "stencils"], r'#\s*include\s*[<"](\.\./)*apps/', "only apps know apps"),
    (["stencils"], r"\b(parallel_(for|reduce|scan)|(Team|Range|MDRange)Policy|TeamThread\w*|ThreadVector\w*)\b",
     "formulas know no policy"),
    (["stencils"], r"\bKokkos::(View|Cuda|OpenMP|HIP|Serial)\b", "formulas know no View and no backend"),
    (["stencils"], r'#\s*include\s*[<"]tessera/(strategy|backend|plan|bind)/', "formulas include no strategy and no backend"),
    (["stencils"], r"\b([Rr]egister_?[Tt]ile\w*|TileNumbers|Tile|tiles?|ExecTraits|LevelStorage|Synchronisation|PlaneLayout)\b",
     "formulas name no strategy and no tile"),
    (["stencils"], r"\b(__CUDA\w*|__HIP\w*|KOKKOS_(ARCH|ENABLE)_\w+|sm_\d+|Cuda\w*|Hip\w*)\b", "formulas name no device"),
    (["core/src"], r"#\s*include\s*<Kokkos_", "core/src is plain host code, compiled without Kokkos"),
]

# At most so many files of these folders may match: (folders, pattern, number, what it is).
RARE = [
    (["core", "stencils", "apps"], r"#\s*include\s*[<\"]hdf5(_hl)?\.h[>\"]", 1, "files that include HDF5"),
    (["core", "stencils", "apps"], r"#\s*include\s*[<\"](gdal|ogr|cpl)\w*\.h[>\"]", 1, "files that include GDAL"),
    (["core", "stencils", "apps"], r"#\s*include\s*[<\"]udunits2\.h[>\"]", 1, "files that include UDUNITS-2"),
    (["core", "stencils", "apps"], r"#\s*include\s*[<\"]proj\w*\.h[>\"]", 1, "files that include PROJ"),
    (["core", "stencils", "apps"], r"#\s*include\s*[<\"]netcdf\w*\.h[>\"]", 3, "files that include netCDF-C"),
    (["core", "stencils", "apps"], r"#\s*include\s*[<\"]mpi\.h", 1, "files that include MPI"),
    (["core", "stencils", "apps"], r"#\s*include\s*[<\"]Kokkos(Blas|Sparse|Batched|Kernels)", 1,
     "files that include Kokkos Kernels"),
    (["core", "stencils", "apps"], r"\b(KOKKOS_ENABLE_(CUDA|HIP|OPENMP)|__CUDA_ARCH__|__CUDACC__)\b", 6,
     "files with a backend's macro"),
]


def matches(root, folders, pattern):
    """Yields (file, line number, line) for each line that matches; comments at the end of a line do not count."""
    expression = re.compile(pattern)
    for folder in folders:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix not in CODE:
                continue
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                if expression.search(line.split("//")[0]):
                    yield path.relative_to(root), number, line.strip()


def breaches(root):
    for folders, pattern, wrong in FORBIDDEN:
        for path, number, line in matches(root, folders, pattern):
            yield f"{path}:{number}: {wrong}: {line}"
    for folders, pattern, allowed, what in RARE:
        files = sorted({str(path) for path, _, _ in matches(root, folders, pattern)})
        if len(files) > allowed:
            yield f"{len(files)} {what}, {allowed} allowed: {', '.join(files)}"


def without_kokkos(root):
    """Yields each public header that uses Kokkos, and neither includes it nor a header that does. In fast builds a compiler does not
    see that, because Kokkos' header is precompiled there."""
    folders = [root / "core/include", root / "stencils/include"]
    texts = {path.relative_to(folder).as_posix(): (path, path.read_text(encoding="utf-8"))
             for folder in folders for path in folder.rglob("*.hpp")}
    known = {}

    def includes(name):
        if name not in known:
            known[name] = False  # of a circle
            found = re.findall(r'#\s*include\s*[<"]([^>"]+)', texts[name][1])
            known[name] = any(one.startswith("Kokkos_") or (one in texts and includes(one)) for one in found)
        return known[name]

    for name, (path, text) in sorted(texts.items()):
        code = "\n".join(line.split("//")[0] for line in text.splitlines())
        if re.search(r"\bKokkos::|\bKOKKOS_([A-Z]+_)?FUNCTION\b", code) and not includes(name):
            yield f"{path.relative_to(root)}: uses Kokkos and does not include it"


def main():
    root = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parents[2])
    found = [*breaches(root), *without_kokkos(root)]
    print("\n".join(found) if found else "layers: all rules hold")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
