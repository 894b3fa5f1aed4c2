"""Every value of the rules with where it comes from, for each reading."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from quorumsim.analysis.judged import listed
from quorumsim.dominus.model import VALUES, Rules
from quorumsim.dominus.questions.readings import Reading
from quorumsim.dominus.words import SAID
from quorumsim.fields import written

ALL = "all"
SENTENCES = {name: said for _, lines in SAID for name, said in lines.items()}


@dataclass(frozen=True)
class ValueRow:
    """A value in one reading. `source`: given, base, assumed or changed."""

    value: str
    reading: str
    setting: str
    source: str
    words: str


def values(readings: Iterable[Reading]) -> list[ValueRow]:
    """Each value, with a row for each setting that it has in the readings."""
    by_game: dict[str, Reading] = {}
    for reading in readings:
        by_game.setdefault(reading.run.rules.fingerprint, reading)
    rows = []
    for name in VALUES:
        labels: dict[tuple[str, str, str], list[str]] = {}
        for reading in by_game.values():
            labels.setdefault(_said(name, reading.run.rules), []).append(reading.label)
        for said, where in labels.items():
            whose = ALL if len(where) == len(by_game) else listed(tuple(where))
            rows.append(ValueRow(name, whose, *said))
    return rows


def given(readings: Iterable[Reading]) -> str:
    """10 in literal, 7 in reconstructed; of readings with as many the first"""
    counts: dict[str, int] = {}
    for reading in readings:
        counts.setdefault(reading.preset, list(reading.run.rules.sources.values()).count("given"))
    return ", ".join(f"{count} in {preset}" for preset, count in counts.items())


def _said(name: str, rules: Rules) -> tuple[str, str, str]:
    return written(getattr(rules, name)), rules.sources[name], SENTENCES[name](rules)
