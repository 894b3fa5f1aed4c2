"""A finished table, as one puts it down after a game with cards: read from TOML, checked, and scored by the kernel.

    table = read_table(Path("table.toml"), rules)
    score(rules, table)[0].points["total"]
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import numba
import numpy as np
from pydantic import Field

from quorumsim.compiled import jit
from quorumsim.errors import BadInput
from quorumsim.fields import Frozen, Text, Whole, listed, nearest, shown, validated
from quorumsim.quorum import scoring, turn
from quorumsim.quorum.cards import RomeCard
from quorumsim.quorum.layout import RULES_TYPE, STATE, STATE_TYPE, rules_record
from quorumsim.quorum.names import HAND, PLAYERS, PROVINCES, ProvinceName
from quorumsim.quorum.points import points_by_source
from quorumsim.quorum.rules import Rules, check_players
from quorumsim.rules_files import read_toml

ANYWHERE = {"id": 1, "province": PROVINCES[0], "banner": 1}
"""What a card given as a table need not say, because it scores nothing: its number, and where its banner once led."""


@dataclass(frozen=True)
class Seat:
    """A player's end: the cards on the own table, the marker's space in every province (0: off the track), gods in hand."""

    name: str
    cards: tuple[RomeCard, ...]
    positions: dict[str, int]
    gods: int

    @property
    def influence(self) -> int:
        return sum(self.positions.values())


@dataclass(frozen=True)
class FinishedTable:
    """The end of a game. `stacks`: by province, the seats in an order in which, on each space, the lowest comes first."""

    tokens: dict[str, int]
    seats: tuple[Seat, ...]
    stacks: dict[str, tuple[int, ...]]


@dataclass(frozen=True)
class Score:
    """What a seat scored: points by province and type, `start` and `total`; place 1 won, alone or with others."""

    points: dict[str, int]
    place: int


# --- scoring ------------------------------------------------------------------------------------------------------------
@jit(
    numba.types.void(
        numba.types.Array(RULES_TYPE, 1, "C"),
        numba.types.Array(STATE_TYPE, 1, "C"),
        numba.types.int64[::1],
        numba.types.int64[::1],
        numba.types.int64[:, ::1],
        numba.types.int64[::1],
        numba.types.int64[::1],
    )
)
def _settle(rules_array, states, tokens, owners, moves, gods, places):
    rules, seen = rules_array[0], states[0].seen
    players = len(gods)
    turn.clear(states[0])
    seen.players = players
    for province in range(len(tokens)):
        seen.token[province] = tokens[province]
        seen.stale_tracks |= 1 << province
    seen.stale_tables = (1 << players) - 1
    for card in range(len(owners)):
        scoring.place_card(rules, seen, owners[card], card)
    for move in range(len(moves)):
        scoring.advance(rules, seen, moves[move, 0], moves[move, 1], moves[move, 2])
    for seat in range(players):
        seen.gods_held[seat] = gods[seat]
    scoring.add_up(rules, states[0])
    for seat in range(players):
        places[seat] = scoring.place_of(rules, states[0], seat)


def score(rules: Rules, table: FinishedTable) -> list[Score]:
    """What each seat scored, by the compiled functions that every game is scored with."""
    cards = [(seat, card) for seat, each in enumerate(table.seats) for card in each.cards]
    # The tables' cards are the whole card list: a card need not be one of the rules, and each is laid down once.
    rules_array = rules_record(rules.model_copy(update={"cards": tuple(card for _, card in cards)}))
    rules_array[0].card_banner[:] = 0  # the markers lie where the banners led them
    states = np.zeros(1, STATE)
    tokens = np.array([table.tokens[name] for name in PROVINCES], np.int64)
    owners = np.array([seat for seat, _ in cards], np.int64)
    moves = [
        (seat, province, table.seats[seat].positions[name])
        for province, name in enumerate(PROVINCES)
        for seat in table.stacks[name]
    ]
    gods = np.array([seat.gods for seat in table.seats], np.int64)
    places = np.zeros(len(table.seats), np.int64)
    _settle(rules_array, states, tokens, owners, np.array(moves, np.int64).reshape(-1, 3), gods, places)
    rows = points_by_source(rules, states[0])
    return [Score(row, int(place)) for row, place in zip(rows, places, strict=True)]


# --- reading ------------------------------------------------------------------------------------------------------------
class SeatEntry(Frozen):
    name: Annotated[str, Text(1, 40)]
    cards: tuple[Any, ...]
    positions: dict[ProvinceName, Any] = Field(default_factory=dict)
    gods: Annotated[int, Whole(0, HAND)] | None = None


class TableFile(Frozen):
    players: Annotated[int, Whole(PLAYERS[0], PLAYERS[-1])]
    tokens: dict[ProvinceName, Any]
    seat: tuple[SeatEntry, ...]
    stacks: dict[ProvinceName, tuple[str, ...]] = Field(default_factory=dict)


def read_table(path: Path, rules: Rules) -> FinishedTable:
    """The finished table in a TOML file (docs/transcripts.md); raises BadInput with the first thing wrong."""
    file = validated(TableFile, _content(path), str(path))
    check_players(rules, file.players)
    names = [entry.name for entry in file.seat]
    if len(names) != file.players:
        raise BadInput(f"{path}: players is {file.players}, and there are {len(names)} [[seat]]; accepted: one for each player")
    for name in names:
        if names.count(name) > 1:
            raise BadInput(f"{path}: two seats have the name {shown(name)}; accepted: a different one for each")
    tokens = dict(_tokens(file, rules, path))
    owners: dict[int, str] = {}
    seats = tuple(_seat(entry, rules, owners, f"{path}, seat {shown(entry.name)}") for entry in file.seat)
    stacks = {str(name): tuple(_stack(name, file.stacks.get(name), seats, rules, path)) for name in PROVINCES}
    return FinishedTable(tokens, seats, stacks)


def _content(path: Path) -> dict[str, Any]:
    try:
        return read_toml(path.read_bytes().decode("utf-8-sig"))
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror}; accepted: a TOML file with a finished table") from None
    except UnicodeDecodeError:
        raise BadInput(f"{path}: not UTF-8 text; accepted: a TOML file, saved as UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        raise BadInput(f"{path}: not TOML ({str(error)[:1].lower()}{str(error)[1:]}); accepted: a finished table") from None
    except (ValueError, RecursionError):
        raise BadInput(f"{path}: not TOML that can be used, a number is too long or tables too deep") from None


def _tokens(file: TableFile, rules: Rules, path: Path) -> Iterator[tuple[str, int]]:
    for name in PROVINCES:
        bounds = rules.provinces[name]
        if name not in file.tokens:
            raise BadInput(f"{path}: tokens.{name} is missing and must be given")
        yield name, _whole(file.tokens[name], bounds.token_min, bounds.token_max, f"{path}: tokens.{name}")


def _seat(entry: SeatEntry, rules: Rules, owners: dict[int, str], where: str) -> Seat:
    """`owners`: who has each card number that was named so far."""
    if len(entry.cards) > rules.rounds:
        raise BadInput(f"{where}: {len(entry.cards)} cards; accepted: at most {rules.rounds}, one for each round")
    cards = tuple(_card(card, entry.name, rules, owners, f"{where}: entry {place} of cards")
                  for place, card in enumerate(entry.cards, start=1))  # fmt: skip
    positions = {
        str(name): _whole(entry.positions.get(name, 0), 0, rules.track_length, f"{where}: positions.{name}")
        for name in PROVINCES
    }
    if entry.gods is None and any("gods" in criterion for criterion in rules.tie_break):
        raise BadInput(f"{where}: gods is missing and must be given, because these rules break ties by gods in hand")
    return Seat(entry.name, cards, positions, entry.gods or 0)


def _card(card: Any, owner: str, rules: Rules, owners: dict[int, str], where: str) -> RomeCard:
    if isinstance(card, dict):
        if "id" in card:
            raise BadInput(f"{where} is {shown(card)}; accepted: a number, or a table without one")
        return validated(RomeCard, ANYWHERE | card, where)
    by_number = {each.id: each for each in rules.cards}
    if type(card) is not int or card not in by_number:
        god = next((f", which is {god.name}, a god" for number, god, _ in rules.god_cards if number == card), "")
        accepted = "the number of a Rome card (rules show --cards), or a table such as { type = \"military\", power = 2 }"
        raise BadInput(f"{where} is {shown(card)}{god}; accepted: {accepted}")
    if card in owners:
        raise BadInput(f"{where} is {card}, which seat {shown(owners[card])} has already; accepted: each card once")
    owners[card] = owner
    return by_number[card]


def _whole(value: Any, low: int, high: int, where: str) -> int:
    if type(value) is not int or not low <= value <= high:
        raise BadInput(f"{where} is {shown(value)}; accepted: a whole number from {low} to {high}")
    return value


def _stack(
    province: ProvinceName, stack: tuple[str, ...] | None, seats: tuple[Seat, ...], rules: Rules, path: Path
) -> list[int]:
    """The seats on a track, on each space the lowest first; `stack` names them so, or is None."""
    where = f"{path}: stacks.{province}"
    names = [seat.name for seat in seats]
    for name in stack or ():
        if name not in names:
            raise BadInput(f"{where} names {shown(name)}{nearest(name, names)}; accepted: {listed(map(shown, names))}")
        if seats[names.index(name)].positions[province] == 0:
            raise BadInput(f"{where} names {shown(name)}, whose position there is 0; accepted: seats with a position")
        if (stack or ()).count(name) > 1:
            raise BadInput(f"{where} names {shown(name)} twice; accepted: each seat once, the lowest first")
    spaces = [seat.positions[province] for seat in seats]
    for name, space in zip(names, spaces, strict=True):
        shared = space > 0 and spaces.count(space) > 1
        if shared and name not in (stack or ()) and rules.track_tie != "shared":
            there = " and ".join(shown(other) for other, at in zip(names, spaces, strict=True) if at == space)
            told = "is missing" if stack is None else f"does not name {shown(name)}"
            accepted = "all of them, the lowest (first to arrive) first"
            raise BadInput(f"{where} {told}, and on space {space} lie {there}; accepted: {accepted}")
    on_track = [seat for seat, space in enumerate(spaces) if space > 0]
    return sorted(on_track, key=lambda seat: stack.index(names[seat]) if stack and names[seat] in stack else -1)
