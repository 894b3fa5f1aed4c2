"""A run folder is read if it holds together, else refused with a sentence: what was not played is never counted."""

import json
import shutil
from pathlib import Path

import pandas as pd
import pytest

from quorumsim.errors import BadInput
from quorumsim.lab.run import Run, read_manifest, read_run
from tests.lab.runs import digests, manifest, play
from tests.random_play import STANDARD


@pytest.fixture(scope="module")
def original(tmp_path_factory) -> Run:
    return play(tmp_path_factory.mktemp("runs") / "run", games=27, log="games")


@pytest.fixture
def folder(original, tmp_path) -> Path:
    """A copy to be spoilt."""
    return Path(shutil.copytree(original.path, tmp_path / "run"))


def refused(folder: Path, *parts: str) -> None:
    """Reading must fail with one sentence that has these parts, names the run, and changes nothing."""
    before = digests(folder) if folder.is_dir() else None
    with pytest.raises(BadInput) as caught:
        run = read_run(folder)
        list(run.chunks("seats"))
    sentence = str(caught.value)
    assert all(part in sentence for part in (folder.name, *parts)), sentence
    assert "\n" not in sentence
    assert before is None or digests(folder) == before


def change(folder: Path, **fields) -> None:
    told = manifest(folder) | fields
    (folder / "manifest.json").write_text(json.dumps({name: value for name, value in told.items() if value is not Ellipsis}))


# --- what is read ----------------------------------------------------------------------------------------------------------
def test_a_run_as_it_was_written(folder, original):
    run = read_run(folder)
    assert run.manifest == original.manifest
    assert (run.rules, run.games, run.blocks) == (STANDARD, 27, 9)


def test_chunks_come_one_by_one_in_order(folder):
    parts = list(read_run(str(folder)).chunks("seats", columns=["game", "win_share"]))
    assert [len(part) for part in parts] == [27] * 3
    assert list(parts[0]) == ["game", "win_share"]
    assert pd.concat(parts)["game"].is_monotonic_increasing


def test_counts_are_the_sum_of_the_chunks(folder):
    run = read_run(folder)
    parts = [part.astype({"group": str}).set_index(["group", "id"]) for part in run.chunks("counts")]
    pd.testing.assert_frame_equal(run.counts(), sum(parts[1:], parts[0]))


def test_a_folder_whose_name_looks_like_a_column(folder):
    """Parquet readers take "seed=1" in a path for a column of the table."""
    odd = folder.rename(folder.parent / "seed=1")
    assert "seed" not in next(read_run(odd).chunks("games"))


# --- what is refused -------------------------------------------------------------------------------------------------------
def test_nothing_there(tmp_path):
    refused(tmp_path / "nowhere", "there is no run at")


def test_an_empty_folder(tmp_path):
    (tmp_path / "empty").mkdir()
    refused(tmp_path / "empty", "is not a run: it has no manifest.json; accepted is a folder that simulate wrote")


def test_a_file(tmp_path):
    (tmp_path / "file").touch()
    refused(tmp_path / "file", "is not a run")


@pytest.mark.parametrize("text", ["", "{", '{"format": "quorum-run/1"', "not JSON at all", "\x00\x01"])
def test_a_manifest_cut_short(folder, text):
    (folder / "manifest.json").write_text(text)
    refused(folder, "manifest.json cannot be read as JSON", "the run is damaged")


def test_a_manifest_in_another_encoding(folder):
    (folder / "manifest.json").write_bytes(b"\xff\xfe{\x00}\x00")
    refused(folder, "manifest.json cannot be read as JSON")


@pytest.mark.parametrize("text", ["[]", "null", "1", '"quorum-run/1"', "{}", '{"format": 1}', '{"format": "quorum-run/2"}'])
def test_another_format(folder, text):
    (folder / "manifest.json").write_text(text)
    refused(folder, "has the format", "this version reads 'quorum-run/1'")


@pytest.mark.parametrize("field", [
    "game", "rules", "rules_name", "fingerprint", "players", "bots", "seating", "rotations", "seed", "games", "blocks",
    "chunk_blocks", "log", "versions", "command", "state", "chunks",
])  # fmt: skip
@pytest.mark.parametrize("value", [..., None, 1.5, {}, -1])
def test_a_field_that_is_missing_or_means_nothing(folder, field, value):
    if value == {} and field in ("versions", "rules"):
        value = []
    change(folder, **{field: value})
    refused(folder, "manifest.json", field)


