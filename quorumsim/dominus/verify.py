"""Transcripts read and played again, from us or from elsewhere: the first move that breaks a rule, in one sentence.

The game is played by the same compiled functions as every other; only chance (score tiles, city tiles, the faces of tokens)
comes from the transcript.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from functools import cache
from itertools import zip_longest
from pathlib import Path

from quorumsim.dominus.game import Game, tile_code, tile_words
from quorumsim.dominus.layout import PASS, TWO
from quorumsim.dominus.names import PROVINCES
from quorumsim.dominus.rules import Rules, check_players, packaged_names, resolve
from quorumsim.dominus.tiles import icon_of, symbol_of
from quorumsim.dominus.transcript import all_turns, ending, is_deciding, operations
from quorumsim.dominus.transcript_file import Operation, Tile, Transcript, Turn
from quorumsim.fields import listed
from quorumsim.transcript_files import (
    BrokenRule,
    Verdict,
    check_head,
    check_packaged,
    difference,
    read_transcripts,
    verdicts,
)

BY_SEAT = ("end.goods", "end.points")


def verify_file(path: Path, rules: Rules | None) -> Iterator[Verdict]:
    """Each game of a file, played by `rules`, or with None by those that come with quorumsim and have the name it gives.

    Raises BadInput at a line that is no transcript, or of another game.
    """
    return verdicts(
        read_transcripts(path, Transcript), lambda transcript: replay(rules or _packaged(transcript.rules), transcript)
    )


@cache
def _packaged(name: str) -> Rules:
    check_packaged(name, packaged_names())
    return resolve(name)


def replay(rules: Rules, transcript: Transcript) -> Iterator[tuple[Turn | None, Game]]:
    """Plays a transcript again: the game after the opening reservations (None) and after each turn, the same object all along.

    Raises BrokenRule for the first move that breaks a rule, BadInput for a transcript of another game. The end has been
    compared when the iteration is over.
    """
    check_players(rules, transcript.players)
    check_head(rules, transcript)
    game = Game(rules, transcript.players)
    where = f"game {transcript.game}"
    try:
        _deal(game, transcript)
        _open(game, transcript)
        yield None, game
        for turn, at in zip_longest(transcript.turns, all_turns(rules, transcript.players)):
            where = f"game {transcript.game}"
            if turn is None:
                raise _Illegal(f"the turn number {at[0]} of seat {at[1]} is missing")
            where += f", turn {turn.turn}, seat {turn.seat}"
            if at is None:
                raise _Illegal("a turn after the end of the game")
            if (turn.turn, turn.seat) != at:
                raise _Illegal(f"the turn is turn {at[0]} of seat {at[1]}")
            _play(game, turn)
            yield turn, game
        where = f"game {transcript.game}"
        _check_end(game, transcript)
    except _Illegal as illegal:
        raise BrokenRule(f"{where}: {illegal}") from None


class _Illegal(Exception):
    """What is wrong, without its place."""


# --- set-up -------------------------------------------------------------------------------------------------------------
def _deal(game: Game, transcript: Transcript) -> None:
    """Lays what the transcript says."""
    tiles, size = transcript.score_tiles, len(game.ring)
    _check_places("score_tiles", tiles, game.score_tiles)
    _check_kinds("score_tiles", tiles.values(), game.rules.score_tiles, "the rules have")
    if len(transcript.ring) != size:
        raise _Illegal(f"ring has {len(transcript.ring)} tiles; {size} lie there")
    for tile in transcript.ring:
        _check_tile(game, tile, "ring has")
    game.put_deal(tiles, [tile.model_dump() for tile in transcript.ring])


def _open(game: Game, transcript: Transcript) -> None:
    """The reservations before the first turn."""
    if len(transcript.opening) != game.players:
        raise _Illegal(f"opening has {len(transcript.opening)} reservations for {game.players} players")
    for told in transcript.opening:
        if told.seat != game.seat:
            raise _Illegal(f"in the opening seat {told.seat} reserves, and it is up to seat {game.seat}")
        try:
            _reserve(game, told.position, told.refill)
        except _Illegal as illegal:
            raise _Illegal(f"in the opening seat {told.seat} {illegal}") from None


def _check_tile(game: Game, tile: Tile, what: str) -> None:
    code, rules = tile_code(tile.model_dump()), game.rules_array[0]
    if rules.symbol_share[symbol_of(code)] == 0 or rules.icon_share[icon_of(code)] == 0:
        raise _Illegal(f"{what} a {tile_words(code)}, and these rules have no such tile")


# --- a turn -------------------------------------------------------------------------------------------------------------
def _play(game: Game, turn: Turn) -> None:
    """A whole turn. The kernel has placed its tile, and has ended it too if it is a last turn without a symbol."""
    tile, placed = turn.tile.model_dump(), game.placed[turn.seat]
    if tile != placed:
        assert placed is not None
        raise _Illegal(f"places a {tile_words(tile_code(tile))}, and the tile reserved is a {tile_words(tile_code(placed))}")
    for done in range(len(turn.operations)):
        _operate(game, turn, done)
    deciding = is_deciding(game, turn.turn, turn.seat)
    if deciding and game.phase != "reserve":
        game.apply(PASS)
        deciding = is_deciding(game, turn.turn, turn.seat)
    if deciding and turn.reserve is None:
        raise _Illegal("reserve is null; every turn but the last ends with a reservation")
    if not deciding and turn.reserve is not None:
        raise _Illegal(f"reserves position {turn.reserve}, and in the last turn nothing is reserved")
    if (turn.reserve is None) != (turn.refill is None):
        raise _Illegal("reserve and refill come together, and one of them is null")
    if turn.reserve is not None and turn.refill is not None:
        _reserve(game, turn.reserve, turn.refill)


def _reserve(game: Game, position: int, refill: Tile) -> None:
    allowed = [action.number for action in game.legal_actions()]
    if position not in allowed:
        ring = f"the ring has positions 0 to {allowed[-1]}"
        rule = ring if game.opening else f"from {game.markers[game.seat]} it may go on to {listed(allowed)}"
        raise _Illegal(f"reserves position {position}; {rule}")
    _check_tile(game, refill, f"reserves position {position}, the refill is")
    game.apply(position)
    game.put_tile(position, refill.model_dump())


def _operate(game: Game, turn: Turn, done: int) -> None:
    """One operation of a turn, after `done` others."""
    operation = turn.operations[done]
    token = operation.token
    told = operation.model_dump(by_alias=True, exclude_none=True, exclude={"token"})
    number = next((number for number, known in operations(game.rules).items() if known == told), None)
    acting = is_deciding(game, turn.turn, turn.seat) and game.phase != "reserve"
    if not acting or all(action.number != number for action in game.legal_actions()):
        raise _Illegal(f"{operation_words(operation)}, and {_why_not(game, turn, done, number is not None)}")
    assert number is not None
    hidden = game.tokens
    if operation.end in hidden and token is None:
        raise _Illegal(f"{operation_words(operation)}, where a token lies face down, and token is null")
    if operation.end not in hidden and token is not None:
        raise _Illegal(f"{operation_words(operation)} and reveals the token {token}, and no token lies there")
    if token is not None:
        if token not in hidden.values():
            raise _Illegal(f"{operation_words(operation)} and reveals the token {token}, and no such token is left face down")
        game.put_token(str(operation.end), token)
    game.apply(number)


def _why_not(game: Game, turn: Turn, done: int, on_the_map: bool) -> str:
    """Why an operation is not allowed."""
    rules, operation, before, seat = game.rules, turn.operations[done], turn.operations[:done], turn.seat
    symbol, unit = turn.tile.symbol, operation.deploy or operation.move
    if symbol is None:
        return "a tile without a symbol brings no action"
    if any((each.deploy or each.move) == "general" for each in before):
        return "an operation of the general is the whole action"
    if unit == "general":
        return _why_not_the_general(game, turn, done, on_the_map)
    allowed = rules.operations_two if symbol == "two" else rules.operations_same
    if done >= allowed:
        return f"a symbol of {'two colours' if symbol == 'two' else 'one colour'} allows {allowed} of legions"
    if not on_the_map:
        return "the map has no such link"
    return "no legion is in reserve" if operation.deploy else f"seat {seat} has no legion there"


def _why_not_the_general(game: Game, turn: Turn, done: int, on_the_map: bool) -> str:
    operation, two, stands = turn.operations[done], turn.tile.symbol == "two", game.generals[turn.seat]
    if done:
        return "after one of a legion the general does nothing"
    if two and (operation.deploy or not game.rules_array[0].general_moves[TWO]):
        return "a symbol of two colours does not allow it"
    if not on_the_map:
        return "the map has no such link"
    return f"the general is in {stands.capitalize()}" if stands else "the general is in reserve"


def operation_words(operation: Operation) -> str:
    """An operation in words: "moves a legion from Roma to Gallia"."""
    unit = "the general" if "general" in (operation.deploy, operation.move) else "a legion"
    if operation.deploy:
        return f"deploys {unit}"
    return f"moves {unit} from {str(operation.start).capitalize()} to {str(operation.end).capitalize()}"


# --- the end ------------------------------------------------------------------------------------------------------------
def _check_end(game: Game, transcript: Transcript) -> None:
    """Compares the end. Which of the tokens left lies where is chance, so that is taken from the transcript too."""
    told, found = transcript.end.model_dump(mode="json"), ending(game)
    left, lying = told["tokens_left"], found["tokens_left"]
    _check_places("end.tokens_left", left, lying)
    _check_kinds("end.tokens_left", left.values(), lying.values(), "the moves leave")
    problem = difference("end", told, found | {"tokens_left": left}, BY_SEAT)
    if problem:
        raise _Illegal(problem)


def _check_places(name: str, told: Collection[str], found: Collection[str]) -> None:
    """Refuses provinces where something is told to lie and does not, or lies and is not told."""
    for province in PROVINCES:
        if (province in told) != (province in found):
            raise _Illegal(f"{name} has {province}, where none lies" if province in told else
                           f"{name} leaves out {province}, where one lies")  # fmt: skip


def _check_kinds(name: str, told: Iterable[str], found: Iterable[str], by_whom: str) -> None:
    """Refuses kinds of which another number is told than there is."""
    counts, expected = Counter(told), Counter(found)
    for kind in sorted({*counts, *expected}):
        if counts[kind] != expected[kind]:
            raise _Illegal(f"{name} has {counts[kind]} x {kind}, and {by_whom} {expected[kind]}")
