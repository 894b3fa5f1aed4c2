"""Transcripts: a game of a seed played again, with every move (format `quorum-transcript/1`, docs/transcripts.md)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from quorumsim.bots.registry import Bot, roster
from quorumsim.quorum.chance import SEATING, block_stream, choose, nth
from quorumsim.quorum.game import Game
from quorumsim.quorum.names import PROVINCES
from quorumsim.quorum.rules import Rules

FORMAT = "quorum-transcript/1"


def block_of(bots: Sequence[Bot] | None, players: int, number: int) -> int:
    """The block of game `number`; `bots` by seat in the first rotation, None for a mix."""
    return number // _rotations(bots, players)


def seated(bots: Sequence[Bot] | None, players: int, seed: int, number: int) -> list[Bot]:
    """Who sits where in game `number`; `bots` by seat in the first rotation, None: drawn for each block (docs/chance.md)."""
    block, rotation = divmod(number, _rotations(bots, players))
    first = _drawn(players, seed, block) if bots is None else bots
    return [first[(seat + rotation) % players] for seat in range(players)]


def _rotations(bots: Sequence[Bot] | None, players: int) -> int:
    """How many different rotations a seating has: seats that look alike are not played twice."""
    if bots is None:
        return players
    return next(step for step in range(1, players + 1) if [*bots[step:], *bots[:step]] == list(bots))


def _drawn(players: int, seed: int, block: int) -> list[Bot]:
    choices = roster(None)
    key = np.uint64(block_stream(np.uint64(seed), np.uint64(block), SEATING))
    keys = [np.uint64(nth(key, np.uint64(seat))) for seat in range(players)]
    return [choices[choose(np.uint64(nth(each, np.uint64(0))), len(choices))] for each in keys]


def transcribe(rules: Rules, bots: Sequence[Bot], seed: int, block: int, number: int) -> dict[str, Any]:
    """The transcript of game `number`: the deal of (seed, block), played by `bots`, one a seat in the order of the seats."""
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
    return record | {"turns": _turns(game, bots), "end": ending(game)}


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


def _turns(game: Game, bots: Sequence[Bot]) -> list[dict[str, Any]]:
    turns = []
    rome, forced = game.rome, game.revealed
    while not game.done:
        turn = _turn(game, bots[game.seat], rome, forced)
        rome = game.rome
        game.apply(game.decide(bots[game.seat]))
        # A refresh that the play brought about is the next seat's: it may take nothing of Rome as it lay.
        forced = game.revealed
        turns.append(turn | {"play": game.table(turn["seat"])[-1]})
    return turns


def _turn(game: Game, bot: Bot, rome: list[int], forced: list[list[int]]) -> dict[str, Any]:
    """Plays a turn as far as the choice of the card to play. `rome` lay there before the `forced` refreshes that began it."""
    turn: dict[str, Any] = {"round": game.round, "seat": game.seat, "rome": rome, "refresh": list(forced)}
    while game.phase == "refresh":
        game.apply(game.decide(bot))
        turn["refresh"] += game.revealed
    slot = game.decide(bot).number
    turn["take"] = game.rome[slot]
    game.apply(slot)
    turn["refill"] = game.rome[slot]
    turn["advance"] = None
    if game.phase == "advance":
        province = game.decide(bot).number
        turn["advance"] = PROVINCES[province]
        game.apply(province)
    return turn
