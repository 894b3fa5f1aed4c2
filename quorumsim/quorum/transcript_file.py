"""A transcript as a line of a file has it (docs/transcripts.md)."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from quorumsim.fields import Frozen, Whole, validated
from quorumsim.quorum.names import CARD_NUMBER, PLAYERS, ROUNDS, SEATS, ProvinceName
from quorumsim.transcript_files import Decision, Head

Card = Annotated[int, Whole(1, CARD_NUMBER)]
Cards = tuple[Card, ...]
Seat = Annotated[int, Whole(0, SEATS - 1)]


class Opening(Frozen):
    rome: Cards
    hands: tuple[Cards, ...]


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


class Transcript(Head):
    """A game as one line of a file has it."""

    format: Literal["quorum-transcript/1"]
    players: Annotated[int, Whole(PLAYERS[0], PLAYERS[-1])]
    ring: tuple[ProvinceName, ...]
    opening: Opening
    turns: tuple[Turn, ...]
    end: End


def as_transcript(record: dict[str, Any], place: str = "transcript") -> Transcript:
    """Plain data as a transcript; raises BadInput, said of `place`."""
    return validated(Transcript, record, place)
