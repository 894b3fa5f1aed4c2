"""Where the points come from, and what winners have more of."""

from __future__ import annotations

from dataclasses import dataclass

from quorumsim.analysis.judged import listed
from quorumsim.analysis.sources import SourceRow, source_figures, source_sums
from quorumsim.dominus.questions.answer import Answer, Asked, Look
from quorumsim.dominus.questions.beside import HOLDS, IN_PART, Beside, Says, Words, across, span
from quorumsim.dominus.questions.readings import Readings

SOURCES = {
    "city": "City", "provinces": "Provinces", "deploys": "Deploying", "tokens": "First visits", "goods": "Goods",
}  # fmt: skip


@dataclass(frozen=True)
class Sources(Answer):
    """With winners and others of each reading, for the picture."""

    rows: tuple[tuple[SourceRow, ...], ...] = ()


def ask(readings: Readings, smallest_effect: float) -> Asked:
    sums = [source_sums(each.run, each.sample, tuple(SOURCES)) for each in readings.each]
    paying = [source for source in SOURCES if any(each[source, "everybody"].yy for each in sums)] or list(SOURCES)
    names = tuple(SOURCES[source] for source in paying)
    made = [source_figures(each, paying, len(sums)) for each in sums]
    rows = tuple(
        tuple(SourceRow(source, SOURCES[source], "source", *of) for source, of in zip(paying, figures, strict=True))
        for figures in made
    )
    columns = {
        key: Beside(names, readings.labels, tuple(zip(*([getattr(row, key) for row in each] for each in rows), strict=True)))
        for key in ("points", "of_all", "difference")
    }
    said = across(readings, [_most(each) for each in rows], _words(names))
    together = [sum(figure.unrounded for figure in line) for line in columns["of_all"].figures]
    top = together.index(max(together))
    headline = Beside(names[top : top + 1], readings.labels, columns["of_all"].figures[top : top + 1])
    apart = max(
        (row for each in rows for row in each), key=lambda row: abs(row.difference.unrounded)
    ).name  # fmt: skip
    differs = columns["difference"].figures[names.index(apart)]
    answer = Sources(
        "sources",
        f"{said.lead} {'' if said.word in (HOLDS, IN_PART) else names[top].lower() + ', '}"
        f"{span(headline.figures[0], headline.labels)} of 100 points.",
        said,
        headline,
        f"of 100 points come from: {names[top].lower()}",
        "Points a player and game, by source",
        columns["points"],
        Look("points a player and game"),
        columns["of_all"].named("{}: of 100 points").over(columns["points"].named("{}: points"))
        .over(columns["difference"].named("{}: winners more")),
        "Points by source: their share of all points, points a player, and how many more winners have than others",
        (
            f"Winners differ most in {apart.lower()}: {span(differs, readings.labels)} points more than others.",
            _silent([SOURCES[source].lower() for source in SOURCES if source not in paying]),
            "Where winners have more than others, points were there to be won. Why is not in this table.",
            "Deploying and first visits pay what the reading says they pay, so their shares differ between the readings by "
            "our choice.",
        ),
        rows,
    )  # fmt: skip
    return Asked("sources", "Where the points come from", "Where do the points come from?", (answer,))


def _most(rows: tuple[SourceRow, ...]) -> Says:
    """The sources that may bring most, of those that bring anything."""
    ends: dict[str, tuple[float, float]] = {}
    for row in rows:
        value, low, high = row.points.value, row.points.low, row.points.high
        if value:
            ends[row.name] = (value if low is None else low, value if high is None else high)
    least = max((low for low, _ in ends.values()), default=0.0)
    return Says(frozenset(name for name, (_, high) in ends.items() if high >= least))


def _silent(names: list[str]) -> str:
    """Sources that pay nobody in any reading."""
    return f"No points in any reading come from {listed(tuple(names))}." if names else ""


def _words(names: tuple[str, ...]) -> Words:
    return Words(
        "which source brings most",
        {name: f"Most points come from {name.lower()}" for name in names},
        {name: name.lower() for name in names},
    )
