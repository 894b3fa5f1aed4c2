"""The runs of a page, and what each is called beside the others."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from quorumsim.analysis.answers import Answers
from quorumsim.analysis.judged import listed
from quorumsim.analysis.sample import Sample


@dataclass(frozen=True)
class Shown:
    """A run on the page. `prefix`: what the names of its files begin with; `label`: its name. A run alone has neither."""

    prefix: str
    label: str
    answers: Answers

    @property
    def sample(self) -> Sample:
        return self.answers.sample

    def topic(self, text: str) -> str:
        """What a figure is about, and whatever one must know of its run before the first number."""
        return " · ".join(part for part in (self.label, text, *self.answers.sample.warnings) if part)


def side_by_side(all_answers: list[Answers]) -> list[Shown]:
    """The runs with names that tell them apart: by rules, players, bots and seed, as far as those differ."""
    samples = [answers.sample for answers in all_answers]
    if len(samples) == 1:
        return [Shown("", "", all_answers[0])]
    named = [", ".join(_words(sample, samples)) for sample in samples]
    often = Counter(named)
    labels = [f"{name}, run {place}" if often[name] > 1 else name for place, name in enumerate(named, 1)]
    return [
        Shown(f"run{place}-", label, answers)
        for place, (label, answers) in enumerate(zip(labels, all_answers, strict=True), 1)
    ]


def heading(shown: list[Shown]) -> str:
    """Quorum as published, 2, 3 and 4 players"""
    samples = [run.answers.sample for run in shown]
    titles = "; ".join(dict.fromkeys(sample.title for sample in samples))
    return f"{titles}, {listed(tuple(dict.fromkeys(str(sample.players) for sample in samples)))} players"


def _words(sample: Sample, samples: list[Sample]) -> list[str]:
    words = [f"{sample.players} players"]
    if len({other.fingerprint for other in samples}) > 1:
        words.insert(0, sample.title)
    if len({other.seating for other in samples if other.players == sample.players}) > 1:
        words.append(sample.by)
    if len({other.seed for other in samples}) > 1:
        words.append(f"seed {sample.seed}")
    return words
