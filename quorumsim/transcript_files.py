"""Files of transcripts, whatever the game, one JSON object a line: read, played again, and what is wrong in one sentence.

A game has its own model of a line (a `Head` and what happened) and plays it again by its own rules.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Iterator
from pathlib import Path
from typing import Annotated, Any, NamedTuple, TypeVar

from quorumsim.errors import BadInput
from quorumsim.fields import Frozen, Text, Whole, shown, validated


class Option(Frozen):
    """A legal action and what the bot thought of it; `playouts` and the `error` of their mean where it searched."""

    action: str
    number: int
    worth: float
    playouts: int | None = None
    error: float | None = None


class Decision(Frozen):
    """Why something was decided; no options where there was no choice or chance decided."""

    phase: str
    chosen: int
    unit: str
    options: tuple[Option, ...]


class Head(Frozen):
    """What every transcript begins with. A game's own says which `format` and how many players are accepted."""

    format: str
    game: Annotated[int, Whole(0, 2**64 - 1)]
    seed: Annotated[int, Whole(0, 2**64 - 1)]
    rules: Annotated[str, Text(1, 10_000)]
    fingerprint: Annotated[str, Text(1, 80)]
    players: int
    bots: tuple[Annotated[str, Text(1, 1000)], ...]


Told = TypeVar("Told", bound=Head)


class BrokenRule(Exception):
    """A move that the rules do not allow, or a table that the moves do not lead to; the message says where and what."""


class Verdict(NamedTuple):
    """What one game of a file came to. `problem`: the first move that breaks a rule, in a sentence; None: all follow them."""

    place: str
    game: int
    problem: str | None


def read_transcripts(path: Path, model: type[Told]) -> Iterator[tuple[str, Told]]:
    """Each game of a file, with its place in sentences ("games.jsonl, line 3"); raises BadInput at a line that is none."""
    empty = True
    try:
        with path.open("rb") as file:
            for number, line in enumerate(file, start=1):
                if line.strip():
                    empty = False
                    place = f"{path}, line {number}"
                    yield place, validated(model, _json_table(line, place), place)
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror}; accepted: a file of transcripts, one JSON object a line") from None
    if empty:
        raise BadInput(f"{path}: no transcript in it; accepted: one JSON object a line")


def verdicts(told: Iterable[tuple[str, Told]], replay: Callable[[Told], Iterable[Any]]) -> Iterator[Verdict]:
    """A verdict on each game, with its place. `replay` plays it again: it raises BrokenRule at the first move that breaks a
    rule, and BadInput for a transcript of another game."""
    for place, transcript in told:
        problem = None
        try:
            for _ in replay(transcript):
                pass
        except BrokenRule as broken:
            problem = f"{place}, {broken}"
        except BadInput as error:
            raise BadInput(f"{place}: {error}") from None
        yield Verdict(place, transcript.game, problem)


def check_packaged(name: str, packaged: Collection[str]) -> None:
    """Raises BadInput if the rules that a transcript names do not come with quorumsim."""
    if name not in packaged:
        raise BadInput(f"rules is {shown(name)}, which does not come with quorumsim; give the rules of the game with --rules")


def check_head(rules: Any, transcript: Head) -> None:
    """Raises BadInput if the game was played by other rules than these, or has not one bot for each seat."""
    if transcript.fingerprint != rules.fingerprint:
        raise BadInput(
            f"game {transcript.game} has rules with the fingerprint {shown(transcript.fingerprint)}, and {rules.name} has "
            f"{rules.fingerprint}; accepted: the rules that the game was played by"
        )
    if len(transcript.bots) != transcript.players:
        names = f"{len(transcript.bots)} names"
        raise BadInput(f"game {transcript.game}: bots has {names}; accepted: {transcript.players}, one for each seat")


def difference(name: str, told: Any, found: Any, by_seat: Collection[str] = ()) -> str | None:
    """The first place where two tables of plain data differ, in words. `by_seat`: the lists with an entry for each seat."""
    if isinstance(found, dict) and told.keys() == found.keys():
        inner = [(f"{name}.{key}", told[key], found[key]) for key in found]
    elif name in by_seat and len(told) == len(found):
        inner = [(f"{name} of seat {seat}", told[seat], found[seat]) for seat in range(len(found))]
    else:
        return None if told == found else f"{name} is {shown(told)}, and the moves lead to {shown(found)}"
    return next((problem for each in inner if (problem := difference(*each, by_seat))), None)


def _json_table(line: bytes, place: str) -> dict[str, Any]:
    try:
        data = json.loads(line.decode("utf-8-sig"))
        json.dumps(data)  # a number too long to be named in a sentence
    except UnicodeDecodeError:
        raise BadInput(f"{place}: not UTF-8 text; accepted: a transcript as one JSON object") from None
    except json.JSONDecodeError as error:
        what = f"not JSON ({error.msg}, column {error.colno})"
        raise BadInput(f"{place}: {what}; accepted: a transcript as one JSON object") from None
    except (ValueError, RecursionError):
        raise BadInput(f"{place}: a number is too long or lists too deep; accepted: a transcript as one JSON object") from None
    if not isinstance(data, dict):
        raise BadInput(f"{place}: {shown(data)}; accepted: a transcript as one JSON object")
    return data
