"""A run that was stopped, by whatever, goes on to the bytes that it would have had."""

import json
import os
import signal
import sys
import time
from pathlib import Path

import pytest

from quorumsim.errors import BadInput
from quorumsim.lab import simulate as simulate_module
from quorumsim.lab.run import read_run
from quorumsim.lab.simulate import resume, simulate
from tests.lab.runs import command, digests, listing, manifest, play, small_plan
from tests.random_play import COMPILED


@pytest.fixture(scope="module")
def whole(tmp_path_factory) -> dict[str, str]:
    """The files of the small run, never interrupted."""
    return digests(play(tmp_path_factory.mktemp("runs") / "whole").path)


class Stop(Exception):
    """Stands for whatever ends a run early."""


def stopped(folder: Path, after: int, workers: int = 1, **options) -> Path:
    """The small run, stopped when `after` chunks have arrived."""
    arrived = 0

    def stop(games: int) -> None:
        nonlocal arrived
        arrived += 1
        if arrived == after:
            raise Stop

    with pytest.raises(Stop):
        simulate(small_plan(**options), folder, workers=workers, arrived=stop)
    return folder


def change(folder: Path, **fields) -> None:
    """Edits the manifest as by hand."""
    told = manifest(folder) | fields
    (folder / "manifest.json").write_text(json.dumps(told), encoding="utf-8")


@pytest.mark.parametrize(("after", "workers"), [(1, 1), (3, 1), (5, 2), (2, 2)])
def test_a_stopped_run_goes_on_to_the_same_bytes(whole, tmp_path, after, workers):
    folder = stopped(tmp_path / "run", after, workers)
    told = manifest(folder)
    assert told["state"] == "partial"
    assert len(told["chunks"]) == after
    games = []
    run = resume(folder, workers=3 - workers, arrived=games.append)
    assert run.manifest["state"] == "complete"
    assert sum(games) == 48  # those of the kept chunks are told too, so that progress is of the whole run
    assert digests(folder) == whole


def test_a_partial_run_can_be_read_and_says_so(tmp_path):
    run = read_run(stopped(tmp_path / "run", 2))
    assert run.manifest["state"] == "partial"
    assert (run.games, run.blocks, run.manifest["games"]) == (18, 6, 48)
    assert sum(len(part) for part in run.chunks("games")) == 18
    assert run.counts().loc[("all", 0), "n"] == 18 * 3


def test_a_run_stopped_before_its_first_chunk(whole, tmp_path):
    folder = stopped(tmp_path / "run", 1)
    change(folder, chunks=[])
    with pytest.raises(BadInput, match=r"holds no finished chunk yet; play it to its end with simulate --resume"):
        read_run(folder)
    resume(folder)
    assert digests(folder) == whole


def test_a_run_stopped_twice_by_other_numbers_of_workers(whole, tmp_path):
    folder = stopped(tmp_path / "run", 2)

    def stop(games: int) -> None:
        if len(manifest(folder)["chunks"]) == 4:
            raise Stop

    with pytest.raises(Stop):
        resume(folder, workers=2, arrived=stop)
    resume(folder)
    assert digests(folder) == whole


def test_a_finished_run_is_only_checked(whole, tmp_path):
    folder = play(tmp_path / "run").path
    times = {path: path.stat().st_mtime_ns for path in folder.rglob("*.parquet")}
    resume(folder)
    assert {path: path.stat().st_mtime_ns for path in folder.rglob("*.parquet")} == times
    assert digests(folder) == whole


def test_a_run_that_was_compiled_is_as_good_as_one_in_another_place(whole, tmp_path):
    """Copied elsewhere in between."""
    folder = stopped(tmp_path / "run", 3).rename(tmp_path / "elsewhere")
    resume(folder)
    assert digests(folder) == whole


# --- damage ------------------------------------------------------------------------------------------------------------------
def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-100])


def swap_a_byte(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)


@pytest.mark.parametrize("damage", [cut, swap_a_byte, Path.unlink, lambda path: path.write_bytes(b"")])
@pytest.mark.parametrize("finished", [True, False])
def test_a_damaged_part_is_played_again(whole, tmp_path, damage, finished):
    folder = play(tmp_path / "run").path if finished else stopped(tmp_path / "run", 3)
    damage(folder / "seats" / "part-00001.parquet")
    resume(folder)
    assert digests(folder) == whole


def test_what_a_killed_worker_left_is_gone_in_the_end(whole, tmp_path):
    """Half a file under its temporary name, and a whole part that the manifest does not know yet."""
    folder = stopped(tmp_path / "run", 2)
    (folder / "games" / "part-00004.unfinished").write_bytes(b"PAR1 half")
    (folder / "manifest.unfinished").write_text("{")
    (folder / "seats" / "part-00005.parquet").write_bytes(b"not of this run")
    resume(folder)
    assert digests(folder) == whole


def test_leftovers_of_a_chunk_that_was_finished_are_gone_too(whole, tmp_path):
    """A worker killed while it played a chunk again that another one had finished."""
    folder = stopped(tmp_path / "run", 2)
    (folder / "games" / "part-00000.unfinished").write_bytes(b"PAR1 half")
    resume(folder)
    assert digests(folder) == whole


