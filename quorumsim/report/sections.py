"""What stands in each section: the finding, its pictures and tables, what it means and does not, how it was measured.

These words explain figures. Sentences that carry a figure are written in the analysis.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from quorumsim.report import tables
from quorumsim.report.drawing import Picture
from quorumsim.report.pictures import (
    cards_picture,
    gods_picture,
    grid_picture,
    numbers_picture,
    paths_picture,
    scatter_picture,
    seats_picture,
    spread_picture,
)
from quorumsim.report.runs import Shown
from quorumsim.report.tables import Table


@dataclass(frozen=True)
class Flag:
    """What one must know of a finding before one believes it, by a word that the page's style knows."""

    word: str
    text: str


@dataclass(frozen=True)
class Block:
    """One finding. `only_png`: pictures that the page shows as a table instead."""

    finding: str
    topic: str
    pictures: tuple[Picture, ...] = ()
    tables: tuple[Table, ...] = ()
    means: tuple[str, ...] = ()
    more: tuple[Block, ...] = ()
    only_png: tuple[Picture, ...] = ()
    flag: Flag | None = None


@dataclass(frozen=True)
class Section:
    """A question, answered for each run in turn."""

    name: str
    title: str
    blocks: tuple[Block, ...]
    measured: tuple[str, ...] = field(default=())


def sections(runs: list[Shown], smallest_effect: float) -> list[Section]:
    """All sections that have data."""

    def ask(block: Callable[[Shown, float], Block | None]) -> tuple[Block, ...]:
        return tuple(made for run in runs if (made := block(run, smallest_effect)) is not None)

    made = [
        Section("seats", "Who goes first", ask(_seats), MEASURED["seats"]),
        Section("cards", "Which cards matter", ask(_cards), MEASURED["cards"]),
        Section("gods", "What the gods do", ask(_gods), MEASURED["gods"]),
        Section("paths", "Paths to victory", ask(_paths), MEASURED["paths"]),
        Section("feel", "How a game feels", ask(_feel), MEASURED["feel"]),
        Section("bots", "Does skill pay", ask(_bots), MEASURED["bots"]),
    ]
    return [section for section in made if section.blocks]


def _seats(run: Shown, smallest_effect: float) -> Block:
    answer = run.answers.seats
    return Block(
        answer.finding.text,
        run.topic("Games won by each seat, of 100"),
        (seats_picture(answer, smallest_effect, run.prefix),),
        (tables.seats_table(answer, run.prefix),),
        (
            answer.finding.spread,
            "A win shared by two counts half for each, so the seats add up to 100.",
            "This is what these bots make of the seats. People who play better, or worse, may find another edge.",
        ),
    )


def _cards(run: Shown, smallest_effect: float) -> Block | None:
    answer = run.answers.cards
    if all(row.effect.value is None for row in answer.rows):
        return None
    more = []
    if answer.grids:
        more.append(
            Block(
                answer.grids[0].finding,
                run.topic("Mean effect of being dealt a card of a kind, games won of 100"),
                tuple(grid_picture(answer, grid, run.prefix) for grid in answer.grids),
                (tables.grids_table(answer, run.prefix),),
                tuple(grid.finding for grid in answer.grids[1:]),
            )
        )
    if answer.comparison:
        more.append(
            Block(
                answer.comparison,
                run.topic("What chance says of a card, and what goes together with winning"),
                (scatter_picture(answer, run.prefix),),
                (),
                (
                    "Above the dashed line, playing a card goes together with more wins than being dealt it brings; "
                    "below, with fewer.",
                    "Who plays a card has chosen to, and had the room to. That is no measure of the card.",
                ),
            )
        )
    return Block(
        answer.finding.text,
        run.topic("Games won of 100 by players dealt a card in their opening hand, against players who were not"),
        (),
        (tables.cards_table(answer, smallest_effect, run.prefix),),
        (
            answer.finding.spread,
            "Chance deals the opening hand, so this is what the card does in these bots’ hands.",
            "What it is worth when taken from Rome later is another matter. Those columns show what goes together with "
            "winning, no causes.",
        ),
        tuple(more),
        (cards_picture(answer, smallest_effect, run.prefix),),
    )


