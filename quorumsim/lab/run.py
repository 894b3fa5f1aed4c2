"""A run on disk: the manifest, and reading the rows chunk by chunk."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from quorumsim.errors import BadInput
from quorumsim.lab.files import write_whole
from quorumsim.lab.seating import rotations

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
        inside = sorted(path.parent.name for path in folder.glob("*/manifest.json"))
        hint = f"the runs in it are {', '.join(inside[:9])}" if inside else "accepted is a folder that simulate wrote"
        raise BadInput(f"{folder} is not a run: it has no manifest.json; {hint}")
    try:
        manifest = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise BadInput(f"{file} cannot be read as JSON ({_first_line(error)}); the run is damaged") from error
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        found = manifest.get("format") if isinstance(manifest, dict) else manifest
        raise BadInput(f"{file} has the format {found!r}; this version reads {FORMAT!r}")
    for field, kind in NEEDED.items():
        if type(manifest.get(field)) is not kind:
            raise BadInput(f"{file}: {field} is {manifest.get(field)!r}; accepted is a value as simulate writes it")
    problem = _disagreement(manifest)
    if problem:
        raise BadInput(f"{file}: {problem}; the manifest was changed by hand")
    return manifest


def _disagreement(manifest: dict[str, Any]) -> str | None:
    """What in a manifest does not agree with the rest, or None: the chunks must be a partition of the blocks, for one."""
    players, size, blocks = manifest["players"], manifest["chunk_blocks"], manifest["blocks"]
    seating = manifest.get("seating")
    mixed, listed = seating == "mix", seating if isinstance(seating, list) else []
    seated = mixed or (len(listed) == players and all(bot in manifest["bots"] for bot in listed))
    turns = rotations(None if mixed else listed, players) if seated and players > 0 else 0
    fields = {
        "players": players > 0,
        "seating": seated,
        "rotations": manifest["rotations"] == turns > 0,
        "seed": 0 <= manifest["seed"] < 2**64,
        "blocks": blocks > 0,
        "games": manifest["games"] == blocks * turns,
        "chunk_blocks": size > 0,
        "precision": isinstance(manifest.get("precision"), float | None),
        "log": manifest["log"] in ("games", "turns"),
        "state": manifest["state"] in (COMPLETE, PARTIAL),
    }
    for field, fine in fields.items():
        if not fine:
            return f"{field} is {manifest.get(field)!r}, which does not agree with the rest"
    tables = {"games", "seats", "counts"} | ({"turns"} if manifest["log"] == "turns" else set())
    numbers: list[Any] = []
    for chunk in manifest["chunks"]:
        entry = chunk if isinstance(chunk, dict) else {}
        number, digests = entry.get("chunk"), entry.get("digests")
        first = number * size if type(number) is int else -1
        here = min(size, blocks - first)
        told = {"chunk": number, "first_block": first, "blocks": here, "games": here * turns, "digests": digests}
        if not 0 <= first < blocks or not isinstance(digests, dict) or set(digests) != tables or entry != told:
            return f"chunks has an entry for chunk {number!r} that does not agree with the rest"
        numbers.append(number)
    if numbers != sorted(set(numbers)):
        return "chunks has an entry twice or out of order"
    if manifest["state"] == COMPLETE and len(numbers) * size < blocks:
        return f"state is {COMPLETE!r}, but chunks has entries for fewer than {blocks} blocks"
    return None


def check_files(folder: Path, manifest: dict[str, Any]) -> None:
    """BadInput unless every file of the chunks is there as it was written, by its digest."""
    from quorumsim.lab.chunk import file_digest, part_path

    for chunk in manifest["chunks"]:
        for table in chunk["digests"]:
            path = part_path(folder, table, chunk["chunk"])
            if not path.is_file() or file_digest(path) != chunk["digests"][table]:
                raise BadInput(
                    f"{path} is missing or cut short, or is not what was written; play it again with simulate --resume "
                    f"--out {folder}, or copy the run anew"
                )


def write_manifest(folder: Path, manifest: dict[str, Any]) -> None:
    """Writes the manifest, whole or not at all."""
    indent = 1 if manifest["state"] == COMPLETE else None  # for people at the end; until then it is written at every chunk
    text = json.dumps(manifest, indent=indent, ensure_ascii=False) + "\n"
    write_whole(folder / "manifest.json", text.encode("utf-8"))


def _first_line(error: Exception) -> str:
    return str(error).splitlines()[0] if str(error) else type(error).__name__
