"""A run is decided by its plan alone: workers, their kind and the size of chunks change the time, never the games."""

import json
import os
import subprocess
import sys

import pandas as pd
import pytest

from quorumsim.errors import BadInput
from quorumsim.lab import simulate as simulate_module
from quorumsim.lab.plan import make_plan
from quorumsim.lab.run import read_run
from quorumsim.lab.simulate import simulate
from tests.lab.runs import ROOT, command, digests, listing, manifest, play, rows, small_plan
from tests.random_play import COMPILED, STANDARD

TABLES = ("games", "seats", "turns", "counts")


@pytest.fixture(scope="module")
def reference(tmp_path_factory):
    """The small run by one worker."""
    return play(tmp_path_factory.mktemp("runs") / "reference")


@pytest.fixture(scope="module")
def mixed(tmp_path_factory):
    """A small run of a mix by one worker."""
    return play(tmp_path_factory.mktemp("runs") / "mixed", bots="mix")


# --- the same bytes -----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("workers", "backend"), [(2, "threads"), (7, "threads"), (2, "processes")])
def test_the_same_bytes_by_any_number_and_kind_of_workers(reference, mixed, tmp_path, workers, backend):
    again = play(tmp_path / "again", workers=workers, backend=backend)
    assert digests(again.path) == digests(reference.path)
    again = play(tmp_path / "mixed", workers=workers, backend=backend, bots="mix")
    assert digests(again.path) == digests(mixed.path)


@pytest.mark.slow
def test_the_same_bytes_by_dask(reference, tmp_path):
    pytest.importorskip("distributed")
    again = play(tmp_path / "dask", workers=2, backend="dask")
    assert digests(again.path) == digests(reference.path)