def _gods(run: Shown, smallest_effect: float) -> Block | None:
    answer = run.answers.gods
    if answer is None or answer.finding.figure is None:
        return None
    more = []
    if answer.numbers:
        more.append(
            Block(
                answer.together,
                run.topic("Games won of 100, by gods taken: goes together, need not be the cause"),
                (numbers_picture(answer, smallest_effect, run.prefix),),
                (tables.numbers_table(answer, run.prefix),),
                ("Players choose to take gods, and some cannot. It does not say that one god more wins more.",),
            )
        )
    return Block(
        answer.finding.text,
        run.topic("Final tables scored again with every token back at its start, all else as played"),
        (gods_picture(answer, run.prefix),) if answer.points else (),
        (tables.gods_table(answer, run.prefix),),
        (
            answer.finding.spread,
            answer.points,
            "A god taken is a card not taken. That price shows in games won, not in points moved.",
        ),
        tuple(more),
    )


def _paths(run: Shown, smallest_effect: float) -> Block | None:
    answer = run.answers.paths
    if answer.rows[0].points.value is None:
        return None
    return Block(
        answer.finding,
        run.topic("Points a player and game, by province and type"),
        (paths_picture(answer, run.prefix),),
        (tables.paths_table(answer, run.prefix), tables.scorers_table(answer, run.prefix)),
        (
            "Where winners have more than others, points were there to be won. Why is not in this table.",
            "A game with a shared win has more than one winner here.",
        ),
    )


def _feel(run: Shown, smallest_effect: float) -> Block | None:
    answer = run.answers.feel
    if not answer.spreads:
        return None
    lead, winner, _ = answer.spreads
    winner_total = f"{winner.name}: {winner.mean.text} points on average ({winner.mean.range})."
    size = run.answers.sample.size
    return Block(
        answer.finding,
        run.topic("Points between the winner and the next"),
        (
            spread_picture(lead, answer.finding, size, run.prefix),
            spread_picture(winner, winner_total, size, run.prefix),
        ),
        (tables.spreads_table(answer, run.prefix), tables.feel_table(answer, run.prefix)),
        (answer.ties, answer.refreshes),
    )


def _bots(run: Shown, smallest_effect: float) -> Block | None:
    answer = run.answers.bots
    if answer is None:
        return None
    return Block(
        answer.finding,
        run.topic("Games won of 100 by each bot"),
        (),
        (tables.bots_table(answer, run.prefix),),
        ("A bot wins against these opponents. Against others the order may be another.",),
    )


MEASURED = {
    "seats": (
        "The unit is the block: one deal, played under every rotation of its bots. Ranges come from how much blocks "
        "differ, never from a number of games as if they were unrelated.",
        "Shares: Wilson’s interval on the effective sample size. Ranges hold for each seat by itself.",
        "A table notices after (1.96/d)² · p(1 − p) games: d is the difference, p the even share.",
    ),
    "cards": (
        "Players whose opening hand held the card against players whose hand did not: two groups without a common "
        "member. The range of the difference is made of the ranges of both, and counts that they come from the same blocks.",
        "With so many cards some look good by luck. All ranges hold at once with 95 % (Bonferroni), so the best card "
        "may be read like any other.",
        "A rank runs from one more than the number of cards surely better to the place before those surely worse.",
    ),
    "gods": (
        "The final tables of each game are scored again with every token at its start. Tokens decide the game if other "
        "players win then.",
        "Points moved: the final tables are scored again without this one change of tokens. Changes can outdo each "
        "other, so these do not add up to the whole.",
    ),
    "paths": (
        "Winners are all players in first place. Ranges hold for all sources at once, and count that winners and "
        "others share their blocks.",
    ),
    "feel": ("The dots are the middles of 50 equal slices of all games. Means have 95 % ranges from blocks.",),
    "bots": (
        "Seats are rotated in each deal, so every bot plays every seat of it. Ranges and ranks hold for all at once.",
    ),
}
