"""A transcript as text that one can follow at the table: every turn in words, what it brought, and the final count."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from quorumsim.dominus.game import Game, tile_code, tile_words
from quorumsim.dominus.names import COLOURS, GOODS, ICONS
from quorumsim.dominus.points_lines import Table, goods_words, powers, table_lines, total
from quorumsim.dominus.rules import Rules
from quorumsim.dominus.transcript_file import Operation, Reservation, Tile, Transcript, Turn
from quorumsim.dominus.verify import operation_words, replay
from quorumsim.dominus.words import KIND, ONE
from quorumsim.transcript_lines import entry, reasons, seat_name

City = dict[str, int]


def text_lines(rules: Rules, transcript: Transcript) -> Iterator[str]:
    """The lines of a whole game. Raises as `verify.replay` does, because the game is played again for them."""
    yield from _head(rules, transcript)
    ring = list(transcript.ring)
    for told in transcript.opening:
        yield from _opening(ring, told)
    # Counted here, because the game places the next seat's tile as soon as a turn is over.
    cities: list[City] = [dict.fromkeys((*COLOURS, *ICONS), 0) for _ in range(transcript.players)]
    totals: list[int] = []
    goods: list[dict[str, int]] = []
    for turn, game in replay(rules, transcript):
        table = _table(game, cities)
        if turn is not None:
            yield ""
            yield f"Turn {turn.turn}, {seat_name(turn.seat, transcript.bots)}"
            yield from _turn(ring, turn)
            _place(cities[turn.seat], turn.tile)
            gained: dict[str, int] = {good: table.goods[turn.seat][good] - goods[turn.seat][good] for good in GOODS}
            yield from entry("gains", goods_words(gained), ", ")
        before, totals, goods = totals, [total(rules, table, seat) for seat in range(game.players)], game.goods
        if turn is not None and before != totals:
            yield from entry("points", _points(before, totals), ", ")
    yield from _end(rules, table, game, transcript.bots)


def _table(game: Game, cities: list[City]) -> Table:
    return Table(game.score_tiles, game.legions, game.generals, cities, game.goods, game.scores())


def _place(city: City, tile: Tile) -> None:
    city[tile.colour] += 1
    if tile.icon:
        city[tile.icon] += 1


def _head(rules: Rules, transcript: Transcript) -> Iterator[str]:
    yield rules.title
    yield f"Game {transcript.game} of seed {transcript.seed}, {transcript.players} players"
    yield f"{rules.name}, fingerprint {rules.fingerprint}"
    yield ""
    yield from entry("In turn", (seat_name(seat, transcript.bots) for seat in range(transcript.players)), ", ")
    kinds = set(transcript.score_tiles.values())
    pays = [f"{name.capitalize()}: {KIND[kind]}" for name, kind in transcript.score_tiles.items()]
    yield from entry("Pays by", pays if len(kinds) > 1 else [f"every province: {KIND[kinds.pop()]}"])
    yield from entry("Ring", (f"{place} {_tile(tile)}" for place, tile in enumerate(transcript.ring, start=1)))


def _opening(ring: list[Tile], told: Reservation) -> Iterator[str]:
    yield ""
    yield f"Opening, seat {told.seat + 1}"
    yield from reasons(told.why or ())
    yield from _reserved(ring, told.position, told.refill)


def _turn(ring: list[Tile], turn: Turn) -> Iterator[str]:
    yield from entry("places", [_tile(turn.tile)])
    if turn.tile.symbol:
        yield from entry("acts", list(map(_operation, turn.operations)) or ["passes"])
    yield from reasons(turn.why or ())
    if turn.reserve is not None and turn.refill is not None:
        yield from _reserved(ring, turn.reserve, turn.refill)


def _reserved(ring: list[Tile], position: int, refill: Tile) -> Iterator[str]:
    yield from entry("reserves", [f"position {position + 1}: {_tile(ring[position])}"])
    yield from entry("refill", [_tile(refill)])
    ring[position] = refill


def _operation(operation: Operation) -> str:
    return operation_words(operation) + (f" and takes the token: {ONE[operation.token]}" if operation.token else "")


def _tile(tile: Tile) -> str:
    return tile_words(tile_code(tile.model_dump()))


def _points(before: list[int], after: list[int]) -> Iterator[str]:
    for seat, (old, new) in enumerate(zip(before, after, strict=True), start=1):
        yield f"seat {seat}: {new}" + (f" ({new - old:+})" if new != old else "")


def _end(rules: Rules, table: Table, game: Game, bots: tuple[str, ...]) -> Iterator[str]:
    names = [seat_name(seat, bots) for seat in range(game.players)]
    yield "\nThe end"
    power = {name.capitalize(): powers(rules, table, name) for name in table.score_tiles}
    stood = (f"{name} {'-'.join(map(str, values))}" for name, values in power.items() if any(values))
    yield from entry("power", stood, ", ", "by seat")
    yield from entry("unvisited", (f"{name.capitalize()} {ONE[kind]}" for name, kind in game.tokens.items()), ", ")
    for seat, (city, goods) in enumerate(zip(table.cities, table.goods, strict=True), start=1):
        yield from entry(f"city {seat}", _counted(city), ", ")
        yield from entry(f"goods {seat}", goods_words(goods), ", ")
    yield ""
    yield from table_lines(rules, table, names)


def _counted(city: Mapping[str, int]) -> Iterable[str]:
    return (f"{name} {city[name]}" for name in (*COLOURS, *ICONS) if city[name])
