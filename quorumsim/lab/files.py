"""Files and folders that are there whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path

from quorumsim.errors import BadInput


def write_whole(path: Path, data: bytes) -> None:
    """Writes a file under a temporary name beside it and renames it, so that a reader always finds a whole one."""
    temporary = path.with_suffix(".unfinished")
    temporary.write_bytes(data)
    os.replace(temporary, path)


def make_folder(out: Path) -> None:
    """Makes a folder that must not exist yet, and those above it; BadInput if it does."""
    out.parent.mkdir(parents=True, exist_ok=True)
    try:
        out.mkdir()
    except FileExistsError:
        raise BadInput(f"--out {out} exists already; give the name of a folder that does not exist yet") from None
    except FileNotFoundError:  # folders that the system itself keeps take no other
        raise BadInput(f"--out {out} cannot be made in {out.parent}; give the name of a folder elsewhere") from None
