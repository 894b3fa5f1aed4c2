"""What several runs on one page are called."""

from types import SimpleNamespace

from quorumsim.report.runs import heading, side_by_side


def run(title="Quorum as published", players=4, bot="greedy", seed=1, warnings=()):
    sample = SimpleNamespace(
        title=title, fingerprint=title, players=players, seating=(bot,) * players, by=f"by {bot}", seed=seed, warnings=warnings
    )
    return SimpleNamespace(sample=sample)


def labels(*runs):
    return [shown.label for shown in side_by_side(list(runs))]


def test_a_run_alone_needs_no_name():
    (shown,) = side_by_side([run(warnings=("It was stopped.",))])
    assert (shown.prefix, shown.label) == ("", "")
    assert shown.topic("Games won") == "Games won · It was stopped."


def test_runs_are_named_by_what_differs():
    assert labels(run(players=2), run(players=3)) == ["2 players", "3 players"]
    assert labels(run(), run("Without gods")) == ["Quorum as published, 4 players", "Without gods, 4 players"]
    assert labels(run(), run(bot="rival")) == ["4 players, by greedy", "4 players, by rival"]
    assert labels(run(players=2), run(players=3, bot="rival")) == ["2 players", "3 players"]
    assert labels(run(), run(seed=2)) == ["4 players, seed 1", "4 players, seed 2"]


def test_runs_that_are_alike_are_numbered():
    assert labels(run(), run(), run(players=2)) == ["4 players, run 1", "4 players, run 2", "2 players"]
    assert [shown.prefix for shown in side_by_side([run(), run()])] == ["run1-", "run2-"]


def test_the_label_stands_before_the_topic():
    assert side_by_side([run(players=2), run()])[0].topic("Games won") == "2 players · Games won"


def test_the_heading_names_each_once():
    assert heading(side_by_side([run(players=n) for n in (2, 3, 4)])) == "Quorum as published, 2, 3 and 4 players"
    assert heading(side_by_side([run(), run("Without gods")])) == "Quorum as published; Without gods, 4 players"
