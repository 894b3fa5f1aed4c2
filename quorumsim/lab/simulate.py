"""Playing a plan: chunks over workers, a manifest that always tells what is there, and going on after a stop."""

from __future__ import annotations

import contextlib
import hashlib
import os
import platform
import shutil
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib.metadata import version
from itertools import islice
from pathlib import Path
from typing import Any, Literal

from quorumsim import __version__
from quorumsim.errors import BadInput
from quorumsim.games import GAMES, SHARED, data_folder
from quorumsim.lab.chunk import file_digest, part_path, play_chunk
from quorumsim.lab.files import make_folder
from quorumsim.lab.games import kit
from quorumsim.lab.plan import Plan, seating_names
from quorumsim.lab.run import COMPLETE, FORMAT, PARTIAL, Run, read_manifest, read_run, write_manifest

Backend = Literal["threads", "processes", "dask"]
PACKAGE = Path(__file__).resolve().parent.parent


def simulate(
    plan: Plan, out: Path, *, workers: int = 1, backend: Backend = "threads", command: str = "",
    arrived: Callable[[int], None] = lambda games: None,
) -> Run:  # fmt: skip
    """Plays a plan into the new folder `out`; `arrived` is told the games of every chunk as it is finished.

    Whatever happens, the manifest tells what is there, and `resume` goes on from it.
    """
    with _workers(backend, workers):
        make_folder(out)
        manifest = _manifest(plan, command)
        write_manifest(out, manifest)
        try:
            return _play(plan, out, manifest, workers, backend, arrived)
        except BadInput:  # a user's bot failed; with no chunk finished there is nothing to go on from
            if not manifest["chunks"]:
                shutil.rmtree(out, ignore_errors=True)
            raise


def resume(
    out: Path, *, workers: int = 1, backend: Backend = "threads", arrived: Callable[[int], None] = lambda games: None
) -> Run:
    """Goes on with a run that was stopped, to the bytes it would have had; a finished run is only checked.

    BadInput if it was begun by other code: games of two versions are never mixed.
    """
    manifest = read_manifest(out)
    check_code(out, manifest["game"], manifest["versions"])
    plan = plan_of(out, manifest)
    with _workers(backend, workers):
        kept = []
        for chunk in manifest["chunks"]:
            if all(_intact(part_path(out, table, chunk["chunk"]), digest) for table, digest in chunk["digests"].items()):
                kept.append(chunk)
                arrived(chunk["games"])
        manifest["chunks"] = kept
        return _play(plan, out, manifest, workers, backend, arrived)


def plan_of(folder: Path, manifest: dict[str, Any]) -> Plan:
    """The plan that a manifest describes."""
    the_kit = kit(manifest["game"])
    bots = tuple(the_kit.parse(name) for name in manifest["bots"])
    check_plugins(folder, manifest, bots)
    names = manifest["seating"]
    seating = None if names == "mix" else tuple(manifest["bots"].index(name) for name in names)
    rules = told_rules(folder, "manifest.json", manifest["game"], manifest["rules"], manifest["fingerprint"])
    return Plan(
        manifest["game"], rules, manifest["players"], bots, seating, manifest["rotations"], manifest["seed"],
        manifest["blocks"], manifest["chunk_blocks"], manifest["log"], manifest.get("precision"),
    )  # fmt: skip


def told_rules(folder: Path, file: str, game: str, rules: Any, fingerprint: str) -> Any:
    """The rules that a manifest, the file of this name in the folder, holds; BadInput if they are not those it says."""
    told = kit(game).from_json(rules, f"{folder / file}: rules")
    if told.fingerprint != fingerprint:
        raise BadInput(f"{folder} holds rules of another fingerprint than it says; the manifest was changed by hand")
    return told


def check_code(folder: Path, game: str, versions: Mapping[str, str]) -> None:
    """BadInput where a folder was begun with other code than this: games of two versions are never mixed."""
    code = code_version(game)
    if versions.get("code") != code:
        raise BadInput(
            f"{folder} was begun with other code ({versions.get('quorumsim')}, {versions.get('code')}) than this "
            f"({__version__}, {code}); play it anew into another folder"
        )


def check_plugins(folder: Path, manifest: dict[str, Any], bots: Iterable[Any]) -> None:
    """BadInput where a user's bot is made of other files than when the run was begun: it would play other games."""
    told = {entry["bot"]: entry["files"] for entry in manifest.get("plugins", [])}
    for bot in bots:
        for path, digest in bot.files:
            if told.get(bot.name, {}).get(path) != digest:
                raise BadInput(
                    f"{path} of bot {bot.name} is not the file that {folder} was begun with; put that one back, or play anew "
                    "into another folder"
                )


def _plugins(plan: Plan) -> list[dict[str, Any]]:
    """The users' bots: what each does, and the SHA-256 of its files by path."""
    return [{"bot": bot.name, "sentence": bot.sentence, "files": dict(bot.files)} for bot in plan.bots if bot.files]


