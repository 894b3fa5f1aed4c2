"""Transcripts: a game of a seed played again, with every move (format `dominus-transcript/1`, docs/transcripts.md)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from quorumsim.dominus.game import Game
from quorumsim.dominus.layout import DEPLOY_GENERAL, DEPLOY_LEGION, MOVE_GENERAL, MOVE_LEGION
from quorumsim.dominus.rules import Rules
from quorumsim.engine.game import Decisions
from quorumsim.engine.registry import Bot

FORMAT = "dominus-transcript/1"


def transcribe(
    rules: Rules, bots: Sequence[Bot], seed: int, block: int, number: int, explain: bool = False
) -> dict[str, Any]:
    """The transcript of game `number`: the deal of (seed, block), played by `bots`, one a seat in the order of the seats.

    `explain` adds to every opening reservation and every turn `why`: for each decision what the bot thought of every action.
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
        "score_tiles": game.score_tiles,
        "ring": game.ring,
    }
    opening = list(_opening(game, bots, explain))
    turns = [_turn(game, bots, *at, explain) for at in all_turns(rules, len(bots))]
    return record | {"opening": opening, "turns": turns, "end": ending(game)}


def ending(game: Game) -> dict[str, Any]:
    """The `end` of a transcript: units, tokens, goods and points as they lie in `game`."""
    return {
        "legions": game.legions,
        "generals": game.generals,
        "tokens_left": game.tokens,
        "goods": game.goods,
        "points": game.scores(),
        "winners": game.winners(),
    }


def all_turns(rules: Rules, players: int) -> Iterator[tuple[int, int]]:
    """Every turn of a game in order: number, from 1, and seat."""
    return ((turn, seat) for turn in range(1, rules.turns + 1) for seat in range(players))


def is_deciding(game: Game, turn: int, seat: int) -> bool:
    """Whether the game waits for a decision of that turn. A last turn whose tile has no symbol brings none."""
    return not game.done and (game.turn, game.seat) == (turn, seat)


def operations(rules: Rules) -> dict[int, dict[str, Any]]:
    """Every operation that there is on the map, by the number of its action, as transcripts have it but for the token."""
    told: dict[int, dict[str, Any]] = {DEPLOY_LEGION: {"deploy": "legion"}, DEPLOY_GENERAL: {"deploy": "general"}}
    for number, link in enumerate(rules.links):
        for back, (start, end) in enumerate((link.between, link.between[::-1])):
            for unit, first in (("legion", MOVE_LEGION), ("general", MOVE_GENERAL)):
                told[first + 2 * number + back] = {"move": unit, "from": start, "to": end}
    return told


def _opening(game: Game, bots: Sequence[Bot], explain: bool) -> Iterator[dict[str, Any]]:
    while game.opening:
        seat, decisions = game.seat, Decisions(game, bots[game.seat], explain)
        position = decisions.next().number
        game.apply(position)
        yield {"seat": seat, "position": position, "refill": game.ring[position]} | _why(decisions)


def _turn(game: Game, bots: Sequence[Bot], number: int, seat: int, explain: bool) -> dict[str, Any]:
    turn: dict[str, Any] = {"turn": number, "seat": seat, "tile": game.placed[seat], "operations": []}
    turn |= {"reserve": None, "refill": None}
    told = operations(game.rules)
    decisions = Decisions(game, bots[seat], explain)
    while is_deciding(game, number, seat):
        reserves, action = game.phase == "reserve", decisions.next().number
        game.apply(action)
        if reserves:
            turn |= {"reserve": action, "refill": game.ring[action]}
        elif action in told:  # not passing
            operation = told[action]
            turn["operations"].append(operation | ({"token": game.revealed} if "move" in operation else {}))
    return turn | _why(decisions)


def _why(decisions: Decisions) -> dict[str, Any]:
    return {"why": decisions.why} if decisions.explain else {}
