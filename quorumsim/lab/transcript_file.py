"""Files of transcripts, one JSON object a line: read, with one sentence for whatever is no transcript."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Literal

from quorumsim.errors import BadInput
from quorumsim.quorum.fields import Frozen, Text, Whole, shown, validated
from quorumsim.quorum.names import CARD_NUMBER, PLAYERS, ROUNDS, SEATS, ProvinceName

Card = Annotated[int, Whole(1, CARD_NUMBER)]
Cards = tuple[Card, ...]
Seat = Annotated[int, Whole(0, SEATS - 1)]


class Opening(Frozen):
    rome: Cards
    hands: tuple[Cards, ...]


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


class Turn(Frozen):
    """One turn. `rome` lies there before any refresh; `refresh` is what each refresh revealed, forced ones included."""

    round: Annotated[int, Whole(1, ROUNDS)]
    seat: Seat
    rome: Cards
    refresh: tuple[Cards, ...]
    take: Card
    refill: Card
    advance: ProvinceName | None
    play: Card
    why: tuple[Decision, ...] | None = None


class End(Frozen):
    """The finished table."""

    positions: dict[ProvinceName, tuple[int, ...]]
    order: dict[ProvinceName, tuple[Seat, ...]]
    tokens: dict[ProvinceName, int]
    points: tuple[dict[str, int], ...]
    influence: tuple[int, ...]
    winners: tuple[Seat, ...]


class Transcript(Frozen):
    """A game as one line of a file has it."""

    format: Literal["quorum-transcript/1"]
    game: Annotated[int, Whole(0, 2**64 - 1)]
    seed: Annotated[int, Whole(0, 2**64 - 1)]
    rules: Annotated[str, Text(1, 10_000)]
    fingerprint: Annotated[str, Text(1, 80)]
    players: Annotated[int, Whole(PLAYERS[0], PLAYERS[-1])]
    bots: tuple[Annotated[str, Text(1, 1000)], ...]
    ring: tuple[ProvinceName, ...]
    opening: Opening
    turns: tuple[Turn, ...]
    end: End


def as_transcript(record: dict[str, Any], place: str = "transcript") -> Transcript:
    """Plain data as a transcript; raises BadInput, said of `place`."""
    return validated(Transcript, record, place)


def read_transcripts(path: Path) -> Iterator[tuple[str, Transcript]]:
    """Each game of a file, with its place in sentences ("games.jsonl, line 3"); raises BadInput at a line that is none."""
    empty = True
    try:
        with path.open("rb") as file:
            for number, line in enumerate(file, start=1):
                if line.strip():
                    empty = False
                    place = f"{path}, line {number}"
                    yield place, as_transcript(_json_table(line, place), place)
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror}; accepted: a file of transcripts, one JSON object a line") from None
    if empty:
        raise BadInput(f"{path}: no transcript in it; accepted: one JSON object a line")


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
