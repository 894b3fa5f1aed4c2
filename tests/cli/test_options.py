"""Options that commands share."""

import os

import pytest

from quorumsim.cli import options
from quorumsim.errors import BadInput


@pytest.mark.parametrize(("given", "games"), [
    ("1", 1), ("10000", 10_000), ("1_000_000", 1_000_000), ("1e6", 1_000_000), ("1E6", 1_000_000), (" 5 ", 5),
    ("2.5e3", 2_500), ("1e+3", 1_000), ("007", 7), ("1e12", 10**12), (10_000, 10_000),
])
def test_games(given, games):
    assert options.parse_games(given) == games


@pytest.mark.parametrize("given", [
    "0", "-5", "1.5", "1e-3", "1.2345e3", "abc", "", "1e99", "10k", "1,000", "nan", "inf", "0x10", "_1", "1e13", "٣",
])
def test_not_games(given):
    with pytest.raises(BadInput, match=r"--games is .* whole number from 1"):
        options.parse_games(given)


@pytest.mark.parametrize(("given", "seed"), [
    ("0", 0), ("1", 1), ("18446744073709551615", 2**64 - 1), ("0x2A", 42), ("0xffffffffffffffff", 2**64 - 1), (7, 7),
])
def test_seed(given, seed):
    assert options.parse_seed(given) == seed


@pytest.mark.parametrize("given", ["-1", "18446744073709551616", "0x1ffffffffffffffff", "1e6", "1.0", "0x", "ten", ""])
def test_not_a_seed(given):
    with pytest.raises(BadInput, match=r"--seed is .* 2\^64 - 1"):
        options.parse_seed(given)


@pytest.mark.parametrize(("given", "players"), [
    ("4", (4,)), ("2-4", (2, 3, 4)), ("2,4", (2, 4)), ("4,2", (4, 2)), ("2 , 3-4", (2, 3, 4)), ("3-3", (3,)),
])
def test_players(given, players):
    assert options.parse_players(given) == players


@pytest.mark.parametrize("given", ["1", "5", "0-4", "2-5", "4-2", "-2", "2-", "two", "", "2,,3", "2;3", "2.0"])
def test_not_players(given):
    with pytest.raises(BadInput, match=r"--players is .* from 2 to 4"):
        options.parse_players(given)


def test_players_twice():
    with pytest.raises(BadInput, match="a number twice"):
        options.parse_players("2-3,3")


def test_game_numbers():
    assert options.parse_numbers("0,5,10-12", "--games", 0, 10**9, "0,5,10-19") == (0, 5, 10, 11, 12)
    with pytest.raises(BadInput, match="more than 1,000,000 numbers"):
        options.parse_numbers("0-999999999", "--games", 0, 10**9, "0,5,10-19")


def test_workers():
    assert options.parse_workers("2") == 2
    assert options.parse_workers(options.CORES) == options.CORES >= 1
    for given in ("0", "-1", "all", "1.5", "", "1025", "99999999999"):
        with pytest.raises(BadInput, match=r"--workers is .* from 1 to 1024"):
            options.parse_workers(given)


def test_smallest_effect():
    assert options.parse_smallest_effect("0.5") == 0.5
    assert options.parse_smallest_effect(1.0) == 1.0
    for given in ("0", "-1", "100", "nan", "inf", "1%", ""):
        with pytest.raises(BadInput, match=r"--smallest-effect is .* games of 100"):
            options.parse_smallest_effect(given)


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_new_folder_is_chosen_and_not_made(here):
    assert str(options.choose_folder("a/b/c", "unused")) == "a/b/c"
    assert str(options.choose_folder(str(here / "run"), "unused")) == str(here / "run")
    assert list(here.iterdir()) == []


def test_the_default_folder_is_the_first_free_one(here):
    name = "standard-4p-greedy@0.2,../my bot.py:x-seed1"
    assert str(options.choose_folder(None, name)) == "reports/standard-4p-greedy@0.2-..-my-bot.py-x-seed1"
    (here / "reports" / "run").mkdir(parents=True)
    (here / "reports" / "run-2").touch()
    assert str(options.choose_folder(None, "run")) == "reports/run-3"
    assert str(options.choose_folder(None, "///")) == "reports/run-3"


def test_a_folder_that_exists_is_refused(here):
    (here / "folder").mkdir()
    (here / "file").touch()
    (here / "nowhere").symlink_to("gone")
    with pytest.raises(BadInput, match=r"--out folder is a folder that exists"):
        options.choose_folder("folder", "unused")
    for name in ("file", "nowhere"):
        with pytest.raises(BadInput, match=f"--out {name} is a file"):
            options.choose_folder(name, "unused")
    with pytest.raises(BadInput, match=r"--out is empty"):
        options.choose_folder("", "unused")


def test_a_folder_that_cannot_be_made_is_refused(here, monkeypatch):
    (here / "file").touch()
    with pytest.raises(BadInput, match="file is not a folder"):
        options.choose_folder("file/run", "unused")
    monkeypatch.setattr(os, "access", lambda path, mode: False)  # root may write everywhere, so the system is asked less
    with pytest.raises(BadInput, match="cannot be written"):
        options.choose_folder("a/run", "unused")
