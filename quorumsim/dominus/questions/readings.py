"""The readings that runs are of, side by side: two presets on two maps."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from quorumsim.analysis.judged import listed
from quorumsim.analysis.sample import Sample, sample_of
from quorumsim.dominus.model import VALUES, Rules
from quorumsim.dominus.names import PRESETS
from quorumsim.dominus.rules import published, resolve
from quorumsim.fields import written

if TYPE_CHECKING:
    from quorumsim.lab.run import Run

MAPS = ("empire", "hub")
FOUR = tuple((preset, where) for where in MAPS for preset in PRESETS)
"""What is always shown side by side."""


@dataclass(frozen=True)
class Reading:
    """A run under one preset on one map. `label`: its name beside the others."""

    preset: str
    map: str
    label: str
    run: Run
    sample: Sample


@dataclass(frozen=True)
class Readings:
    """Runs that differ in the reading only. `label` and `prefix` (of its files) are empty if a page has them once."""

    label: str
    prefix: str
    each: tuple[Reading, ...]

    @property
    def labels(self) -> tuple[str, ...]:
        return tuple(reading.label for reading in self.each)

    @property
    def runs(self) -> tuple[Run, ...]:
        return tuple(reading.run for reading in self.each)

    @property
    def sample(self) -> Sample:
        """That of the first reading, for what all have in common: players and bots."""
        return self.each[0].sample

    @property
    def missing(self) -> tuple[str, ...]:
        """Names of the readings of the four that are not here."""
        here = {(reading.preset, reading.map) for reading in self.each}
        return tuple(name_of(*reading) for reading in FOUR if reading not in here)

    @property
    def size(self) -> str:
        """10,000 games by mixed in each reading"""
        sizes = sorted({reading.sample.games for reading in self.each})
        games = f"{sizes[0]:,}" if len(sizes) == 1 else f"{sizes[0]:,} to {sizes[-1]:,}"
        return f"{games} games {self.sample.by}" + (" in each reading" if len(self.each) > 1 else "")

    @property
    def warnings(self) -> tuple[str, ...]:
        """What one must know of these runs before the first number, each with the readings it is about."""
        by_text: dict[str, list[str]] = {}
        for reading in self.each:
            for warning in reading.sample.warnings:
                by_text.setdefault(warning, []).append(reading.label)
        return tuple(
            text if len(labels) == len(self.each) else f"{listed(tuple(labels))}: {text}" for text, labels in by_text.items()
        )

    @property
    def changed(self) -> tuple[str, ...]:
        """What is changed in every reading but the map, as "general_power: 3"."""
        return tuple(f"{name}: {written(value)}" for name, value in _changed(self.runs[0].rules).items())

    @property
    def command(self) -> str:
        """What plays all four readings as these runs were played."""
        manifest = self.runs[0].manifest
        seating = manifest["seating"]
        bots = seating if isinstance(seating, str) else ",".join(dict.fromkeys(seating) if len(set(seating)) == 1 else seating)
        precision = manifest.get("precision")
        length = ["--games", str(manifest["games"])] if precision is None else ["--precision", f"{precision:g}"]
        changed = (f"{name}={written(value)}" for name, value in _changed(self.runs[0].rules).items())
        changes = [part for change in changed for part in ("--set", change)]
        played = ["--players", str(manifest["players"]), "--bots", bots, *length, "--seed", str(manifest["seed"])]
        return shlex.join(["quorumsim", "simulate", "--game", manifest["game"], *changes, *played, "--out", "DIR"])


def name_of(preset: str, where: str) -> str:
    """literal, or literal-hub: as the packaged rules are called"""
    return preset if where == MAPS[0] else f"{preset}-{where}"


def side_by_side(runs: Iterable[Run]) -> list[Readings]:
    """The runs by what they have in common, the readings in the usual order, names that tell them apart."""
    together: dict[str, list[Run]] = {}
    for run in runs:
        manifest = run.manifest
        common = [manifest["players"], manifest["seating"], manifest["seed"], _changed(run.rules)]
        together.setdefault(json.dumps(common, default=str), []).append(run)
    made = [_readings(group) for group in together.values()]
    samples = [readings[0].sample for readings in made]
    return [
        Readings(*(("", "") if len(made) == 1 else (_words(readings, samples), f"group{place}-")), readings)
        for place, readings in enumerate(made, 1)
    ]


def _readings(runs: list[Run]) -> tuple[Reading, ...]:
    where = [(published(run.rules).name, _map(run.rules)) for run in runs]
    order = sorted(range(len(runs)), key=lambda place: (FOUR.index(where[place]) if where[place] in FOUR else len(FOUR), place))
    labels: list[str] = []
    for place in order:
        name = name_of(*where[place])
        labels.append(name if name not in labels else f"{name}, run {place + 1}")
    return tuple(
        Reading(*where[place], label, runs[place], sample_of(runs[place])) for place, label in zip(order, labels, strict=True)
    )


def _words(readings: tuple[Reading, ...], samples: list[Sample]) -> str:
    sample = readings[0].sample
    words = [f"{sample.players} players"]
    if len({other.seating for other in samples if other.players == sample.players}) > 1:
        words.append(sample.by)
    if len({other.seed for other in samples}) > 1:
        words.append(f"seed {sample.seed}")
    changed = _changed(readings[0].run.rules)
    return ", ".join([*words, *([f"changed {listed(tuple(changed))}"] if changed else [])])


@cache
def _links(where: str) -> tuple[Any, ...]:
    return resolve(name_of(PRESETS[0], where)).links


def _map(rules: Rules) -> str:
    """The name of the map; one that only bears the name of a packaged one says so."""
    return rules.map if rules.map not in MAPS or rules.links == _links(rules.map) else f"{rules.map} (changed)"


def _changed(rules: Rules) -> dict[str, Any]:
    """The values that are not those of the preset, but for the map."""
    preset = published(rules)
    return {
        name: getattr(rules, name)
        for name in VALUES
        if name != "map" and getattr(rules, name) != getattr(preset, name)
    }

