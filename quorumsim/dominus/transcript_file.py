"""A transcript as a line of a file has it (docs/transcripts.md)."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from quorumsim.dominus.names import PLAYERS, RING, SEATS, TURNS, Colour, Good, Kind, ProvinceName
from quorumsim.fields import Frozen, Whole, validated
from quorumsim.transcript_files import Decision, Head

Seat = Annotated[int, Whole(0, SEATS - 1)]
Position = Annotated[int, Whole(0, RING - 1)]
Unit = Literal["legion", "general"]


class Tile(Frozen):
    """A city tile; None: no icon, no symbol."""

    colour: Colour
    icon: Literal["lyre", "column", "mask"] | None
    symbol: Literal["two", "same"] | None


class Reservation(Frozen):
    """A tile reserved before the first turn. `refill` is the tile that filled its position."""

    seat: Seat
    position: Position
    refill: Tile
    why: tuple[Decision, ...] | None = None


class Operation(Frozen):
    """A deploy or a move. `token`: the kind that was revealed by entering a province, None where none lay."""

    deploy: Unit | None = None
    move: Unit | None = None
    start: ProvinceName | None = Field(default=None, alias="from")
    end: ProvinceName | None = Field(default=None, alias="to")
    token: Good | None = None

    @model_validator(mode="after")
    def _is_one_of_two(self) -> Operation:
        given = self.model_fields_set
        deploys = given == {"deploy"} and self.deploy
        moves = given == {"move", "start", "end", "token"} and self.move and self.start and self.end
        if not deploys and not moves:
            accepted = "deploy and nothing else, or move, from, to and token"
            raise PydanticCustomError("refused", "{accepted}", {"accepted": accepted})
        return self


class Turn(Frozen):
    """One turn: the tile placed, operations in order, then the position reserved and its refill (None in the last turn)."""

    turn: Annotated[int, Whole(1, TURNS)]
    seat: Seat
    tile: Tile
    operations: tuple[Operation, ...]
    reserve: Position | None
    refill: Tile | None
    why: tuple[Decision, ...] | None = None


class End(Frozen):
    """The finished table."""

    legions: dict[ProvinceName, tuple[int, ...]]
    generals: tuple[ProvinceName | None, ...]
    tokens_left: dict[ProvinceName, Good]
    goods: tuple[dict[str, int], ...]
    points: tuple[dict[str, int], ...]
    winners: tuple[Seat, ...]


class Transcript(Head):
    """A game as one line of a file has it."""

    format: Literal["dominus-transcript/1"]
    players: Annotated[int, Whole(PLAYERS[0], PLAYERS[-1])]
    score_tiles: dict[ProvinceName, Kind]
    ring: tuple[Tile, ...]
    opening: tuple[Reservation, ...]
    turns: tuple[Turn, ...]
    end: End


def as_transcript(record: dict[str, Any], place: str = "transcript") -> Transcript:
    """Plain data as a transcript; raises BadInput, said of `place`."""
    return validated(Transcript, record, place)
