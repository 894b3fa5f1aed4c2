"""Which cards matter? Games of players who were dealt a card against those of players who were not.

Chance deals the opening hands, so that difference is what the card does. Who takes or plays a card is chosen, and winners
can choose more: those differences are what goes together, and are labelled so.
"""

from __future__ import annotations

from dataclasses import dataclass
from operator import attrgetter
from typing import TYPE_CHECKING

from quorumsim.analysis.counted import Counted
from quorumsim.analysis.figure import GAMES, OUTER, POINTS, TWELFTHS, Figure, by_value, figures, mean_of, printed_ranks
from quorumsim.analysis.judged import Judged, judge
from quorumsim.analysis.paths import words
from quorumsim.analysis.sample import Sample, sample_of
from quorumsim.analysis.sentences import Finding, cards_finding, compare_finding, grid_finding
from quorumsim.quorum.names import PROVINCES, TYPES
from quorumsim.stats.notice import games_to_notice
from quorumsim.stats.simultaneous import each_level

if TYPE_CHECKING:
    from quorumsim.lab.run import Run


@dataclass(frozen=True)
class CardRow:
    """A card. Outer ranges and ranks hold for all cards of the table at once; inner ranges for each card by itself."""

    card: int
    title: str
    type: str
    power: int
    province: str
    banner: int
    effect: Figure  # win share, dealt minus not dealt
    verdict: Judged
    rank: int
    rank_best: int
    rank_worst: int
    games_to_notice: int | None
    margin: Figure  # margin, dealt minus not dealt
    dealt: int  # opening hands that held it
    taken: Figure  # win share, taken minus not taken: goes together
    played: Figure  # win share, played minus not played: goes together


@dataclass(frozen=True)
class CellRow:
    """Mean effect of the cards of a kind; its range is the mean of their ranges, so it holds together with them."""

    row: str
    column: str
    cards: int
    effect: Figure


@dataclass(frozen=True)
class Grid:
    """The cards by two of their traits."""

    name: str  # type and power
    columns: str  # what the columns are
    finding: str
    cells: tuple[CellRow, ...]


@dataclass(frozen=True)
class CardAnswer:
    """`rows` by rank. `comparison` is empty if nothing can be compared."""

    sample: Sample
    finding: Finding
    rows: tuple[CardRow, ...]
    grids: tuple[Grid, ...]
    comparison: str
    misleading: tuple[CardRow, ...]  # the five cards whose played figure is furthest from their dealt one


def cards(run: Run, smallest_effect: float = 1.0, counted: Counted | None = None) -> CardAnswer:
    """The Rome cards of a run."""
    sample, counted = sample_of(run), counted or Counted(run)
    deck = run.rules.cards
    level = each_level(OUTER, len(deck))

    def share(group: str) -> list[Figure]:
        return figures(
            lambda card, at: counted.share_with(group, card.id, at), deck, GAMES, TWELFTHS, level=level, signed=True
        )

    effects, taken, played = share("opening"), share("taken"), share("played")
    margins = figures(
        lambda card, at: counted.margin_with("opening", card.id, at), deck, POINTS, level=level, signed=True
    )
    verdicts = [judge(effect, smallest_effect, sample.rotations) for effect in effects]
    notice = [games_to_notice((effect.value or 0) / 100, sample.par / 100) for effect in effects]
    best, worst = printed_ranks(effects)
    dealt = [counted.shares("opening", card.id).n for card in deck]
    rows = [
        CardRow(
            deck[c].id, deck[c].title, deck[c].type, deck[c].power, deck[c].province, deck[c].banner,
            effects[c], verdicts[c], place, best[c], worst[c], notice[c], margins[c], dealt[c], taken[c], played[c],
        )
        for place, c in enumerate(by_value(effects), 1)
    ]  # fmt: skip
    hands = sample.games * sample.players
    finding = cards_finding(
        [card.title for card in deck], effects, verdicts, notice, [n / hands for n in dealt], smallest_effect
    )
    misleading = _misleading(rows)
    comparison = compare_finding(misleading[0].title, misleading[0].played, misleading[0].effect) if misleading else ""
    return CardAnswer(sample, finding, tuple(rows), tuple(_grids(rows)), comparison, tuple(misleading))


def _misleading(rows: list[CardRow]) -> list[CardRow]:
    """The five largest disagreements between what goes with winning and what chance says, largest first."""
    both = [row for row in rows if row.effect.value is not None and row.played.value is not None]
    return sorted(both, key=disagreement, reverse=True)[:5]


def disagreement(row: CardRow) -> float:
    """How far what goes with playing a card is from what being dealt it brings."""
    return abs(row.played.unrounded - row.effect.unrounded)


def _grids(rows: list[CardRow]) -> list[Grid]:
    """Type by power, and province by banner. If all the cards' ranges hold, so does the mean of any of them."""
    known = [row for row in rows if row.effect.exact is not None]
    grids = []
    for name, columns, row_of, column_of in (
        ("type and power", "power", attrgetter("type"), lambda row: str(row.power)),
        ("province and banner", "spaces on the banner", attrgetter("province"), lambda row: f"+{row.banner}"),
    ):
        kinds: dict[tuple[str, str], list[Figure]] = {}
        for row in sorted(known, key=lambda row: ((*TYPES, *PROVINCES).index(row_of(row)), column_of(row))):
            kinds.setdefault((row_of(row), column_of(row)), []).append(row.effect)
        cells = [CellRow(*kind, len(members), mean_of(members)) for kind, members in kinds.items()]
        if cells:
            most = max(cells, key=lambda cell: (cell.effect.side != 0, abs(cell.effect.unrounded)))
            finding = grid_finding(name, f"{words(most.row)} {most.column}", most.effect)
            grids.append(Grid(name, columns, finding, tuple(cells)))
    return grids
