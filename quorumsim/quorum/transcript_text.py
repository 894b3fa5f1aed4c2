"""A transcript as text that one can follow at the table: every turn in card names, what it changed, and the final count."""

from __future__ import annotations

from collections.abc import Iterator

from quorumsim.quorum.cards import signed
from quorumsim.quorum.finished import FinishedTable, Seat, score
from quorumsim.quorum.finished_lines import table_lines
from quorumsim.quorum.game import Game
from quorumsim.quorum.names import PROVINCES
from quorumsim.quorum.rules import Rules
from quorumsim.quorum.transcript_file import Transcript, Turn
from quorumsim.quorum.verify import replay
from quorumsim.transcript_lines import entry, reasons, seat_name


def text_lines(rules: Rules, transcript: Transcript) -> Iterator[str]:
    """The lines of a whole game. Raises as `verify.replay` does, because the game is played again for them."""
    yield from _opening(rules, transcript)
    before = None
    for turn, game in replay(rules, transcript):
        after = _Table(game)
        if turn is not None and before is not None:
            yield ""
            yield f"Round {turn.round}, {seat_name(turn.seat, transcript.bots)}"
            yield from _turn(rules, turn, before, after)
        before = after
    yield from _end(rules, finished_table(game, transcript.bots))


def finished_table(game: Game, bots: tuple[str, ...]) -> FinishedTable:
    """The table as it lies in `game`, the seats named "seat 1 (greedy)"."""
    cards = {card.id: card for card in game.rules.cards}
    gods = {card for card, _, _ in game.rules.god_cards}
    positions = game.positions
    seats = tuple(
        Seat(
            seat_name(seat, bots),
            tuple(cards[card] for card in game.table(seat)),
            {name: positions[name][seat] for name in PROVINCES},
            sum(card in gods for card in game.hand(seat)),
        )
        for seat in range(game.players)
    )
    # `order` has who is ahead first; on a space that is who arrived earlier, so who lies lower, unless the rules say otherwise.
    step = -1 if game.rules.track_tie == "last" else 1
    return FinishedTable(game.tokens, seats, {name: tuple(order[::step]) for name, order in game.order.items()})


class _Table:
    """What a turn can change, as it lies now."""

    def __init__(self, game: Game) -> None:
        self.positions, self.order, self.tokens, self.totals = game.positions, game.order, game.tokens, game.totals


def _opening(rules: Rules, transcript: Transcript) -> Iterator[str]:
    titles = rules.card_titles
    seats = [seat_name(seat, transcript.bots) for seat in range(transcript.players)]
    yield f"Game {transcript.game} of seed {transcript.seed}: {rules.title}, {transcript.players} players"
    yield f"{rules.name}, fingerprint {rules.fingerprint}"
    yield ""
    yield from entry("In turn", seats, ", ")
    yield from entry("Ring", (name.capitalize() for name in transcript.ring), ", ", "left to right; the ends meet")
    yield from entry("Rome", (titles[card] for card in transcript.opening.rome))
    for seat, hand in enumerate(transcript.opening.hands):
        yield from entry(f"Hand {seat + 1}", (titles[card] for card in hand))


def _turn(rules: Rules, turn: Turn, before: _Table, after: _Table) -> Iterator[str]:
    titles = rules.card_titles
    gods = {card for card, _, _ in rules.god_cards}

    def in_rome(card: int) -> str:
        return f"[face down: {titles[card]}]" if card in gods else titles[card]

    yield from entry("Rome", map(in_rome, turn.rome))
    for row in turn.refresh:
        yield from entry("refreshed", map(in_rome, row))
    yield from entry("takes", [titles[turn.take]])
    yield from entry("refill", [in_rome(turn.refill)])
    if turn.advance:
        yield from entry("advances", [turn.advance.capitalize()])
    yield from entry("plays", [titles[turn.play]])
    yield from reasons(turn.why or ())
    yield from entry("markers", _marker_changes(turn.seat, before, after), ", ")
    yield from entry("tokens", _token_changes(before, after), ", ")
    yield from entry("points", _points(before, after), ", ")


def _marker_changes(seat: int, before: _Table, after: _Table) -> Iterator[str]:
    for name in PROVINCES:
        old, new = before.positions[name][seat], after.positions[name][seat]
        if old != new or before.order[name] != after.order[name]:
            order = "-".join(str(each + 1) for each in after.order[name])
            yield f"{name.capitalize()} {old} → {new} (in order: {order})"


def _token_changes(before: _Table, after: _Table) -> Iterator[str]:
    for name in PROVINCES:
        old, new = before.tokens[name], after.tokens[name]
        if old != new:
            yield f"{name.capitalize()} {old} → {new}"


def _points(before: _Table, after: _Table) -> Iterator[str]:
    for seat, (old, new) in enumerate(zip(before.totals, after.totals, strict=True), start=1):
        yield f"seat {seat}: {new}" + (f" ({signed(new - old)})" if new != old else "")


def _end(rules: Rules, table: FinishedTable) -> Iterator[str]:
    yield "\nThe end"
    yield from entry("tokens", (f"{name.capitalize()} {value}" for name, value in table.tokens.items()), ", ")
    yield ""
    yield from table_lines(rules, table, score(rules, table))
