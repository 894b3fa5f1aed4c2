"""Progress goes to standard error only, and only where somebody looks."""

import sys

import pytest

from quorumsim.cli.progress import Bar, Lines, Progress, progress


def play(bar):
    with bar as shown:
        for _ in range(10):
            shown.update(100)
    return shown.done


def test_silent_without_a_terminal(capsys):
    assert play(progress(1000)) == 1000
    assert capsys.readouterr() == ("", "")


def test_lines_on_demand(capsys):
    assert play(progress(1000, enabled=True)) == 1000
    out, err = capsys.readouterr()
    assert out == ""
    assert err.splitlines()[-1].startswith("1,000 of 1,000 games, ")


def test_a_bar_on_a_terminal(capsys, monkeypatch):
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    assert isinstance(progress(1000), Bar)
    assert type(progress(1000, enabled=False)) is Progress
    assert play(progress(1000, "blocks")) == 1000
    out, err = capsys.readouterr()
    assert out == ""
    assert "1,000 of 1,000 blocks" in err


def test_the_words(monkeypatch):
    now = iter([0.0, 10.0])
    monkeypatch.setattr("quorumsim.cli.progress.time.monotonic", lambda: next(now))
    shown = Progress(1_000_000, "games")
    shown.update(120_000)
    assert shown.words() == "120,000 of 1,000,000 games, 12,000 games/s, 1:13 left"


def test_nothing_done_yet_is_no_division_by_zero():
    assert Progress(10, "games").words().startswith("0 of 10 games, 0 games/s")
    assert Lines(0, "games").words().startswith("0 of 0 games")


def test_the_bar_stops_at_an_error(capsys, monkeypatch):
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    with pytest.raises(KeyboardInterrupt), progress(10) as shown:
        raise KeyboardInterrupt
    assert shown.bar.finished is False
    assert not shown.bar.live.is_started
