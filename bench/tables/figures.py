# SPDX-FileCopyrightText: The Tessera authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the papers print, from paper_figures.json."""
import json
from pathlib import Path

FIGURES = json.loads((Path(__file__).parent / "paper_figures.json").read_text(encoding="utf-8"))
