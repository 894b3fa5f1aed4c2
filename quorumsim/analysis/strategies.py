"""Which bots are viable, which are dominated, and which beat each other in a circle; each with ranges, else undecided."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations
from math import ceil, floor

import numpy as np

from quorumsim.analysis.figure import GAMES, INNER, OUTER, Figure, figures, rounded
from quorumsim.analysis.judged import UNDECIDED, listed, plain, plural
from quorumsim.analysis.placings import Placings
from quorumsim.analysis.sentences import Finding
from quorumsim.stats.alpha_rank import alpha_rank
from quorumsim.stats.bootstrap import percentiles, resampled
from quorumsim.stats.interval import Interval
from quorumsim.stats.nash import equilibria, maximum_entropy_nash, nash_average
from quorumsim.stats.simultaneous import each_level

VIABLE, NOT_VIABLE, DOMINATED = "viable", "not viable", "dominated"
CIRCLE, NO_CIRCLE = "circle", "no circle"
STRATEGY_WORDS = (VIABLE, NOT_VIABLE, DOMINATED, UNDECIDED)
FLOOR = 1.0  # of 100: a mass beyond this is a part of the mix, not a trace
FEWEST_DEALS = 100  # from fewer, resampling does not know how far luck could reach: all may agree by chance
SHOWN_CIRCLES = 12
CIRCLE_SPREAD = "In a circle each bot beats the next and the last beats the first, so that none of them is best."


@dataclass(frozen=True)
class StrategyRow:
    """A bot in the meta-game. `nash` and `against_mix` for two players only.

    `by`: who dominates it, with the least and the most that one makes of an opponent more than it does; empty and None if
    nobody surely does. `circles`: clear circles that it is part of.
    """

    bot: str
    word: str
    nash: Figure | None
    against_mix: Figure | None
    alpha: Figure
    by: str
    least: Figure | None
    most: Figure | None
    most_against: str
    circles: int

    @property
    def mass(self) -> Figure:
        """What the verdict rests on: the mass in the best mix for two players, in alpha-rank for more."""
        return self.alpha if self.nash is None else self.nash

    @property
    def why(self) -> str:
        """Of a dominated bot, by whom and by how much; else the circles it is part of."""
        circles = f"part of {plural(self.circles, 'circle')}" if self.circles else ""
        if self.least is None or self.most is None:
            return circles
        against = "in their own games" if self.most_against == self.by else f"against {self.most_against}"
        text = (f"{self.by} does as well against everybody ({self.least.text} of 100 games at least, {self.least.range}) and "
                f"better {against} ({self.most.text}, {self.most.range})")  # fmt: skip
        return f"{text}; {circles}" if circles else text


@dataclass(frozen=True)
class CircleRow:
    """`first` beats `second`, `second` beats `third`, `third` beats `first`; ranges hold for all pairs at once."""

    first: str
    second: str
    third: str
    first_second: Figure
    second_third: Figure
    third_first: Figure


@dataclass(frozen=True)
class Strategies:
    """`rows` in the order of the bots given; `circles`: the clearest `SHOWN_CIRCLES`."""

    finding: Finding
    circle_finding: Finding
    rows: tuple[StrategyRow, ...]
    circles: tuple[CircleRow, ...]


Cells = dict[tuple[int, int], Figure]
"""By two bots: games of 100 in which the first finishes ahead of the second."""


def strategies(placings: Placings, order: list[int], cells: Cells, smallest_effect: float) -> Strategies:
    """The meta-game of a stage. `order`: bots from strongest to weakest; `cells`: of every two bots, in either order."""
    weights = resampled(placings.batches)
    matrix, rounds = placings.matrix(), placings.resampled(weights)
    alphas = _masses(alpha_rank(matrix), alpha_rank(rounds), order, placings.blocks)
    nashes: list[Figure] | list[None] = [None] * len(order)
    gains: list[Figure] | list[None] = [None] * len(order)
    if placings.players == 2:
        mix, mixes = maximum_entropy_nash(matrix - 0.5), equilibria(rounds - 0.5)
        nashes = _masses(mix, mixes, order, placings.blocks)
        gained = np.array([nash_average(each - 0.5, one) for each, one in zip(rounds, mixes, strict=True)])
        gains = _ranged(nash_average(matrix - 0.5, mix), gained, order, placings.blocks, (-0.5, 0.5), signed=True)
    dominators = _dominators(placings, order, smallest_effect)
    circles, possible = _circles(cells, order)
    rows = []
    for place, bot in enumerate(order):
        nash, alpha = nashes[place], alphas[place]
        by, least, most, most_against = dominators.get(bot, (None, None, None, None))
        word = DOMINATED if by is not None else _word(alpha if nash is None else nash)
        rows.append(StrategyRow(
            placings.bots[bot], word, nash, gains[place], alpha, "" if by is None else placings.bots[by], least, most,
            "" if most_against is None else placings.bots[most_against], sum(bot in circle for circle in circles),
        ))  # fmt: skip
    shown = tuple(_circle_row(placings.bots, cells, circle) for circle in circles[:SHOWN_CIRCLES])
    return Strategies(
        _finding(rows, placings.players), _circle_finding(shown, len(circles), possible, len(order), placings.players),
        tuple(rows), shown,
    )  # fmt: skip


def _word(mass: Figure) -> str:
    """By the range as printed."""
    if mass.low is not None and mass.low >= FLOOR:
        return VIABLE
    return NOT_VIABLE if mass.high is not None and mass.high < FLOOR else UNDECIDED


# --- masses -----------------------------------------------------------------------------------------------------------


def _masses(values: np.ndarray, rounds: np.ndarray, order: list[int], blocks: int) -> list[Figure]:
    return _ranged(values, rounds, order, blocks, (0.0, 1.0))


def _ranged(
    values: np.ndarray, rounds: np.ndarray, order: list[int], blocks: int, bounds: tuple[float, float], signed: bool = False
) -> list[Figure]:
    """Figures whose ranges are percentiles of the resampled rounds, widened to hold the value itself where those miss it.

    One digit after the point: how far a mass lies from 0 or 100 beyond that is the ranking intensity's doing.
    """

    def ends(bot: int, level: float) -> tuple[float, float]:
        if blocks < FEWEST_DEALS:
            return bounds[0] * 100, bounds[1] * 100
        low, high = percentiles(rounds[:, bot], level)
        return min(float(low), values[bot]) * 100, max(float(high), values[bot]) * 100

    made = []
    for bot in order:
        value, (low, high), (inner_low, inner_high) = float(values[bot]) * 100, ends(bot, OUTER), ends(bot, INNER)
        made.append(Figure(
            rounded(value, 1), rounded(low, 1, floor), rounded(high, 1, ceil), rounded(inner_low, 1, floor),
            rounded(inner_high, 1, ceil), GAMES if signed else "of 100", 1, signed, Interval(value, low, high, OUTER, blocks),
        ))  # fmt: skip
    return made


# --- dominated --------------------------------------------------------------------------------------------------------

Dominator = tuple[int | None, Figure | None, Figure | None, int | None]


def _dominators(placings: Placings, order: list[int], smallest_effect: float) -> dict[int, Dominator]:
    """For each dominated bot who dominates it, with the least and the most that one makes of an opponent more than it does.

    Dominated: another does not do worse against anybody, or surely by less than the smallest effect, and surely better
    against somebody. Ranges hold for all comparisons of two bots against a third at once, so whoever is found may be named.
    """
    bots = len(order)
    level = each_level(OUTER, bots * (bots - 1) // 2 * (bots - 1))
    found: dict[int, Dominator] = {}
    for bot in order:
        candidates = []
        for other in order:
            if other == bot:
                continue
            opponents = [each for each in order if each != bot]  # against `other` stands what the two make of each other
            compared = figures(_better(placings, other, bot), opponents, GAMES, 100, level=level, signed=True)
            lows = [-np.inf if figure.low is None else figure.low for figure in compared]
            if min(lows) > -smallest_effect and max(lows) > 0:
                most = int(np.argmax(lows))
                candidates.append((min(lows), other, compared[int(np.argmin(lows))], compared[most], opponents[most]))
        if candidates:
            found[bot] = max(candidates, key=lambda candidate: candidate[0])[1:]
    return found


def _better(placings: Placings, one: int, other: int) -> Callable[[int, float], Interval | None]:
    return lambda against, level: placings.better(one, other, against, level)


# --- circles ----------------------------------------------------------------------------------------------------------

Circle = tuple[int, int, int]


def _circles(cells: Cells, order: list[int]) -> tuple[list[Circle], int]:
    """Clear circles, the clearest first, and how many trios might be one for all these games tell."""
    clear: list[Circle] = []
    possible = 0
    for a, b, c in combinations(order, 3):
        turned = [_Sides(cells, circle) for circle in ((a, b, c), (a, c, b))]
        clear += [sides.circle for sides in turned if sides.sure]
        possible += not any(sides.sure for sides in turned) and any(sides.possible for sides in turned)
    return sorted(clear, key=lambda circle: -_weakest(cells, circle)), possible


class _Sides:
    """The three figures of a circle: whether all are surely more than 50, and whether all might be."""

    def __init__(self, cells: Cells, circle: Circle) -> None:
        self.circle = circle
        ends = [cells[circle[place], circle[(place + 1) % 3]] for place in range(3)]
        self.sure = all(figure.low is not None and figure.low > 50 for figure in ends)
        self.possible = all(figure.high is None or figure.high > 50 for figure in ends)


def _weakest(cells: Cells, circle: Circle) -> float:
    return min(cells[circle[place], circle[(place + 1) % 3]].unrounded for place in range(3))


def _circle_row(bots: tuple[str, ...], cells: Cells, circle: Circle) -> CircleRow:
    a, b, c = circle
    return CircleRow(bots[a], bots[b], bots[c], cells[a, b], cells[b, c], cells[c, a])


# --- sentences --------------------------------------------------------------------------------------------------------


def beats(players: int) -> str:
    """What one bot does to another in a match-up."""
    return "beats" if players == 2 else "finishes ahead of"


def mix_name(players: int) -> str:
    return "the best mix" if players == 2 else "alpha-rank"


def _finding(rows: list[StrategyRow], players: int) -> Finding:
    """Who is viable, and how many are not."""
    by_word = {word: [row for row in rows if row.word == word] for word in STRATEGY_WORDS}
    viable, open_ones, mix = by_word[VIABLE], by_word[UNDECIDED], mix_name(players)
    top = max(viable or rows, key=lambda row: row.mass.unrounded)
    holds = f"{top.mass.text} of 100 in {mix} ({top.mass.range})"
    if viable:
        lead = f"{len(viable)} of {len(rows)} bots {'is' if len(viable) == 1 else 'are'} viable:"
        detail = f"{listed(tuple(row.bot for row in viable))}, {'' if len(viable) == 1 else f'{top.bot} '}with {holds}"
    else:
        lead = f"Which of {len(rows)} bots are viable is undecided:"
        detail = f"{top.bot} may hold most, {holds}"
    rest = [
        f"{len(by_word[word])} {'is' if len(by_word[word]) == 1 else 'are'} {word}"
        for word in (DOMINATED, NOT_VIABLE)
        if by_word[word]
    ]
    if viable and open_ones:
        rest.append(f"{len(open_ones)} {'is' if len(open_ones) == 1 else 'are'} {UNDECIDED}")
    elif open_ones:
        rest.insert(0, f"between {listed(tuple(row.bot for row in open_ones))} these games do not tell")
    return Finding(VIABLE if viable else UNDECIDED, lead, "; ".join([detail, *rest]) + ".",
                   f"Viable: at least {plain(FLOOR)} of 100 in {mix}, whatever luck did.", top.mass, top.mass.text)  # fmt: skip


def _circle_finding(shown: tuple[CircleRow, ...], clear: int, possible: int, bots: int, players: int) -> Finding:
    """The clearest circle with its three figures, or that there is none, and how many trios these games leave open."""
    trios = bots * (bots - 1) * (bots - 2) // 6
    verb = beats(players)
    unknown = f"; of {plural(possible, 'more trio' if clear else 'trio')} these games do not tell" if possible else ""
    if not trios:
        return Finding(NO_CIRCLE, "No circle:", f"it takes three bots, and here are {bots}.", CIRCLE_SPREAD)
    if not clear:
        word = UNDECIDED if possible else NO_CIRCLE
        detail = f"of {plural(trios, 'trio')}, 0 in which each surely {verb} the next{unknown}."
        return Finding(word, "No clear circle:", detail, CIRCLE_SPREAD)
    best = shown[0]
    sides = ((best.first, best.second, best.first_second), (best.second, best.third, best.second_third),
             (best.third, best.first, best.third_first))  # fmt: skip
    steps = listed(tuple(f"{one} {verb} {other} in {figure.text} ({figure.range})" for one, other, figure in sides))
    lead = f"{clear} of {plural(trios, 'trio')} {'is a clear circle' if clear == 1 else 'are clear circles'}:"
    of_clearest = "" if clear == 1 else "in the clearest, "
    return Finding(CIRCLE, lead, f"{of_clearest}{steps} of 100 games{unknown}.", CIRCLE_SPREAD)