@pytest.mark.parametrize("chunk_blocks", [1, 5, 100])
@pytest.mark.parametrize("which", ["reference", "mixed"])
def test_the_same_rows_and_counts_in_chunks_of_any_size(request, tmp_path, which, chunk_blocks):
    run = request.getfixturevalue(which)
    options = {"bots": "mix"} if which == "mixed" else {}
    other = play(tmp_path / "other", chunk_blocks=chunk_blocks, workers=2, **options)
    assert len(other.manifest["chunks"]) == -(-16 // chunk_blocks)
    for table in ("games", "seats", "turns"):
        pd.testing.assert_frame_equal(rows(other, table), rows(run, table))
    pd.testing.assert_frame_equal(other.counts(), run.counts())


def test_a_longer_run_begins_with_the_same_games(reference, tmp_path):
    longer = play(tmp_path / "longer", games=60)
    for table in ("games", "seats", "turns"):
        short = rows(reference, table)
        pd.testing.assert_frame_equal(rows(longer, table)[: len(short)], short)


def test_another_seed_means_other_games(reference, tmp_path):
    other = play(tmp_path / "other", seed=78)
    assert (rows(other, "games")["ring"] != rows(reference, "games")["ring"]).mean() > 0.9


@pytest.mark.skipif(not COMPILED, reason="this is the comparison with plain Python")
def test_plain_python_plays_the_same_games(tmp_path):
    """NUMBA_DISABLE_JIT=1, for a debugger: slower, and in no byte different."""
    arguments = ("simulate", "--players", 2, "--bots", "mix", "--games", 6, "--seed", 3, "--log", "turns", "--workers", 1)
    process = command(*arguments, "--out", tmp_path / "plain", NUMBA_DISABLE_JIT="1")
    _, complaints = process.communicate(timeout=120)
    assert process.returncode == 0, complaints
    plan = make_plan(rules=STANDARD, players=2, bots="mix", games=6, seed=3, log="turns")
    simulate(plan, tmp_path / "compiled")
    plain, compiled = digests(tmp_path / "plain"), digests(tmp_path / "compiled")
    del plain["manifest.json"], compiled["manifest.json"]  # there the command differs
    assert plain == compiled


# --- what is on disk ------------------------------------------------------------------------------------------------------
def test_the_folder_holds_what_the_manifest_says_and_nothing_else(reference):
    parts = [f"part-{number:05d}.parquet" for number in range(6)]
    files = [f"{table}/{part}" for table in TABLES for part in parts]
    assert listing(reference.path) == sorted(["manifest.json", *TABLES, *files])
    told = {f"{table}/part-{chunk['chunk']:05d}.parquet": digest
            for chunk in reference.manifest["chunks"] for table, digest in chunk["digests"].items()}
    found = digests(reference.path)
    found.pop("manifest.json")
    assert told == found


def test_the_manifest_tells_how_to_play_it_again(reference):
    told = reference.manifest
    assert {name: told[name] for name in ("format", "game", "state", "rules_name", "fingerprint", "players", "bots", "seating",
                                          "rotations", "seed", "games", "blocks", "chunk_blocks", "log")} == {
        "format": "quorum-run/1", "game": "quorum", "state": "complete", "rules_name": "standard",
        "fingerprint": STANDARD.fingerprint, "players": 3, "bots": ["greedy", "random", "greedy@0.3"],
        "seating": ["greedy", "random", "greedy@0.3"], "rotations": 3, "seed": 77, "games": 48, "blocks": 16, "chunk_blocks": 3,
        "log": "turns",
    }  # fmt: skip
    assert {"quorumsim", "code", "python", "numpy", "numba", "pyarrow"} <= set(told["versions"])
    assert simulate_module.plan_of(reference.path, told) == small_plan()


def test_nothing_of_the_machine_is_in_the_bytes(reference):
    """No times, paths or numbers of workers: they would make equal runs look different."""
    text = (reference.path / "manifest.json").read_text(encoding="utf-8")
    assert str(reference.path) not in text
    assert not {"workers", "backend", "date", "time", "host", "path"} & set(json.loads(text))


def test_columns(reference):
    assert list(rows(reference, "games")) == [
        "game", "block", "rotation", "players", "ring", "token_africa", "token_asia", "token_germania", "token_gallia",
        "token_hispania", "token_macedonia", "refreshes", "forced_refreshes", "gods_taken", "winners", "tokens_decided",
    ]  # fmt: skip
    assert list(rows(reference, "seats")) == [
        "game", "block", "seat", "bot", "total", "africa", "asia", "germania", "gallia", "hispania", "macedonia", "military",
        "intrigue", "architecture", "commerce", "start_points", "influence", "place", "win_share", "margin", "gods",
        "hand_1", "hand_2", "hand_3", "hand_4",
    ]  # fmt: skip
    assert list(rows(reference, "turns")) == [
        "game", "round", "seat", "rome_1", "rome_2", "rome_3", "rome_4", "rome_5", "refreshes", "take", "refill", "advance",
        "play",
    ]  # fmt: skip
    assert list(reference.counts()) == ["n", "y", "z", "nn", "ny", "yy", "nz", "zz", "ng", "zg"]
    assert (reference.counts().dtypes == "int64").all()


def test_rows_are_numbered_by_game_block_rotation_seat_and_turn(reference):
    games, seats, turns = (rows(reference, table) for table in ("games", "seats", "turns"))
    assert games["game"].tolist() == list(range(48))
    assert games["block"].tolist() == [game // 3 for game in range(48)]
    assert games["rotation"].tolist() == [game % 3 for game in range(48)]
    assert seats["game"].tolist() == [game for game in range(48) for _ in range(3)]
    assert seats["seat"].tolist() == [0, 1, 2] * 48
    names = ("greedy", "random", "greedy@0.3")
    assert seats["bot"].tolist() == [names[(seat + game) % 3] for game in range(48) for seat in range(3)]
    assert turns["game"].tolist() == [game for game in range(48) for _ in range(36)]
    assert turns["round"].tolist() == [number for _ in range(48) for number in range(1, 13) for _ in range(3)]
    assert turns["seat"].tolist() == [0, 1, 2] * 12 * 48


def test_turns_are_kept_only_if_asked_for(tmp_path):
    run = play(tmp_path / "run", log="games", games=6)
    assert not (run.path / "turns").exists()
    with pytest.raises(BadInput, match="no table 'turns'; turns are kept only by simulate --log turns"):
        list(run.chunks("turns"))


def test_every_file_gets_its_name_when_it_is_whole(tmp_path, monkeypatch):
    """Written under another name and renamed: whoever looks finds a whole file or none."""
    renamed = []
    replace = os.replace
    monkeypatch.setattr(os, "replace", lambda one, other: (renamed.append((str(one), str(other))), replace(one, other)))
    run = play(tmp_path / "run", games=6)
    written = {other for _, other in renamed}
    assert {str(path) for path in run.path.rglob("*") if path.is_file()} == written
    assert all(one.endswith(".unfinished") for one, _ in renamed)


# --- workers ---------------------------------------------------------------------------------------------------------------
def test_progress_counts_games_that_are_on_disk(tmp_path):
    """Told when a chunk has arrived, not when it was handed out; by then the manifest has it."""
    seen = []

    def arrived(games):
        seen.append(games)
        assert sum(chunk["games"] for chunk in manifest(tmp_path / "run")["chunks"]) == sum(seen)

    simulate(small_plan(), tmp_path / "run", workers=2, arrived=arrived)
    assert sum(seen) == 48
    assert len(seen) == 6


def test_what_is_kept_in_memory_does_not_grow_with_the_games(tmp_path):
    """The counts of few games and of many are of one size: rows by card, god, seat and bot, never by game."""
    short, long = (play(tmp_path / str(games), games=games, log="games", chunk_blocks=100) for games in (9, 2700))
    assert len(short.counts()) == len(long.counts())
    sizes = {len(part) for part in long.chunks("counts")}
    assert sizes == {len(short.counts())}


def test_a_folder_that_exists_is_refused_and_left_alone(reference):
    before = digests(reference.path)
    with pytest.raises(BadInput, match="exists already"):
        simulate(small_plan(), reference.path)
    assert digests(reference.path) == before


def test_dask_without_its_extra_is_refused_and_leaves_nothing(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(BadInput, match=r"needs the extra: pip install 'quorumsim\[distributed\]'"):
        play(tmp_path / "runs" / "run", backend="dask")
    assert listing(tmp_path) == []


def test_a_dask_scheduler_that_does_not_answer_is_refused_and_leaves_nothing(tmp_path, monkeypatch):
    distributed = pytest.importorskip("distributed")

    def nobody(address: str) -> None:
        raise OSError(f"Timed out trying to connect to {address}")

    monkeypatch.setattr(distributed, "Client", nobody)
    monkeypatch.setenv("DASK_SCHEDULER_ADDRESS", "tcp://127.0.0.1:1")
    with pytest.raises(BadInput, match=r"DASK_SCHEDULER_ADDRESS is 'tcp://127\.0\.0\.1:1', and no scheduler answers there"):
        play(tmp_path / "runs" / "run", backend="dask")
    assert listing(tmp_path) == []


def test_a_stop_says_nothing_of_how_work_was_handed_out(tmp_path, recwarn):
    def stop(games: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        simulate(small_plan(chunk_blocks=1), tmp_path / "run", workers=2, arrived=stop)
    assert not [warning for warning in recwarn if "tasks" in str(warning.message)]


def test_a_run_is_read_back(reference):
    run = read_run(reference.path)
    assert run.manifest == reference.manifest
    assert run.rules == STANDARD
    assert (run.games, run.blocks) == (48, 16)


# --- compiled once ------------------------------------------------------------------------------------------------------------
CACHED = """
from quorumsim.bots import kit
from quorumsim.quorum.playing import play_blocks
from quorumsim.quorum.rules import resolve
from tests.own_bots import ZERO

rules = resolve("no-gods")
kit.play(rules, 2, [kit.parse("greedy"), ZERO], [0, 1], 2, 1, 0, 2, False)
print(sum(play_blocks.stats.cache_hits.values()), sum(play_blocks.stats.cache_misses.values()), len(play_blocks.signatures))
"""


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled")
def test_another_process_takes_the_core_from_the_cache_and_a_new_bot_does_not_compile_it_again(reference):
    """Bots are first-class functions, which Numba calls experimental: this is what they are used for."""
    result = subprocess.run([sys.executable, "-c", CACHED], capture_output=True, text=True, cwd=ROOT, check=True,
                            env={**os.environ, "PYTHONPATH": str(ROOT)})
    assert result.stdout.split() == ["1", "0", "1"]
    assert "Warning" not in result.stderr


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled")
def test_two_workers_from_python_say_nothing(tmp_path):
    """Whoever calls `simulate` has compiled nothing yet; what silences Numba must outlive the workers' own block."""
    code = (
        "from pathlib import Path\n"
        "from quorumsim.lab.plan import make_plan\n"
        "from quorumsim.lab.simulate import simulate\n"
        "from quorumsim.quorum.rules import resolve\n"
        "for number in range(2):\n"
        "    plan = make_plan(rules=resolve(), players=2, bots='greedy,random', games=2000)\n"
        f"    simulate(plan, Path({str(tmp_path)!r}) / str(number), workers=2)\n"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True,
                            env={**os.environ, "PYTHONPATH": str(ROOT)})  # fmt: skip
    assert result.stderr == ""
