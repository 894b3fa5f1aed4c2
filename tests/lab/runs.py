"""Small runs for tests, and what there is to compare about them."""

from __future__ import annotations

import hashlib
import json
import os
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Any

import pandas as pd

from quorumsim.lab.plan import Plan, make_plan
from quorumsim.lab.run import Run
from quorumsim.lab.simulate import simulate
from tests.random_play import STANDARD

ROOT = Path(__file__).resolve().parents[2]


def small_plan(**options: Any) -> Plan:
    """Three players, two bots, every turn logged: 48 games in 16 deals, in chunks of 3 deals."""
    return make_plan(**{
        "rules": STANDARD, "players": 3, "bots": "greedy,random,greedy@0.3", "games": 48, "seed": 77, "log": "turns",
        "chunk_blocks": 3, **options,
    })  # fmt: skip


def digests(folder: Path) -> dict[str, str]:
    """SHA-256 of every file of a run by its path inside, the manifest included."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def manifest(folder: Path) -> dict[str, Any]:
    return json.loads((folder / "manifest.json").read_text(encoding="utf-8"))


def rows(run: Run, table: str) -> pd.DataFrame:
    """All rows of a table, categories as words."""
    parts = [part.astype(dict.fromkeys(part.select_dtypes("category"), str)) for part in run.chunks(table)]
    return pd.concat(parts, ignore_index=True)


def listing(folder: Path) -> list[str]:
    """Everything below a folder."""
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))


def play(folder: Path, **options: Any) -> Run:
    """A small run on disk; `workers` and `backend` go to simulate."""
    how = {name: options.pop(name) for name in ("workers", "backend") if name in options}
    return simulate(small_plan(**options), folder, **how)


def command(*arguments: object, **environment: str) -> subprocess.Popen[str]:
    """`quorumsim` in a process of its own, with this checkout's code; Ctrl-C reaches it even in the background."""
    line = [sys.executable, "-m", "quorumsim", *map(str, arguments)]
    heard = None if sys.platform == "win32" else partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
    return subprocess.Popen(line, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT,
                            env={**os.environ, **environment}, preexec_fn=heard)
