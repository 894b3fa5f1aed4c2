"""What stands in each section: the finding, its pictures and tables, what it means and does not, how it was measured.

These words explain figures. Sentences that carry a figure are written in the analysis.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from quorumsim.analysis.answers import Answers
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
from quorumsim.report.tables import Table


@dataclass(frozen=True)
class Block:
    """One finding. `side`: pictures that stand beside each other; `only_png`: pictures the page shows as a table instead."""

    finding: str
    topic: str
    pictures: tuple[Picture, ...] = ()
    tables: tuple[Table, ...] = ()
    means: tuple[str, ...] = ()
    more: tuple[Block, ...] = ()
    only_png: tuple[Picture, ...] = ()


@dataclass(frozen=True)
class Section:
    """A question, answered for each run in turn."""

    name: str
    title: str
    blocks: tuple[Block, ...]
    measured: tuple[str, ...] = field(default=())


def sections(all_answers: list[tuple[str, Answers]], smallest_effect: float) -> list[Section]:
    """All sections that have data. `all_answers`: the prefix of its names (empty for a single run) and answers of each run."""

    def ask(block):  # type: ignore[no-untyped-def]
        return tuple(made for prefix, a in all_answers if (made := block(prefix, a, smallest_effect)) is not None)

    made = [
        Section("seats", "Who goes first", ask(_seats), MEASURED["seats"]),
        Section("cards", "Which cards matter", ask(_cards), MEASURED["cards"]),
        Section("gods", "What the gods do", ask(_gods), MEASURED["gods"]),
        Section("paths", "Paths to victory", ask(_paths), MEASURED["paths"]),
        Section("feel", "How a game feels", ask(_feel), MEASURED["feel"]),
        Section("bots", "Does skill pay", ask(_bots), MEASURED["bots"]),
    ]
    return [section for section in made if section.blocks]


def _where(a: Answers) -> str:
    return f"{a.sample.players} players, {a.sample.who}"


def _seats(prefix: str, a: Answers, smallest_effect: float) -> Block:
    return Block(
        a.seats.finding.text,
        f"Games won by each seat, of 100 · {_where(a)}",
        (seats_picture(a.seats, smallest_effect, prefix),),
        (tables.seats_table(a.seats, smallest_effect, prefix),),
        (
            a.seats.finding.spread,
            "A win shared by two counts half for each, so the seats add up to 100.",
            "This is what these bots make of the seats. People who play better, or worse, may find another edge.",
        ),
    )


def _cards(prefix: str, a: Answers, smallest_effect: float) -> Block | None:
    if all(row.effect.value is None for row in a.cards.rows):
        return None
    more = []
    if a.cards.grids:
        more.append(
            Block(
                a.cards.grids[0].finding,
                f"Mean effect of being dealt a card of a kind, games won of 100 · {_where(a)}",
                tuple(grid_picture(a.cards, grid, prefix) for grid in a.cards.grids),
                (tables.grids_table(a.cards, prefix),),
                tuple(grid.finding for grid in a.cards.grids[1:]),
            )
        )
    if a.cards.comparison:
        more.append(
            Block(
                a.cards.comparison,
                f"What chance says of a card, and what winners' tables seem to say · {_where(a)}",
                (scatter_picture(a.cards, prefix),),
                (),
                (
                    "Far off the dashed line, playing a card goes together with more wins, or fewer, than dealing it brings.",
                    "Who plays a card has chosen to, and had the room to: that is no measure of the card.",
                ),
            )
        )
    return Block(
        a.cards.finding.text,
        f"Games won of 100 by players dealt a card, against players who were not · {_where(a)}",
        (),
        (tables.cards_table(a.cards, smallest_effect, prefix),),
        (
            a.cards.finding.spread,
            "Chance deals the opening hand, so this is what the card does in these bots' hands.",
            "What it is worth when taken from Rome later is another matter: those columns show what goes together, no causes.",
        ),
        tuple(more),
        (cards_picture(a.cards, smallest_effect, prefix),),
    )


def _gods(prefix: str, a: Answers, smallest_effect: float) -> Block | None:
    if a.gods is None or a.gods.finding.figure is None:
        return None
    more = []
    if a.gods.numbers:
        more.append(
            Block(
                a.gods.together,
                f"Games won of 100, by gods taken · {_where(a)}",
                (numbers_picture(a.gods, smallest_effect, prefix),),
                (tables.numbers_table(a.gods, prefix),),
                (
                    "Players choose to take gods: this goes together with winning. It does not say that one more wins more.",
                ),
            )
        )
    points = (gods_picture(a.gods, prefix),) if a.gods.points else ()
    return Block(
        a.gods.finding.text,
        f"Games of 100 that would have had other winners with every token back at its start, all else as played · {_where(a)}",
        points,
        (tables.gods_table(a.gods, prefix),),
        (
            a.gods.finding.spread,
            a.gods.points,
            "A god taken is a card not taken: that price shows in games won, not in points moved.",
        ),
        tuple(more),
    )


def _paths(prefix: str, a: Answers, smallest_effect: float) -> Block | None:
    if a.paths.rows[0].points.value is None:
        return None
    return Block(
        a.paths.finding,
        f"Points a player and game, by province and type · {_where(a)}",
        (paths_picture(a.paths, prefix),),
        (tables.paths_table(a.paths, prefix), tables.scorers_table(a.paths, prefix)),
        (
            "Where winners have more than others, points were there to be won. Why they were is not in this table.",
            "A game with a shared win has more than one winner here.",
        ),
    )


def _feel(prefix: str, a: Answers, smallest_effect: float) -> Block | None:
    if not a.feel.spreads:
        return None
    lead, winner, _ = a.feel.spreads
    return Block(
        a.feel.finding,
        f"Points between the winner and the next · {_where(a)}",
        (
            spread_picture(lead, a.feel.finding, a.sample.size, prefix),
            spread_picture(
                winner,
                f"{winner.name}: {winner.mean.text} points on average ({winner.mean.range}).",
                a.sample.size,
                prefix,
            ),
        ),
        (tables.spreads_table(a.feel, prefix), tables.feel_table(a.feel, prefix)),
        (a.feel.ties, a.feel.refreshes),
    )


def _bots(prefix: str, a: Answers, smallest_effect: float) -> Block | None:
    if a.bots is None:
        return None
    return Block(
        a.bots.finding,
        f"Games won of 100 by each bot · {_where(a)}",
        (),
        (tables.bots_table(a.bots, prefix),),
        ("A bot wins against these opponents. Against others the order may be another.",),
    )


MEASURED = {
    "seats": (
        "The unit is the block: one deal, played under every rotation of its bots. Ranges come from how much blocks "
        "differ, never from a number of games as if they were unrelated.",
        "Shares: Wilson's interval on the effective sample size. Ranges hold for each seat by itself.",
        "A table notices after (1.96/d)² · p(1 − p) games: d is the difference, p the even share.",
    ),
    "cards": (
        "Players whose opening hand held the card against players whose hand did not: two groups without a common "
        "member. The range counts that both come from the same blocks.",
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