@pytest.mark.parametrize("fields", [
    {"players": 2}, {"players": 4}, {"seating": ["greedy", "random", "nobody"]}, {"seating": ["greedy"]}, {"rotations": 1},
    {"seating": "mixed"}, {"seed": 2**64}, {"games": 28}, {"blocks": 10}, {"chunk_blocks": 2}, {"chunk_blocks": 0},
    {"log": "turns"}, {"log": "all"}, {"state": "finished"},
])  # fmt: skip
def test_fields_that_contradict_each_other(folder, fields):
    change(folder, **fields)
    refused(folder, "changed by hand")


def entries(folder: Path) -> list[dict]:
    return manifest(folder)["chunks"]


@pytest.mark.parametrize("edit", [
    lambda chunks: chunks + chunks[:1], lambda chunks: [chunks[0], chunks[0], chunks[2]], lambda chunks: chunks[::-1],
    lambda chunks: [chunks[0] | {"first_block": 1}, *chunks[1:]], lambda chunks: [chunks[0] | {"blocks": 4}, *chunks[1:]],
    lambda chunks: [chunks[0] | {"games": 10}, *chunks[1:]], lambda chunks: [chunks[0] | {"chunk": -1}, *chunks[1:]],
    lambda chunks: [chunks[0] | {"chunk": 7}, *chunks[1:]], lambda chunks: [chunks[0] | {"digests": {}}, *chunks[1:]],
    lambda chunks: [chunks[0] | {"digests": None}, *chunks[1:]], lambda chunks: [{}, *chunks[1:]], lambda chunks: [1, 2, 3],
    lambda chunks: chunks[:2], lambda chunks: chunks[1:], lambda chunks: [],
])  # fmt: skip
def test_chunks_that_are_not_a_partition_of_the_blocks(folder, edit):
    """Played twice, left out, or of another size: every deal counts once."""
    change(folder, chunks=edit(entries(folder)))
    refused(folder)


def test_a_partial_run_without_a_chunk(folder):
    change(folder, state="partial", chunks=[])
    refused(folder, "holds no finished chunk yet", f"simulate --resume --out {folder}")


def test_another_fingerprint(folder):
    change(folder, fingerprint="0123456789abcdef")
    refused(folder, "fingerprint 0123456789abcdef", STANDARD.fingerprint)


def test_rules_changed_by_hand(folder):
    change(folder, rules=manifest(folder)["rules"] | {"god_limit": 2})
    refused(folder, "fingerprint", "changed by hand")
    change(folder, rules=manifest(folder)["rules"] | {"god_limit": 99})
    refused(folder, "god_limit", "99")


def test_an_unknown_game(folder):
    change(folder, game="chess")
    with pytest.raises(BadInput, match="there is no game 'chess'"):
        read_run(folder)


@pytest.mark.parametrize("table", ["games", "seats", "counts"])
@pytest.mark.parametrize("keep", [0, 3, 100, -1, -8])
def test_a_part_cut_short(folder, table, keep):
    path = folder / table / "part-00001.parquet"
    path.write_bytes(path.read_bytes()[:keep])
    refused(folder, f"{table}/part-00001.parquet is missing or cut short", "--resume")


@pytest.mark.parametrize("table", ["games", "seats", "counts"])
def test_a_part_missing(folder, table):
    (folder / table / "part-00002.parquet").unlink()
    refused(folder, f"{table}/part-00002.parquet is missing or cut short", "--resume")


def test_a_whole_table_missing(folder):
    shutil.rmtree(folder / "counts")
    refused(folder, "counts/part-00000.parquet is missing or cut short")


def test_a_part_that_only_looks_whole(folder):
    path = folder / "seats" / "part-00001.parquet"
    data = path.read_bytes()
    path.write_bytes(data[:4] + b"\xff" * (len(data) - 8) + data[-4:])
    refused(folder, "seats/part-00001.parquet is missing or cut short, or is not what was written", "--resume")


def test_a_table_there_is_not(folder):
    with pytest.raises(BadInput, match="has no table 'turns'; turns are kept only by simulate --log turns"):
        next(read_run(folder).chunks("turns"))


def test_the_manifest_alone_can_be_read_of_a_run_without_chunks(folder):
    change(folder, state="partial", chunks=[])
    assert read_manifest(folder)["chunks"] == []
