"""Transcripts: a game of a seed played again, with every move (format `quorum-transcript/1`, docs/transcripts.md)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from quorumsim.engine.game import Decisions
from quorumsim.engine.registry import Bot
from quorumsim.quorum.game import Game
from quorumsim.quorum.names import PROVINCES
from quorumsim.quorum.rules import Rules

FORMAT = "quorum-transcript/1"


def transcribe(
    rules: Rules, bots: Sequence[Bot], seed: int, block: int, number: int, explain: bool = False
) -> dict[str, Any]:
    """The transcript of game `number`: the deal of (seed, block), played by `bots`, one a seat in the order of the seats.

    `explain` adds to every turn `why`: for each decision what the bot thought of every action.
    """
    game = Game(rules, len(bots), seed, block)
    record = {
        "format": FORMAT,
        "game": number,
        "seed": seed,
        "rules": rules.name,
        "fingerprint": rules.fingerprint,
        "players": len(bots),
        "bots": [bot.name for bot in bots],
        "ring": game.ring,
        "opening": {"rome": game.rome, "hands": [game.hand(seat) for seat in range(len(bots))]},
    }
    return record | {"turns": _turns(game, bots, explain), "end": ending(game)}


def ending(game: Game) -> dict[str, Any]:
    """The `end` of a transcript: markers, tokens and points as they lie in `game`."""
    positions = game.positions
    return {
        "positions": positions,
        "order": game.order,
        "tokens": game.tokens,
        "points": [{source: points for source, points in row.items() if source != "start"} for row in game.scores()],
        "influence": [sum(spaces) for spaces in zip(*positions.values(), strict=True)],
        "winners": [seat for seat, place in enumerate(game.places()) if place == 1],
    }


def _turns(game: Game, bots: Sequence[Bot], explain: bool) -> list[dict[str, Any]]:
    turns = []
    rome, forced = game.rome, game.revealed
    while not game.done:
        decisions = Decisions(game, bots[game.seat], explain)
        turn = _turn(game, decisions, rome, forced)
        rome, play = game.rome, decisions.next()
        game.apply(play)
        # A refresh that the play brought about is the next seat's: it may take nothing of Rome as it lay.
        forced = game.revealed
        turns.append(turn | {"play": play.card} | ({"why": decisions.why} if explain else {}))
    return turns


def _turn(game: Game, decisions: Decisions, rome: list[int], forced: list[list[int]]) -> dict[str, Any]:
    """Plays a turn as far as the choice of the card to play. `rome` lay there before the `forced` refreshes that began it."""
    turn: dict[str, Any] = {"round": game.round, "seat": game.seat, "rome": rome, "refresh": list(forced)}
    while game.phase == "refresh":
        game.apply(decisions.next())
        turn["refresh"] += game.revealed
    slot = decisions.next().number
    turn["take"] = game.rome[slot]
    game.apply(slot)
    turn["refill"] = game.rome[slot]
    turn["advance"] = None
    if game.phase == "advance":
        province = decisions.next().number
        turn["advance"] = PROVINCES[province]
        game.apply(province)
    return turn