def code_version(game: str) -> str:
    """16 hex digits for the code and the data that decide a game: rules, kernel and bots."""
    digest = hashlib.sha256()
    code = [(PACKAGE / package, "*.py") for package in (*SHARED, *GAMES[game].packages)]
    for folder, pattern in (*code, (data_folder(game) / "bots", "*.toml")):
        for path in sorted(folder.rglob(pattern)):
            digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def _manifest(plan: Plan, command: str) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "game": plan.game,
        "state": PARTIAL,
        "command": command,
        "rules_name": plan.rules.name,
        "fingerprint": plan.rules.fingerprint,
        "players": plan.players,
        "bots": [bot.name for bot in plan.bots],
        **({"plugins": plugins} if (plugins := _plugins(plan)) else {}),
        "seating": seating_names(plan),
        "rotations": plan.rotations,
        "seed": plan.seed,
        "games": plan.games,
        "blocks": plan.blocks,
        "chunk_blocks": plan.chunk_blocks,
        "log": plan.log,
        "precision": plan.precision,
        "versions": {
            "quorumsim": __version__,
            "code": code_version(plan.game),
            "python": platform.python_version(),
            **{name: version(name) for name in ("numpy", "numba", "pyarrow")},
        },
        "rules": kit(plan.game).to_json(plan.rules),
        "chunks": [],
    }


def _play(
    plan: Plan, out: Path, manifest: dict[str, Any], workers: int, backend: Backend, arrived: Callable[[int], None]
) -> Run:
    done = {chunk["chunk"] for chunk in manifest["chunks"]}
    jobs = ((number, *span) for number, span in enumerate(plan.chunks()) if number not in done)
    if plan.precision is None:
        _keep(out, manifest, _entries(plan, out, jobs, workers, backend), arrived)
    else:
        _play_until_precise(plan, out, manifest, jobs, workers, backend, arrived)
    _remove_strays(out, manifest)
    manifest["state"] = COMPLETE
    manifest["games"] = sum(chunk["games"] for chunk in manifest["chunks"])
    manifest["blocks"] = sum(chunk["blocks"] for chunk in manifest["chunks"])
    write_manifest(out, manifest)
    return read_run(out)


def _keep(
    out: Path, manifest: dict[str, Any], entries: Iterable[dict[str, Any]], arrived: Callable[[int], None]
) -> None:
    """Enters chunks into the manifest as they arrive, in any order."""
    for entry in entries:
        manifest["chunks"] = sorted([*manifest["chunks"], entry], key=lambda chunk: chunk["chunk"])
        write_manifest(out, manifest)
        arrived(entry["games"])


def _play_until_precise(
    plan: Plan, out: Path, manifest: dict[str, Any], jobs: Iterator[tuple[int, int, int]], workers: int, backend: Backend,
    arrived: Callable[[int], None],
) -> None:  # fmt: skip
    """Plays as many chunks at a time as there are workers, looks at them in order and drops those that were not needed."""
    from quorumsim.lab.precision import Watch

    assert plan.precision is not None
    watch, looked_at = Watch(plan.precision), 0
    while True:
        for entry in manifest["chunks"][looked_at:]:
            if entry["chunk"] != looked_at:
                break  # an earlier chunk of a stopped run is missing still
            watch.add(out, entry)
            looked_at += 1
            if watch.reached():
                manifest["chunks"] = manifest["chunks"][:looked_at]
                return
        wave = list(islice(jobs, workers))
        if not wave:
            return
        _keep(out, manifest, _entries(plan, out, wave, workers, backend), arrived)


def _remove_strays(out: Path, manifest: dict[str, Any]) -> None:
    """Removes files of chunks that are not part of the run: begun before a stop, or behind the last that was needed."""
    kept = {part_path(out, table, chunk["chunk"]) for chunk in manifest["chunks"] for table in chunk["digests"]}
    for path in (*out.glob("*/part-*"), *out.glob("*.unfinished")):
        if path not in kept:
            path.unlink()


def _entries(
    plan: Plan, out: Path, jobs: Iterable[tuple[int, int, int]], workers: int, backend: Backend
) -> Iterator[dict[str, Any]]:
    """Plays the jobs and yields their manifest entries as they arrive, in any order."""
    if backend == "threads":
        kit(plan.game).loop()  # loaded here, once: what loading tells Python's warnings would be forgotten in the block below
    if workers == 1 and backend == "threads":
        yield from (play_chunk(plan, out, *job) for job in jobs)
        return
    from joblib import Parallel, delayed

    parallel = Parallel(n_jobs=workers, return_as="generator_unordered", batch_size=1, pre_dispatch="2*n_jobs")
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", module="joblib")  # after a stop it tells which tasks were given up
        yield from parallel(delayed(play_chunk)(plan, out.absolute(), *job) for job in jobs)


@contextlib.contextmanager
def _workers(backend: Backend, workers: int) -> Iterator[None]:
    """joblib set to threads, local processes, or Dask (DASK_SCHEDULER_ADDRESS, else a cluster of this machine's own).

    Entered before anything is written, so that a run whose workers cannot be had leaves nothing behind.
    """
    if backend == "threads" and workers == 1:
        yield
        return
    from joblib import parallel_config

    if backend != "dask":
        with parallel_config(backend="threading" if backend == "threads" else "loky"):
            yield
        return
    try:
        from distributed import Client
    except ImportError:
        raise BadInput("--backend dask needs the extra: pip install 'quorumsim[distributed]'") from None
    address = os.environ.get("DASK_SCHEDULER_ADDRESS")
    try:
        client = Client(address) if address else Client(n_workers=workers, threads_per_worker=1, dashboard_address=None)
    except (OSError, ValueError) as error:
        where = f"DASK_SCHEDULER_ADDRESS is {address!r}, and no scheduler answers there" if address else "no cluster starts"
        raise BadInput(f"--backend dask: {where} ({error})") from error
    with client, parallel_config(backend="dask"):
        yield


def _intact(path: Path, digest: str) -> bool:
    return path.is_file() and file_digest(path) == digest
