"""A tournament on disk: ordinary runs on deals of their own, stopped and gone on with to the same bytes, or refused."""

import json
from itertools import combinations
from pathlib import Path

import pytest

from quorumsim.errors import BadInput
from quorumsim.lab import plan as plan_module
from quorumsim.lab import simulate as simulate_module
from quorumsim.lab import tournament as lab
from quorumsim.lab.run import read_run
from quorumsim.lab.tournament import plan_tournament, play_tournament, read_tournament, resume_tournament
from tests.lab.runs import digests, listing, rows
from tests.random_play import STANDARD

BOTS = ("greedy", "random", "greedy@0.3")


def small(**options):
    """Three bots, two and three players: 3 tables of 12 deals, 2 tables of 8 deals, each in 4 chunks."""
    return plan_tournament(**{"rules": STANDARD, "bots": BOTS, "players": (2, 3), "games": 24, "seed": 5, **options})


@pytest.fixture(scope="module", autouse=True)
def small_chunks():
    """Chunks of 3 or 2 deals, so that a stop may fall into a table."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(plan_module, "CHUNK_GAMES", 6)
        yield


@pytest.fixture(scope="module")
def whole(small_chunks, tmp_path_factory):
    """The small tournament, never interrupted."""
    return play_tournament(small(), tmp_path_factory.mktemp("tournaments") / "whole", command="quorumsim tournament")


class Stop(Exception):
    """Stands for whatever ends it early."""


def stopped(folder: Path, after: int, workers: int = 1) -> Path:
    """The small tournament, stopped when `after` chunks have arrived."""
    arrived = []

    def stop(games: int) -> None:
        arrived.append(games)
        if len(arrived) == after:
            raise Stop

    with pytest.raises(Stop):
        play_tournament(small(), folder, workers=workers, command="quorumsim tournament", arrived=stop)
    return folder


def told(folder: Path) -> dict:
    return json.loads((folder / "tournament.json").read_text(encoding="utf-8"))


def change(folder: Path, edit) -> None:
    """Edits the manifest as by hand."""
    manifest = told(folder)
    edit(manifest)
    (folder / "tournament.json").write_text(json.dumps(manifest), encoding="utf-8")


def test_every_table_is_an_ordinary_run(whole):
    assert [(stage.players, stage.blocks, len(stage.tables)) for stage in whole.stages] == [(2, 12, 3), (3, 8, 2)]
    for stage in whole.stages:
        for run in stage.tables:
            assert read_run(run.path).manifest["state"] == "complete"
            assert (run.games, run.manifest["rotations"]) == (24, stage.players)
    assert {frozenset(run.manifest["seating"]) for run in whole.stages[0].tables} == {
        frozenset(pair) for pair in combinations(BOTS, 2)
    }


def test_no_two_tables_share_a_deal(whole):
    """Trap: the same openings played by several are less data than they seem (fishtest 478, 2286)."""
    seeds = [run.manifest["seed"] for stage in whole.stages for run in stage.tables]
    assert len(set(seeds)) == len(seeds) == 5
    hands = [tuple(row) for run in whole.stages[0].tables
             for row in rows(run, "seats").drop_duplicates("block").filter(like="hand_").to_numpy()]  # fmt: skip
    assert len(set(hands)) == len(hands) == 36


def test_within_a_table_every_deal_is_played_in_every_seat(whole):
    for stage in whole.stages:
        for run in stage.tables:
            seated = rows(run, "seats").groupby(["block", "bot"])["seat"].agg(lambda seats: sorted(seats))
            assert all(seats == list(range(stage.players)) for seats in seated)


@pytest.mark.parametrize(("after", "workers"), [(1, 1), (6, 2), (8, 1), (19, 2)])
def test_a_stopped_tournament_goes_on_to_the_same_bytes(whole, tmp_path, after, workers):
    folder = stopped(tmp_path / "cup", after, workers)
    assert told(folder)["state"] == "partial"
    games = []
    resume_tournament(folder, workers=3 - workers, arrived=games.append)
    assert sum(games) == small().games == 120  # those that were kept are told too, so that progress is of the whole
    assert digests(folder) == digests(whole.path)


def test_stopped_before_a_table_had_a_manifest(whole, tmp_path):
    folder = stopped(tmp_path / "cup", 5)
    later = folder / "players-3" / "table-001"
    later.mkdir(parents=True)
    (later / "manifest.unfinished").write_text("{", encoding="utf-8")
    resume_tournament(folder)
    assert digests(folder) == digests(whole.path)


def test_a_finished_tournament_is_only_checked(whole, monkeypatch):
    before = digests(whole.path)
    monkeypatch.setattr(simulate_module, "play_chunk", None)
    resume_tournament(whole.path)
    assert digests(whole.path) == before


def test_a_damaged_table_is_played_again(whole, tmp_path):
    folder = play_tournament(small(), tmp_path / "cup", command="quorumsim tournament").path
    part = next(folder.glob("players-2/table-001/seats/part-*"))
    part.write_bytes(b"damaged")
    with pytest.raises(BadInput, match="is not what was written"):
        read_tournament(folder)
    resume_tournament(folder)
    assert digests(folder) == digests(whole.path)


def test_a_tournament_that_is_not_finished_is_not_read(tmp_path):
    folder = stopped(tmp_path / "cup", 9)
    with pytest.raises(BadInput, match=r"is not finished \(3 of 5 tables are left\); play it to its end with"):
        read_tournament(folder)


def test_a_table_of_another_run_is_refused(whole, tmp_path):
    """A table exchanged for another one, whole in itself."""
    folder = play_tournament(small(), tmp_path / "cup").path
    one, other = folder / "players-2" / "table-000", folder / "players-2" / "table-001"
    one.rename(tmp_path / "kept")
    other.rename(one)
    (tmp_path / "kept").rename(other)
    with pytest.raises(BadInput, match="not the one that was written"):
        read_tournament(folder)
    with pytest.raises(BadInput, match="holds another run than was planned"):
        resume_tournament(folder)


def test_a_folder_that_exists_is_refused_and_left_alone(whole):
    before = listing(whole.path)
    with pytest.raises(BadInput, match="exists already"):
        play_tournament(small(), whole.path)
    assert listing(whole.path) == before


def test_other_code_does_not_go_on(tmp_path, monkeypatch):
    folder = stopped(tmp_path / "cup", 1)
    monkeypatch.setattr(lab.runs, "code_version", lambda game: "f" * 16)
    with pytest.raises(BadInput, match="was begun with other code"):
        resume_tournament(folder)


EDITS = {
    "bots": (lambda m: m.update(bots=["greedy", "greedy", "random"]), "bots names a bot twice"),
    "state": (lambda m: m.update(state="done"), "state: input should be 'partial' or 'complete'"),
    "digests": (lambda m: m["stages"][0]["tables"][0].update(digest=None), "does not agree with the tables' digests"),
    "folder": (lambda m: m["stages"][0]["tables"][0].update(folder="../../etc"), "the folder '../../etc' should be"),
    "seating": (lambda m: m["stages"][1]["tables"][0].update(seating=["greedy", "rival", "random"]), "does not agree with"),
    "seed": (lambda m: m.update(seed=-1), "seed: input should be greater than or equal to 0"),
    "unknown": (lambda m: m.update(prize=100), "prize: extra inputs are not permitted"),
    "missing": (lambda m: m.pop("stages"), "stages: field required"),
    "text": (lambda m: m.update(games="24"), "games: input should be a valid integer"),
    "format": (lambda m: m.update(format="quorum-run/1"), "format: input should be 'quorum-tournament/1'"),
    "players": (lambda m: m["stages"].append(m["stages"][0]), "stages has a number of players twice"),
}


@pytest.mark.parametrize("name", EDITS)
def test_a_manifest_that_contradicts_itself_is_refused(whole, tmp_path, name):
    edit, complaint = EDITS[name]
    folder = tmp_path / "cup"
    folder.mkdir()
    (folder / "tournament.json").write_bytes((whole.path / "tournament.json").read_bytes())
    change(folder, edit)
    with pytest.raises(BadInput) as refused:
        read_tournament(folder)
    assert complaint in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_plan_changed_by_hand_is_refused(tmp_path):
    folder = stopped(tmp_path / "cup", 1)
    change(folder, lambda manifest: manifest.update(games=48))
    with pytest.raises(BadInput, match="not what its bots, games and seed lead to"):
        resume_tournament(folder)


def test_a_file_that_is_no_json(tmp_path):
    (tmp_path / "tournament.json").write_text("{", encoding="utf-8")
    with pytest.raises(BadInput, match="cannot be read as JSON"):
        read_tournament(tmp_path)
    with pytest.raises(BadInput, match="is not a tournament"):
        read_tournament(tmp_path / "nowhere")


@pytest.mark.parametrize(("bots", "complaint"), [
    (["greedy"], "a tournament needs at least 2 bots"),
    (["greedy", "random", "greedy"], "names greedy twice"),
    (["greedy", "gredy"], "there is no bot 'gredy'"),
])
def test_bots_that_cannot_meet(bots, complaint):
    with pytest.raises(BadInput, match=complaint):
        small(bots=bots)