# --- what is never mixed -----------------------------------------------------------------------------------------------------
def test_games_of_other_code_are_not_mixed_in(tmp_path, monkeypatch):
    folder = stopped(tmp_path / "run", 2)
    before = digests(folder)
    monkeypatch.setattr(simulate_module, "code_version", lambda game: "0123456789abcdef")
    with pytest.raises(BadInput, match=r"was begun with other code .* play it anew into another folder"):
        resume(folder)
    assert digests(folder) == before


def test_the_code_version_depends_on_kernel_bots_and_their_data(tmp_path, monkeypatch):
    """Rules that are data are in the fingerprint; everything else that decides a game is in here."""
    import shutil

    before = simulate_module.code_version("quorum")
    package = tmp_path / "quorumsim"
    shutil.copytree(simulate_module.PACKAGE, package, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(simulate_module.data_folder("quorum"), tmp_path / "data")
    monkeypatch.setattr(simulate_module, "PACKAGE", package)
    monkeypatch.setattr(simulate_module, "data_folder", lambda game: tmp_path / "data")
    versions = {before, simulate_module.code_version("quorum")}
    assert len(versions) == 1
    bots = tmp_path / "data" / "bots"
    deciding = (package / "engine" / "playing.py", package / "quorum" / "turn.py",
                package / "bots" / "rival.py", bots / "senator.toml",
                bots / "weights" / "consul-4.toml")  # fmt: skip
    for path in deciding:
        path.write_text(path.read_text(encoding="utf-8") + "# another\n", encoding="utf-8")
        versions.add(simulate_module.code_version("quorum"))
    assert len(versions) == 1 + len(deciding)
    path = package / "lab" / "run.py"
    path.write_text(path.read_text(encoding="utf-8") + "# another\n", encoding="utf-8")
    assert simulate_module.code_version("quorum") in versions


@pytest.mark.parametrize("fields", [
    {"fingerprint": "0" * 16}, {"seed": -1}, {"players": 5}, {"bots": ["greedy", "nobody", "random"]},
    {"seating": ["greedy", "heathen", "random"]}, {"seating": None}, {"chunk_blocks": 0}, {"blocks": 0}, {"rotations": 2},
    {"log": "everything"}, {"chunk_blocks": 5}, {"precision": "fine"},
])  # fmt: skip
def test_a_manifest_changed_by_hand_is_refused(tmp_path, fields):
    folder = stopped(tmp_path / "run", 2)
    change(folder, **fields)
    before = digests(folder)
    with pytest.raises(BadInput) as caught:
        resume(folder)
    assert "\n" not in str(caught.value)
    assert digests(folder) == before


def test_rules_changed_by_hand_are_refused(tmp_path):
    folder = stopped(tmp_path / "run", 2)
    change(folder, rules=manifest(folder)["rules"] | {"god_limit": 2})
    with pytest.raises(BadInput, match="fingerprint"):
        resume(folder)


# --- killed in earnest -------------------------------------------------------------------------------------------------------
GAMES = 16_000
OPTIONS = ("simulate", "--games", GAMES, "--bots", "rival", "--seed", 9, "--players", 3, "--progress")


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory):
    """A run of a second or two in several chunks."""
    folder = tmp_path_factory.mktemp("runs") / "undisturbed"
    process = command(*OPTIONS, "--out", folder, "--workers", 2)
    _, complaints = process.communicate(timeout=300)
    assert process.returncode == 0, complaints
    return digests(folder)


@pytest.mark.skipif(not COMPILED or sys.platform == "win32", reason="a run of thousands of games, stopped by a signal")
@pytest.mark.parametrize(("sent", "status"), [(signal.SIGINT, 130), (signal.SIGKILL, -9)])
def test_a_killed_process_loses_a_chunk_at_most(undisturbed, tmp_path, sent, status):
    for attempt in range(8):
        folder = tmp_path / f"run-{attempt}"
        process = command(*OPTIONS, "--out", folder, "--workers", 2)
        end = time.monotonic() + 120
        while time.monotonic() < end and not ((folder / "manifest.json").exists() and len(manifest(folder)["chunks"]) >= 2):
            time.sleep(0.01)
        os.kill(process.pid, sent)
        out, complaints = process.communicate(timeout=60)
        if process.returncode != 0:  # else it was done before the signal came: a busy machine
            break
    assert process.returncode == status
    told = manifest(folder)
    assert told["state"] == "partial"
    assert 2 <= len(told["chunks"]) < (len(undisturbed) - 1) // 3
    assert out == ""
    if sent == signal.SIGINT:
        assert "Traceback" not in complaints
        assert "games are kept; go on with quorumsim simulate --resume --out" in complaints
    again = command("simulate", "--resume", "--out", folder, "--workers", 1, "--progress")
    out, complaints = again.communicate(timeout=120)
    assert again.returncode == 0, complaints
    assert out.strip() == str(folder)
    found = digests(folder)
    assert {name for name in found if name != "manifest.json"} == {name for name in undisturbed if name != "manifest.json"}
    assert all(found[name] == undisturbed[name] for name in found if name != "manifest.json")
    assert manifest(folder)["state"] == "complete"
    assert not [name for name in listing(folder) if name.endswith(".unfinished")]
