"""A run on disk: the manifest, and reading the rows chunk by chunk."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from quorumsim.errors import BadInput

if TYPE_CHECKING:
    import pandas as pd

FORMAT = "quorum-run/1"
COMPLETE, PARTIAL = "complete", "partial"
NEEDED = {
    "game": str, "rules": dict, "rules_name": str, "fingerprint": str, "players": int, "bots": list, "rotations": int,
    "seed": int, "games": int, "blocks": int, "chunk_blocks": int, "log": str, "versions": dict, "command": str,
    "state": str, "chunks": list,
}  # fmt: skip
"""Fields of a manifest that reading relies on, and their types."""

Table = Literal["games", "seats", "turns", "counts"]


class Run:
    """A run folder, opened for reading. `read_run` makes one."""

    def __init__(self, path: Path, manifest: dict[str, Any], rules: Any) -> None:
        self.path, self.manifest, self.rules = path, manifest, rules

    @property
    def games(self) -> int:
        """Games played so far: fewer than planned in a partial run."""
        return sum(chunk["games"] for chunk in self.manifest["chunks"])

    @property
    def blocks(self) -> int:
        """Distinct deals played so far."""
        return sum(chunk["blocks"] for chunk in self.manifest["chunks"])

    def chunks(self, table: Table, columns: Sequence[str] | None = None) -> Iterator[pd.DataFrame]:
        """The rows of a table, one chunk at a time, in the order block, rotation, seat (or turn)."""
        import pyarrow.parquet as pq

        from quorumsim.lab.chunk import part_path

        if table not in self.manifest["chunks"][0]["digests"]:
            raise BadInput(f"{self.path} has no table {table!r}; turns are kept only by simulate --log turns")
        for chunk in self.manifest["chunks"]:
            path = part_path(self.path, table, chunk["chunk"])
            try:
                yield pq.read_table(path, columns=list(columns) if columns is not None else None).to_pandas()
            except (OSError, ValueError) as error:
                raise BadInput(f"{path} cannot be read ({_first_line(error)}); the run is damaged") from error

    def counts(self) -> pd.DataFrame:
        """The mergeable counts, summed over all chunks: int64 columns, index (group, id)."""
        total: pd.DataFrame | None = None
        for frame in self.chunks("counts"):
            frame = frame.astype({"group": str}).set_index(["group", "id"])
            total = frame if total is None else total + frame
        assert total is not None
        return total


def read_run(path: str | Path) -> Run:
    """Opens a run folder; BadInput with one sentence for a folder that is none, is cut short, or does not hold together."""
    from quorumsim.lab.games import kit

    folder = Path(path)
    manifest = read_manifest(folder)
    rules = kit(manifest["game"]).from_json(manifest["rules"], f"{folder / 'manifest.json'}: rules")
    if rules.fingerprint != manifest["fingerprint"]:
        raise BadInput(
            f"{folder} says its rules have the fingerprint {manifest['fingerprint']}, but the rules in its manifest have "
            f"{rules.fingerprint}; the manifest was changed by hand"
        )
    if not manifest["chunks"]:
        raise BadInput(f"{folder} holds no finished chunk yet; play it to its end with simulate --resume --out {folder}")
    check_files(folder, manifest)
    return Run(folder, manifest, rules)


def read_manifest(folder: Path) -> dict[str, Any]:
    """The manifest of a run folder, checked for the fields that reading needs."""
    file = folder / "manifest.json"
    if not folder.exists():
        raise BadInput(f"there is no run at {folder}")
    if not folder.is_dir() or not file.is_file():
        raise BadInput(f"{folder} is not a run: it has no manifest.json; accepted is a folder that simulate wrote")
    try:
        manifest = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise BadInput(f"{file} cannot be read as JSON ({_first_line(error)}); the run is damaged") from error
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        found = manifest.get("format") if isinstance(manifest, dict) else manifest
        raise BadInput(f"{file} has the format {found!r}; this version reads {FORMAT!r}")
    for field, kind in NEEDED.items():
        if type(manifest.get(field)) is not kind:
            raise BadInput(f"{file}: {field} is {manifest.get(field)!r}; accepted is a value as simulate writes it")
    for chunk in manifest["chunks"]:
        if not isinstance(chunk, dict) or not {"chunk", "first_block", "blocks", "games", "digests"} <= set(chunk):
            raise BadInput(f"{file}: chunks has an entry {chunk!r}; accepted is one as simulate writes it")
    return manifest


def check_files(folder: Path, manifest: dict[str, Any]) -> None:
    """BadInput unless the chunks follow each other without gap or overlap and every file of theirs is there, in full size."""
    from quorumsim.lab.chunk import part_path

    end = None
    for chunk in sorted(manifest["chunks"], key=lambda each: each["first_block"]):
        if end is not None and chunk["first_block"] < end:
            raise BadInput(f"{folder} plays block {chunk['first_block']} twice; the manifest was changed by hand")
        end = chunk["first_block"] + chunk["blocks"]
        for table in chunk["digests"]:
            path = part_path(folder, table, chunk["chunk"])
            if not _whole_parquet(path):
                raise BadInput(
                    f"{path} is missing or cut short; play it again with simulate --resume --out {folder}, or copy the run anew"
                )


def write_manifest(folder: Path, manifest: dict[str, Any]) -> None:
    """Writes the manifest under a temporary name and renames it, so that a reader always finds a whole one."""
    temporary = folder / "manifest.unfinished"
    indent = 1 if manifest["state"] == COMPLETE else None  # for people at the end; until then it is written at every chunk
    temporary.write_text(json.dumps(manifest, indent=indent, ensure_ascii=False) + "\n", encoding="utf-8")
    os.replace(temporary, folder / "manifest.json")


def _whole_parquet(path: Path) -> bool:
    """Whether a file begins and ends as a Parquet file does: cheap, and enough to see that it was cut."""
    try:
        with path.open("rb") as file:
            head = file.read(4)
            file.seek(-4, os.SEEK_END)
            return head == file.read(4) == b"PAR1"
    except OSError:
        return False


def _first_line(error: Exception) -> str:
    return str(error).splitlines()[0] if str(error) else type(error).__name__
